/// Signals, as flags: a handler may do no more than set one.
#ifndef PLATFORM_SIGNALS_H
#define PLATFORM_SIGNALS_H

#include <signal.h>
#include <stdbool.h>

/// The signal that is to interrupt the program, from its arrival until someone
/// takes it; 0 for none.
volatile sig_atomic_t *platform_interrupt_flag(void);

/// The signal that came, for a thread besides the one that gets signals; 0 for none.
int platform_interrupt_signal(void);

/// The value of that flag, which is 0 afterwards, except after SIGTERM and
/// SIGHUP: those end the program, whatever it does.
int platform_interruption_take(void);

/// From now on SIGINT, SIGTERM and SIGHUP set the flag and make a blocked call
/// fail with EINTR.
///
/// A signal that was ignored before stays so: a shell starts background jobs
/// deaf to SIGINT, and nohup to SIGHUP.
///
/// With `only_keyboard` the other two stay as they were. False when SIGINT was
/// ignored.
bool platform_interruption_install(bool only_keyboard);

/// From now on those signals end the process at once, with 128 and their number
/// as its status, for code that does not look at the flag.
void platform_interruption_leave_at_once(void);

/// Restores what those signals did before the first of the functions above.
void platform_interruption_restore(void);

/// From now on the signals that concern an editor are noted, not acted upon.
/// Those that were ignored stay ignored.
void platform_editing_begin(void);

/// Restores what those signals did before `platform_editing_begin`.
void platform_editing_end(void);

/// Not zero while a noted signal waits for `platform_editing_take_signal`.
volatile sig_atomic_t *platform_editing_flag(void);

/// A noted signal, which is forgotten with that; 0 when there is none.
int platform_editing_take_signal(void);

/// Sends a signal to this process as if no editor had noted it.
///
/// Returns when the process has been stopped and continued, or when the
/// program's own handler returned.
void platform_editing_deliver(int signal);

/// Waits until `descriptor` has input or is at its end (1), or until a signal
/// came or `flag` is set (0); -1 with `errno` on failure.
///
/// No signal is lost between the look at `flag` and the wait.
int platform_wait_readable(int descriptor, volatile sig_atomic_t *flag);

/// Waits like `platform_wait_readable`, but no longer than so many milliseconds: 1 then, too. With -1 for
/// `descriptor` it waits for nothing else.
int platform_wait_readable_or_time(
  int descriptor, int milliseconds, volatile sig_atomic_t *flag);

/// Waits like `platform_wait_readable` until `descriptor` takes output. Where it takes some at once, or
/// a moment later, 1 even when `flag` is set.
int platform_wait_writable(int descriptor, volatile sig_atomic_t *flag);

/// Waits like `platform_wait_writable` for `output`, but 2 when `input` is readable first. With -1 for
/// `input` it waits for nothing else, and with NULL for `flag` only a signal itself ends the wait.
int platform_wait_writable_or_readable(int output, int input, volatile sig_atomic_t *flag);

#endif
