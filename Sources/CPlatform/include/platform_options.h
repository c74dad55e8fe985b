/// getopt_long without its global variables, which Swift 6 does not let in.
#ifndef PLATFORM_OPTIONS_H
#define PLATFORM_OPTIONS_H

#include <getopt.h>

/// The next option, as `getopt_long` gives it; -1 at the end.
///
/// `argument` is the option's argument or NULL; `position` where the next word stands.
int platform_next_option(
  int count, char *const *words, const char *shorts, const struct option *longs,
  char **argument, int *position, int *unknown);

/// The next call of `platform_next_option` begins with another command line.
void platform_begin_options(void);

#endif
