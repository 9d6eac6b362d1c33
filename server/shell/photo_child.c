/* SPDX-License-Identifier: MIT */
/*
 * Starts children that make photos, reads their answers and ends them; see photo_child.h. Owns the
 * child's process and one end of a socket pair, both for the length of a call.
 */
#include "server/shell/photo_child.h"

#include "photo/photo.h"

#include <errno.h>
#include <poll.h>
#include <seccomp.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <uv.h>

/* How long to wait for the child before somebody is asked whether the photo is still wanted. */
#define LOOK_MS 50

/* Room for why a child is not to be had, or what it did. */
#define WHY_SIZE 64

/* A conversation with a child. */
struct talk {
    const struct photo_child *child;
    const struct photo_job *job;
    pid_t pid;
    int fd;
    int64_t end_ms;
    size_t sent;
    bool is_sent;                        /* the child was told that there is no more */
    uint8_t answer[PHOTO_BYTES_MAX + 1]; /* one more, so that too much is seen */
    size_t answered;
};

/* ------------------------------------------------------------------ starting */

/* What the server ignores or blocks is no setting for the child; a group of its own keeps the
 * signals of a terminal from it. */
static int spawn_attributes(posix_spawnattr_t *attributes)
{
    sigset_t none, ignored;
    int error;
    sigemptyset(&none);
    sigemptyset(&ignored);
    sigaddset(&ignored, SIGPIPE);
    sigaddset(&ignored, SIGXFSZ);
    error = posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF |
                                                     POSIX_SPAWN_SETPGROUP);
    if (error == 0)
        error = posix_spawnattr_setsigmask(attributes, &none);
    if (error == 0)
        error = posix_spawnattr_setsigdefault(attributes, &ignored);
    return error;
}

/* The child has an empty environment and one file; the others close by themselves, or are closed by
 * photo_sandbox_enter(). */
