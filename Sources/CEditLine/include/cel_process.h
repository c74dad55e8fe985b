/// A process that goes on as a copy of this one, which Swift does not let in: it
/// cannot know that there is no other thread.
#ifndef CEL_PROCESS_H
#define CEL_PROCESS_H

#include <sys/types.h>

/// As `fork`, for a process with one thread. The child is ended when its parent is.
pid_t cel_fork(void);

/// Where this process crashes it leaves no core behind.
void cel_refuse_core(void);

#endif
