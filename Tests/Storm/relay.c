// A command, an opener or a prompt whose end the storm decides: relay SOCKET KIND [TEXT]
// It sends one line with the kind and the text, and ends with the status that it reads. From 129 on, the status is a
// signal, as a shell counts.
#include <signal.h>

#include "socket.h"

int main(int count, char **arguments) {
    if (count < 3) errx(2, "usage: relay SOCKET KIND [TEXT]");
    int storm = connect_unix(arguments[1]);
    if (storm < 0) return 3;
    char line[65536];
    // The text of a prompt has several lines.
    const char *text = count > 3 && strcmp(arguments[2], "open") == 0 ? arguments[3] : "";
    int length = snprintf(line, sizeof line, "%s %s\n", arguments[2], text);
    if (length >= (int)sizeof line) errx(2, "the text is too long");
    send_all(storm, line, length);
    unsigned char status;
    if (read(storm, &status, 1) != 1) return 3;
    if (status > 128) kill(getpid(), status - 128);
    return status;
}