static int spawn(struct talk *talk, int take_fd)
{
    char name[WHY_SIZE];
    char *const args[] = {name, NULL};
    char *const no_environment[] = {NULL};
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    int error;
    snprintf(name, sizeof(name), "%s", talk->child->name);
    /* Neither takes memory yet, so neither fails. */
    (void)posix_spawn_file_actions_init(&files);
    (void)posix_spawnattr_init(&attributes);
    error = posix_spawn_file_actions_adddup2(&files, take_fd, PHOTO_SANDBOX_FD);
    if (error == 0)
        error = spawn_attributes(&attributes);
    if (error == 0)
        error = posix_spawn(&talk->pid, talk->child->program, &files, &attributes, args,
                            no_environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    close(take_fd);
    return error;
}

static int start(struct talk *talk)
{
    int ends[2];
    int error;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return errno;
    talk->fd = ends[0];
    error = spawn(talk, ends[1]);
    if (error != 0)
        close(talk->fd);
    return error;
}

/* ------------------------------------------------------------------ talking */

static int64_t now_ms(void)
{
    return (int64_t)(uv_hrtime() / 1000000);
}

/* Whether a call may be made again. */
static bool is_passing(int error)
{
    return error == EINTR || error == EAGAIN;
}

/* A child that does not want to hear any more is still heard. */
static void send_more(struct talk *talk)
{
    ssize_t n = send(talk->fd, talk->job->bytes + talk->sent, talk->job->size - talk->sent,
                     MSG_NOSIGNAL | MSG_DONTWAIT);
    if (n >= 0)
        talk->sent += (size_t)n;
    talk->is_sent = talk->sent == talk->job->size || (n < 0 && !is_passing(errno));
    if (talk->is_sent)
        (void)shutdown(talk->fd, SHUT_WR);
}

/* False: there is no more to come, or already too much. */
static bool hear_more(struct talk *talk)
{
    ssize_t n = recv(talk->fd, talk->answer + talk->answered, sizeof(talk->answer) - talk->answered,
                     MSG_DONTWAIT);
    if (n < 0)
        return is_passing(errno);
    talk->answered += (size_t)n;
    return n > 0 && talk->answered < sizeof(talk->answer);
}

/* PHOTO_OK: the child has said all that it had to say. */
static int converse(struct talk *talk)
{
    struct pollfd poll_fd = {.fd = talk->fd, .events = POLLIN};
    do {
        poll_fd.events = (short)(talk->is_sent ? POLLIN : POLLIN | POLLOUT);
        (void)poll(&poll_fd, 1, LOOK_MS);
        if ((poll_fd.revents & POLLOUT) != 0)
            send_more(talk);
        if ((poll_fd.revents & (POLLIN | POLLHUP | POLLERR)) != 0 && !hear_more(talk))
            return PHOTO_OK;
        if (talk->job->is_stopped(talk->job->ctx))
            return PHOTO_CHILD_STOPPED;
    } while (now_ms() < talk->end_ms);
    return PHOTO_CHILD_FAILED;
}

/* ------------------------------------------------------------------ judging */

/* Waits for the end of the child, which it may have reached already: then the signal changes
 * nothing. */
static int end(const struct talk *talk)
{
    int how = 0;
    close(talk->fd);
    (void)kill(talk->pid, SIGKILL);
    while (waitpid(talk->pid, &how, 0) < 0 && errno == EINTR)
        ;
    return how;
}

static int failed(const struct talk *talk, const char *why)
{
    log_event(talk->child->log, LOG_LEVEL_WARN, "photo_child_failed", "because=\"%s\" size=%zu",
              why, talk->job->size);
    return PHOTO_CHILD_FAILED;
}

/* Whoever took a child over chooses its exit code and its answer, so they are held against what a
 * child can say. */
static int judge(const struct talk *talk, int how)
{
    char why[WHY_SIZE];
    if (WIFSIGNALED(how)) {
        snprintf(why, sizeof(why), "signal %d", WTERMSIG(how));
        return failed(talk, why);
    }
    if (WEXITSTATUS(how) == PHOTO_SANDBOX_NOT_ENTERED)
        return PHOTO_CHILD_ABSENT;
    if (WEXITSTATUS(how) > -PHOTO_STATUS_LAST)
        return failed(talk, "exit code");
    if (WEXITSTATUS(how) != 0)
        return -WEXITSTATUS(how);
    return photo_is_one(talk->answer, talk->answered) ? PHOTO_OK : failed(talk, "answer");
}

/* Not enough of something that others give back. */
static bool is_shortage(int error)
{
    return error == EAGAIN || error == ENOMEM || error == EMFILE || error == ENFILE;
}

static int absent(const struct photo_child *child, const char *why)
{
    log_event(child->log, LOG_LEVEL_ERROR, "photo_child_absent", "because=\"%s\"", why);
    return PHOTO_CHILD_ABSENT;
}

int photo_child_make(const struct photo_child *child, const struct photo_job *job,
                     uint8_t webp_out[PHOTO_BYTES_MAX], size_t *size_out)
{
    struct talk talk = {.child = child, .job = job, .end_ms = now_ms() + child->most_ms};
    int status, how, error;
    if (child->program == NULL)
        return PHOTO_CHILD_ABSENT;
    if (job->size > PHOTO_SANDBOX_FILE_MAX)
        return PHOTO_TOO_LARGE;
    error = start(&talk);
    if (error != 0)
        return is_shortage(error) ? PHOTO_NO_MEMORY : absent(child, strerror(error));
    status = converse(&talk);
    how = end(&talk);
    if (status == PHOTO_CHILD_FAILED)
        return failed(&talk, "time");
    if (status == PHOTO_OK)
        status = judge(&talk, how);
    if (status == PHOTO_CHILD_ABSENT)
        return absent(child, "the system does not let it give up what it must not have");
    if (status == PHOTO_OK)
        memcpy(webp_out, talk.answer, talk.answered);
    *size_out = talk.answered;
    return status;
}

/* ------------------------------------------------------------------ trying */

static bool never(const void *ctx)
{
    (void)ctx;
    return false;
}

void photo_child_init(struct photo_child *child, const char *program, struct log *log)
{
    /* A PNG of one pixel. */
    static const uint8_t DOT[] = {
        0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48,
        0x44, 0x52, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x06, 0x00, 0x00,
        0x00, 0x1f, 0x15, 0xc4, 0x89, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x44, 0x41, 0x54, 0x78,
        0xda, 0x63, 0xfc, 0xcf, 0xc0, 0x50, 0x0f, 0x00, 0x04, 0x85, 0x01, 0x80, 0x84, 0xa9,
        0x8c, 0x21, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82};
    const struct photo_job job = {.bytes = DOT, .size = sizeof(DOT), .is_stopped = never};
    uint8_t webp[PHOTO_BYTES_MAX];
    size_t size;
    *child = (struct photo_child){
        .program = program, .name = PHOTO_SANDBOX_NAME, .most_ms = PHOTO_CHILD_MS, .log = log};
    int status = program != NULL ? photo_child_make(child, &job, webp, &size) : PHOTO_OK;
    if (status == PHOTO_OK)
        return;
    child->program = NULL;
    log_event(log, LOG_LEVEL_ERROR, "photos_off", "because=\"%s\"",
              status == PHOTO_NO_MEMORY ? "not enough memory, processes or open files"
                                        : "no child could make one");
}

/* ------------------------------------------------------------------ the sandbox */

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
