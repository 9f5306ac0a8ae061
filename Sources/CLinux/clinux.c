#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <unistd.h>

const int clinux_open_place = O_PATH;

int64_t clinux_access_list(const char *path, void *bytes, size_t size)
{
    return getxattr(path, "system.posix_acl_access", bytes, size);
}

int clinux_open_beneath(int folder, const char *path)
{
    struct open_how how;
    memset(&how, 0, sizeof how);
    how.flags = O_PATH | O_CLOEXEC;
    how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
    return (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
}

int clinux_memory_file(void)
{
    return memfd_create("stdin", MFD_CLOEXEC);
}

int clinux_pipe(int ends[2])
{
    return pipe2(ends, O_CLOEXEC);
}

enum { most_descriptors = 8 };

int clinux_send(int socket, const void *bytes, size_t count, const int *descriptors, size_t descriptor_count)
{
    if (descriptor_count > most_descriptors) {
        errno = EINVAL;
        return -1;
    }
    union { char bytes[CMSG_SPACE(most_descriptors * sizeof(int))]; struct cmsghdr align; } control;
    struct iovec part = {(void *)bytes, count};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (descriptor_count > 0) {
        message.msg_control = control.bytes;
        message.msg_controllen = CMSG_SPACE(descriptor_count * sizeof(int));
        memset(control.bytes, 0, sizeof control.bytes);
        struct cmsghdr *rights = CMSG_FIRSTHDR(&message);
        rights->cmsg_level = SOL_SOCKET;
        rights->cmsg_type = SCM_RIGHTS;
        rights->cmsg_len = CMSG_LEN(descriptor_count * sizeof(int));
        memcpy(CMSG_DATA(rights), descriptors, descriptor_count * sizeof(int));
    }
    ssize_t sent;
    do
        sent = sendmsg(socket, &message, MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    return sent < 0 ? -1 : 0;
}

ptrdiff_t clinux_receive(int socket, void *bytes, size_t size, int *descriptors, size_t descriptor_count)
{
    union { char bytes[CMSG_SPACE(most_descriptors * sizeof(int))]; struct cmsghdr align; } control;
    struct iovec part = {bytes, size};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
    ssize_t received;
    do
        received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    while (received < 0 && errno == EINTR);
    if (received <= 0 || descriptor_count == 0)
        return received;
    struct cmsghdr *rights = CMSG_FIRSTHDR(&message);
    if (rights == NULL || rights->cmsg_type != SCM_RIGHTS
        || rights->cmsg_len != CMSG_LEN(descriptor_count * sizeof(int))) {
        errno = EPROTO;
        return -1;
    }
    memcpy(descriptors, CMSG_DATA(rights), descriptor_count * sizeof(int));
    return received;
}

const int clinux_spawn_session = POSIX_SPAWN_SETSID;

int clinux_add_folder(void *actions, const char *folder)
{
    return posix_spawn_file_actions_addchdir_np(actions, folder);
}

int clinux_add_close(void *actions)
{
    return posix_spawn_file_actions_addclosefrom_np(actions, 3);
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

uint64_t clinux_digest(const unsigned char *bytes, size_t count)
{
    uint64_t digest = 0xcbf29ce484222325;
    for (size_t index = 0; index < count; index++) digest = (digest ^ bytes[index]) * 0x100000001b3;
    return digest;
}

static int caught = -1;

static void note(int number)
{
    int saved = errno;
    unsigned char byte = (unsigned char)number;
    /* A full pipe has as many signals to report already. */
    ssize_t written = write(caught, &byte, 1);
    (void)written;
    errno = saved;
}

int clinux_open_signals(void)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0 || fcntl(ends[1], F_SETFL, O_NONBLOCK) != 0)
        return -1;
    caught = ends[1];
    return ends[0];
}

void clinux_catch_signal(int number)
{
    struct sigaction action = {.sa_handler = note, .sa_flags = SA_RESTART};
    sigfillset(&action.sa_mask);
    sigaction(number, &action, NULL);
    /* The program that started this one may have blocked it. One thread that takes it is enough. */
    sigset_t mask;
    sigemptyset(&mask);
    sigaddset(&mask, number);
    pthread_sigmask(SIG_UNBLOCK, &mask, NULL);
}

static _Thread_local int lowered;

void clinux_lower_thread(int niceness)
{
    /* On Linux the process 0 is the calling thread. */
    lowered = setpriority(PRIO_PROCESS, 0, niceness) == 0;
}

int clinux_is_lowered(void)
{
    return lowered;
}

void clinux_wait_until(void *change, void *mutex, int64_t until)
{
    struct timespec time = {.tv_sec = until / 1000000000, .tv_nsec = until % 1000000000};
    pthread_cond_clockwait(change, mutex, CLOCK_MONOTONIC, &time);
}

int clinux_count_locks(int change)
{
    static _Thread_local int count;
    return count += change;
}

void clinux_name_thread(const char *name)
{
    pthread_setname_np(pthread_self(), name);
}

void clinux_use_one_heap(void)
{
    mallopt(M_ARENA_MAX, 1);
}
