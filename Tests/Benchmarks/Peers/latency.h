// The latencies that the callers note, and their report as JSON.
#ifndef LATENCY_H
#define LATENCY_H
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

// Latencies in nanoseconds: the last 2^20.
enum { SAMPLES = 1 << 20 };
static int64_t samples[SAMPLES];
static int64_t requests;

static inline void note_latency(int64_t latency) { samples[requests++ % SAMPLES] = latency; }

static int by_value(const void *a, const void *b) {
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static inline void print_latencies(int64_t elapsed) {
    size_t kept = requests < SAMPLES ? requests : SAMPLES;
    qsort(samples, kept, sizeof *samples, by_value);
    printf("{\"requests\": %lld, \"seconds\": %.6f, \"p50\": %lld, \"p99\": %lld}\n", (long long)requests, elapsed / 1e9,
           (long long)samples[kept / 2], (long long)samples[kept * 99 / 100]);
}
#endif
