// What the work costs with nothing around it: dense handles into flat arrays, an explicit stack, a
// tagged value, and the lock of bindlab's default semantics. No names, no key paths, no journal.
#include "floor.h"

static const handle NONE = UINT32_MAX;

enum transform { COPY, ADD_ONE };

// A way through a binding. A two-way binding has two, which share its lock.
struct edge {
  handle source, target, binding;
  handle next;  // the source's next edge, in the order made
};

struct binding {
  uint8_t locked, transform;
};

struct graph {
  struct value *values;
  handle *first, *last;  // a property's edges
  struct edge *edges;
  struct binding *bindings;
  handle *stack;  // edges being fired
  handle value_count, value_room, edge_count, edge_room, binding_count, binding_room, stack_room;
};

static void *resized(void *array, size_t count, size_t size) {
  array = realloc(array, count * size);
  if (!array) {
    perror("realloc");
    exit(1);
  }
  return array;
}

static handle doubled(handle room) { return room ? room * 2 : 16; }

static handle add_property(struct graph *graph) {
  if (graph->value_count == graph->value_room) {
    handle room = graph->value_room = doubled(graph->value_room);
    graph->values = resized(graph->values, room, sizeof *graph->values);
    graph->first = resized(graph->first, room, sizeof *graph->first);
    graph->last = resized(graph->last, room, sizeof *graph->last);
  }
  handle property = graph->value_count++;
  graph->values[property] = (struct value){INTEGER, 0};
  graph->first[property] = graph->last[property] = NONE;
  return property;
}

static void add_edge(struct graph *graph, handle source, handle target, handle binding) {
  if (graph->edge_count == graph->edge_room) {
    graph->edge_room = doubled(graph->edge_room);
    graph->edges = resized(graph->edges, graph->edge_room, sizeof *graph->edges);
  }
  handle edge = graph->edge_count++;
  graph->edges[edge] = (struct edge){source, target, binding, NONE};
  if (graph->first[source] == NONE) {
    graph->first[source] = edge;
  } else {
    graph->edges[graph->last[source]].next = edge;
  }
  graph->last[source] = edge;
}

static struct value transformed(struct value value, enum transform transform) {
  if (transform == COPY) return value;
  if (value.kind != INTEGER || __builtin_add_overflow(value.integer, 1, &value.integer)) {
    fprintf(stderr, "cannot add one\n");
    exit(1);
  }
  return value;
}

static handle bind(struct graph *graph, handle source, handle target, enum transform transform) {
  if (graph->binding_count == graph->binding_room) {
    graph->binding_room = doubled(graph->binding_room);
    graph->bindings = resized(graph->bindings, graph->binding_room, sizeof *graph->bindings);
  }
  handle binding = graph->binding_count++;
  graph->bindings[binding] = (struct binding){false, (uint8_t)transform};
  graph->values[target] = transformed(graph->values[source], transform);
  add_edge(graph, source, target, binding);
  return binding;
}

static void bind_both_ways(struct graph *graph, handle left, handle right) {
  handle binding = bind(graph, left, right, COPY);
  add_edge(graph, right, left, binding);
}

// One turn. A binding stays locked until everything that it set off is done, so it is on the stack
// at most once: room for as many edges as there are bindings is enough, unchecked.
static void write_integer(struct graph *graph, handle property, int64_t integer) {
  if (graph->stack_room < graph->binding_count) {
    graph->stack_room = graph->binding_count;
    graph->stack = resized(graph->stack, graph->stack_room, sizeof *graph->stack);
  }
  struct value *values = graph->values;
  const struct edge *edges = graph->edges;
  struct binding *bindings = graph->bindings;
  handle *stack = graph->stack;
  size_t depth = 0;

  values[property] = (struct value){INTEGER, integer};
  handle edge = graph->first[property];
  for (;;) {
    while (edge != NONE) {
      const struct edge *way = &edges[edge];
      struct binding *binding = &bindings[way->binding];
      if (binding->locked) {
        edge = way->next;
        continue;
      }
      values[way->target] = transformed(values[way->source], binding->transform);
      handle onward = graph->first[way->target];
      if (onward == NONE) {  // nothing can come back here, so no lock: a fifth of W2
        edge = way->next;
        continue;
      }
      binding->locked = true;
      stack[depth++] = edge;
      edge = onward;
    }
    if (depth == 0) return;
    edge = stack[--depth];
    bindings[edges[edge].binding].locked = false;
    edge = edges[edge].next;
  }
}

