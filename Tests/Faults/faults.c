// Makes one call to the system fail, come back short, or be the last one of the process, so that a
// test sees what a program makes of it. It is preloaded:
//
//   cc -shared -fPIC -o faults.so faults.c -ldl
//   LD_PRELOAD=./faults.so FAULT_NUMBER=7 FAULT_ERROR=28 program
//
// FAULT_NUMBER  which call, from 1, counted over the process and its copies; 0 only counts
// FAULT_ERROR   what it sets errno to; `short` does half of the work, `kill` ends the process,
//               `no-files` lets the program open no file at all
// FAULT_LOG     a file to which the names of the calls go, a line each
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

// Shared with copies of the process, which count on.
static atomic_long *seen;
static long number;
static int error;
static int is_short;
static int is_kill;
static int log_file = -1;

__attribute__((constructor)) static void begin(void) {
  const char *text = getenv("FAULT_NUMBER");
  if (!text)
    return;
  number = atol(text);
  const char *what = getenv("FAULT_ERROR");
  is_short = what && strcmp(what, "short") == 0;
  is_kill = what && strcmp(what, "kill") == 0;
  error = what ? atoi(what) : 0;
  if (what && strcmp(what, "no-files") == 0)
    setrlimit(RLIMIT_NOFILE, &(struct rlimit){3, 3});
  const char *path = getenv("FAULT_LOG");
  if (path)
    log_file = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  seen = (atomic_long *)syscall(
    SYS_mmap, 0, sizeof *seen, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  // What this process starts is another program.
  unsetenv("LD_PRELOAD");
}

enum outcome { usual, fails, shortens };

static enum outcome next(const char *name) {
  if (!seen)
    return usual;
  if (log_file >= 0) {
    char line[32] = "";
    strcat(strncat(line, name, 30), "\n");
    syscall(SYS_write, log_file, line, strlen(line));
  }
  if (atomic_fetch_add(seen, 1) + 1 != number)
    return usual;
  if (is_kill)
    kill(getpid(), SIGKILL);
  if (is_short)
    return shortens;
  errno = error;
  return fails;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

// Half of it, but something.
static size_t cut(enum outcome outcome, size_t size) {
  return outcome == shortens && size > 1 ? size / 2 : size;
}

#define OPEN(name)                                                                                 \
  int name(const char *path, int flags, ...) {                                                     \
    va_list rest;                                                                                  \
    va_start(rest, flags);                                                                         \
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;                        \
    va_end(rest);                                                                                  \
    return next("open") == fails ? -1 : REAL(name)(path, flags, mode);                             \
  }
OPEN(open)
OPEN(open64)

#define TRANSFER(name, kind, buffer_type)                                                          \
  ssize_t name(int file, buffer_type buffer, size_t size) {                                        \
    enum outcome outcome = next(kind);                                                             \
    return outcome == fails ? -1 : REAL(name)(file, buffer, cut(outcome, size));                   \
  }
TRANSFER(read, "read", void *)
TRANSFER(write, "write", const void *)

#define TRANSFER_AT(name, kind, buffer_type)                                                       \
  ssize_t name(int file, buffer_type buffer, size_t size, off_t place) {                           \
    enum outcome outcome = next(kind);                                                             \
    return outcome == fails ? -1 : REAL(name)(file, buffer, cut(outcome, size), place);            \
  }
TRANSFER_AT(pread, "pread", void *)
TRANSFER_AT(pread64, "pread", void *)
TRANSFER_AT(pwrite, "pwrite", const void *)
TRANSFER_AT(pwrite64, "pwrite", const void *)

#define CALL(name, kind, parameters, arguments)                                                    \
  int name parameters { return next(kind) == fails ? -1 : REAL(name) arguments; }
CALL(fsync, "fsync", (int file), (file))
CALL(ftruncate, "ftruncate", (int file, off_t size), (file, size))
CALL(ftruncate64, "ftruncate", (int file, off64_t size), (file, size))
CALL(fallocate, "fallocate", (int file, int mode, off_t from, off_t size), (file, mode, from, size))
CALL(
  fallocate64, "fallocate", (int file, int mode, off64_t from, off64_t size),
  (file, mode, from, size))
CALL(fchmod, "fchmod", (int file, mode_t mode), (file, mode))
CALL(fchown, "fchown", (int file, uid_t owner, gid_t group), (file, owner, group))
CALL(mkdir, "mkdir", (const char *path, mode_t mode), (path, mode))
CALL(rename, "rename", (const char *from, const char *to), (from, to))
CALL(
  renameat2, "rename", (int at, const char *from, int to_at, const char *to, unsigned flags),
  (at, from, to_at, to, flags))

// The descriptor is closed all the same, as Linux does it.
int close(int file) {
  enum outcome outcome = next("close");
  int fault = errno;
  int result = REAL(close)(file);
  if (outcome != fails)
    return result;
  errno = fault;
  return -1;
}

void *mmap(void *place, size_t size, int protection, int flags, int file, off_t from) {
  return next("mmap") == fails ? MAP_FAILED
                               : REAL(mmap)(place, size, protection, flags, file, from);
}
