/* SPDX-License-Identifier: MIT */
/*
 * The sandbox; see photo_sandbox.h. It owns its process, which has one thread. What it still
 * may do is a list, so that a call that Linux gets tomorrow is forbidden already.
 */
#include "server/shell/photo_sandbox.h"

#include "photo/photo.h"

#include <errno.h>
#include <seccomp.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HAS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HAS_SANITIZER 1
#endif
#endif

/* ------------------------------------------------------------------ limits */

/* What the filter allows can still be used without end. Files and processes are limited as well, so
 * that the filter is not all that there is. */
static bool set_limits(void)
{
    static const struct {
        __rlimit_resource_t resource;
        rlim_t most;
    } LIMITS[] = {
#ifndef HAS_SANITIZER /* they take terabytes of addresses */
        {RLIMIT_DATA, PHOTO_SANDBOX_MEMORY_BYTES},
#endif
        {RLIMIT_CPU, PHOTO_SANDBOX_CPU_SECONDS},
        {RLIMIT_NOFILE, 0},
        {RLIMIT_FSIZE, 0},
        {RLIMIT_NPROC, 0},
        {RLIMIT_CORE, 0},
    };
    bool is_done = true;
    for (size_t i = 0; i < sizeof(LIMITS) / sizeof(*LIMITS) && is_done; i++) {
        const struct rlimit limit = {.rlim_cur = LIMITS[i].most, .rlim_max = LIMITS[i].most};
        is_done = setrlimit(LIMITS[i].resource, &limit) == 0;
    }
    return is_done;
}

/* ------------------------------------------------------------------ the filter */

/* Calls that are harmless whatever they are given: they end the process, or concern memory that it
 * has already. */
static const int HARMLESS[] = {
    SCMP_SYS(exit_group),     SCMP_SYS(exit),          SCMP_SYS(brk),
    SCMP_SYS(munmap),         SCMP_SYS(mremap),
#ifdef HAS_SANITIZER
    SCMP_SYS(madvise),        SCMP_SYS(futex),         SCMP_SYS(getpid),
    SCMP_SYS(gettid),         SCMP_SYS(sched_yield),   SCMP_SYS(sigaltstack),
    SCMP_SYS(rt_sigprocmask), SCMP_SYS(clock_gettime),
#endif
};

static bool allow_harmless(scmp_filter_ctx filter)
{
    bool is_done = true;
    for (size_t i = 0; i < sizeof(HARMLESS) / sizeof(*HARMLESS) && is_done; i++)
        is_done = seccomp_rule_add(filter, SCMP_ACT_ALLOW, HARMLESS[i], 0) == 0;
    return is_done;
}

static bool allow_socket(scmp_filter_ctx filter)
{
    const struct scmp_arg_cmp fd = SCMP_A0_64(SCMP_CMP_EQ, PHOTO_SANDBOX_FD, 0);
    return seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, SCMP_SYS(read), 1, &fd) == 0 &&
           seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, SCMP_SYS(write), 1, &fd) == 0;
}

/* New memory is nobody's else, comes from no file and is never executed: mprotect() is not allowed,
 * so it stays like that. */
static bool allow_memory(scmp_filter_ctx filter)
{
    static const int CALLS[] = {SCMP_SYS(mmap), SCMP_SYS(mmap2)};
    const struct scmp_arg_cmp args[] = {
        SCMP_A2_64(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0),
        SCMP_A3_64(SCMP_CMP_MASKED_EQ, MAP_SHARED | MAP_ANONYMOUS, MAP_ANONYMOUS)};
    bool is_done = true;
    for (size_t i = 0; i < 2 && is_done; i++)
        is_done = seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, CALLS[i], 2, args) == 0;
    return is_done;
}

/* Loading it also takes away, for good, that a program could be given privileges. */
static bool load_filter(void)
{
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_KILL_PROCESS);
    bool is_done = filter != NULL && allow_harmless(filter) && allow_socket(filter) &&
                   allow_memory(filter) && seccomp_load(filter) == 0;
    seccomp_release(filter);
    return is_done;
}

bool photo_sandbox_enter(void)
{
    closefrom(PHOTO_SANDBOX_FD + 1);
    (void)prctl(PR_SET_NAME, PHOTO_SANDBOX_NAME);
    return prctl(PR_SET_DUMPABLE, 0) == 0 && set_limits() && load_filter();
}

/* ------------------------------------------------------------------ the child's life */

static bool read_file(uint8_t *bytes, size_t *size_out)
{
    ssize_t n;
    *size_out = 0;
    while ((n = read(PHOTO_SANDBOX_FD, bytes + *size_out, PHOTO_SANDBOX_FILE_MAX - *size_out)) > 0)
        *size_out += (size_t)n;
    return n == 0;
}

static bool write_photo(const uint8_t *bytes, size_t size)
{
    ssize_t n;
    while (size > 0 && (n = write(PHOTO_SANDBOX_FD, bytes, size)) > 0) {
        bytes += n;
        size -= (size_t)n;
    }
    return size == 0;
}

_Noreturn void photo_sandbox_run(void)
{
    uint8_t file[PHOTO_SANDBOX_FILE_MAX];
    uint8_t webp[PHOTO_BYTES_MAX];
    size_t size;
    int status = PHOTO_DAMAGED;
    if (!photo_sandbox_enter())
        _exit(PHOTO_SANDBOX_NOT_ENTERED);
    if (read_file(file, &size))
        status = photo_make(file, size, PHOTO_PIXELS_SENT, webp, &size);
    if (status == PHOTO_OK && !write_photo(webp, size))
        status = PHOTO_DAMAGED;
    _exit(-status);
}

bool photo_sandbox_is_meant(int argc, char *const *argv)
{
    return argc == 1 && strcmp(argv[0], PHOTO_SANDBOX_NAME) == 0;
}
