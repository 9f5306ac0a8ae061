// Times programs by turns: spawn ROUNDS[@PAUSE][*COUNT] MARK PROGRAM ARGUMENT… [vs PROGRAM ARGUMENT…]
// A round starts each program COUNT times at once, without COUNT once. The time ends when the programs have ended; if MARK is
// not "-", when COUNT bytes have come out of the named pipe MARK; if MARK begins with "<", the program reads the rest of MARK
// as a line, and the time ends when the program has printed a line. Before each program it waits PAUSE milliseconds: right after another program, the kernel moves
// a process into a control group without its usual wait. What the programs print is dropped. Prints a JSON list of rounds,
// each a list of nanoseconds.
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>

#include "socket.h"

extern char **environ;

// From the start of a program until it has answered a line.
static int64_t time_answer(char **program, const char *line) {
    int input[2], output[2];
    if (pipe2(input, O_CLOEXEC) != 0 || pipe2(output, O_CLOEXEC) != 0) err(2, "pipe");
    posix_spawn_file_actions_t pipes;
    posix_spawn_file_actions_init(&pipes);
    posix_spawn_file_actions_adddup2(&pipes, input[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&pipes, output[1], STDOUT_FILENO);
    int64_t start = nanoseconds();
    pid_t child;
    int status, failure = posix_spawn(&child, program[0], &pipes, NULL, program, environ);
    if (failure) errx(2, "%s: %s", program[0], strerror(failure));
    close(input[0]);
    close(output[1]);
    if (dprintf(input[1], "%s\n", line) < 0) err(2, "%s", program[0]);
    char byte;
    do
        if (read(output[0], &byte, 1) != 1) errx(2, "%s has not answered", program[0]);
    while (byte != '\n');
    int64_t end = nanoseconds();
    close(input[1]);
    close(output[0]);
    waitpid(child, &status, 0);
    posix_spawn_file_actions_destroy(&pipes);
    if (status != 0) errx(2, "%s ended with status %d", program[0], WEXITSTATUS(status));
    return end - start;
}

static int64_t time_program(char **program, int count, int mark, const char *line) {
    if (line) return time_answer(program, line);
    posix_spawn_file_actions_t silent;
    posix_spawn_file_actions_init(&silent);
    posix_spawn_file_actions_addopen(&silent, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    int64_t start = nanoseconds(), end = 0;
    pid_t children[count];
    for (int i = 0; i < count; i++) {
        int failure = posix_spawn(&children[i], program[0], &silent, NULL, program, environ);
        if (failure) errx(2, "%s: %s", program[0], strerror(failure));
    }
    for (int i = 0; mark >= 0 && i < count; i++) {
        char byte;
        struct pollfd marked = {.fd = mark, .events = POLLIN};
        if (poll(&marked, 1, 10000) != 1 || read(mark, &byte, 1) != 1) errx(2, "%s has left no mark", program[0]);
        end = nanoseconds();
    }
    for (int i = 0; i < count; i++) {
        int status;
        waitpid(children[i], &status, 0);
        if (mark < 0) end = nanoseconds();
        if (status != 0) errx(2, "%s ended with status %d", program[0], WEXITSTATUS(status));
    }
    posix_spawn_file_actions_destroy(&silent);
    return end - start;
}

int main(int count, char **arguments) {
    if (count < 4) errx(2, "usage: spawn ROUNDS[@PAUSE][*COUNT] MARK PROGRAM ARGUMENT… [vs PROGRAM ARGUMENT…]");
    const char *pause = strchr(arguments[1], '@'), *copies = strchr(arguments[1], '*');
    int rounds = atoi(arguments[1]), milliseconds = pause ? atoi(pause + 1) : 0, at_once = copies ? atoi(copies + 1) : 1;
    int mark = -1;
    const char *line = arguments[2][0] == '<' ? arguments[2] + 1 : NULL;
    // For both ends, so that the pipe never comes to its end.
    if (!line && strcmp(arguments[2], "-") != 0 && (mark = open(arguments[2], O_RDWR | O_CLOEXEC)) < 0) err(2, "%s", arguments[2]);
    char **second = NULL;
    for (int i = 4; i < count; i++)
        if (strcmp(arguments[i], "vs") == 0) {
            arguments[i] = NULL;
            second = &arguments[i + 1];
            break;
        }
    printf("[");
    for (int i = 0; i < rounds; i++) {
        usleep(milliseconds * 1000);
        printf("%s[%lld", i ? ", " : "", (long long)time_program(&arguments[3], at_once, mark, line));
        usleep(milliseconds * 1000);
        if (second) printf(", %lld", (long long)time_program(second, at_once, mark, line));
        printf("]");
    }
    printf("]\n");
}
