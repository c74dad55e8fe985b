// How the compiled peers are timed and how they print: shared, so that their figures differ by the
// peer alone. Plain C that C++ accepts too.
#ifndef MEASURE_H
#define MEASURE_H
#ifndef _GNU_SOURCE
#define _GNU_SOURCE  // sched_setaffinity
#endif

#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
  CHAIN = 1000,       // bindings in the chain of W1 and W3
  TARGETS = 1000,     // targets of the one source in W2
  PAIRS = 100000,     // bindings made in W5, each with two objects
  LAYER_WIDTH = 10,   // nodes in a layer
  MODULUS = 1000003,  // of a layer's sums: they fit an int, and a new source gives new ones
  RUNS = 15,          // samples that count; one more before them does not
};

// Long enough that reading the clock and one timer interrupt vanish in a sample.
static const double SAMPLE_NS = 20e6;

struct peer {
  const char *name, *version;
};

struct workload {
  const char *name;
  void (*run)(const char *name);
};

struct figures {
  double median, best;
  int runs;
};

static inline double now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static inline long resident_bytes(void) {
  long size = 0, resident = 0;
  FILE *statm = fopen("/proc/self/statm", "r");
  if (!statm || fscanf(statm, "%ld %ld", &size, &resident) != 2) {
    perror("/proc/self/statm");
    exit(1);
  }
  fclose(statm);
  return resident * sysconf(_SC_PAGESIZE);
}

// A wrong last value makes every figure of the run worthless: no line is printed after it.
static inline void expect_value(const char *workload, long found, long expected) {
  if (found == expected) return;
  fprintf(stderr, "%s: the last value is %ld, expected %ld\n", workload, found, expected);
  exit(1);
}

static inline int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static inline struct figures summary(double *samples, int count) {
  qsort(samples, (size_t)count, sizeof *samples, ascending);
  double middle = (samples[(count - 1) / 2] + samples[count / 2]) / 2;
  struct figures figures = {middle, samples[0], count};
  return figures;
}

// Nanoseconds per unit, where `turns` makes that many writes, each of a new value, and checks the
// last one. The number of writes doubles until a sample is long enough; that is the warm-up too.
static inline struct figures time_turns(
    void (*turns)(void *graph, long count), void *graph, double units_per_turn) {
  long count = 1;
  for (;; count *= 2) {
    double start = now_ns();
    turns(graph, count);
    if (now_ns() - start >= SAMPLE_NS) break;
  }
  double samples[RUNS];
  for (int i = 0; i < RUNS; i++) {
    double start = now_ns();
    turns(graph, count);
    samples[i] = (now_ns() - start) / ((double)count * units_per_turn);
  }
  return summary(samples, RUNS);
}

static inline void report(
    struct peer peer, const char *workload, const char *unit, struct figures figures,
    const char *note) {
  printf(
      "{\"peer\":\"%s\",\"version\":\"%s\",\"workload\":\"%s\",\"unit\":\"%s\","
      "\"median\":%.8g,\"best\":%.8g,\"runs\":%d",
      peer.name, peer.version, workload, unit, figures.median, figures.best, figures.runs);
  if (note) printf(",\"note\":\"%s\"", note);
  printf("}\n");
  fflush(stdout);
}

// Runs `body` in a child process; the signal that ended it, or 0. A child that exits with an error
// has said why, and ends this process too.
static inline int signal_of_child(void (*body)(const void *context), const void *context) {
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    body(context);
    fflush(stdout);
    _exit(0);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) {
    perror("fork");
    exit(1);
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) != 0) exit(WEXITSTATUS(status));
  return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

// W5: `make` builds `PAIRS` bindings with their objects, `drop` checks and frees them; the handles
// to them lie in memory that is touched before, so that only the objects and bindings are counted.
struct making {
  void *handles;
  size_t handles_size;
  void *(*make)(void);
  void (*drop)(void *);
  int cpu;
  double *nanoseconds, *bytes;  // what a child hands back, in shared memory
};

static inline void make_once(const void *context) {
  const struct making *making = (const struct making *)context;
  // A child that starts on the other core finds its caches cold and takes 40 % longer.
  cpu_set_t here;
  CPU_ZERO(&here);
  CPU_SET(making->cpu, &here);
  sched_setaffinity(0, sizeof here, &here);
  if (making->handles_size) memset(making->handles, 1, making->handles_size);

  long before = resident_bytes();
  double start = now_ns();
  void *made = making->make();
  *making->nanoseconds = (now_ns() - start) / PAIRS;
  *making->bytes = (double)(resident_bytes() - before) / PAIRS;
  making->drop(made);
}

