// Times a server from its start to its first answer: start ROUNDS PROCESSOR SOCKET URL PROGRAM ARGUMENT…
// The server runs on the processor of that number.
// It ends the server by SIGTERM after each round, and drops what the server logs. Prints a JSON list of nanoseconds.
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>

#include "socket.h"

extern char **environ;

static int64_t time_start(int processor, const char *path, const char *url, char **program) {
    unlink(path);
    posix_spawn_file_actions_t silent;
    posix_spawn_file_actions_init(&silent);
    posix_spawn_file_actions_addopen(&silent, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    int64_t start = nanoseconds();
    pid_t child;
    int status, fd, failure = posix_spawn(&child, program[0], &silent, NULL, program, environ);
    if (failure) errx(2, "%s: %s", program[0], strerror(failure));
    cpu_set_t own;
    CPU_ZERO(&own);
    CPU_SET(processor, &own);
    if (sched_setaffinity(child, sizeof own, &own) != 0) err(2, "sched_setaffinity");
    while ((fd = connect_unix(path)) < 0) {
        if (waitpid(child, &status, WNOHANG) != 0) errx(2, "%s has ended", program[0]);
        usleep(50);
    }
    send_all(fd, url, strlen(url));
    send_all(fd, "\n", 1);
    char byte;
    if (read(fd, &byte, 1) != 1) errx(2, "no reply");
    int64_t end = nanoseconds();
    close(fd);
    posix_spawn_file_actions_destroy(&silent);
    kill(child, SIGTERM);
    waitpid(child, &status, 0);
    return end - start;
}

int main(int count, char **arguments) {
    if (count < 6) errx(2, "usage: start ROUNDS PROCESSOR SOCKET URL PROGRAM ARGUMENT…");
    int rounds = atoi(arguments[1]);
    printf("[");
    for (int i = 0; i < rounds; i++)
        printf("%s%lld", i ? ", " : "", (long long)time_start(atoi(arguments[2]), arguments[3], arguments[4], &arguments[5]));
    printf("]\n");
}
