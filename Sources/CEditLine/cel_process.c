// Declares `prctl` and its constants with glibc's other extensions.
#define _GNU_SOURCE
#include "cel_process.h"

#include <malloc.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

static int argument_count;
static char *const *arguments;

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
