/* SPDX-License-Identifier: MIT */
#include "tests/bench/tally.h"

#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SAMPLES_FIRST 4096

void samples_add(struct samples *samples, uint64_t us)
{
    if (samples->count == samples->cap) {
        samples->cap = samples->cap > 0 ? 2 * samples->cap : SAMPLES_FIRST;
        samples->us = mem_grow(samples->us, samples->cap * sizeof(*samples->us));
    }
    samples->us[samples->count++] = us < UINT32_MAX ? (uint32_t)us : UINT32_MAX;
    samples->is_sorted = false;
}

static int compare(const void *a, const void *b)
{
    uint32_t left = *(const uint32_t *)a;
    uint32_t right = *(const uint32_t *)b;
    return (left > right) - (left < right);
}

uint32_t samples_quantile(struct samples *samples, double part)
{
    if (samples->count == 0)
        return 0;
    if (!samples->is_sorted)
        qsort(samples->us, samples->count, sizeof(*samples->us), compare);
    samples->is_sorted = true;
    size_t at = (size_t)(part * (double)samples->count);
    return samples->us[at < samples->count ? at : samples->count - 1];
}

void samples_deinit(struct samples *samples)
{
    free(samples->us);
    *samples = (struct samples){0};
}

uint64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static void read_proc(pid_t pid, const char *name, char *text, size_t size)
{
    char path[64];
    (void)snprintf(path, sizeof(path), "/proc/%ld/%s", (long)pid, name);
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        fprintf(stderr, "there is no process %ld\n", (long)pid);
        exit(1);
    }
    size_t len = fread(text, 1, size - 1, file);
    text[len] = '\0';
    (void)fclose(file);
}

struct usage usage_of(pid_t pid)
{
    struct usage usage = {0};
    char text[4096];
    clockid_t clock;
    struct timespec used = {0};
    if (clock_getcpuclockid(pid, &clock) == 0) /* finer than the ticks of /proc/PID/stat */
        (void)clock_gettime(clock, &used);
    usage.cpu_s = (double)used.tv_sec + (double)used.tv_nsec / 1e9;
    read_proc(pid, "status", text, sizeof(text));
    const char *resident = strstr(text, "VmRSS:");
    if (resident != NULL)
        usage.memory_kb = strtol(resident + strlen("VmRSS:"), NULL, 10);
    return usage;
}
