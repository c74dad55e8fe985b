// The floor of a sheet: one write marks what reads it as stale, and one pass in order evaluates what
// is marked. Flat arrays; the order is known before, so nothing sorts, and there is no lock.
#include "floor.h"

enum formula { SAME, SUM };

// Cells in an order in which each reads only those before it. Cell 0 is written.
struct sheet {
  handle count;
  struct value *values;
  uint8_t *formulas;
  bool *stale;
  // Where a cell's inputs and its readers begin; they end where those of the next one begin.
  handle *first_input, *first_reader;
  handle *inputs, *readers;
};

static void *zeroed(size_t count, size_t size) {
  void *array = calloc(count, size);
  if (!array) {
    perror("calloc");
    exit(1);
  }
  return array;
}

static struct sheet *new_sheet(handle cells, handle inputs) {
  struct sheet *sheet = zeroed(1, sizeof *sheet);
  sheet->values = zeroed(cells, sizeof *sheet->values);
  sheet->formulas = zeroed(cells, sizeof *sheet->formulas);
  sheet->stale = zeroed(cells, sizeof *sheet->stale);
  sheet->first_input = zeroed(cells + 1, sizeof *sheet->first_input);
  sheet->first_reader = zeroed(cells + 1, sizeof *sheet->first_reader);
  sheet->inputs = zeroed(inputs, sizeof *sheet->inputs);
  sheet->readers = zeroed(inputs, sizeof *sheet->readers);
  return sheet;
}

static handle add_cell(
    struct sheet *sheet, enum formula formula, const handle *inputs, handle input_count) {
  handle cell = sheet->count++, start = sheet->first_input[cell];
  sheet->values[cell].kind = INTEGER;
  sheet->formulas[cell] = (uint8_t)formula;
  sheet->first_input[cell + 1] = start + input_count;
  for (handle i = 0; i < input_count; i++) sheet->inputs[start + i] = inputs[i];
  return cell;
}

// Finds the readers of each cell once all are there. Each beginning is first the end, and comes down
// to its place as the readers are put in, the last one first.
static void link_readers(struct sheet *sheet) {
  const handle *first_input = sheet->first_input;
  handle *ends = sheet->first_reader;
  for (handle i = 0; i < first_input[sheet->count]; i++) ends[sheet->inputs[i]]++;
  for (handle cell = 1; cell <= sheet->count; cell++) ends[cell] += ends[cell - 1];
  for (handle cell = sheet->count; cell-- > 0;) {
    for (handle i = first_input[cell]; i < first_input[cell + 1]; i++) {
      sheet->readers[--ends[sheet->inputs[i]]] = cell;
    }
  }
}

static struct value evaluated(const struct sheet *sheet, handle cell) {
  const struct value *values = sheet->values;
  const handle *input = &sheet->inputs[sheet->first_input[cell]];
  const handle *end = &sheet->inputs[sheet->first_input[cell + 1]];
  if (sheet->formulas[cell] == SAME) return values[*input];
  struct value sum = {INTEGER, 0};
  for (; input < end; input++) {
    if (values[*input].kind != INTEGER ||
        __builtin_add_overflow(sum.integer, values[*input].integer, &sum.integer)) {
      fprintf(stderr, "cannot add\n");
      exit(1);
    }
  }
  sum.integer %= MODULUS;
  return sum;
}

// An equal value is dropped: what reads it stays as it is.
static void change(struct sheet *sheet, handle cell, struct value value) {
  struct value *old = &sheet->values[cell];
  if (old->kind == value.kind && old->integer == value.integer) return;
  *old = value;
  handle end = sheet->first_reader[cell + 1];
  for (handle i = sheet->first_reader[cell]; i < end; i++) sheet->stale[sheet->readers[i]] = true;
}

static void write_integer(struct sheet *sheet, int64_t integer) {
  change(sheet, 0, (struct value){INTEGER, integer});
  for (handle cell = 1; cell < sheet->count; cell++) {
    if (!sheet->stale[cell]) continue;
    sheet->stale[cell] = false;
    change(sheet, cell, evaluated(sheet, cell));
  }
}

// Writes cell 0 so many times, and returns what was written last.
static int64_t write_many(struct sheet *sheet, long count) {
  int64_t written = sheet->values[0].integer;
  for (long i = 0; i < count; i++) write_integer(sheet, ++written);
  return written;
}

static void write_chain(void *context, long count) {
  struct sheet *sheet = context;
  int64_t written = write_many(sheet, count);
  expect_value("W1-sheet", sheet->values[sheet->count - 1].integer, written);
}

static void time_chain(const char *name) {
  struct sheet *sheet = new_sheet(CHAIN + 1, CHAIN);
  handle end = add_cell(sheet, SAME, NULL, 0);
  for (int i = 0; i < CHAIN; i++) end = add_cell(sheet, SAME, &end, 1);
  link_readers(sheet);
  report(PEER, name, "ns/hop", time_turns(write_chain, sheet, CHAIN), NULL);
}

static void *make_layers(int count) {
  handle nodes = (handle)count * LAYER_WIDTH;
  struct sheet *sheet = new_sheet(1 + nodes, nodes * LAYER_WIDTH);
  handle source = add_cell(sheet, SAME, NULL, 0), before[LAYER_WIDTH], layer[LAYER_WIDTH];
  for (int i = 0; i < count; i++) {
    for (int node = 0; node < LAYER_WIDTH; node++) {
      layer[node] = i == 0 ? add_cell(sheet, SAME, &source, 1)
                           : add_cell(sheet, SUM, before, LAYER_WIDTH);
    }
    memcpy(before, layer, sizeof before);
  }
  link_readers(sheet);
  return sheet;
}

static void write_layers(void *context, long count) {
  struct sheet *sheet = context;
  int64_t written = write_many(sheet, count);
  long expected = last_layer_sum(written, (int)(sheet->count / LAYER_WIDTH));
  for (handle cell = sheet->count - LAYER_WIDTH; cell < sheet->count; cell++) {
    expect_value("layers", sheet->values[cell].integer, expected);
  }
}

static void time_layers(const char *name) { report_layers(PEER, name, make_layers, write_layers); }

int main(int argc, char **argv) {
  static const struct workload workloads[] = {{"W1-sheet", time_chain}, {"layers", time_layers}};
  return run_workloads(workloads, sizeof workloads / sizeof *workloads, argc, argv);
}
