/* SPDX-License-Identifier: MIT */
/*
 * The one-question client of client/cli/ask/query.h. Output is collected and written when the loop
 * has ended, so that a failure leaves no half of an answer.
 */
#include "client/cli/ask/query.h"

#include "client/cli/connect/account.h"
#include "client/cli/connect/link.h"
#include "client/cli/terminal/feed.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/words/problem.h"
#include "client/cli/words/words.h"
#include "client/core/typed.h"
#include "proto/frame.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <uv.h>

/* Attempts of a patient query without an answer in between, and the pauses before them. */
#define PATIENCE 100
#define PAUSE_MIN_MS 50
#define PAUSE_MAX_MS 10000

/* A query that runs. */
struct runner {
    struct query *query;
    uv_loop_t loop;
    uv_timer_t pause;      /* before it asks again */
    int refused;           /* times since the last answer */
    bool asks_as_stranger; /* the saved login is no good any more */
    struct session *session;
    struct link *link;
    struct feed feed; /* of the terminal, where a person types lines */
    int tty;
    bool is_reading;
    char typed[TYPED_SIZE]; /* up to the end of the line, which has not come yet */
    size_t typed_len;
    enum exit_code code;
    bool was_answered;
    bool is_lost; /* and the connection is made again */
    bool is_done;
};

void query_init(struct query *query, const struct invocation *invocation, enum op op)
{
    *query = (struct query){.invocation = invocation, .request = {.op = op}};
    ink_init_for(&query->ink, STDOUT_FILENO, invocation_has(invocation, OPTION_NO_COLOR));
}

bool query_is_json(const struct query *query)
{
    return invocation_has(query->invocation, OPTION_JSON);
}

const char *query_name(const struct invocation *invocation)
{
    return invocation->arguments_count > 0 ? invocation->arguments[0] : NULL;
}

enum query_login query_who(const struct invocation *invocation)
{
    return invocation->arguments_count > 0 ? QUERY_STRANGER : QUERY_SELF;
}

void query_put_line(struct query *query, enum colour colour, const char *text)
{
    ink_put_lines(&query->ink, colour, query->ink.columns, text);
}

void query_put_more_before(struct query *query, uint64_t id)
{
    ink_put_line(&query->ink, COLOUR_DIM, _("More: --before %s"), words_id(id).text);
}

void query_put_more_from(struct query *query, int64_t place)
{
    ink_put_line(&query->ink, COLOUR_DIM, _("More: --from %lld"), (long long)place);
}

void query_put_record(struct query *query, enum record record, const void *body)
{
    char line[FRAME_REPLY_MAX + 1];
    int len = record_encode(record, body, line, sizeof(line));
    if (len > 0)
        ink_put_json(&query->ink, line, (size_t)len);
}

void query_put_reply(struct query *query, enum op op, const void *reply)
{
    char line[FRAME_REPLY_MAX + 1];
    int len = reply_encode(op, 0, reply, line, sizeof(line));
    if (len > 0)
        ink_put_json(&query->ink, line, (size_t)len);
}

bool query_put_json(struct query *query, const union reply_body *reply)
{
    if (query_is_json(query))
        query_put_reply(query, query->request.op, reply);
    return query_is_json(query);
}

bool query_put_rows(struct query *query, const union reply_body *reply)
{
    char line[FRAME_REPLY_MAX + 1];
    int len = 1;
    for (size_t i = 0; query_is_json(query) && len > 0; i++) {
        len = reply_row_encode(query->request.op, reply, i, line, sizeof(line));
        if (len > 0)
            ink_put_json(&query->ink, line, (size_t)len);
    }
    return query_is_json(query);
}

static void stop_reading(struct runner *runner)
{
    if (!runner->is_reading)
        return;
    runner->is_reading = false;
    feed_close(&runner->feed);
    close(runner->tty);
}

static void finish(struct runner *runner, enum exit_code code)
{
    if (!runner->is_done) {
        runner->is_done = true;
        runner->code = code;
        uv_close((uv_handle_t *)&runner->pause, NULL);
        stop_reading(runner);
        link_stop(runner->link);
    }
}

