/// What runs before `main` and Swift's runtime.
#ifndef CSTART_H
#define CSTART_H

/// The words of the command line, the program's name first. They come from the caller of the program:
/// on Linux, Swift reads them from files of the system, which may be closed to it. 0 words where the C
/// library tells them only to `main`.
int start_argument_count(void);
char *const *start_arguments(void);

#endif
