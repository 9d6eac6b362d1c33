/* SPDX-License-Identifier: MIT */
/*
 * POST /session, and files that the core tells. What stands in the place of a socket is a transport
 * of messages: it says hello, comes back by the cookie where there is one and the op can use it,
 * asks, and ends. It is never called back from inside a call of its user, so it goes on in the
 * loop's next turn.
 */
#include "server/shell/web_session.h"

#include "base/arena.h"
#include "base/memory.h"
#include "proto/frame.h"
#include "server/shell/loop.h"
#include "server/shell/web.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <utlist.h>

/* As long as browsers keep one at the most (400 days): the server knows by itself when a login
 * ends. */
#define COOKIE_SECONDS 34560000
#define COOKIE_NAME_SIZE 48

enum step {
    STEP_HELLO,
    STEP_RESUME,
    STEP_REQUEST,
    STEP_OVER, /* the answer is given, or not wanted any more */
};

struct web_session {
    struct transport base;
    struct web_session *prev, *next; /* in shell->sessions.due, if it is due */
    struct shell *shell;
    struct http_client *client; /* NULL: it has its answer, or is gone */
    struct origin origin;
    struct by_http_request ask;
    struct arena arena;             /* of what was asked */
    char token[BY_HTTP_TOKEN_SIZE]; /* of the cookie; "": there is none, or it is worth nothing */
    struct frame_rest rest;         /* of what is said to it */
    enum step step;
    bool is_due;
    bool is_to_speak;  /* the step's message is to be said */
    bool is_to_write;  /* the end of a transport_write() is to be told */
    bool is_worthless; /* the cookie's token is */
    bool is_shut;      /* nothing more will be said to it */
    bool is_told_ended;
    bool is_closed;
};

/* ------------------------------------------------------------------ cookies */

enum cookie {
    COOKIE_SESSION,
    COOKIE_DEVICE, /* a token that ended: shows that the account was logged in here */
};

/* Without https a name by port, so that servers on one machine do not take each other's. */
static void name_cookie(const struct shell *shell, enum cookie cookie, char out[COOKIE_NAME_SIZE])
{
    const char *more = cookie == COOKIE_DEVICE ? "-device" : "";
    const char *host = strstr(shell->web_origin, "://");
    const char *port = host != NULL ? strrchr(host + 3, ':') : NULL;
    if (strncmp(shell->web_origin, "https:", 6) == 0)
        snprintf(out, COOKIE_NAME_SIZE, "__Host-pentad%s", more);
    else
        snprintf(out, COOKIE_NAME_SIZE, "pentad%s-%.5s", more, port != NULL ? port + 1 : "80");
}

/* False: there is none, or it is no token. */
static bool find_cookie(const struct shell *shell, const struct http_request *request,
                        enum cookie cookie, char token_out[BY_HTTP_TOKEN_SIZE])
{
    char name[COOKIE_NAME_SIZE];
    const char *at = request->headers[HTTP_COOKIE];
    name_cookie(shell, cookie, name);
    size_t name_len = strlen(name);
    for (; at != NULL; at = strchr(at, ';')) {
        at += strspn(at, "; \t");
        const char *value = at + name_len + 1;
        if (strncmp(at, name, name_len) != 0 || at[name_len] != '=')
            continue;
        size_t len = strcspn(value, "; \t");
        if (!by_http_is_token(value, len))
            return false;
        snprintf(token_out, BY_HTTP_TOKEN_SIZE, "%.*s", (int)len, value);
        return true;
    }
    return false;
}

/* Sets it, or takes it away where `token` is "". */
static void put_cookie(const struct shell *shell, enum cookie cookie, const char *token,
                       char lines[HTTP_LINES_SIZE])
{
    char name[COOKIE_NAME_SIZE];
    size_t used = strlen(lines);
    name_cookie(shell, cookie, name);
    snprintf(lines + used, HTTP_LINES_SIZE - used,
             "Set-Cookie: %s=%s; Path=/; HttpOnly; SameSite=Strict%s; Max-Age=%d\r\n", name, token,
             name[0] == '_' ? "; Secure" : "", token[0] != '\0' ? COOKIE_SECONDS : 0);
}

bool web_session_token(const struct shell *shell, const struct http_request *request,
                       char token_out[BY_HTTP_TOKEN_SIZE])
{
    return find_cookie(shell, request, COOKIE_SESSION, token_out);
}

/* ------------------------------------------------------------------ its turn */

static void on_idle(uv_idle_t *idle);

static void set_due(struct web_session *session)
{
    struct web_sessions *sessions = &session->shell->sessions;
    if (session->is_due)
        return;
    session->is_due = true;
    DL_APPEND(sessions->due, session);
    uv_idle_start(&sessions->idle, on_idle);
}