static void ask(struct runner *runner)
{
    struct query *query = runner->query;
    if (query->request.op == OP_COUNT) {
        finish(runner, EXIT_CODE_OK);
        return;
    }
    query->asked_ms = (int64_t)(uv_hrtime() / 1000000);
    if (session_request(runner->session, &query->request) == NO_REQUEST_ID) {
        problem_tell(_("That is too long to send: at most %d bytes."), FRAME_REQUEST_MAX);
        finish(runner, EXIT_CODE_USAGE);
    }
}

/* Prints now, because there will be no end. */
static void put_out(struct runner *runner)
{
    if (ink_print(&runner->query->ink) != 0)
        finish(runner, EXIT_CODE_TROUBLE); /* nobody reads any more */
}

static void on_reply(struct runner *runner, const struct notice *notice)
{
    struct query *query = runner->query;
    if (notice->op != query->request.op)
        return; /* of the way back */
    runner->was_answered = true;
    query->took_ms = (int64_t)(uv_hrtime() / 1000000) - query->asked_ms;
    runner->refused = 0;
    query->asks_again = false;
    if (query->show != NULL)
        query->show(query, notice->reply);
    if (query->asks_again)
        ask(runner);
    else if (query->event == NULL || query->is_done)
        finish(runner, query->code);
    else
        put_out(runner);
}

static bool may_come_back(const struct runner *runner)
{
    return runner->query->lasts && runner->was_answered;
}

/* The server says why it hangs up, which tells more than a lost connection. */
static void on_bye(struct runner *runner, const struct bye_event *bye)
{
    const struct session_error error = {
        .code = bye->code,
        .message = bye->message,
        .retry_after_ms = bye->retry_after_ms,
        .reason = bye->reason,
        .appeal = session_is_guest(runner->query->session) ? NONE : APPEAL_STATE_WORD_POSSIBLE};
    int number = error_from_code(bye->code);
    enum exit_code code = problem_tell_error(&error);
    bool is_about_person = number == ERR_BANNED || number == ERR_LOGGED_OUT;
    if (is_about_person || !may_come_back(runner))
        finish(runner, is_about_person ? code : EXIT_CODE_NO_CONNECTION);
}

static void on_event(struct runner *runner, const struct notice *notice)
{
    if (notice->event == EVENT_BYE) {
        on_bye(runner, &notice->body->bye);
        return;
    }
    if (runner->query->event != NULL) {
        runner->query->asks_again = false;
        runner->query->event(runner->query, notice->event, notice->body);
        put_out(runner);
        if (runner->query->asks_again && !runner->is_done)
            ask(runner);
    }
}

static void on_pause_over(uv_timer_t *timer)
{
    struct runner *runner = timer->data;
    ask(runner);
    link_flush(runner->link);
}

/* Returns whether the request is made again after the pause that the server asks for. */
static bool wait_and_ask(struct runner *runner, const struct session_error *error)
{
    int64_t pause_ms = error->retry_after_ms;
    if (!runner->query->is_patient || pause_ms == 0 || ++runner->refused > PATIENCE)
        return false;
    if (pause_ms < PAUSE_MIN_MS)
        pause_ms = PAUSE_MIN_MS;
    uv_timer_start(&runner->pause, on_pause_over,
                   (uint64_t)(pause_ms < PAUSE_MAX_MS ? pause_ms : PAUSE_MAX_MS), 0);
    return true;
}

static enum exit_code tell_error(const struct query *query, const struct session_error *error)
{
    if (query->wrong == NULL || error_from_code(error->code) != ERR_WRONG_CREDENTIALS)
        return problem_tell_error(error);
    problem_tell("%s", query->wrong);
    return problem_exit_code(error);
}

/* Notes whether the error is the one that is not told. */
static bool is_expected(struct query *query, const struct session_error *error)
{
    query->was_expected = query->expected != 0 && error_from_code(error->code) == query->expected;
    return query->was_expected;
}

