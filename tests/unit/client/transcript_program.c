/* SPDX-License-Identifier: MIT */
/*
 * The program penta as a child process, with pipes or on a terminal of 24 lines and 80 columns.
 */
#include "tests/support/wait.h"
#include "transcript.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#define ARGUMENTS_MAX 24

/* ------------------------------------------------------------------ its output */

static void read_output(struct transcript *stage)
{
    char bytes[4096];
    ssize_t len = read(stage->program.output, bytes, sizeof(bytes));
    if (len < 0 && errno == EINTR)
        return;
    if (len > 0)
        shown_add(&stage->shown, bytes, (size_t)len);
    else /* a terminal ends with EIO */
        stage->program.has_ended = true;
}

void program_wait(struct transcript *stage, int fd)
{
    struct program *program = &stage->program;
    int64_t deadline_ms = wait_now_ms() + PATIENCE_MS;
    for (;;) {
        struct pollfd fds[2] = {
            {.fd = fd, .events = POLLIN},
            {.fd = program->has_ended ? -1 : program->output, .events = POLLIN}};
        if (fd < 0 && program->has_ended)
            return;
        int ready = poll(fds, 2, program->has_ended ? 0 : wait_left_ms(deadline_ms));
        if (ready < 0 && errno == EINTR)
            continue;
        if (ready < 1)
            shown_fail(stage, program->has_ended ? "penta has ended, and said nothing"
                                                 : "nothing happens");
        if (fds[1].revents != 0)
            read_output(stage);
        if (fds[0].revents != 0 || (fd < 0 && fds[1].revents != 0))
            return;
    }
}

/* ------------------------------------------------------------------ its life */

/* In the child. */
static void redirect(const char *path)
{
    if (path == NULL)
        return;
    close(STDOUT_FILENO);
    if (path[0] != '\0' && open(path, O_WRONLY) != STDOUT_FILENO)
        _exit(127);
}

static void run_child(const struct transcript *stage, char *const argv[])
{
    const struct program *program = &stage->program;
    char server[32];
    snprintf(server, sizeof(server), "127.0.0.1:%s", stage->server.port);
    signal(SIGPIPE, SIG_DFL);
    setenv("XDG_STATE_HOME", stage->home, 1);
    setenv("PENTAD_SERVER", server, 1);
    setenv("LC_ALL", "C.UTF-8", 1);
    setenv("TERM", "xterm-256color", 1);
    unsetenv("LANGUAGE");
    unsetenv("NO_COLOR");
    unsetenv("COLUMNS");
    for (size_t i = 0; i < program->env_count; i++)
        putenv(program->env[i]);
    if (chdir(stage->home) != 0)
        _exit(127);
    execv(PENTA_PROGRAM, argv);
    _exit(127);
}

static void fork_with_pipes(struct transcript *stage, char *const argv[])
{
    struct program *program = &stage->program;
    int input[2];
    int output[2];
    if (pipe(input) != 0 || pipe(output) != 0)
        abort();
    fcntl(input[1], F_SETFD, FD_CLOEXEC);
    fcntl(output[0], F_SETFD, FD_CLOEXEC);
    program->pid = fork();
    if (program->pid == 0) {
        dup2(input[0], STDIN_FILENO);
        dup2(output[1], STDOUT_FILENO);
        dup2(output[1], STDERR_FILENO);
        close(input[0]);
        close(output[1]);
        redirect(program->prints_to);
        run_child(stage, argv);
    }
    close(input[0]);
    close(output[1]);
    program->input = input[1];
    program->output = output[0];
}

static void fork_with_terminal(struct transcript *stage, char *const argv[])
{
    struct program *program = &stage->program;
    struct winsize size = {.ws_row = 24, .ws_col = 80};
    program->pid = forkpty(&program->output, NULL, NULL, &size);
    if (program->pid == 0)
        run_child(stage, argv);
    fcntl(program->output, F_SETFD, FD_CLOEXEC);
    program->input = fcntl(program->output, F_DUPFD_CLOEXEC, 0);
}

