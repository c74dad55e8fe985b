// What the two floors share: dense handles and the tagged value.
#ifndef FLOOR_H
#define FLOOR_H
#include "measure.h"

static const struct peer PEER = {"floor", __VERSION__};

typedef uint32_t handle;

enum kind { NIL, INTEGER };

// 16 bytes: the least in which a 64-bit integer and its type fit.
struct value {
  uint32_t kind;
  int64_t integer;
};

#endif
