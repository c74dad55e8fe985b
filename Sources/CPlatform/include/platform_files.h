/// What Swift's import of the C library lacks for files.
#ifndef PLATFORM_FILES_H
#define PLATFORM_FILES_H

#include <stdint.h>

/// As `rename`, but EEXIST where there is a file of that name.
int platform_rename_to_new(const char *from, const char *to);

/// Makes sure that a file can grow to this size, with its content as it is; -1 with `errno`, which is
/// EOPNOTSUPP where the system or the file system cannot.
int platform_reserve(int file, int64_t size);

/// Gives the file behind `to` the extended attributes of that behind `from`, access lists among
/// them, and takes away all others; -1 with `errno` where one cannot be kept.
int platform_copy_attributes(int from, int to);

#endif
