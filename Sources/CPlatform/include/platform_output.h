/// Standard output in a block, which is written when it is full, and soon in
/// any case.
#ifndef PLATFORM_OUTPUT_H
#define PLATFORM_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

/// From now on what waits is written within some milliseconds, whatever this
/// thread does, as long as somebody reads it.
void platform_output_write_soon(void);

/// Adds bytes to what waits; false, with nothing changed, where they do not fit.
bool platform_output_add(const void *bytes, size_t count);

/// What waits, which changes no more until `platform_output_end`.
const void *platform_output_begin(size_t *count);

/// Empties the block.
void platform_output_end(void);

#endif
