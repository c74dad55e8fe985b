/// The standard streams: `stdin` and its siblings are macros over mutable
/// globals, which Swift 6 does not touch.
#ifndef CEL_STREAMS_H
#define CEL_STREAMS_H

#include <stdio.h>

FILE *cel_stdin(void);
FILE *cel_stdout(void);
FILE *cel_stderr(void);

#endif
