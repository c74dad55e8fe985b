#include "CLessons.h"

// The files are compiled in, since the executable is to be one file. In C, because it takes the
// Swift compiler seconds to read as many bytes as the elements of an array.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char first_arrow[] = {
#embed "first-arrow.md"
};
static const unsigned char directions[] = {
#embed "directions.md"
};
static const unsigned char transformers[] = {
#embed "transformers.md"
};
static const unsigned char both_ways[] = {
#embed "both-ways.md"
};
static const unsigned char paths[] = {
#embed "paths.md"
};
static const unsigned char observers[] = {
#embed "observers.md"
};
static const unsigned char computed[] = {
#embed "computed.md"
};
static const unsigned char order[] = {
#embed "order.md"
};
static const unsigned char why_not[] = {
#embed "why-not.md"
};
static const unsigned char events[] = {
#embed "events.md"
};
static const unsigned char time[] = {
#embed "time.md"
};
static const unsigned char cells[] = {
#embed "cells.md"
};
static const unsigned char rings[] = {
#embed "rings.md"
};
static const unsigned char semantics[] = {
#embed "semantics.md"
};

static const struct lessons_entry all[] = {
  {"first-arrow", first_arrow, sizeof first_arrow},
  {"directions", directions, sizeof directions},
  {"transformers", transformers, sizeof transformers},
  {"both-ways", both_ways, sizeof both_ways},
  {"paths", paths, sizeof paths},
  {"observers", observers, sizeof observers},
  {"computed", computed, sizeof computed},
  {"order", order, sizeof order},
  {"why-not", why_not, sizeof why_not},
  {"events", events, sizeof events},
  {"time", time, sizeof time},
  {"cells", cells, sizeof cells},
  {"rings", rings, sizeof rings},
  {"semantics", semantics, sizeof semantics},
};

struct lessons_entry lessons_at(size_t place) {
  if (place < sizeof all / sizeof *all) return all[place];
  return (struct lessons_entry){0};
}
