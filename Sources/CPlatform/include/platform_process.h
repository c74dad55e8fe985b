/// What Swift does not say of the process: the memory that it holds, and a process that goes on as a
/// copy of this one, which Swift does not let in: it cannot know that there is no other thread.
#ifndef PLATFORM_PROCESS_H
#define PLATFORM_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/types.h>

/// How many bytes of memory are allocated and not freed.
size_t platform_memory_in_use(void);

/// How many bytes of memory the machine has, or the control group of the process allows if that is
/// less; SIZE_MAX if neither is known.
size_t platform_memory_of_machine(void);

/// Whether the system would give so many bytes more: the limits of the process may forbid it.
int platform_can_allocate(size_t bytes);

/// How many processors the process may use, at least 1.
int platform_processor_count(void);

/// As `fork`, for a process with one thread. Linux ends the child when its parent ends.
pid_t platform_fork(void);

/// Starts a program with the environment of this process; an error as in `errno`, or 0.
///
/// `words` are its arguments, its name first and a NULL last. `streams` are the descriptors that it
/// gets as its three standard streams; -1 for the stream of this process. With `searches` the program
/// is looked for in PATH.
int platform_start(
  const char *program, char *const *words, const int *streams, bool searches, pid_t *process);

/// The most resident memory that a process had, in bytes: systems count it in different units.
int64_t platform_peak_memory(const struct rusage *usage);

/// Where this process crashes it leaves no core behind.
void platform_refuse_core(void);

#endif
