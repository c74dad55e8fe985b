/// Notes of the system about changes in folders.
#ifndef CEL_WATCH_H
#define CEL_WATCH_H

/// A descriptor that has input when something changed in a watched folder; -1
/// with `errno` where the system gives none.
int cel_watch_open(void);

/// Watches a folder for files that are written, made, removed or renamed in it;
/// -1 with `errno`. A folder that is watched already stays so.
int cel_watch_folder(int watcher, const char *folder);

/// Takes the notes that are there.
void cel_watch_drain(int watcher);

#endif
