#ifndef BINDLAB_FUZZ_DRIVER_H
#define BINDLAB_FUZZ_DRIVER_H

#include <stddef.h>
#include <stdint.h>

/// One of libFuzzer's own changes to the bytes; returns their new number.
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);

#endif
