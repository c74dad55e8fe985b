// Declares `prctl` and its constants with glibc's other extensions.
#define _GNU_SOURCE
#include "cel_process.h"

#include <limits.h>
#include <malloc.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

static int argument_count;
static char *const *arguments;

// Swift's runtime looks for its own folder in `/proc` before `main`, and aborts if it finds none. It
// needs the folder only to show where a crash was. In the installed program, which is linked statically,
// this runs before the runtime does.
__attribute__((constructor(101))) static void live_without_proc(void) {
  if (access("/proc/self/exe", F_OK) != 0)
    setenv("SWIFT_ROOT", "/", 0);
}

// glibc hands every constructor what `main` gets.
__attribute__((constructor)) static void take_arguments(int count, char **words) {
  argument_count = count;
  arguments = words;
}

int cel_argument_count(void) { return argument_count; }

char *const *cel_arguments(void) { return arguments; }

size_t cel_memory_in_use(void) {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
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

size_t cel_memory_of_machine(void) {
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

int cel_can_allocate(size_t bytes) {
  // Reserved and given back: no page of it is ever touched.
  void *room = mmap(
      NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (room == MAP_FAILED)
    return 0;
  munmap(room, bytes);
  return 1;
}

int cel_processor_count(void) {
  cpu_set_t processors;
  if (sched_getaffinity(0, sizeof processors, &processors) != 0)
    return 1;
  return CPU_COUNT(&processors);
}

pid_t cel_fork(void) {
  pid_t parent = getpid();
  pid_t child = fork();
  if (child != 0)
    return child;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // It may have ended before we asked to be told.
  if (getppid() != parent)
    _exit(1);
  return 0;
}

void cel_refuse_core(void) {
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
}
