// Runs scenarios with Qt's QProperty; README.md has the format.
#include <QProperty>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using Words = std::vector<std::string>;

static const int LIMIT = 3000;

static Words split(const std::string &text, char separator) {
  Words words;
  std::istringstream stream(text);
  for (std::string word; std::getline(stream, word, separator);) words.push_back(word);
  return words;
}

static std::vector<int> numbers(const Words &words, size_t first = 0) {
  std::vector<int> numbers;
  for (size_t i = first; i < words.size(); i++) numbers.push_back(std::atoi(words[i].c_str()));
  return numbers;
}

static int modulo(int value, int divisor) { return (value % divisor + divisor) % divisor; }

static std::function<int(int)> transform(const std::string &text) {
  Words words = split(text, ':');
  std::vector<int> k = numbers(words, 1);
  if (words[0] == "add") return [k](int v) { return v + k[0]; };
  if (words[0] == "mod") return [k](int v) { return modulo(v, k[0]); };
  if (words[0] == "clamp") return [k](int v) { return std::min(std::max(v, k[0]), k[1]); };
  if (words[0] == "neg") return [](int v) { return -v; };
  return [](int v) { return v; };
}

struct Run {
  std::vector<std::unique_ptr<QProperty<int>>> properties;
  // Which binding a property has, for one may have been replaced or broken.
  std::map<int, QUntypedPropertyBinding> bindings;
  std::map<int, int> targets;
  std::map<int, std::unique_ptr<QPropertyNotifier>> observers;
  std::map<int, bool> looped;
  int logged = 0;

  void log(const std::string &line) {
    std::puts(line.c_str());
    if (++logged < LIMIT) return;
    std::puts("runaway");
    std::fflush(stdout);
    _exit(0);
  }

  void write(int index, int value) {
    if (properties[index]) properties[index]->setValue(value);
  }

  void setBinding(int number, int target, std::function<int()> functor) {
    // Kept from before it is set, for a handler may break it at once.
    QPropertyBinding<int> binding = Qt::makePropertyBinding(functor);
    bindings[number] = binding;
    targets[number] = target;
    properties[target]->setBinding(binding);
  }

  void bind(int number, const std::string &text, int source, int target) {
    auto change = transform(text);
    setBinding(number, target, [=, this] {
      int value = properties[source]->value();
      int passed = change(value);
      log("fire #" + std::to_string(number) + " " + std::to_string(value) + "->"
          + std::to_string(passed));
      return passed;
    });
  }

  // A sum, or a choice, which reads the one or the other.
  int value(const std::string &formula) {
    size_t test = formula.find('?'), odd = formula.find(':');
    if (test != std::string::npos) {
      bool isEven = properties[std::atoi(formula.c_str())]->value() % 2 == 0;
      return properties[std::atoi(formula.c_str() + (isEven ? test : odd) + 1)]->value();
    }
    int sum = 0;
    for (int source : numbers(split(formula, ','))) sum += properties[source]->value();
    return modulo(sum, 1000);
  }

  void join(int number, const std::string &formula, int target) {
    setBinding(number, target, [=, this] {
      int joined = value(formula);
      log("fire #" + std::to_string(number) + " ->" + std::to_string(joined));
      return joined;
    });
  }

  void observe(int number, int index, const std::string &text) {
    Words words = split(text, ':');
    std::vector<int> k = numbers(words, 1);
    std::string name = words[0];
    auto body = [=, this] {
      int value = properties[index]->value();
      log("obs #" + std::to_string(number) + " " + std::to_string(value));
      if (name == "own" && value < k[0]) write(index, value + 1);
      else if (name == "top" && value > k[0]) write(index, k[0]);
      else if (name == "to") write(k[0], value + k[1]);
      else if (name == "low" && value < k[1]) write(k[0], value + 1);
      else if (name == "end") observers.erase(k[0]);
    };
    // An observer may be ended while it runs, so what runs is held.
    auto held = std::make_shared<std::function<void()>>(body);
    observers[number] =
        std::make_unique<QPropertyNotifier>(properties[index]->addNotifier([held] {
      auto running = held;
      (*running)();
    }));
  }

  void unbind(int number) {
    observers.erase(number);
    auto found = bindings.find(number);
    if (found == bindings.end()) return;
    QProperty<int> *property = properties[targets[number]].get();
    QUntypedPropertyBinding binding = found->second;
    bindings.erase(found);
    if (property && isCurrent(*property, binding)) property->takeBinding();
  }

  // Handles compare by what they share: the private object behind them.
  static bool isCurrent(const QProperty<int> &property, const QUntypedPropertyBinding &binding) {
    struct Handle : QUntypedPropertyBinding {
      explicit Handle(const QUntypedPropertyBinding &binding) : QUntypedPropertyBinding(binding) {}
    };
    static_assert(sizeof(Handle) == sizeof(void *));
    Handle one{property.binding()}, other{binding};
    return *reinterpret_cast<void **>(&one) == *reinterpret_cast<void **>(&other);
  }

  void batch(const Words &writes) {
    Qt::beginPropertyUpdateGroup();
    for (size_t i = 1; i < writes.size(); i++) {
      std::vector<int> pair = numbers(split(writes[i], '='));
      write(pair[0], pair[1]);
    }
    Qt::endPropertyUpdateGroup();
  }

  void step(const Words &words) {
    std::vector<int> n = numbers(words);
    const std::string &what = words[0];
    if (what == "prop") properties.push_back(std::make_unique<QProperty<int>>(n[4]));
    else if (what == "bind") bind(n[1], words[2], n[3], n[4]);
    else if (what == "join") join(n[1], words[2], n[3]);
    else if (what == "obs") observe(n[1], n[2], words[3]);
    else if (what == "set") write(n[1], n[2]);
    else if (what == "batch") batch(words);
    else if (what == "unbind") unbind(n[1]);
    else if (what == "release") properties[n[1]].reset();
    else std::exit(1);
  }

  // A binding keeps its first error for ever, so only that one shows.
  bool findsLoop() {
    bool found = false;
    for (auto &[number, binding] : bindings) {
      if (looped[number] || !binding.error().hasError()) continue;
      looped[number] = found = true;
    }
    return found;
  }

  void run(const std::vector<Words> &steps) {
    for (size_t number = 0; number < steps.size(); number++) {
      std::printf("step %zu\n", number);
      logged = 0;
      step(steps[number]);
      if (findsLoop()) std::puts("loop");
      std::printf("=");
      for (auto &property : properties)
        std::printf(" %s", property ? std::to_string(property->value()).c_str() : "x");
      std::puts("");
    }
  }
};

int main() {
  std::vector<Words> steps;
  for (std::string line; std::getline(std::cin, line);) {
    Words words = split(line, ' ');
    if (words[0] == "scenario") {
      std::puts(line.c_str());
      std::fflush(stdout);
      steps.clear();
    } else if (words[0] == "end") {
      // In a process of its own, which can be ended in the middle.
      pid_t child = fork();
      if (child == 0) {
        (new Run)->run(steps);
        std::fflush(stdout);
        _exit(0);
      }
      int status = 0;
      waitpid(child, &status, 0);
      if (status != 0) return 1;
    } else {
      steps.push_back(words);
    }
  }
}
