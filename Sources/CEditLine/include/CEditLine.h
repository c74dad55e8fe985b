/// What Swift needs from libedit: its variadic functions with their types
/// written out, and the standard streams.
#ifndef CEDITLINE_H
#define CEDITLINE_H

#include "cel_editor.h"
#include "cel_history.h"
#include "cel_streams.h"

#endif
