// Declares `renameat2` and `fallocate` on Linux, with other extensions.
#define _GNU_SOURCE
#include "platform_files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __APPLE__
#include <copyfile.h>
#else
#include <sys/xattr.h>
#endif

int platform_rename_to_new(const char *from, const char *to) {
#ifdef __APPLE__
  int result = renamex_np(from, to, RENAME_EXCL);
  bool is_unknown = errno == ENOTSUP;
#else
  int result = renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE);
  bool is_unknown = errno == EINVAL;
#endif
  // Some file systems can rename only as ever.
  return result < 0 && is_unknown ? rename(from, to) : result;
}

int platform_reserve(int file, int64_t size) {
#ifdef __linux__
  return fallocate(file, FALLOC_FL_KEEP_SIZE, 0, size);
#else
  (void)file, (void)size;
  errno = EOPNOTSUPP;
  return -1;
#endif
}

#ifdef __APPLE__

int platform_copy_attributes(int from, int to) {
  // It keeps access lists apart from the attributes, and the copy of a file starts with neither.
  return fcopyfile(from, to, NULL, COPYFILE_ACL | COPYFILE_XATTR);
}

#else

/// Names, each with a NUL behind it.
struct names {
  char *text;
  ssize_t size;
};

/// A file system without attributes has none to keep.
static int read_names(int file, struct names *names) {
  names->text = 0;
  names->size = flistxattr(file, 0, 0);
  if (names->size < 0)
    return errno == ENOTSUP ? names->size = 0, 0 : -1;
  if (names->size == 0)
    return 0;
  names->text = malloc(names->size);
  if (!names->text)
    return -1;
  names->size = flistxattr(file, names->text, names->size);
  return names->size < 0 ? -1 : 0;
}

static bool has_name(const struct names *names, const char *name) {
  for (ssize_t at = 0; at < names->size; at += strlen(names->text + at) + 1)
    if (strcmp(names->text + at, name) == 0)
      return true;
  return false;
}

/// The value, to be freed; NULL with a size below 0 where it cannot be read.
static char *read_value(int file, const char *name, ssize_t *size) {
  *size = fgetxattr(file, name, 0, 0);
  if (*size < 0)
    return 0;
  char *value = malloc(*size + 1);
  *size = value ? fgetxattr(file, name, value, *size) : -1;
  return value;
}

static int copy_attribute(int from, int to, const char *name) {
  ssize_t size, present_size;
  char *value = read_value(from, name, &size);
  char *present = read_value(to, name, &present_size);
  int result = -1;
  // The system sets some by itself and lets nobody write them.
  if (size >= 0 && size == present_size && memcmp(value, present, size) == 0)
    result = 0;
  else if (size >= 0)
    result = fsetxattr(to, name, value, size, 0);
  free(value);
  free(present);
  return result;
}

int platform_copy_attributes(int from, int to) {
  struct names wanted = {0, 0}, present = {0, 0};
  int result = read_names(from, &wanted);
  if (result == 0)
    result = read_names(to, &present);
  for (ssize_t at = 0; result == 0 && at < wanted.size; at += strlen(wanted.text + at) + 1)
    result = copy_attribute(from, to, wanted.text + at);
  for (ssize_t at = 0; result == 0 && at < present.size; at += strlen(present.text + at) + 1)
    if (!has_name(&wanted, present.text + at))
      result = fremovexattr(to, present.text + at);
  free(wanted.text);
  free(present.text);
  return result;
}

#endif
