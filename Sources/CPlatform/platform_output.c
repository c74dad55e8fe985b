#include "platform_output.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
  block = 1 << 16,
  // How much a pipe takes whole, once it is ready.
  pipe_part = PIPE_BUF,
  // Less than a person or the log of a job notices, in nanoseconds.
  delay = 20 * 1000 * 1000,
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static char waiting[block];
static size_t waiting_count;
static bool has_thread;
// The next call of the main thread will find out why, and report it.
static bool has_failed;

// Never waits: the main thread may need the block, and alone looks at signals.
static void write_ready(void) {
  size_t written = 0;
  while (written < waiting_count) {
    struct pollfd file = {.fd = STDOUT_FILENO, .events = POLLOUT};
    if (poll(&file, 1, 0) <= 0)
      break;
    size_t part = waiting_count - written;
    ssize_t count = write(STDOUT_FILENO, waiting + written, part < pipe_part ? part : pipe_part);
    if (count < 0) {
      has_failed = errno != EAGAIN && errno != EINTR;
      break;
    }
    written += (size_t)count;
  }
  waiting_count -= written;
  memmove(waiting, waiting + written, waiting_count);
}

static void *write_soon(void *nothing) {
  (void)nothing;
  struct timespec time = {0, delay};
  pthread_mutex_lock(&mutex);
  while (!has_failed) {
    if (waiting_count == 0) {
      pthread_cond_wait(&filled, &mutex);
      continue;
    }
    pthread_mutex_unlock(&mutex);
    nanosleep(&time, NULL);
    pthread_mutex_lock(&mutex);
    write_ready();
  }
  pthread_mutex_unlock(&mutex);
  return NULL;
}

void platform_output_write_soon(void) {
  if (has_thread)
    return;
  // Without a thread the block is written when it is full.
  has_thread = true;
  // Signals are for the main thread, except that of a reader that is gone.
  sigset_t all, before;
  sigfillset(&all);
  sigdelset(&all, SIGPIPE);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&attributes, 1 << 18);
  pthread_t thread;
  pthread_create(&thread, &attributes, write_soon, NULL);
  pthread_attr_destroy(&attributes);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

bool platform_output_add(const void *bytes, size_t count) {
  pthread_mutex_lock(&mutex);
  bool fits = count <= block - waiting_count;
  if (fits && count > 0) {
    memcpy(waiting + waiting_count, bytes, count);
    if (waiting_count == 0 && has_thread)
      pthread_cond_signal(&filled);
    waiting_count += count;
  }
  pthread_mutex_unlock(&mutex);
  return fits;
}

const void *platform_output_begin(size_t *count) {
  pthread_mutex_lock(&mutex);
  *count = waiting_count;
  return waiting;
}

void platform_output_end(void) {
  waiting_count = 0;
  pthread_mutex_unlock(&mutex);
}
