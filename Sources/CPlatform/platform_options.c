#include "platform_options.h"

int platform_next_option(
  int count, char *const *words, const char *shorts, const struct option *longs,
  char **argument, int *position, int *unknown) {
  opterr = 0;
  int option = getopt_long(count, words, shorts, longs, 0);
  *argument = optarg;
  *position = optind;
  *unknown = optopt;
  return option;
}

void platform_begin_options(void) {
#ifdef __APPLE__
  optreset = 1;
  optind = 1;
#else
  // glibc's getopt takes 0 as the request to start again.
  optind = 0;
#endif
}