static void on_error(struct runner *runner, const struct session_error *error)
{
    struct query *query = runner->query;
    if (wait_and_ask(runner, error))
        return;
    if (is_expected(query, error))
        finish(runner, EXIT_CODE_REFUSED);
    else
        finish(runner, query->is_extra ? query->code : tell_error(query, error));
}

static void on_refused(struct runner *runner, const struct session_error *error)
{
    struct query *query = runner->query;
    runner->asks_as_stranger = query->who == QUERY_SELF_OR_STRANGER;
    if (runner->asks_as_stranger)
        finish(runner, EXIT_CODE_OK);
    else if (is_expected(query, error))
        finish(runner, EXIT_CODE_NOT_LOGGED_IN);
    else
        finish(runner, tell_error(query, error));
}

static void on_notice(void *ctx, const struct notice *notice)
{
    struct runner *runner = ctx;
    struct query *query = runner->query;
    switch (notice->kind) {
    case NOTICE_READY:
        runner->is_lost = false;
        if (query->who == QUERY_SELF_OR_GUEST)
            account_save(query->invocation, runner->session);
        if (query->ready != NULL)
            query->ready(query, notice);
        if (query->lasts)
            put_out(runner);
        ask(runner);
        break;
    case NOTICE_REPLY:
        on_reply(runner, notice);
        break;
    case NOTICE_ERROR:
        on_error(runner, &notice->error);
        break;
    case NOTICE_REFUSED:
        on_refused(runner, &notice->error);
        break;
    case NOTICE_EVENT:
        on_event(runner, notice);
        break;
    default:
        break;
    }
}

static bool on_lost(void *ctx, const char *reason, int64_t pause_ms)
{
    (void)pause_ms;
    struct runner *runner = ctx;
    const struct invocation *invocation = runner->query->invocation;
    if (may_come_back(runner)) {
        if (!runner->is_lost)
            query_put_line(runner->query, COLOUR_ERROR, _("Connection lost, trying again..."));
        runner->is_lost = true;
        put_out(runner);
        return !runner->is_done;
    }
    if (!runner->query->is_quiet)
        problem_tell(_("No connection to %s: %s."), invocation_place(invocation).text, reason);
    finish(runner, EXIT_CODE_NO_CONNECTION);
    return false;
}

static void do_line(struct runner *runner, const char *line)
{
    struct query *query = runner->query;
    if (runner->is_done)
        return;
    query->asks_again = false;
    query->line(query, line);
    put_out(runner);
    if (query->is_done)
        finish(runner, query->code);
    else if (query->asks_again)
        ask(runner);
    link_flush(runner->link);
}

/* Hands over what was typed so far. A line that is too long was no answer to anything. */
static void end_line(struct runner *runner)
{
    size_t len = runner->typed_len;
    char *line = runner->typed;
    runner->typed_len = 0;
    if (len == sizeof(runner->typed))
        return;
    line[len] = '\0';
    while (len > 0 && (line[len - 1] == ' ' || line[len - 1] == '\r'))
        line[--len] = '\0';
    line += strspn(line, " ");
    if (line[0] != '\0')
        do_line(runner, line);
}

static void on_bytes(void *ctx, const char *bytes, size_t len)
{
    struct runner *runner = ctx;
    for (size_t i = 0; i < len && runner->is_reading; i++)
        if (bytes[i] == '\n')
            end_line(runner);
        else if (runner->typed_len < sizeof(runner->typed))
            runner->typed[runner->typed_len++] = bytes[i];
}

static void on_end(void *ctx)
{
    stop_reading(ctx);
}

/* Reads lines, edited by the terminal itself, which is opened anew; where there is none, nothing.
 */
