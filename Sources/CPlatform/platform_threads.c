#include "platform_threads.h"

#include <stdlib.h>

struct start {
  void (*run)(void *);
  void *argument;
};

static void *run(void *pointer) {
  struct start start = *(struct start *)pointer;
  free(pointer);
  start.run(start.argument);
  return NULL;
}

bool platform_thread_start(
  struct platform_thread *thread, size_t stack, void (*function)(void *), void *argument) {
  struct start *start = malloc(sizeof *start);
  if (start == NULL)
    return false;
  *start = (struct start){function, argument};
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, stack);
  int failure = pthread_create(&thread->thread, &attributes, run, start);
  pthread_attr_destroy(&attributes);
  if (failure != 0)
    free(start);
  return failure == 0;
}

void platform_thread_join(const struct platform_thread *thread) {
  pthread_join(thread->thread, NULL);
}
