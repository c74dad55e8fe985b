// Declares `sched_getaffinity` with glibc's other extensions.
#define _GNU_SOURCE
#include "platform_process.h"

#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif
#if defined(__APPLE__)
#include <malloc/malloc.h>
#elif defined(__GLIBC__)
#include <malloc.h>
#endif

size_t platform_memory_in_use(void) {
#if defined(__APPLE__)
  malloc_statistics_t info;
  malloc_zone_statistics(NULL, &info);
  return info.size_in_use;
#elif defined(__GLIBC__)
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
#else
  // Musl counts nothing. The most that the process has held is never less than what it holds.
  struct rusage usage;
  return getrusage(RUSAGE_SELF, &usage) == 0 ? (size_t)usage.ru_maxrss * 1024 : 0;
#endif
}

// The number in a file of one line, such as `memory.max`; `SIZE_MAX` for `max` and what cannot be read.
static size_t number_in(const char *path) {
  FILE *file = fopen(path, "re");
  if (file == NULL)
    return SIZE_MAX;
  unsigned long long number;
  int count = fscanf(file, "%llu", &number);
  fclose(file);
  return count == 1 && number < SIZE_MAX ? (size_t)number : SIZE_MAX;
}

// The least limit of a control group and of the groups that it belongs to. `group` is a path below
// `root`; where the process does not see its own group, that of the root counts.
static size_t limit_of_groups(const char *root, char *group, const char *name) {
  char path[2 * PATH_MAX];
  size_t least = SIZE_MAX;
  while (1) {
    snprintf(path, sizeof path, "%s%s/%s", root, group, name);
    size_t limit = number_in(path);
    if (limit < least)
      least = limit;
    char *slash = strrchr(group, '/');
    if (slash == NULL)
      return least;
    *slash = 0;
  }
}

size_t platform_memory_of_machine(void) {
  long pages = sysconf(_SC_PHYS_PAGES);
  size_t least = pages > 0 ? (size_t)pages * sysconf(_SC_PAGESIZE) : SIZE_MAX;
  FILE *groups = fopen("/proc/self/cgroup", "re");
  if (groups == NULL)
    return least;
  // Each line is a number, the controllers, and the group: `0::/user.slice` in the second version.
  char line[PATH_MAX];
  while (fgets(line, sizeof line, groups) != NULL) {
    line[strcspn(line, "\n")] = 0;
    char *controllers = strchr(line, ':');
    char *group = controllers == NULL ? NULL : strchr(controllers + 1, ':');
    if (group == NULL)
      continue;
    *group++ = 0;
    size_t limit = SIZE_MAX;
    if (controllers[1] == 0)
      limit = limit_of_groups("/sys/fs/cgroup", group, "memory.max");
    else if (strstr(controllers, "memory") != NULL)
      limit = limit_of_groups("/sys/fs/cgroup/memory", group, "memory.limit_in_bytes");
    if (limit < least)
      least = limit;
  }
  fclose(groups);
  return least;
}

int platform_can_allocate(size_t bytes) {
  // Reserved and given back: no page of it is ever touched.
  void *room = mmap(
      NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (room == MAP_FAILED)
    return 0;
  munmap(room, bytes);
  return 1;
}

int platform_processor_count(void) {
#ifdef __linux__
  cpu_set_t processors;
  if (sched_getaffinity(0, sizeof processors, &processors) != 0)
    return 1;
  return CPU_COUNT(&processors);
#else
  long count = sysconf(_SC_NPROCESSORS_ONLN);
  return count > 0 ? (int)count : 1;
#endif
}

pid_t platform_fork(void) {
  pid_t parent = getpid();
  pid_t child = fork();
  if (child != 0)
    return child;
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  // It may have ended before we asked to be told.
  if (getppid() != parent)
    _exit(1);
  return 0;
}

void platform_refuse_core(void) {
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
}

extern char **environ;

int platform_start(
  const char *program, char *const *words, const int *streams, bool searches, pid_t *process) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (int stream = 0; stream < 3; stream++)
    if (streams[stream] >= 0)
      posix_spawn_file_actions_adddup2(&actions, streams[stream], stream);
  int failure = (searches ? posix_spawnp : posix_spawn)(
    process, program, &actions, NULL, words, environ);
  posix_spawn_file_actions_destroy(&actions);
  return failure;
}

int64_t platform_peak_memory(const struct rusage *usage) {
#ifdef __APPLE__
  return usage->ru_maxrss;
#else
  return (int64_t)usage->ru_maxrss * 1024;
#endif
}
