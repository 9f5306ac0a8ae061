#define _GNU_SOURCE
#include "CLinux.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/* A pool of threads for the tasks of this program. The pool of libdispatch, which the runtime uses otherwise, has a timer
   that wakes it each second. */

#define SWIFT __attribute__((swiftcall))
#define WEAK __attribute__((weak))

typedef struct Job Job;
typedef SWIFT void (*enqueue)(Job *);
typedef SWIFT void (*enqueue_after)(unsigned long long, Job *);
typedef SWIFT void (*enqueue_at)(long long, long long, long long, long long, int, Job *);

/* The runtime's hooks. Weak, because a program without tasks has none of them. */
extern SWIFT WEAK void (*swift_task_enqueueGlobal_hook)(Job *, enqueue);
extern SWIFT WEAK void (*swift_task_enqueueGlobalWithDelay_hook)(unsigned long long, Job *, enqueue_after);
extern SWIFT WEAK void (*swift_task_enqueueGlobalWithDeadline_hook)(
    long long, long long, long long, long long, int, Job *, enqueue_at);
extern SWIFT WEAK void swift_job_run(Job *, void *executor, uintptr_t witnesses);

struct timed {
    int64_t time;
    Job *job;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t work;
/* The jobs that are ready: a ring. */
static Job **jobs;
static size_t jobs_size, jobs_first, jobs_count;
/* The jobs of a later time: a heap with the earliest on top. */
static struct timed *later;
static size_t later_size, later_count;
/* The threads of the pool, the most it may have, those that wait, and those of them that are woken already. */
static long threads, threads_most, threads_idle, threads_woken;

static int64_t now(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void *grown(void *memory, size_t size)
{
    memory = realloc(memory, size);
    if (!memory)
        abort();
    return memory;
}

static void push(Job *job)
{
    if (jobs_count == jobs_size) {
        size_t size = jobs_size ? 2 * jobs_size : 64;
        jobs = grown(jobs, size * sizeof *jobs);
        /* The part that wrapped around goes behind the rest. */
        for (size_t i = 0; i < jobs_first; i++)
            jobs[jobs_size + i] = jobs[i];
        jobs_size = size;
    }
    jobs[(jobs_first + jobs_count++) % jobs_size] = job;
}

static void push_later(struct timed item)
{
    if (later_count == later_size) {
        later_size = later_size ? 2 * later_size : 16;
        later = grown(later, later_size * sizeof *later);
    }
    size_t i = later_count++;
    for (; i > 0 && later[(i - 1) / 2].time > item.time; i = (i - 1) / 2)
        later[i] = later[(i - 1) / 2];
    later[i] = item;
}

static Job *pop_later(void)
{
    Job *job = later[0].job;
    struct timed last = later[--later_count];
    size_t i = 0;
    for (size_t child = 1; child < later_count; child = 2 * i + 1) {
        if (child + 1 < later_count && later[child + 1].time < later[child].time)
            child++;
        if (later[child].time >= last.time)
            break;
        later[i] = later[child];
        i = child;
    }
    later[i] = last;
    return job;
}

/* Waits for work, or for the time of a later job. */
static void wait_for_work(void)
{
    threads_idle++;
    if (later_count > 0) {
        struct timespec time = {later[0].time / 1000000000, later[0].time % 1000000000};
        pthread_cond_timedwait(&work, &lock, &time);
    } else {
        pthread_cond_wait(&work, &lock);
    }
    threads_idle--;
    if (threads_woken > 0)
        threads_woken--;
}

static void *run(void *unused)
{
    pthread_mutex_lock(&lock);
    for (;;) {
        while (later_count > 0 && later[0].time <= now(CLOCK_MONOTONIC))
            push(pop_later());
        if (jobs_count == 0) {
            wait_for_work();
            continue;
        }
        Job *job = jobs[jobs_first];
        jobs_first = (jobs_first + 1) % jobs_size;
        jobs_count--;
        pthread_mutex_unlock(&lock);
        swift_job_run(job, NULL, 0);
        pthread_mutex_lock(&lock);
    }
    return unused;
}

/* Wakes a thread, or starts one if all are busy. The lock is held. */
static void wake(void)
{
    pthread_t thread;
    if (threads_idle > threads_woken) {
        threads_woken++;
        pthread_cond_signal(&work);
    } else if (threads < threads_most && pthread_create(&thread, NULL, run, NULL) == 0) {
        pthread_setname_np(thread, "tasks");
        pthread_detach(thread);
        threads++;
    } else if (threads == 0) {
        abort();
    }
}

static SWIFT void add(Job *job, enqueue original)
{
    (void)original;
    pthread_mutex_lock(&lock);
    push(job);
    wake();
    pthread_mutex_unlock(&lock);
}

static void add_later(Job *job, int64_t delay)
{
    pthread_mutex_lock(&lock);
    push_later((struct timed){now(CLOCK_MONOTONIC) + (delay > 0 ? delay : 0), job});
    /* A thread that waits for a later time waits for this one then. */
    if (later[0].job == job)
        wake();
    pthread_mutex_unlock(&lock);
}

static SWIFT void add_after(unsigned long long delay, Job *job, enqueue_after original)
{
    (void)original;
    add_later(job, delay > INT64_MAX / 4 ? INT64_MAX / 4 : (int64_t)delay);
}

static SWIFT void add_at(
    long long seconds, long long nanoseconds, long long leeway, long long leeway_rest, int clock, Job *job,
    enqueue_at original)
{
    (void)leeway, (void)leeway_rest, (void)original;
    /* The runtime's numbers: 1 is the continuous clock, 2 the suspending one. */
    int64_t time = seconds > INT64_MAX / 4000000000LL ? INT64_MAX / 4 : seconds * 1000000000LL + nanoseconds;
    add_later(job, time - now(clock == 1 ? CLOCK_BOOTTIME : CLOCK_MONOTONIC));
}

void clinux_run_tasks(void)
{
    if (!&swift_task_enqueueGlobal_hook || !&swift_job_run)
        return;
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&work, &attributes);
    threads_most = sysconf(_SC_NPROCESSORS_ONLN);
    /* A task that blocks its thread by mistake leaves others. */
    if (threads_most < 4)
        threads_most = 4;
    swift_task_enqueueGlobal_hook = add;
    swift_task_enqueueGlobalWithDelay_hook = add_after;
    swift_task_enqueueGlobalWithDeadline_hook = add_at;
}
