/* SPDX-License-Identifier: MIT */
/*
 * Child processes; see the header. The collector thread owns the reading ends of the two pipes and
 * ends when both are at their end; the mutex guards the texts and the flag.
 */
#include "tests/support/process.h"

#include "tests/support/cmocka_all.h"
#include "tests/support/wait.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

struct text {
    char *bytes; /* always ends with NUL */
    size_t len;
    size_t size;
};

struct process {
    pid_t pid; /* 0 when it was waited for */
    int exit_code;
    int input_fd; /* -1 when closed */
    int output_fds[PROCESS_STREAMS];
    pthread_t collector;
    pthread_mutex_t mutex;
    pthread_cond_t news;
    struct text texts[PROCESS_STREAMS];
    bool has_ended; /* both outputs are at their end */
};

static void *must(void *memory)
{
    if (memory == NULL)
        abort();
    return memory;
}

/* ------------------------------------------------------------------ the collector's thread */

static void text_append(struct text *text, const char *bytes, size_t len)
{
    if (text->len + len + 1 > text->size) {
        text->size = 2 * (text->len + len + 1);
        text->bytes = must(realloc(text->bytes, text->size));
    }
    memcpy(text->bytes + text->len, bytes, len);
    text->len += len;
    text->bytes[text->len] = '\0';
}

/* Returns false at the end of the stream. */
static bool collect(struct process *process, int stream)
{
    char bytes[4096];
    ssize_t len = read(process->output_fds[stream], bytes, sizeof(bytes));
    if (len < 0 && errno == EINTR)
        return true;
    if (len <= 0)
        return false;
    pthread_mutex_lock(&process->mutex);
    text_append(&process->texts[stream], bytes, (size_t)len);
    pthread_cond_broadcast(&process->news);
    pthread_mutex_unlock(&process->mutex);
    return true;
}

static void *collector_run(void *arg)
{
    struct process *process = arg;
    struct pollfd fds[PROCESS_STREAMS];
    int open_count = PROCESS_STREAMS;
    for (int i = 0; i < PROCESS_STREAMS; i++)
        fds[i] = (struct pollfd){.fd = process->output_fds[i], .events = POLLIN};
    while (open_count > 0) {
        poll(fds, PROCESS_STREAMS, -1);
        for (int i = 0; i < PROCESS_STREAMS; i++) {
            if (fds[i].fd < 0 || fds[i].revents == 0 || collect(process, i))
                continue;
            fds[i].fd = -1;
            open_count--;
        }
    }
    pthread_mutex_lock(&process->mutex);
    process->has_ended = true;
    pthread_cond_broadcast(&process->news);
    pthread_mutex_unlock(&process->mutex);
    return NULL;
}

/* ------------------------------------------------------------------ starting */

static bool is_overridden(const char *entry, const char *const variables[])
{
    size_t name_len = strcspn(entry, "=") + 1;
    for (size_t i = 0; variables[i] != NULL; i++)
        if (strncmp(entry, variables[i], name_len) == 0)
            return true;
    return false;
}

/* The test's environment with `variables` on top: an array whose entries are borrowed. */
static char **environment_new(const char *const variables[])
{
    size_t count = 0;
    size_t added = 0;
    while (environ[count] != NULL)
        count++;
    while (variables[added] != NULL)
        added++;
    char **merged = must(calloc(count + added + 1, sizeof(*merged)));
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (!is_overridden(environ[i], variables))
            merged[kept++] = environ[i];
    for (size_t i = 0; i < added; i++)
        merged[kept++] = (char *)variables[i];
    return merged;
}

static void pipe_make(int ends[2])
{
    if (pipe(ends) != 0)
        fail_msg("no pipe: %s", strerror(errno));
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
}

/* In the child, between fork and exec: only calls that are safe there. A full disk is told by an
 * error, not by SIGXFSZ: tests limit the size of files. */
static _Noreturn void child_run(int pipes[3][2], const char *const argv[], char **environment)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGXFSZ, SIG_IGN);
    signal(SIGPIPE, SIG_DFL);
    dup2(pipes[0][0], STDIN_FILENO);
    dup2(pipes[1][1], STDOUT_FILENO);
    dup2(pipes[2][1], STDERR_FILENO);
    execve(argv[0], (char *const *)argv, environment);
    _exit(127);
}

static void process_init(struct process *process, int pipes[3][2])
{
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&process->news, &attributes);
    pthread_condattr_destroy(&attributes);
    pthread_mutex_init(&process->mutex, NULL);
    process->input_fd = pipes[0][1];
    for (int i = 0; i < PROCESS_STREAMS; i++) {
        process->output_fds[i] = pipes[1 + i][0];
        text_append(&process->texts[i], "", 0);
    }
}

struct process *process_start(const char *const argv[], const char *const variables[])
{
    static const char *const none[] = {NULL};
    struct process *process = must(calloc(1, sizeof(*process)));
    char **environment = environment_new(variables != NULL ? variables : none);
    int pipes[3][2];
    for (int i = 0; i < 3; i++)
        pipe_make(pipes[i]);
    signal(SIGPIPE, SIG_IGN);
    process->pid = fork();
    if (process->pid == 0)
        child_run(pipes, argv, environment);
    free(environment);
    close(pipes[0][0]);
    close(pipes[1][1]);
    close(pipes[2][1]);
    process_init(process, pipes);
    if (process->pid < 0 || pthread_create(&process->collector, NULL, collector_run, process) != 0)
        fail_msg("%s could not be started", argv[0]);
    return process;
}

