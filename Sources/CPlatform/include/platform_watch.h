/// Notes of the system about changes in folders.
#ifndef PLATFORM_WATCH_H
#define PLATFORM_WATCH_H

/// A descriptor that has input when something changed in a watched folder; -1
/// with `errno` where the system gives none.
int platform_watch_open(void);

/// Watches a folder for files that are written, made, removed or renamed in it;
/// -1 with `errno`. A folder that is watched already stays so.
int platform_watch_folder(int watcher, const char *folder);

/// Takes the notes that are there.
void platform_watch_drain(int watcher);

#endif
