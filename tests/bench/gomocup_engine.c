/* SPDX-License-Identifier: MIT */
/*
 * A program of the Gomocup protocol as a process; see the header.
 */
#include "tests/bench/gomocup_engine.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Some programs print their move before they take commands again. */
#define BREATH_MS 5
#define END_MS 1000

double engine_now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static void sleep_until(double at_ms)
{
    double left_ms = at_ms - engine_now_ms();
    if (left_ms <= 0)
        return;
    struct timespec pause = {.tv_nsec = (long)(left_ms * 1e6)};
    nanosleep(&pause, NULL);
}

/* ------------------------------------------------------------------ its life */

static void run(const char *command)
{
    char *words[ENGINE_WORDS_MAX + 1] = {NULL};
    char *copy = strdup(command);
    char *rest = copy;
    size_t count = 0;
    while (copy != NULL && count < ENGINE_WORDS_MAX) {
        char *word = strtok_r(rest, " ", &rest);
        if (word == NULL)
            break;
        words[count++] = word;
    }
    if (count > 0)
        execv(words[0], words);
    fprintf(stderr, "gomocup_bench: '%s' cannot be started: %s\n", command, strerror(errno));
    _exit(127);
}

void engine_start(struct gomocup_engine *engine, const char *command)
{
    int to[2];
    int from[2];
    *engine = (struct gomocup_engine){.command = command};
    if (pipe(to) != 0 || pipe(from) != 0)
        abort();
    pid_t parent = getpid();
    engine->pid = fork();
    if (engine->pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent)
            _exit(127);
        dup2(to[0], STDIN_FILENO);
        dup2(from[1], STDOUT_FILENO);
        for (int fd = STDERR_FILENO + 1; fd < 64; fd++)
            close(fd);
        signal(SIGPIPE, SIG_DFL);
        run(command);
    }
    if (engine->pid < 0)
        abort();
    close(to[0]);
    close(from[1]);
    engine->in = to[1];
    engine->out = from[0];
}

static bool has_ended(struct gomocup_engine *engine)
{
    if (waitpid(engine->pid, NULL, WNOHANG) != engine->pid)
        return false;
    engine->pid = 0;
    return true;
}

void engine_end(struct gomocup_engine *engine)
{
    if (engine->pid == 0)
        return;
    engine_say(engine, "END");
    close(engine->in);
    double deadline = engine_now_ms() + END_MS;
    while (!has_ended(engine) && engine_now_ms() < deadline)
        sleep_until(engine_now_ms() + 5);
    if (engine->pid != 0) {
        kill(engine->pid, SIGKILL);
        waitpid(engine->pid, NULL, 0);
        engine->pid = 0;
    }
    close(engine->out);
}

/* ------------------------------------------------------------------ lines */

void engine_say(struct gomocup_engine *engine, const char *line)
{
    char text[ENGINE_LINE_SIZE + 2];
    int len = snprintf(text, sizeof(text), "%s\r\n", line);
    sleep_until(engine->answered_ms + BREATH_MS);
    for (int done = 0; done < len;) {
        ssize_t now = write(engine->in, text + done, (size_t)(len - done));
        if (now < 0 && errno == EINTR)
            continue;
        if (now < 0)
            return; /* it has ended, which the next answer tells */
        done += (int)now;
    }
}

/* Takes the first line out of what came. Lines end with CR, LF or both; empty ones do not count. */
static bool take_line(struct gomocup_engine *engine, char *line_out)
{
    for (;;) {
        size_t len = 0;
        while (len < engine->len && engine->bytes[len] != '\n' && engine->bytes[len] != '\r')
            len++;
        if (len == engine->len && engine->len < sizeof(engine->bytes))
            return false;
        size_t kept = len < ENGINE_LINE_SIZE ? len : ENGINE_LINE_SIZE - 1;
        memcpy(line_out, engine->bytes, kept);
        line_out[kept] = '\0';
        size_t taken = len < engine->len ? len + 1 : len;
        engine->len -= taken;
        memmove(engine->bytes, engine->bytes + taken, engine->len);
        if (len > 0)
            return true;
    }
}

static bool is_for_people(const char *line)
{
    return strncasecmp(line, "MESSAGE", 7) == 0 || strncasecmp(line, "DEBUG", 5) == 0;
}

/* Waits for bytes. */
static enum engine_answer fill(struct gomocup_engine *engine, double deadline_ms)
{
    struct pollfd output = {.fd = engine->out, .events = POLLIN};
    double left_ms = deadline_ms - engine_now_ms();
    int ready = poll(&output, 1, left_ms > 0 ? (int)left_ms + 1 : 0);
    if (ready < 0)
        return ENGINE_LINE; /* a signal: once more */
    if (ready == 0)
        return ENGINE_LATE;
    ssize_t len =
        read(engine->out, engine->bytes + engine->len, sizeof(engine->bytes) - engine->len);
    if (len <= 0)
        return ENGINE_ENDED;
    engine->len += (size_t)len;
    return ENGINE_LINE;
}

enum engine_answer engine_hear(struct gomocup_engine *engine, double deadline_ms, char *line_out)
{
    for (;;) {
        while (take_line(engine, line_out)) {
            engine->answered_ms = engine_now_ms();
            if (!is_for_people(line_out))
                return ENGINE_LINE;
        }
        enum engine_answer answer = fill(engine, deadline_ms);
        if (answer != ENGINE_LINE)
            return answer;
    }
}

void engine_pass_over(struct gomocup_engine *engine)
{
    char line[ENGINE_LINE_SIZE];
    sleep_until(engine->answered_ms + BREATH_MS);
    while (engine_hear(engine, engine_now_ms(), line) == ENGINE_LINE) {
    }
}
