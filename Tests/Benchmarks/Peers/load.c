// A closed loop of clients: load SOCKET CONNECTIONS AMOUNT
// Connects, prints an empty line, and reads a line from standard input. Each connection sends it, waits for a line, and
// sends it again, for AMOUNT, which is a time ("500ms") or a number of requests ("1000"). Then it prints what it did as
// JSON, with latencies in nanoseconds, and keeps the connections until the end of standard input.
#include <sys/epoll.h>

#include "latency.h"
#include "socket.h"

enum { EVENTS = 256 };

struct connection {
    int fd;
    int64_t sent;
};

int main(int count, char **arguments) {
    if (count != 4) errx(2, "usage: load SOCKET CONNECTIONS AMOUNT <LINE");
    int connections = atoi(arguments[2]);
    char *unit;
    int64_t amount = strtoll(arguments[3], &unit, 10);
    int64_t most = *unit ? INT64_MAX : amount, limit = *unit ? amount * 1000000 : INT64_MAX;
    if (connections < 1 || amount < 1) errx(2, "nothing to do");
    int loop = epoll_create1(0);
    struct connection *all = calloc(connections, sizeof *all);
    for (int i = 0; i < connections; i++) {
        if ((all[i].fd = connect_unix(arguments[1])) < 0) err(2, "%s", arguments[1]);
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = &all[i]};
        epoll_ctl(loop, EPOLL_CTL_ADD, all[i].fd, &event);
    }
    puts("");
    fflush(stdout);
    char *line = NULL;
    size_t size = 0;
    ssize_t length = getline(&line, &size, stdin);
    if (length < 1) errx(2, "nothing to send");
    int64_t start = nanoseconds(), now = start, begun = connections;
    for (int i = 0; i < connections; i++) {
        all[i].sent = nanoseconds();
        send_all(all[i].fd, line, length);
    }
    static char reply[1 << 20];
    struct epoll_event events[EVENTS];
    // A single connection needs no epoll: it waits in read.
    events[0].data.ptr = all;
    while (requests < begun) {
        int ready = connections == 1 ? 1 : epoll_wait(loop, events, EVENTS, -1);
        for (int i = 0; i < ready; i++) {
            struct connection *c = events[i].data.ptr;
            ssize_t received = read(c->fd, reply, sizeof reply);
            if (received <= 0) errx(2, "the server closed a connection after %lld requests", (long long)requests);
            if (reply[received - 1] != '\n') continue;
            now = nanoseconds();
            note_latency(now - c->sent);
            if (begun >= most || now - start >= limit) continue;
            c->sent = now;
            begun++;
            send_all(c->fd, line, length);
        }
    }
    print_latencies(now - start);
    fflush(stdout);
    while (getchar() != EOF) {
    }
}
