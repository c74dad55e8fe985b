#include "CStart.h"

#include <stdlib.h>
#include <unistd.h>

static int argument_count;
static char *const *arguments;

#ifdef __linux__
// Swift's runtime looks for its own folder in `/proc` before `main`, and aborts if it finds none. It
// needs the folder only to show where a crash was. In the installed program, which is linked statically,
// this runs before the runtime does.
__attribute__((constructor(101))) static void live_without_proc(void) {
  if (access("/proc/self/exe", F_OK) != 0)
    setenv("SWIFT_ROOT", "/", 0);
}
#endif

#if defined(__GLIBC__) || defined(__APPLE__)
// These C libraries hand every constructor what `main` gets.
__attribute__((constructor)) static void take_arguments(int count, char **words) {
  argument_count = count;
  arguments = words;
}
#endif

int start_argument_count(void) { return argument_count; }

char *const *start_arguments(void) { return arguments; }