static void free_graph(struct graph *graph) {
  free(graph->values);
  free(graph->first);
  free(graph->last);
  free(graph->edges);
  free(graph->bindings);
  free(graph->stack);
}

// A graph whose property 0 is written, and what its last property must then be more than that.
struct experiment {
  struct graph graph;
  const char *workload;
  int64_t written, offset;
};

static void write_many(void *context, long count) {
  struct experiment *experiment = context;
  for (long i = 0; i < count; i++) write_integer(&experiment->graph, 0, ++experiment->written);
  struct value last = experiment->graph.values[experiment->graph.value_count - 1];
  expect_value(experiment->workload, last.integer, experiment->written + experiment->offset);
}

static struct graph chain(long length, enum transform transform) {
  struct graph graph = {0};
  handle end = add_property(&graph);
  for (long i = 0; i < length; i++) {
    handle next = add_property(&graph);
    bind(&graph, end, next, transform);
    end = next;
  }
  return graph;
}

static void time_chain(const char *name) {
  struct experiment experiment = {chain(CHAIN, COPY), name, 0, 0};
  report(PEER, name, "ns/hop", time_turns(write_many, &experiment, CHAIN), NULL);
  free_graph(&experiment.graph);
}

static void time_fan(const char *name) {
  struct experiment experiment = {{0}, name, 0, 0};
  handle source = add_property(&experiment.graph);
  for (int i = 0; i < TARGETS; i++) {
    bind(&experiment.graph, source, add_property(&experiment.graph), COPY);
  }
  report(PEER, name, "ns/hop", time_turns(write_many, &experiment, TARGETS), NULL);
  free_graph(&experiment.graph);
}

static void time_adding_chain(const char *name) {
  struct experiment experiment = {chain(CHAIN, ADD_ONE), name, 0, CHAIN};
  report(PEER, name, "ns/hop", time_turns(write_many, &experiment, CHAIN), NULL);
  free_graph(&experiment.graph);
}

static void time_pair(const char *name) {
  struct experiment experiment = {{0}, name, 0, 0};
  handle left = add_property(&experiment.graph), right = add_property(&experiment.graph);
  bind_both_ways(&experiment.graph, left, right);
  report(PEER, name, "ns/write", time_turns(write_many, &experiment, 1), NULL);

  write_integer(&experiment.graph, right, -1);
  expect_value(name, experiment.graph.values[left].integer, -1);
  free_graph(&experiment.graph);
}

static void *make_pairs(void) {
  struct graph *graph = resized(NULL, 1, sizeof *graph);
  *graph = (struct graph){0};
  for (int i = 0; i < PAIRS; i++) {
    handle source = add_property(graph);
    bind(graph, source, add_property(graph), COPY);
  }
  return graph;
}

static void drop_pairs(void *pairs) {
  struct graph *graph = pairs;
  write_integer(graph, graph->value_count - 2, 7);
  expect_value("W5", graph->values[graph->value_count - 1].integer, 7);
  free_graph(graph);
  free(graph);
}

static void time_making(const char *name) { report_making(PEER, name, NULL, 0, make_pairs, drop_pairs); }

static void write_deep_chain(long depth) {
  struct graph graph = chain(depth, COPY);
  write_integer(&graph, 0, 7);
  expect_value("deepest", graph.values[depth].integer, 7);
}

static void find_deepest(const char *name) { report_deepest(PEER, name, write_deep_chain); }

int main(int argc, char **argv) {
  static const struct workload workloads[] = {
      {"W1", time_chain},  {"W2", time_fan},    {"W3", time_adding_chain},
      {"W4", time_pair},   {"W5", time_making}, {"deepest", find_deepest},
  };
  return run_workloads(workloads, sizeof workloads / sizeof *workloads, argc, argv);
}