static void start_reading(struct runner *runner)
{
    const struct feed_handler handler = {.ctx = runner, .bytes = on_bytes, .end = on_end};
    runner->tty = open("/dev/tty", O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (runner->tty < 0)
        return;
    signal(SIGTTIN, SIG_IGN); /* reading in the background fails, and does not stop the program */
    runner->is_reading = feed_open(&runner->feed, &runner->loop, runner->tty, &handler) == 0;
    if (!runner->is_reading)
        close(runner->tty);
}

/* Returns whether the session knows who to be. */
static bool log_in(struct runner *runner)
{
    struct login saved;
    struct query *query = runner->query;
    struct session_login plan = {.kind = LOGIN_NONE};
    if (query->who == QUERY_AS) {
        plan = query->login;
    } else if (query->who != QUERY_STRANGER) {
        bool is_saved = account_load(query->invocation, &saved);
        if (!is_saved && query->who == QUERY_SELF_OR_STRANGER)
            return true;
        if (!is_saved && query->who == QUERY_SELF_OR_GUEST) {
            session_login_as(runner->session, &(struct session_login){.kind = LOGIN_GUEST});
            return true;
        }
        if (!is_saved) {
            problem_tell("%s", _("You are not logged in. Log in with: penta login NAME"));
            return false;
        }
        plan.kind = LOGIN_TOKEN;
        plan.token = saved.token;
    }
    session_login_as(runner->session, &plan);
    return true;
}

static void run(struct runner *runner)
{
    const struct invocation *invocation = runner->query->invocation;
    struct link_handler handler = {.ctx = runner, .notice = on_notice, .lost = on_lost};
    runner->link = link_new(&runner->loop, runner->session, &handler);
    uv_timer_init(&runner->loop, &runner->pause);
    runner->pause.data = runner;
    if (runner->query->line != NULL)
        start_reading(runner);
    link_start(runner->link, invocation);
    uv_run(&runner->loop, UV_RUN_DEFAULT);
    link_free(runner->link);
}

enum exit_code query_run(struct query *query)
{
    struct runner runner = {.query = query, .code = EXIT_CODE_NOT_LOGGED_IN};
    if (uv_loop_init(&runner.loop) != 0)
        abort();
    runner.session = link_session("penta " PENTAD_VERSION);
    query->session = runner.session;
    if (log_in(&runner))
        run(&runner);
    uv_loop_close(&runner.loop);
    session_free(runner.session);
    if (runner.asks_as_stranger) {
        query->who = QUERY_STRANGER;
        return query_run(query);
    }
    if (ink_print(&query->ink) != 0 && runner.code == EXIT_CODE_OK)
        runner.code = EXIT_CODE_TROUBLE;
    ink_deinit(&query->ink);
    return runner.code;
}

enum exit_code query_ask(const struct invocation *invocation, enum query_login who,
                         const struct request *request,
                         void (*show)(struct query *query, const union reply_body *reply))
{
    struct query query;
    query_init(&query, invocation, request->op);
    query.who = who;
    query.request = *request;
    query.show = show;
    if (who == QUERY_SELF) /* the name is not in question */
        query.wrong = _("That is not your password.");
    return query_run(&query);
}

/* ------------------------------------------------------------------ where output goes */

static int fits(int written)
{
    return written > 0 && written < PATH_MAX ? 0 : -ENAMETOOLONG;
}

/* 0, or -ENOTEMPTY and the like. */
static int check_folder(const char *path)
{
    DIR *folder = opendir(path);
    if (folder == NULL)
        return errno == ENOENT ? 0 : -errno;
    int status = 0;
    for (struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder))
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            status = -ENOTEMPTY;
    closedir(folder);
    return status;
}

/* mkstemp() and mkdtemp() make files for the owner only, but a file of games is no secret. */
static mode_t usual_mode(mode_t wanted)
{
    mode_t mask = umask(0);
    umask(mask);
    return wanted & ~mask;
}

/* Returns why the output cannot be made there: 0 if it can. */
static int check_place(const char *path, enum output_kind kind)
{
    struct stat info;
    if (kind == OUTPUT_FOLDER)
        return check_folder(path);
    return kind == OUTPUT_NEW_FILE && lstat(path, &info) == 0 ? -EEXIST : 0;
}

