// Qt 6's QProperty<int> with bindings: lambdas whose reads Qt records as dependencies.
#include "measure.h"

#include <QProperty>
#include <QtGlobal>
#include <memory>
#include <vector>

static const peer PEER = {"qt6", qVersion()};

// An object with one bindable property. A QObject is not needed for that, and would cost more.
struct Box {
  QProperty<int> value{0};
};

using Boxes = std::vector<std::unique_ptr<Box>>;

static void copyValue(Box &source, Box &target) {
  target.value.setBinding([&source] { return source.value.value(); });
}

static void copyValuePlusOne(Box &source, Box &target) {
  target.value.setBinding([&source] { return source.value.value() + 1; });
}

// Boxes whose first is written, and what the last must then be more than that.
struct Experiment {
  const char *workload;
  int offset = 0;
  Boxes boxes{};
  int written = 0;

  Box &add() { return *boxes.emplace_back(std::make_unique<Box>()); }
};

static void writeMany(void *context, long count) {
  auto &experiment = *static_cast<Experiment *>(context);
  QProperty<int> &first = experiment.boxes.front()->value;
  for (long i = 0; i < count; i++) first.setValue(++experiment.written);
  expect_value(
      experiment.workload, experiment.boxes.back()->value.value(),
      experiment.written + experiment.offset);
}

static void makeChain(Experiment &experiment, long length, void (*bind)(Box &, Box &)) {
  Box *end = &experiment.add();
  for (long i = 0; i < length; i++) {
    Box &next = experiment.add();
    bind(*end, next);
    end = &next;
  }
}

static void timeChain(const char *name) {
  Experiment experiment{name};
  makeChain(experiment, CHAIN, copyValue);
  report(PEER, name, "ns/hop", time_turns(writeMany, &experiment, CHAIN), nullptr);
}

static void timeFan(const char *name) {
  Experiment experiment{name};
  Box &source = experiment.add();
  for (int i = 0; i < TARGETS; i++) copyValue(source, experiment.add());
  report(PEER, name, "ns/hop", time_turns(writeMany, &experiment, TARGETS), nullptr);
}

static void timeAddingChain(const char *name) {
  Experiment experiment{name, CHAIN};
  makeChain(experiment, CHAIN, copyValuePlusOne);
  report(
      PEER, name, "ns/hop", time_turns(writeMany, &experiment, CHAIN),
      "adds one in a compiled C++ lambda");
}

// Qt has no two-way bindings, and a write to a bound property removes its binding. A handler at
// each side that writes the other comes nearest; the lap ends because Qt drops the equal write.
static void timePair(const char *name) {
  Experiment experiment{name};
  Box &left = experiment.add(), &right = experiment.add();
  auto toRight = left.value.onValueChanged([&] { right.value.setValue(left.value.value()); });
  auto toLeft = right.value.onValueChanged([&] { left.value.setValue(right.value.value()); });
  report(
      PEER, name, "ns/write", time_turns(writeMany, &experiment, 1),
      "no two-way bindings: onValueChanged handlers both ways");

  right.value.setValue(-1);
  expect_value(name, left.value.value(), -1);
}

// Static, so that the memory measured is the objects' and not that of the handles to them.
static Box *pairs[PAIRS][2];

static void *makePairs() {
  for (auto &[source, target] : pairs) {
    source = new Box;
    target = new Box;
    copyValue(*source, *target);
  }
  return pairs;
}

static void dropPairs(void *) {
  auto &[source, target] = pairs[PAIRS - 1];
  source->value.setValue(7);
  expect_value("W5", target->value.value(), 7);
  for (auto &[source, target] : pairs) {
    delete target;
    delete source;
  }
}

static void timeMaking(const char *name) {
  report_making(PEER, name, pairs, sizeof pairs, makePairs, dropPairs);
}

static void writeDeepChain(long depth) {
  // Never destroyed: the child ends without unwinding.
  auto &experiment = *new Experiment{"deepest"};
  makeChain(experiment, depth, copyValue);
  writeMany(&experiment, 1);
}

static void findDeepest(const char *name) { report_deepest(PEER, name, writeDeepChain); }

struct Layers {
  Box source{};
  std::vector<Boxes> layers;
};

static void *makeLayers(int count) {
  // The bindings point at the layers, whose number is never changed.
  auto graph = new Layers{.layers = std::vector<Boxes>(count)};
  for (int i = 0; i < count; i++) {
    for (int node = 0; node < LAYER_WIDTH; node++) {
      Box &box = *graph->layers[i].emplace_back(std::make_unique<Box>());
      if (i == 0) {
        copyValue(graph->source, box);
        continue;
      }
      box.value.setBinding([&before = graph->layers[i - 1]] {
        int sum = 0;
        for (const auto &box : before) sum += box->value.value();
        return sum % MODULUS;
      });
    }
  }
  return graph;
}

static void writeLayers(void *context, long count) {
  auto &graph = *static_cast<Layers *>(context);
  int written = graph.source.value.value();
  for (long i = 0; i < count; i++) graph.source.value.setValue(++written);
  for (const auto &box : graph.layers.back()) {
    expect_value("layers", box->value.value(), last_layer_sum(written, graph.layers.size()));
  }
}

// Qt 6.4 evaluates depth first: a node runs again for every way that leads to it.
static void timeLayers(const char *name) { report_layers(PEER, name, makeLayers, writeLayers); }

int main(int argc, char **argv) {
  static const workload workloads[] = {
      {"W1", timeChain}, {"W2", timeFan},    {"W3", timeAddingChain},
      {"W4", timePair},  {"W5", timeMaking}, {"deepest", findDeepest},
      {"layers", timeLayers},
  };
  return run_workloads(workloads, std::size(workloads), argc, argv);
}
