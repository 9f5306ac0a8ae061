/* What `import Glibc` lacks. Plain types only: a header that defines _GNU_SOURCE would give this module other types than
   Glibc's own. */
#ifndef CLINUX_H
#define CLINUX_H

#include <stddef.h>
#include <stdint.h>

/* The flag of open(2) for a descriptor that only names a file or folder, and can neither read nor write it (O_PATH). */
extern const int clinux_open_place;

/* Reads the access list of a file (acl(5)), as the kernel has it: the extended attribute system.posix_acl_access. Follows
   links. Returns the number of bytes, or -1 with errno: ENODATA if the file has no list. */
int64_t clinux_access_list(const char *path, void *bytes, size_t size);

/* Opens a path beneath a folder, without following a link out of it (openat2(2), RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS).
   Returns a descriptor opened with O_PATH | O_CLOEXEC, or -1 with errno. */
int clinux_open_beneath(int folder, const char *path);

/* Makes an empty file in memory (memfd_create(2)). Returns a descriptor that is closed on exec, or -1 with errno. */
int clinux_memory_file(void);

/* Makes a pipe, whose ends are closed on exec (pipe2(2), O_CLOEXEC): a child that another thread starts meanwhile gets none.
   Returns 0, or -1 with errno. */
int clinux_pipe(int ends[2]);

/* Sends a message with descriptors (sendmsg(2), SCM_RIGHTS), of which there are at most 8. A closed socket raises no signal.
   Returns 0, or -1 with errno. */
int clinux_send(int socket, const void *bytes, size_t count, const int *descriptors, size_t descriptor_count);

/* Receives a message with exactly as many descriptors (recvmsg(2)), of which there are at most 8; they are closed on exec.
   Returns the number of bytes, 0 if the other end is closed, or -1 with errno: EPROTO if the descriptors are not there. */
ptrdiff_t clinux_receive(int socket, void *bytes, size_t size, int *descriptors, size_t descriptor_count);

/* A flag of posix_spawnattr_setflags(3): the child leads its own session (POSIX_SPAWN_SETSID). */
extern const int clinux_spawn_session;

/* Has the child enter a folder (posix_spawn_file_actions_addchdir_np(3)). Returns 0, or the value of errno.
   actions: a posix_spawn_file_actions_t. */
int clinux_add_folder(void *actions, const char *folder);

/* Has the child close every descriptor from 3 on (posix_spawn_file_actions_addclosefrom_np(3)). Returns 0, or the value of
   errno.
   actions: a posix_spawn_file_actions_t. */
int clinux_add_close(void *actions);

/* Waits for a signal, at most until a time of the monotonic clock in nanoseconds (pthread_cond_clockwait(3)).
   change: a pthread_cond_t; mutex: a pthread_mutex_t that the thread holds. */
void clinux_wait_until(void *change, void *mutex, int64_t until);

/* Returns a descriptor that polls as readable once the process has ended (pidfd_open(2)). It is closed on exec. Or -1 with
   errno. */
int clinux_open_process(int32_t pid);

/* Returns the index at which the wanted bytes first appear (memmem(3)), or -1. */
ptrdiff_t clinux_find(const void *bytes, size_t count, const void *wanted, size_t wanted_count);

/* Returns the FNV-1a digest of the bytes. It shows a change, but not a forgery. */
uint64_t clinux_digest(const unsigned char *bytes, size_t count);

/* Names the calling thread (pthread_setname_np(3)); at most 15 bytes. */
void clinux_name_thread(const char *name);

/* Makes all threads allocate from one heap: a heap for each, as glibc does, multiplies what is free and cannot be used. */
void clinux_use_one_heap(void);

/* Raises the niceness of the calling thread (setpriority(2)). The threads and programs that it starts would inherit that. */
void clinux_lower_thread(int niceness);

/* Whether the calling thread was lowered. */
int clinux_is_lowered(void);

/* Adds to the number of locks that the calling thread holds, and returns the sum. For the checks of debug builds. */
int clinux_count_locks(int change);

/* Returns the end to read from of the pipe for caught signals, which is closed on exec, or -1 with errno. Call it once. */
int clinux_open_signals(void);

/* Writes the number of a signal as a byte to that pipe from now on, in place of what the signal does. */
void clinux_catch_signal(int signal);

#endif