static void start(struct step *step, bool is_terminal)
{
    struct transcript *stage = step->stage;
    visit_end(stage);
    char *argv[ARGUMENTS_MAX + 1] = {strdup("penta")};
    size_t count = 1;
    if (stage->program.pid != 0)
        script_fail(step->script, "penta still runs");
    while (step_has_more(step) && count < ARGUMENTS_MAX)
        argv[count++] = strdup(step_text(step));
    shown_clear(&stage->shown);
    server_cut(stage);
    stage->server.may_connect = true;
    stage->program.is_terminal = is_terminal;
    stage->program.has_ended = false;
    if (is_terminal)
        fork_with_terminal(stage, argv);
    else
        fork_with_pipes(stage, argv);
    if (stage->program.pid < 0 || stage->program.input < 0)
        script_fail(step->script, "penta could not be started");
    for (size_t i = 0; i < count; i++)
        free(argv[i]);
}

/* penta ARGUMENT...: the program begins, with pipes */
void program_penta(struct step *step)
{
    start(step, false);
}

/* terminal ARGUMENT...: it begins on a terminal */
void program_terminal(struct step *step)
{
    start(step, true);
}

static void close_input(struct program *program)
{
    if (program->input >= 0)
        close(program->input);
    program->input = -1;
}

/* Waits for it; the exit code, or 128 + the number of a signal. */
static int reap(struct program *program)
{
    int status = 0;
    while (waitpid(program->pid, &status, 0) < 0 && errno == EINTR)
        continue;
    program->pid = 0;
    close_input(program);
    close(program->output);
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

bool program_stop(struct transcript *stage)
{
    struct program *program = &stage->program;
    bool was_running = program->pid > 0;
    if (was_running) {
        kill(program->pid, SIGKILL);
        (void)reap(program);
    }
    for (size_t i = 0; i < program->env_count; i++)
        free(program->env[i]);
    free(program->prints_to);
    return was_running;
}

static void need_program(struct step *step)
{
    if (step->stage->program.pid == 0)
        script_fail(step->script, "penta does not run");
}

/* exits CODE [TEXT...]: its input ends, it ends with this code, and has said this (as `shows`) */
void program_exits(struct step *step)
{
    struct transcript *stage = step->stage;
    int64_t code = step_int(step);
    if (visit_exits(step, code))
        return;
    need_program(step);
    close_input(&stage->program);
    while (!stage->program.has_ended)
        program_wait(stage, -1);
    int ended = reap(&stage->program);
    stage->shown.is_over = true;
    if (ended != code)
        shown_fail(stage, "it ended with %d", ended);
    if (step_has_more(step))
        shown_has(step);
}

/* ------------------------------------------------------------------ what is around it */

/* env NAME=VALUE...: in the environment of what begins from now on */
void program_env(struct step *step)
{
    struct program *program = &step->stage->program;
    do {
        const char *entry = step_text(step);
        size_t len = strcspn(entry, "=") + 1;
        size_t i = 0;
        while (i < program->env_count && strncmp(program->env[i], entry, len) != 0)
            i++;
        if (i == TRANSCRIPT_ENV_MAX)
            script_fail(step->script, "too many variables");
        if (i == program->env_count)
            program->env_count++;
        else
            free(program->env[i]);
        program->env[i] = strdup(entry);
    } while (step_has_more(step));
}

/* prints to FILE; prints nowhere: the standard output of what begins from now on */
void program_prints(struct step *step)
{
    struct program *program = &step->stage->program;
    free(program->prints_to);
    if (step_take(step, "nowhere"))
        program->prints_to = strdup("");
    else if (step_take(step, "to"))
        program->prints_to = strdup(step_text(step));
    else
        script_fail(step->script, "prints to FILE, or nowhere");
}

/* ------------------------------------------------------------------ what it reads and shows */

static void type(struct step *step, const char *text)
{
    size_t len = strlen(text);
    need_program(step);
    /* Whether what is ending reads it is not the scene's concern. */
    if (write(step->stage->program.input, text, len) != (ssize_t)len && errno != EPIPE)
        shown_fail(step->stage, "it cannot be typed");
}

static void type_line(struct step *step, const char *line)
{
    if (visit_type(step, line))
        return;
    type(step, line);
    type(step, step->stage->program.is_terminal ? "\r" : "\n");
}

/* types LINE...: each with what ends it, there */
void program_types(struct step *step)
{
    do
        type_line(step, step_text(step));
    while (step_has_more(step));
}

/* keys TEXT: as it is */
void program_keys(struct step *step)
{
    type(step, step_text(step));
}

/* ends: no more is typed */
void program_ends(struct step *step)
{
    if (step->stage->visited != NULL) {
        visit_end_input(step->stage);
        return;
    }
    need_program(step);
    close_input(&step->stage->program);
}

/* Where the text is, behind what was seen; NULL: not there yet. */
static const char *find_new(const struct shown *shown, const char *text, bool is_last)
{
    const char *behind = shown->text + shown->to;
    size_t len = strlen(text);
    size_t new_len = shown->len - shown->to;
    return strstr(is_last && new_len >= len ? behind + new_len - len : behind, text);
}

static void see(struct shown *shown, const char *found, size_t len)
{
    shown->from = shown->to;
    shown->to = (size_t)(found - shown->text) + len;
}

static void wait_for_more(struct transcript *stage, const char *word)
{
    if (stage->program.has_ended)
        shown_fail(stage, "never came: %s", word);
    program_wait(stage, -1);
}

/* Waits for the text, as the last one or not. */
static void wait_for(struct step *step, const char *word, bool is_last)
{
    struct shown *shown = &step->stage->shown;
    const char *text = script_text(step->script, word);
    const char *found;
    need_program(step);
    if (text[0] == '\0')
        script_fail(step->script, "an empty text is everywhere");
    while ((found = find_new(shown, text, is_last)) == NULL)
        wait_for_more(step->stage, word);
    see(shown, found, strlen(text));
}

/* sees TEXT...: waits for each, behind the one before */
void program_sees(struct step *step)
{
    do
        wait_for(step, step_word(step), false);
    while (step_has_more(step));
}

/* until TEXT on TEXT types LINE: whenever the second one came, until the first one came */
void program_until(struct step *step)
{
    struct shown *shown = &step->stage->shown;
    const char *end = step_word(step);
    const char *on = step_take(step, "on") ? step_word(step) : NULL;
    if (on == NULL || !step_take(step, "types"))
        script_fail(step->script, "until TEXT on TEXT types LINE");
    const char *line = step_word(step);
    const char *found;
    while ((found = find_new(shown, script_text(step->script, end), false)) == NULL) {
        if (find_new(shown, script_text(step->script, on), false) != NULL) {
            see(shown, shown->text + shown->len, 0);
            type_line(step, script_text(step->script, line));
        }
        wait_for_more(step->stage, end);
    }
    see(shown, found, strlen(script_text(step->script, end)));
}

/* prompts TEXT: waits until that is the last that was written */
void program_prompts(struct step *step)
{
    wait_for(step, step_word(step), true);
}

/* signal INT|TERM|STOP|CONT...: to the program */
void program_signal(struct step *step)
{
    static const struct {
        const char *name;
        int number;
    } signals[] = {{"INT", SIGINT}, {"TERM", SIGTERM}, {"STOP", SIGSTOP}, {"CONT", SIGCONT}};
    need_program(step);
    do {
        const char *name = step_word(step);
        size_t i = 0;
        while (i < 4 && strcmp(signals[i].name, name) != 0)
            i++;
        if (i == 4)
            script_fail(step->script, "not a signal: %s", name);
        kill(step->stage->program.pid, signals[i].number);
    } while (step_has_more(step));
}
