#ifndef BINDLAB_FUZZ_DRIVER_H
#define BINDLAB_FUZZ_DRIVER_H

#include <stddef.h>
#include <stdint.h>

/// libFuzzer's loop, for a program with a `main` of its own.
int LLVMFuzzerRunDriver(
  int *argc, char ***argv, int (*test_one_input)(const uint8_t *data, size_t size));

/// One of libFuzzer's own changes to the bytes; returns their new number.
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);

#endif
