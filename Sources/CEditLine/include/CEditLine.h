/// What Swift needs from C: libedit's variadic functions with their types
/// written out, the standard streams, processes, signals, and files.
#ifndef CEDITLINE_H
#define CEDITLINE_H

#include "cel_editor.h"
#include "cel_files.h"
#include "cel_history.h"
#include "cel_options.h"
#include "cel_output.h"
#include "cel_process.h"
#include "cel_signals.h"
#include "cel_streams.h"
#include "cel_watch.h"

#endif
