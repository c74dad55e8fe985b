/// Standard output in a block, which is written when it is full, and soon in
/// any case.
#ifndef CEL_OUTPUT_H
#define CEL_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

/// From now on what waits is written within some milliseconds, whatever this
/// thread does, as long as somebody reads it.
void cel_output_write_soon(void);

/// Adds bytes to what waits; false, with nothing changed, where they do not fit.
bool cel_output_add(const void *bytes, size_t count);

/// What waits, which changes no more until `cel_output_end`.
const void *cel_output_begin(size_t *count);

/// Empties the block.
void cel_output_end(void);

#endif
