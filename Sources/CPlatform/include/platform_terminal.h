/// The size of a terminal, which Swift imports on some systems only.
#ifndef PLATFORM_TERMINAL_H
#define PLATFORM_TERMINAL_H

#include <stdbool.h>

/// The columns and rows of a terminal; false if `descriptor` is none.
bool platform_terminal_size(int descriptor, int *columns, int *rows);

#endif
