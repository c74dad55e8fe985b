/// What the module `Platform` needs from C: functions that Swift does not import, and those whose
/// types or names differ between systems.
#ifndef CPLATFORM_H
#define CPLATFORM_H

#include "platform_files.h"
#include "platform_options.h"
#include "platform_output.h"
#include "platform_process.h"
#include "platform_signals.h"
#include "platform_terminal.h"
#include "platform_threads.h"
#include "platform_watch.h"

#endif