static void say(struct web_session *session, const char *message)
{
    session->base.user->message(session->base.ctx, message, strlen(message));
}

static void speak(struct web_session *session)
{
    char resume[BY_HTTP_RESUME_SIZE];
    switch (session->step) {
    case STEP_HELLO:
        say(session, session->ask.hello);
        break;
    case STEP_RESUME:
        by_http_resume(session->token, resume);
        say(session, resume);
        break;
    case STEP_REQUEST:
        say(session, session->ask.request);
        break;
    case STEP_OVER:
        break;
    }
}

static void go_to(struct web_session *session, enum step step)
{
    session->step = step;
    session->is_to_speak = true;
    set_due(session);
}

/* ------------------------------------------------------------------ the answer */

static void put_cookies(const struct web_session *session, const struct by_http_answer *answer,
                        char lines[HTTP_LINES_SIZE])
{
    const struct shell *shell = session->shell;
    bool has_ended = session->ask.ends_login && answer->status == 200;
    if (answer->token[0] != '\0')
        put_cookie(shell, COOKIE_SESSION, answer->token, lines);
    else if (session->is_worthless || has_ended)
        put_cookie(shell, COOKIE_SESSION, "", lines);
    if (has_ended && session->ask.keeps_device)
        put_cookie(shell, COOKIE_DEVICE, session->token, lines);
}

/* In whole seconds, and none too few; 0: waiting does not help. */
static void put_retry_after(int64_t ms, char lines[HTTP_LINES_SIZE])
{
    size_t used = strlen(lines);
    if (ms > 0)
        snprintf(lines + used, HTTP_LINES_SIZE - used, "Retry-After: %lld\r\n",
                 (long long)(ms / 1000 + (ms % 1000 > 0)));
}

static void give(struct web_session *session, const struct by_http_answer *answer)
{
    bool lasts = answer->status == 200 && session->ask.never_changes;
    struct http_answer found = {.status = answer->status,
                                .type = answer->type,
                                .take_body = mem_alloc(answer->len),
                                .body_bytes = answer->len,
                                .cache = lasts ? "public, max-age=86400, immutable" : NULL};
    struct http_client *client = session->client;
    memcpy(found.take_body, answer->body, answer->len);
    session->client = NULL;
    session->step = STEP_OVER;
    set_due(session);
    if (client == NULL || answer->status == 404) {
        free(found.take_body);
        found = web_missing();
    }
    if (client == NULL)
        return;
    put_cookies(session, answer, found.lines);
    put_retry_after(answer->retry_after_ms, found.lines);
    http_answer_later(client, &found);
}

/* A token that is worth nothing does not keep anybody from becoming somebody. */
static void resumed(struct web_session *session, const struct by_http_answer *answer)
{
    session->is_worthless = answer->is_worthless;
    if (session->is_worthless)
        session->token[0] = '\0';
    if (answer->status == 200 || (session->is_worthless && !session->ask.needs_player))
        go_to(session, STEP_REQUEST);
    else
        give(session, answer);
}

static void hear(struct web_session *session, const struct frame_slice *line)
{
    struct arena arena;
    struct by_http_answer answer;
    arena_init(&arena, NULL, 0);
    if (session->step != STEP_OVER &&
        by_http_answer(line->bytes, line->len, &session->ask, &arena, &answer)) {
        bool comes_back = session->ask.is_of_player && session->token[0] != '\0';
        if (session->step == STEP_REQUEST || (answer.status != 200 && session->step == STEP_HELLO))
            give(session, &answer);
        else if (session->step == STEP_RESUME)
            resumed(session, &answer);
        else
            go_to(session, comes_back ? STEP_RESUME : STEP_REQUEST);
    }
    arena_deinit(&arena);
}

/* ------------------------------------------------------------------ its transport */

static struct web_session *of(struct transport *transport)
{
    return (struct web_session *)transport;
}

static int start(struct transport *transport)
{
    (void)transport;
    return 0;
}

static void stop(struct transport *transport)
{
    (void)transport;
}

static size_t take(struct web_session *session, const uv_buf_t *pieces, size_t count)
{
    size_t len = 0;
    for (size_t i = 0; i < count; i++) {
        struct frame_slice input = {pieces[i].base, pieces[i].len};
        struct frame_slice line;
        len += pieces[i].len;
        while (frame_take(&session->rest, &input, FRAME_REPLY_MAX, &line) == FRAME_READY)
            hear(session, &line);
    }
    return len;
}

