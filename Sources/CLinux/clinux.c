#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

int clinux_peer_of(int descriptor, struct clinux_peer *peer)
{
    struct ucred credentials;
    socklen_t length = sizeof credentials;
    if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length) != 0)
        return -1;
    peer->pid = credentials.pid;
    peer->uid = credentials.uid;
    peer->gid = credentials.gid;
    return 0;
}

static int option(int descriptor, int name)
{
    int value = 0;
    socklen_t length = sizeof value;
    return getsockopt(descriptor, SOL_SOCKET, name, &value, &length) == 0 ? value : -1;
}

int clinux_is_listening_unix(int descriptor)
{
    return option(descriptor, SO_ACCEPTCONN) == 1 && option(descriptor, SO_DOMAIN) == AF_UNIX
        && option(descriptor, SO_TYPE) == SOCK_STREAM;
}

int clinux_open_folder(const char *path)
{
    return open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
}

int clinux_open_part(int folder, const char *name)
{
    return openat(folder, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
}

int clinux_open_beneath(int folder, const char *path)
{
    struct open_how how;
    memset(&how, 0, sizeof how);
    how.flags = O_PATH | O_CLOEXEC;
    how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
    return (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
}

int clinux_memory_file(const void *bytes, size_t count)
{
    int file = memfd_create("stdin", MFD_CLOEXEC);
    if (file < 0)
        return -1;
    const char *rest = bytes;
    while (count > 0) {
        ssize_t written = write(file, rest, count);
        if (written < 0) {
            if (errno == EINTR)
                continue;
            int failure = errno;
            close(file);
            errno = failure;
            return -1;
        }
        rest += written;
        count -= (size_t)written;
    }
    lseek(file, 0, SEEK_SET);
    return file;
}

int clinux_open_process(int32_t pid)
{
    return (int)syscall(SYS_pidfd_open, pid, 0);
}

ptrdiff_t clinux_find(const void *bytes, size_t count, const void *wanted, size_t wanted_count)
{
    const char *found = memmem(bytes, count, wanted, wanted_count);
    return found == NULL ? -1 : found - (const char *)bytes;
}

void clinux_random(void *bytes, size_t count) {
    char *next = bytes;
    while (count > 0) {
        ssize_t filled = getrandom(next, count, 0);
        /* It fails only when a signal interrupts it. */
        if (filled <= 0) continue;
        next += filled;
        count -= filled;
    }
}
