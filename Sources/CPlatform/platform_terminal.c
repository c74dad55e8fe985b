#include "platform_terminal.h"

#include <sys/ioctl.h>

bool platform_terminal_size(int descriptor, int *columns, int *rows) {
  struct winsize size;
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0)
    return false;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return true;
}
