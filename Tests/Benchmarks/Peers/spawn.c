// Times programs by turns: spawn ROUNDS MARK PROGRAM ARGUMENT… [vs PROGRAM ARGUMENT…]
// A round starts each program once. The time ends when the program ends; if MARK is not "-", when a byte comes out of the
// named pipe MARK. What the programs print is dropped. Prints a JSON list of rounds, each a list of nanoseconds.
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>

#include "socket.h"

extern char **environ;

static int64_t time_program(char **program, int mark) {
    posix_spawn_file_actions_t silent;
    posix_spawn_file_actions_init(&silent);
    posix_spawn_file_actions_addopen(&silent, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    int64_t start = nanoseconds(), end = 0;
    pid_t child;
    int status, failure = posix_spawn(&child, program[0], &silent, NULL, program, environ);
    if (failure) errx(2, "%s: %s", program[0], strerror(failure));
    char byte;
    if (mark >= 0) {
        struct pollfd marked = {.fd = mark, .events = POLLIN};
        if (poll(&marked, 1, 10000) != 1 || read(mark, &byte, 1) != 1) errx(2, "%s has left no mark", program[0]);
        end = nanoseconds();
    }
    waitpid(child, &status, 0);
    if (mark < 0) end = nanoseconds();
    posix_spawn_file_actions_destroy(&silent);
    if (status != 0) errx(2, "%s ended with status %d", program[0], WEXITSTATUS(status));
    return end - start;
}

int main(int count, char **arguments) {
    if (count < 4) errx(2, "usage: spawn ROUNDS MARK PROGRAM ARGUMENT… [vs PROGRAM ARGUMENT…]");
    int rounds = atoi(arguments[1]), mark = -1;
    // For both ends, so that the pipe never comes to its end.
    if (strcmp(arguments[2], "-") != 0 && (mark = open(arguments[2], O_RDWR | O_CLOEXEC)) < 0) err(2, "%s", arguments[2]);
    char **second = NULL;
    for (int i = 4; i < count; i++)
        if (strcmp(arguments[i], "vs") == 0) {
            arguments[i] = NULL;
            second = &arguments[i + 1];
            break;
        }
    printf("[");
    for (int i = 0; i < rounds; i++) {
        printf("%s[%lld", i ? ", " : "", (long long)time_program(&arguments[3], mark));
        if (second) printf(", %lld", (long long)time_program(second, mark));
        printf("]");
    }
    printf("]\n");
}