int output_begin(struct output *output, const char *path, enum output_kind kind)
{
    size_t len = strlen(path);
    bool is_folder = kind == OUTPUT_FOLDER;
    *output = (struct output){.is_folder = is_folder, .fd = -1};
    while (len > 1 && path[len - 1] == '/')
        len--; /* PATH/ and PATH are the same folder */
    int failed = fits(snprintf(output->path, PATH_MAX, "%.*s", (int)len, path));
    if (failed == 0)
        failed = fits(snprintf(output->part, PATH_MAX, "%.*s.part-XXXXXX", (int)len, path));
    if (failed == 0)
        failed = check_place(output->path, kind);
    if (failed != 0) {
        output->part[0] = '\0';
        return failed;
    }
    if (is_folder) {
        failed = mkdtemp(output->part) != NULL && chmod(output->part, usual_mode(0777)) == 0
                     ? 0
                     : -errno;
    } else {
        output->fd = mkstemp(output->part);
        failed = output->fd >= 0 && fchmod(output->fd, usual_mode(0666)) == 0 ? 0 : -errno;
    }
    return failed;
}

static int write_all(int fd, const char *bytes, size_t len)
{
    while (len > 0) {
        ssize_t written = write(fd, bytes, len);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return written < 0 ? -errno : -EIO;
        bytes += written;
        len -= (size_t)written;
    }
    return 0;
}

int output_put(struct output *output, const char *bytes, size_t len)
{
    return write_all(output->fd, bytes, len);
}

static int close_synced(int fd)
{
    int failed = fsync(fd) == 0 || errno == EINVAL ? 0 : -errno;
    return close(fd) == 0 ? failed : -errno;
}

int output_put_file(struct output *output, const char *name, const char *bytes, size_t len)
{
    char path[PATH_MAX];
    int failed = fits(snprintf(path, sizeof(path), "%s/%s", output->part, name));
    if (failed != 0)
        return failed;
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0)
        return -errno;
    failed = write_all(fd, bytes, len);
    return close(fd) == 0 ? failed : -errno;
}

int output_finish(struct output *output)
{
    int failed = 0;
    if (output->fd >= 0) {
        failed = close_synced(output->fd);
        output->fd = -1;
    }
    if (failed == 0 && rename(output->part, output->path) != 0)
        failed = -errno;
    if (failed == 0)
        output->part[0] = '\0';
    return failed;
}

static void remove_folder(const char *path)
{
    DIR *folder = opendir(path);
    if (folder != NULL) {
        for (struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder))
            (void)unlinkat(dirfd(folder), entry->d_name, 0);
        closedir(folder);
    }
    (void)rmdir(path);
}

void output_drop(struct output *output)
{
    if (output->fd >= 0) {
        close(output->fd);
        output->fd = -1;
    }
    if (output->part[0] != '\0' && output->is_folder)
        remove_folder(output->part);
    else if (output->part[0] != '\0')
        (void)unlink(output->part);
    output->part[0] = '\0';
}

void output_tell(const char *path, int failed)
{
    if (failed == -EEXIST)
        problem_tell(_("%s already exists; use --force to replace it."), path);
    else
        problem_tell("%s: %s", path != NULL ? path : "-", strerror(-failed));
}

int output_write(const struct invocation *invocation, struct ink *ink)
{
    struct output output;
    const char *path = invocation->options[OPTION_OUTPUT];
    bool is_forced = invocation_has(invocation, OPTION_FORCE);
    if (path == NULL)
        return ink_print(ink) == 0 ? 0 : -EIO;
    int failed = output_begin(&output, path, is_forced ? OUTPUT_FILE : OUTPUT_NEW_FILE);
    if (failed == 0)
        failed = output_put(&output, ink->bytes.data, ink->bytes.len);
    if (failed == 0)
        failed = output_finish(&output);
    if (failed == 0)
        return 0;
    output_tell(path, failed);
    output_drop(&output);
    return failed;
}