// W5 is the first build in a process, whose heap has nothing to use again; W5-again is what another
// one costs after the first was freed.
static inline void report_making(
    struct peer peer, const char *workload, void *handles, size_t handles_size, void *(*make)(void),
    void (*drop)(void *)) {
  double *shared = (double *)mmap(
      NULL, 2 * sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) {
    perror("mmap");
    exit(1);
  }
  struct making making = {handles, handles_size, make,   drop,
                          sched_getcpu(), shared, shared + 1};
  double samples[RUNS], bytes[RUNS];
  for (int i = 0; i < RUNS; i++) {
    if (signal_of_child(make_once, &making)) {
      fprintf(stderr, "%s: crashed\n", workload);
      exit(1);
    }
    samples[i] = *making.nanoseconds;
    bytes[i] = *making.bytes;
  }
  report(peer, workload, "ns/binding", summary(samples, RUNS), NULL);
  report(peer, "W5-bytes", "bytes/binding", summary(bytes, RUNS), NULL);

  drop(make());
  for (int i = 0; i < RUNS; i++) {
    double start = now_ns();
    void *made = make();
    samples[i] = (now_ns() - start) / PAIRS;
    drop(made);
  }
  report(peer, "W5-again", "ns/binding", summary(samples, RUNS), NULL);
}

struct deep_chain {
  void (*run)(long depth);
  long depth;
};

static inline void run_deep_chain(const void *context) {
  const struct deep_chain *chain = (const struct deep_chain *)context;
  struct rlimit no_core = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  chain->run(chain->depth);
}

// The deepest chain that one write runs through. Each depth has a process of its own, because the
// usual end is a stack overflow; `run` builds the chain, writes its head and checks its end.
static inline void report_deepest(struct peer peer, const char *workload, void (*run)(long depth)) {
  static const long depths[] = {1000,  2000,   5000,   10000,  20000,
                                50000, 100000, 200000, 500000, 1000000};
  char note[96] = "no limit met";
  double deepest = 0;
  for (size_t i = 0; i < sizeof depths / sizeof *depths; i++) {
    struct deep_chain chain = {run, depths[i]};
    int signal = signal_of_child(run_deep_chain, &chain);
    if (signal) {
      snprintf(note, sizeof note, "%ld ends in signal %d (%s)", depths[i], signal, strsignal(signal));
      break;
    }
    deepest = (double)depths[i];
  }
  struct figures figures = {deepest, deepest, 1};
  report(peer, workload, "hops", figures, note);
}

// What each node of the last layer must be: the first layer copies the source, each other one sums.
static inline long last_layer_sum(long source, int layers) {
  for (int i = 1; i < layers; i++) source = source * LAYER_WIDTH % MODULUS;
  return source;
}

struct layering {
  struct peer peer;
  const char *workload;
  int layers;
  void *(*make)(int layers);
  void (*turns)(void *graph, long count);
};

// In a child, which the alarm ends; so nothing is freed.
static inline void time_layers_within_second(const void *context) {
  const struct layering *layering = (const struct layering *)context;
  void *graph = layering->make(layering->layers);
  alarm(1);
  layering->turns(graph, 1);
  alarm(0);
  char name[32];
  snprintf(name, sizeof name, "%s-%d", layering->workload, layering->layers);
  report(layering->peer, name, "ns/write", time_turns(layering->turns, graph, 1), NULL);
}

// One write of the source of ever more layers, up to the most whose write ends within one second:
// without an order a write takes as many steps as there are ways through the layers, ten times as
// many with each.
static inline void report_layers(
    struct peer peer, const char *workload, void *(*make)(int layers),
    void (*turns)(void *graph, long count)) {
  static const int counts[] = {1, 2, 3, 4, 5, 6, 7, 8, 100};
  char note[96] = "no limit met";
  double most = 0;
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
    struct layering layering = {peer, workload, counts[i], make, turns};
    int signal = signal_of_child(time_layers_within_second, &layering);
    if (signal == SIGALRM) {
      snprintf(note, sizeof note, "one write of %d does not end within one second", counts[i]);
      break;
    }
    if (signal) {
      fprintf(stderr, "%s-%d: ended by signal %d\n", workload, counts[i], signal);
      exit(1);
    }
    most = counts[i];
  }
  struct figures figures = {most, most, 1};
  report(peer, "layers-most", "layers", figures, note);
}

static inline void run_workload(const void *context) {
  const struct workload *workload = (const struct workload *)context;
  workload->run(workload->name);
}

// Runs the workloads named on the command line, or all, each in a process of its own, so that none
// finds the heap that another left behind.
static inline int run_workloads(
    const struct workload *workloads, int workload_count, int argc, char **argv) {
  for (int a = 1; a < argc; a++) {
    bool known = false;
    for (int i = 0; i < workload_count; i++) known |= strcmp(argv[a], workloads[i].name) == 0;
    if (!known) {
      fprintf(stderr, "no workload '%s'\n", argv[a]);
      return 2;
    }
  }
  for (int i = 0; i < workload_count; i++) {
    bool wanted = argc == 1;
    for (int a = 1; a < argc; a++) wanted |= strcmp(argv[a], workloads[i].name) == 0;
    int signal = wanted ? signal_of_child(run_workload, &workloads[i]) : 0;
    if (signal) {
      fprintf(stderr, "%s: ended by signal %d\n", workloads[i].name, signal);
      return 1;
    }
  }
  return 0;
}

#endif
