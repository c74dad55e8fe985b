// Declares `ppoll` on Linux.
#define _GNU_SOURCE
#include "platform_signals.h"

#include <errno.h>
#include <poll.h>
#include <stddef.h>
#include <unistd.h>

#ifdef __APPLE__

#include <sys/select.h>

// macOS has `pselect` instead, which knows descriptors below 1,024.
static int ppoll(
  struct pollfd *files, nfds_t count, const struct timespec *limit, const sigset_t *mask) {
  fd_set readable, writable;
  FD_ZERO(&readable);
  FD_ZERO(&writable);
  int end = 0;
  for (nfds_t i = 0; i < count; i++) {
    int file = files[i].fd;
    files[i].revents = 0;
    if (file < 0)
      continue;
    if (file >= FD_SETSIZE) {
      errno = EINVAL;
      return -1;
    }
    FD_SET(file, files[i].events & POLLIN ? &readable : &writable);
    if (file >= end)
      end = file + 1;
  }
  int result = pselect(end, &readable, &writable, NULL, limit, mask);
  for (nfds_t i = 0; result > 0 && i < count; i++) {
    int file = files[i].fd;
    if (file >= 0 && (FD_ISSET(file, &readable) || FD_ISSET(file, &writable)))
      files[i].revents = files[i].events;
  }
  return result;
}

#endif

// The signal that came: of several, one that ends the process.
static volatile sig_atomic_t interrupted;
static volatile sig_atomic_t ending;

static const int interruptions[] = {SIGINT, SIGTERM, SIGHUP};
enum { interruption_count = sizeof interruptions / sizeof interruptions[0] };

static struct sigaction before_interruption[interruption_count];
static bool is_installed[interruption_count];

static void note_interrupt(int signal) {
  if (signal != SIGINT)
    ending = signal;
  __atomic_store_n(&interrupted, ending ? ending : signal, __ATOMIC_RELAXED);
}

static void leave(int signal) { _exit(128 + signal); }

static struct sigaction action(void (*handler)(int)) {
  struct sigaction result = {0};
  result.sa_handler = handler;
  sigemptyset(&result.sa_mask);
  // No SA_RESTART: a read that waits is to end.
  return result;
}

volatile sig_atomic_t *platform_interrupt_flag(void) { return &interrupted; }

int platform_interrupt_signal(void) { return __atomic_load_n(&interrupted, __ATOMIC_RELAXED); }

int platform_interruption_take(void) {
  int taken = interrupted;
  interrupted = 0;
  if (ending)
    interrupted = ending;
  return taken;
}

static bool install(int count, void (*handler)(int)) {
  for (int i = 0; i < count; i++) {
    struct sigaction previous;
    if (sigaction(interruptions[i], NULL, &previous) != 0 || previous.sa_handler == SIG_IGN)
      continue;
    struct sigaction handling = action(handler);
    if (sigaction(interruptions[i], &handling, NULL) != 0 || is_installed[i])
      continue;
    before_interruption[i] = previous;
    is_installed[i] = true;
  }
  return is_installed[0];
}

bool platform_interruption_install(bool only_keyboard) {
  return install(only_keyboard ? 1 : interruption_count, note_interrupt);
}

void platform_interruption_leave_at_once(void) { install(interruption_count, leave); }

void platform_interruption_restore(void) {
  for (int i = 0; i < interruption_count; i++) {
    if (is_installed[i])
      sigaction(interruptions[i], &before_interruption[i], NULL);
    is_installed[i] = false;
  }
}

// Changes of the terminal come before those that end or stop the process, so
// that nothing is drawn for a terminal that is about to be given away.
static const int editing_signals[] = {
  SIGINT, SIGWINCH, SIGCONT, SIGTSTP, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE,
};
enum { editing_signal_count = sizeof editing_signals / sizeof editing_signals[0] };

static volatile sig_atomic_t signal_is_noted[editing_signal_count];
static struct sigaction before_editing[editing_signal_count];
static volatile sig_atomic_t any_is_noted;

static void note_editing_signal(int signal) {
  for (int i = 0; i < editing_signal_count; i++)
    if (editing_signals[i] == signal)
      signal_is_noted[i] = 1;
  any_is_noted = 1;
}

