// Wall time of a whole process, from posix_spawn to waitpid, as one NDJSON line.
//
//   spawn PEER VERSION WORKLOAD COUNT COMMAND [ARGUMENT...]
//
// The command has an empty standard input and its output is dropped; a status other than 0 is an
// error, so that a command that cannot do the work is never reported as a fast one.
#include "measure.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>

extern char **environ;

static double run_ms(char **command, posix_spawn_file_actions_t *files) {
  pid_t child;
  double start = now_ns();
  int error = posix_spawnp(&child, command[0], files, NULL, command, environ);
  if (error) {
    fprintf(stderr, "spawn: %s: %s\n", command[0], strerror(error));
    exit(1);
  }
  int status;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) {
      perror("spawn: waitpid");
      exit(1);
    }
  }
  double milliseconds = (now_ns() - start) / 1e6;
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    fprintf(stderr, "spawn: %s: failed with wait status %#x\n", command[0], (unsigned)status);
    exit(1);
  }
  return milliseconds;
}

int main(int argc, char **argv) {
  int count = argc > 5 ? atoi(argv[4]) : 0;
  if (count < 1) {
    fprintf(stderr, "usage: spawn PEER VERSION WORKLOAD COUNT COMMAND [ARGUMENT...]\n");
    return 2;
  }
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);

  double *samples = malloc((size_t)count * sizeof *samples);
  if (!samples) {
    perror("spawn");
    return 1;
  }
  run_ms(argv + 5, &files);
  for (int i = 0; i < count; i++) samples[i] = run_ms(argv + 5, &files);

  struct peer peer = {argv[1], argv[2]};
  report(peer, argv[3], "ms", summary(samples, count), NULL);
  posix_spawn_file_actions_destroy(&files);
  free(samples);
  return 0;
}