static ssize_t try_write(struct transport *transport, const uv_buf_t *pieces, size_t count)
{
    return (ssize_t)take(of(transport), pieces, count);
}

static bool write_all(struct transport *transport, const uv_buf_t *pieces, size_t count)
{
    (void)take(of(transport), pieces, count);
    of(transport)->is_to_write = true;
    set_due(of(transport));
    return true;
}

static bool shut(struct transport *transport)
{
    of(transport)->is_shut = true;
    set_due(of(transport));
    return true;
}

static void close_it(struct transport *transport, enum transport_end end)
{
    (void)end;
    of(transport)->is_closed = true;
    set_due(of(transport));
}

static struct origin origin_told(const struct transport *transport)
{
    return ((const struct web_session *)transport)->origin;
}

static const struct transport_calls calls = {.start = start,
                                             .stop = stop,
                                             .try_write = try_write,
                                             .write = write_all,
                                             .shut = shut,
                                             .close = close_it,
                                             .origin = origin_told};

/* ------------------------------------------------------------------ its life */

static void drop(struct web_session *session)
{
    arena_deinit(&session->arena);
    free(session);
}

/* The server closes it without an answer only where it stops. */
static void end(struct web_session *session)
{
    struct http_answer nothing = {.status = 503};
    put_retry_after(BY_HTTP_RETRY_MS, nothing.lines);
    if (session->client != NULL)
        http_answer_later(session->client, &nothing);
    session->base.user->closed(session->base.ctx);
    frame_rest_drop(&session->rest);
    drop(session);
}

static void go_on(struct web_session *session)
{
    const struct transport_user *user = session->base.user;
    void *ctx = session->base.ctx;
    if (session->is_closed) {
        end(session);
    } else if (session->is_to_write) {
        session->is_to_write = false;
        set_due(session);
        user->written(ctx, true);
    } else if ((session->step == STEP_OVER || session->is_shut) && !session->is_told_ended) {
        session->is_told_ended = true;
        user->ended(ctx);
    } else if (session->is_to_speak) {
        session->is_to_speak = false;
        speak(session);
    }
}

static void on_idle(uv_idle_t *idle)
{
    struct web_sessions *sessions = idle->data;
    while (sessions->due != NULL) {
        struct web_session *session = sessions->due;
        DL_DELETE(sessions->due, session);
        session->is_due = false;
        go_on(session);
    }
    uv_idle_stop(idle);
}

void web_sessions_init(struct web_sessions *sessions, uv_loop_t *loop)
{
    uv_idle_init(loop, &sessions->idle);
    sessions->idle.data = sessions;
}

static void on_gone(void *ctx)
{
    struct web_session *session = ctx;
    session->client = NULL;
    session->step = STEP_OVER;
    set_due(session);
}

static struct web_session *create(struct shell *shell, const struct origin *origin)
{
    struct web_session *session = mem_zero(sizeof(*session));
    arena_init(&session->arena, NULL, 0);
    session->base = (struct transport){.calls = &calls, .home = &shell->transports};
    session->shell = shell;
    session->origin = *origin;
    return session;
}

static struct http_answer begin(struct web_session *session, struct http_client *client)
{
    session->client = client;
    http_wait(client, on_gone, session);
    if (session->ask.type != NULL)
        peer__accept_for_file(session->shell, &session->base);
    else
        peer__accept(session->shell, &session->base, ORIGIN_NETWORK);
    if (session->step != STEP_OVER) /* there is a place for it */
        go_to(session, STEP_HELLO);
    return (struct http_answer){0};
}

struct http_answer web_session_begin(struct shell *shell, struct http_client *client,
                                     const struct http_request *request,
                                     const struct origin *origin)
{
    char device[BY_HTTP_TOKEN_SIZE];
    struct web_session *session = create(shell, origin);
    bool is_known = find_cookie(shell, request, COOKIE_SESSION, session->token) ||
                    find_cookie(shell, request, COOKIE_DEVICE, device);
    const char *shown = session->token[0] != '\0' ? session->token : is_known ? device : NULL;
    const char *wrong =
        by_http_read(request->body, request->body_bytes, shown, &session->arena, &session->ask);
    if (wrong == NULL)
        return begin(session, client);
    struct http_answer refusal = http_text(400, wrong);
    refusal.type = "application/json";
    drop(session);
    return refusal;
}

struct http_answer web_session_file(struct shell *shell, struct http_client *client,
                                    const struct http_request *request, const struct origin *origin)
{
    struct web_session *session = create(shell, origin);
    if (by_http_read_file(request->path, &session->arena, &session->ask))
        return begin(session, client);
    drop(session);
    return web_missing();
}