void platform_editing_begin(void) {
  struct sigaction noting = action(note_editing_signal);
  any_is_noted = 0;
  for (int i = 0; i < editing_signal_count; i++) {
    signal_is_noted[i] = 0;
    sigaction(editing_signals[i], NULL, &before_editing[i]);
    if (before_editing[i].sa_handler != SIG_IGN)
      sigaction(editing_signals[i], &noting, NULL);
  }
}

void platform_editing_end(void) {
  for (int i = 0; i < editing_signal_count; i++)
    sigaction(editing_signals[i], &before_editing[i], NULL);
  // What came after the line was complete is for the program, not the editor.
  for (int signal; (signal = platform_editing_take_signal()) != 0;)
    raise(signal);
}

volatile sig_atomic_t *platform_editing_flag(void) { return &any_is_noted; }

int platform_editing_take_signal(void) {
  // Cleared first: a signal that comes during the loop sets it again.
  any_is_noted = 0;
  for (int i = 0; i < editing_signal_count; i++) {
    if (signal_is_noted[i]) {
      signal_is_noted[i] = 0;
      any_is_noted = 1;
      return editing_signals[i];
    }
  }
  return 0;
}

void platform_editing_deliver(int signal) {
  for (int i = 0; i < editing_signal_count; i++) {
    if (editing_signals[i] != signal)
      continue;
    sigaction(signal, &before_editing[i], NULL);
    raise(signal);
    struct sigaction noting = action(note_editing_signal);
    sigaction(signal, &noting, NULL);
  }
}

static int wait_for_any(
  struct pollfd *files, nfds_t count, const struct timespec *limit, volatile sig_atomic_t *flag) {
  sigset_t watched, before;
  sigemptyset(&watched);
  for (int i = 0; i < editing_signal_count; i++)
    sigaddset(&watched, editing_signals[i]);
  if (sigprocmask(SIG_BLOCK, &watched, &before) != 0)
    return -1;
  int result = 0;
  if (flag == NULL || !*flag) {
    if (ppoll(files, count, limit, &before) >= 0)
      result = 1;
    else
      result = errno == EINTR ? 0 : -1;
  }
  int error = errno;
  sigprocmask(SIG_SETMASK, &before, NULL);
  errno = error;
  return result;
}

static int wait_for(
  int descriptor, short events, const struct timespec *limit, volatile sig_atomic_t *flag) {
  struct pollfd file = {.fd = descriptor, .events = events};
  return wait_for_any(&file, 1, limit, flag);
}

int platform_wait_readable(int descriptor, volatile sig_atomic_t *flag) {
  int result = wait_for(descriptor, POLLIN, NULL, flag);
  // With input there, `ppoll` leaves a signal that waits until now. It came
  // first: a terminal throws away what was typed before Ctrl-C.
  return *flag ? 0 : result;
}

int platform_wait_readable_or_time(
  int descriptor, int milliseconds, volatile sig_atomic_t *flag) {
  struct timespec limit = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
  int result = wait_for(descriptor, POLLIN, &limit, flag);
  return *flag ? 0 : result;
}

// How long an interrupted program waits for somebody who reads slowly, in
// milliseconds: what it writes then is to be whole.
enum { slow_reader = 50 };

int platform_wait_writable(int descriptor, volatile sig_atomic_t *flag) {
  struct pollfd file = {.fd = descriptor, .events = POLLOUT};
  if (poll(&file, 1, 0) != 0)
    return 1;
  int result = wait_for(descriptor, POLLOUT, NULL, flag);
  if (result != 0 || !*flag)
    return result;
  return poll(&file, 1, slow_reader) > 0;
}

int platform_wait_writable_or_readable(int output, int input, volatile sig_atomic_t *flag) {
  struct pollfd files[] = {
    {.fd = output, .events = POLLOUT},
    {.fd = input, .events = POLLIN},
  };
  if (poll(files, 1, 0) != 0)
    return 1;
  int result = wait_for_any(files, 2, NULL, flag);
  return result == 1 && !files[0].revents ? 2 : result;
}
