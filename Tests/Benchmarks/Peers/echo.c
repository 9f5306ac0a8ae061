// A line echo with epoll, in one thread: echo SOCKET
#include <sys/epoll.h>

#include "socket.h"

enum { EVENTS = 64 };

// What a connection has sent since its last whole line.
struct connection {
    int fd;
    size_t used, size;
    char *bytes;
};

// Returns the length of the whole lines.
static size_t whole_lines(const struct connection *c) {
    char *end = memrchr(c->bytes, '\n', c->used);
    return end ? end - c->bytes + 1 : 0;
}

// Reads once; false at the end of the stream.
static int receive(struct connection *c) {
    if (c->size - c->used < 65536) {
        c->size = c->size ? c->size * 2 : 131072;
        if (!(c->bytes = realloc(c->bytes, c->size))) err(2, "realloc");
    }
    ssize_t count = read(c->fd, c->bytes + c->used, c->size - c->used);
    if (count <= 0) return 0;
    c->used += count;
    return 1;
}

static void answer(struct connection *c) {
    size_t count = whole_lines(c);
    if (count == 0) return;
    send_all(c->fd, c->bytes, count);
    memmove(c->bytes, c->bytes + count, c->used - count);
    c->used -= count;
}

int main(int count, char **arguments) {
    if (count != 2) errx(2, "usage: echo SOCKET");
    struct sockaddr_un address = unix_address(arguments[1]);
    int listener = socket(AF_UNIX, SOCK_STREAM, 0), loop = epoll_create1(0);
    if (bind(listener, (struct sockaddr *)&address, sizeof address) != 0) err(2, "bind %s", arguments[1]);
    if (listen(listener, 1024) != 0) err(2, "listen");
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = NULL}, events[EVENTS];
    epoll_ctl(loop, EPOLL_CTL_ADD, listener, &event);
    for (;;) {
        int ready = epoll_wait(loop, events, EVENTS, -1);
        for (int i = 0; i < ready; i++) {
            struct connection *c = events[i].data.ptr;
            if (!c) {
                if (!(c = calloc(1, sizeof *c))) err(2, "calloc");
                if ((c->fd = accept(listener, NULL, NULL)) < 0) err(2, "accept");
                event.data.ptr = c;
                epoll_ctl(loop, EPOLL_CTL_ADD, c->fd, &event);
            } else if (!receive(c)) {
                close(c->fd);
                free(c->bytes);
                free(c);
            } else {
                answer(c);
            }
        }
    }
}
