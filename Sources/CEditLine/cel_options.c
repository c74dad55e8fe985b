#include "cel_options.h"

int cel_next_option(
  int count, char *const *words, const char *shorts, const struct option *longs,
  char **argument, int *position, int *unknown) {
  opterr = 0;
  int option = getopt_long(count, words, shorts, longs, 0);
  *argument = optarg;
  *position = optind;
  *unknown = optopt;
  return option;
}

// glibc's getopt takes 0 as the request to start again.
void cel_begin_options(void) { optind = 0; }
