#include "cel_streams.h"

FILE *cel_stdin(void) { return stdin; }
FILE *cel_stdout(void) { return stdout; }
FILE *cel_stderr(void) { return stderr; }
