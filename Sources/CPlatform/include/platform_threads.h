/// Threads, whose types differ between systems.
#ifndef PLATFORM_THREADS_H
#define PLATFORM_THREADS_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

/// A thread that runs.
struct platform_thread {
  pthread_t thread;
};

/// Runs `run(argument)` in a thread with a stack of its own; false if there is no other thread.
bool platform_thread_start(
  struct platform_thread *thread, size_t stack, void (*run)(void *), void *argument);

/// Waits until the thread has run to its end.
void platform_thread_join(const struct platform_thread *thread);

#endif
