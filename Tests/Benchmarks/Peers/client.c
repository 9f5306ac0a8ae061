// The smallest client: client SOCKET URL. Sends the URL as a line and waits for the line of the reply.
#include "socket.h"

int main(int count, char **arguments) {
    if (count != 3) errx(2, "usage: client SOCKET URL");
    int fd = connect_unix(arguments[1]);
    if (fd < 0) err(2, "%s", arguments[1]);
    send_all(fd, arguments[2], strlen(arguments[2]));
    send_all(fd, "\n", 1);
    char buffer[65536];
    for (;;) {
        ssize_t received = read(fd, buffer, sizeof buffer);
        if (received <= 0) errx(2, "no reply");
        if (memchr(buffer, '\n', received)) return 0;
    }
}
