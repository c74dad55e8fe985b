#ifndef CLESSONS_H
#define CLESSONS_H

#include <stddef.h>

/// A lesson that comes with bindlab, in the format of man 7 bindlab-teaching.
struct lessons_entry {
  /// Its name on the command line; null behind the last lesson.
  const char *name;
  const unsigned char *text;
  /// The bytes of the text.
  size_t size;
};

/// The lesson at a place from 0, in the order a teacher would choose.
struct lessons_entry lessons_at(size_t place);

#endif
