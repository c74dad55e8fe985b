/// What Swift does not say of the process: its arguments as `main` got them, the memory
/// that it holds, and a process that goes on as a copy of this one, which Swift does not let in: it
/// cannot know that there is no other thread.
#ifndef CEL_PROCESS_H
#define CEL_PROCESS_H

#include <stddef.h>
#include <sys/types.h>

/// The words of the command line, the program's name first. They come from the caller of
/// the program: Swift reads them from files of the system, which may be closed to it.
int cel_argument_count(void);
char *const *cel_arguments(void);

/// How many bytes of memory are allocated and not freed.
size_t cel_memory_in_use(void);

/// How many bytes of memory the machine has, or the control group of the process allows if that is
/// less; SIZE_MAX if neither is known.
size_t cel_memory_of_machine(void);

/// Whether the system would give so many bytes more: the limits of the process may forbid it.
int cel_can_allocate(size_t bytes);

/// How many processors the process may use, at least 1.
int cel_processor_count(void);

/// As `fork`, for a process with one thread. The child is ended when its parent is.
pid_t cel_fork(void);

/// Where this process crashes it leaves no core behind.
void cel_refuse_core(void);

#endif