/* ------------------------------------------------------------------ its life */

pid_t process_pid(const struct process *process)
{
    return process->pid;
}

void process_write(struct process *process, const char *text)
{
    for (size_t left = strlen(text); left > 0;) {
        ssize_t len = write(process->input_fd, text, left);
        if (len < 0 && errno != EINTR)
            return;
        text += len > 0 ? len : 0;
        left -= len > 0 ? (size_t)len : 0;
    }
}

void process_close_input(struct process *process)
{
    if (process->input_fd >= 0)
        close(process->input_fd);
    process->input_fd = -1;
}

void process_signal(struct process *process, int signal_number)
{
    if (process->pid > 0)
        kill(process->pid, signal_number);
}

/* Waits for news; the caller holds the mutex. Returns false at the deadline. */
static bool news_wait(struct process *process, int64_t deadline_ms)
{
    struct timespec until = {.tv_sec = (time_t)(deadline_ms / 1000),
                             .tv_nsec = (long)(deadline_ms % 1000) * 1000000};
    return pthread_cond_timedwait(&process->news, &process->mutex, &until) != ETIMEDOUT;
}

bool process_ends_within(struct process *process, int64_t ms)
{
    int64_t deadline_ms = wait_now_ms() + ms;
    bool is_in_time = true;
    pthread_mutex_lock(&process->mutex);
    while (!process->has_ended && is_in_time)
        is_in_time = news_wait(process, deadline_ms);
    bool has_ended = process->has_ended;
    pthread_mutex_unlock(&process->mutex);
    return has_ended;
}

static void reap(struct process *process)
{
    int status = 0;
    while (waitpid(process->pid, &status, 0) < 0 && errno == EINTR)
        continue;
    process->pid = 0;
    process->exit_code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

int process_wait(struct process *process)
{
    if (process->pid == 0)
        return process->exit_code;
    bool has_ended = process_ends_within(process, PATIENCE_MS);
    if (!has_ended)
        process_signal(process, SIGKILL);
    reap(process);
    if (!has_ended)
        fail_msg("the program did not end within %d ms", PATIENCE_MS);
    return process->exit_code;
}

void process_free(struct process *process)
{
    if (process == NULL)
        return;
    process_close_input(process);
    if (process->pid > 0) {
        process_signal(process, SIGKILL);
        reap(process);
    }
    pthread_join(process->collector, NULL);
    pthread_cond_destroy(&process->news);
    pthread_mutex_destroy(&process->mutex);
    for (int i = 0; i < PROCESS_STREAMS; i++) {
        close(process->output_fds[i]);
        free(process->texts[i].bytes);
    }
    free(process);
}

/* ------------------------------------------------------------------ what it said */

/* Where `what` ends behind the first `text` at `at` or later; NULL if it is not all there yet. */
static const char *find_end(const char *at, const char *text, bool whole_line)
{
    const char *found = strstr(at, text);
    if (found == NULL)
        return NULL;
    if (!whole_line)
        return found + strlen(text);
    const char *line_end = strchr(found, '\n');
    return line_end != NULL ? line_end + 1 : NULL;
}

static void copy_line(const char *start, const char *end, char *line_out, size_t size)
{
    const char *line = end - 1;
    while (line > start && line[-1] != '\n')
        line--;
    size_t len = (size_t)(end - 1 - line);
    len = len < size ? len : size - 1;
    memcpy(line_out, line, len);
    line_out[len] = '\0';
}

static bool find(struct process *process, enum process_stream stream, const char *text,
                 bool whole_line, size_t *at, char *line_out, size_t size)
{
    int64_t deadline_ms = wait_now_ms() + PATIENCE_MS;
    struct text *said = &process->texts[stream];
    const char *end = NULL;
    pthread_mutex_lock(&process->mutex);
    for (;;) {
        end = find_end(said->bytes + *at, text, whole_line);
        if (end != NULL || process->has_ended || !news_wait(process, deadline_ms))
            break;
    }
    if (end != NULL && line_out != NULL)
        copy_line(said->bytes, end, line_out, size);
    if (end != NULL)
        *at = (size_t)(end - said->bytes);
    pthread_mutex_unlock(&process->mutex);
    return end != NULL;
}

bool process_find_line(struct process *process, enum process_stream stream, const char *text,
                       size_t *at, char *line_out, size_t size)
{
    return find(process, stream, text, true, at, line_out, size);
}

bool process_find(struct process *process, enum process_stream stream, const char *text, size_t *at)
{
    return find(process, stream, text, false, at, NULL, 0);
}

char *process_output(struct process *process, enum process_stream stream)
{
    pthread_mutex_lock(&process->mutex);
    char *copy = must(malloc(process->texts[stream].len + 1));
    memcpy(copy, process->texts[stream].bytes, process->texts[stream].len + 1);
    pthread_mutex_unlock(&process->mutex);
    return copy;
}
