/* SPDX-License-Identifier: MIT */
/*
 * Counts for a measurement: how long things took, and what a process has used according to the
 * system (proc(5)).
 */
#ifndef PENTAD_TESTS_BENCH_TALLY_H
#define PENTAD_TESTS_BENCH_TALLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Durations in microseconds; grows as it needs. */
struct samples {
    uint32_t *us;
    size_t count;
    size_t cap;
    bool is_sorted;
};

void samples_add(struct samples *samples, uint64_t us);
/* The duration below which `part` (0 to 1) of all are; 0 without any. */
uint32_t samples_quantile(struct samples *samples, double part);
void samples_deinit(struct samples *samples);

/* Of a monotonic clock. */
uint64_t now_ns(void);

struct usage {
    double cpu_s;   /* user and system */
    long memory_kb; /* resident */
};

/* Of a process that runs; ends the program with a word if there is none. */
struct usage usage_of(pid_t pid);

#endif
