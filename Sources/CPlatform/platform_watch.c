#include "platform_watch.h"

#ifdef __linux__

#include <stdint.h>
#include <sys/inotify.h>
#include <unistd.h>

int platform_watch_open(void) { return inotify_init1(IN_NONBLOCK | IN_CLOEXEC); }

int platform_watch_folder(int watcher, const char *folder) {
  // The folder and not the file: editors write a new file and rename it.
  uint32_t changes = IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_CREATE | IN_DELETE
    | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF;
  return inotify_add_watch(watcher, folder, changes | IN_ONLYDIR) < 0 ? -1 : 0;
}

void platform_watch_drain(int watcher) {
  char notes[4096] __attribute__((aligned(__alignof__(struct inotify_event))));
  while (read(watcher, notes, sizeof notes) > 0)
    ;
}

#else

#include <errno.h>

int platform_watch_open(void) {
  errno = ENOSYS;
  return -1;
}

int platform_watch_folder(int watcher, const char *folder) {
  (void)watcher, (void)folder;
  errno = ENOSYS;
  return -1;
}

void platform_watch_drain(int watcher) { (void)watcher; }

#endif
