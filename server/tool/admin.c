/* SPDX-License-Identifier: MIT */
/*
 * pentad admin COMMAND ...: one request over the server's local socket, and its answer for people
 * or
 * (--json) as the server sent it. It speaks the protocol that every client speaks.
 */
#include "server/tool/admin.h"

#include "base/arena.h"
#include "base/memory.h"
#include "proto/frame.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

/* The server answers at once, or when its disk does. */
#define PATIENCE_S 30
#define GREETING_ID 0
#define REQUEST_ID 1

struct admin {
    const struct tool_call *call;
    int fd;
    enum moderation_act_id act;
    struct arena arena;
    size_t len; /* of what is in `bytes`, from `done` on */
    size_t done;
    char bytes[FRAME_REPLY_MAX + 2];
};

/* ------------------------------------------------------------------ the connection */

static bool connect_to(struct admin *admin, const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    const struct timeval patience = {.tv_sec = PATIENCE_S};
    if (strlen(path) >= sizeof(address.sun_path)) {
        errno = ENAMETOOLONG;
        return false;
    }
    memcpy(address.sun_path, path, strlen(path) + 1);
    admin->fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (admin->fd < 0)
        return false;
    setsockopt(admin->fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
    setsockopt(admin->fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof(patience));
    return connect(admin->fd, (const struct sockaddr *)&address, sizeof(address)) == 0;
}

static bool send_all(int fd, const char *bytes, size_t len)
{
    while (len > 0) {
        ssize_t sent = send(fd, bytes, len, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0)
            return false;
        bytes += sent;
        len -= (size_t)sent;
    }
    return true;
}

/* More bytes behind those that are there; those before `done` are gone. */
static bool read_more(struct admin *admin)
{
    ssize_t got;
    memmove(admin->bytes, admin->bytes + admin->done, admin->len - admin->done);
    admin->len -= admin->done;
    admin->done = 0;
    do
        got = recv(admin->fd, admin->bytes + admin->len, sizeof(admin->bytes) - admin->len, 0);
    while (got < 0 && errno == EINTR);
    if (got <= 0)
        return false;
    admin->len += (size_t)got;
    return true;
}

static bool next_line(struct admin *admin, struct frame_slice *line_out)
{
    for (;;) {
        size_t consumed = 0;
        enum frame_status status = frame_next(admin->bytes + admin->done, admin->len - admin->done,
                                              FRAME_REPLY_MAX, line_out, &consumed);
        admin->done += consumed;
        if (status != FRAME_NEED_MORE)
            return status == FRAME_READY;
        if (!read_more(admin))
            return false;
    }
}

/* ------------------------------------------------------------------ asking */

static bool look_up(void *ctx, int64_t id, enum op *op_out)
{
    const struct admin *admin = ctx;
    *op_out = id == GREETING_ID ? OP_HELLO : moderation_act(admin->act)->op;
    return id == REQUEST_ID || id == GREETING_ID;
}

/* Waits for the answer, or the server's last word. False: there is none. */
static bool wait_for_answer(struct admin *admin, struct frame_slice *line_out,
                            struct incoming *incoming_out, union reply_body *reply_out)
{
    const struct incoming_lookup lookup = {.op = look_up, .ctx = admin};
    while (next_line(admin, line_out)) {
        arena_reset(&admin->arena);
        if (incoming_decode(line_out->bytes, line_out->len, &admin->arena, &lookup, incoming_out,
                            reply_out) != 0)
            return false;
        bool is_greeted = incoming_out->kind == INCOMING_REPLY && incoming_out->re == GREETING_ID;
        if (!is_greeted &&
            (incoming_out->kind == INCOMING_REPLY || incoming_out->kind == INCOMING_ERROR))
            return true;
        if (incoming_out->kind == INCOMING_EVENT && incoming_out->event == EVENT_BYE) {
            incoming_out->kind = INCOMING_ERROR;
            incoming_out->error.message = incoming_out->body->bye.message;
            incoming_out->error.field = NULL;
            return true;
        }
    }
    return false;
}

static int tell_refusal(const struct tool_call *call, const struct incoming *incoming)
{
    fprintf(call->err, "pentad: %s", incoming->error.message);
    if (incoming->error.field != NULL)
        fprintf(call->err, " (%s)", incoming->error.field);
    fputc('\n', call->err);
    return TOOL_EXIT_FINDINGS;
}

static int tell_answer(struct admin *admin, const struct request *request)
{
    const struct tool_call *call = admin->call;
    struct frame_slice line;
    struct incoming incoming;
    union reply_body reply;
    if (!wait_for_answer(admin, &line, &incoming, &reply)) {
        fputs("pentad: the server did not answer.\n", call->err);
        return TOOL_EXIT_IMPOSSIBLE;
    }
    if (call->config->wants_json)
        fprintf(call->out, "%.*s\n", (int)line.len, line.bytes);
    else if (incoming.kind == INCOMING_REPLY)
        admin_show(admin->act, request, &reply, call->out);
    if (incoming.kind == INCOMING_REPLY)
        return TOOL_EXIT_GOOD;
    return call->config->wants_json ? TOOL_EXIT_FINDINGS : tell_refusal(call, &incoming);
}

static int ask(struct admin *admin, const struct request *request)
{
    const struct tool_call *call = admin->call;
    char path[CONFIG_SOCKET_PATH_SIZE];
    struct request hello = {.id = GREETING_ID, .op = OP_HELLO};
    char frames[2 * (FRAME_REQUEST_MAX + 1)];
    hello.as.hello.protocol = PROTOCOL_VERSION;
    int greeting_len = request_encode(&hello, frames, sizeof(frames));
    int len = request_encode(request, frames + greeting_len, sizeof(frames) - (size_t)greeting_len);
    if (!config_socket_path(call->config, path)) {
        fputs("pentad: this server has no local socket (admin_socket).\n", call->err);
        return TOOL_EXIT_IMPOSSIBLE;
    }
    if (!connect_to(admin, path) || len < 0 ||
        !send_all(admin->fd, frames, (size_t)(greeting_len + len))) {
        fprintf(call->err, "pentad: there is no server at %s: %s.\n", path, strerror(errno));
        return TOOL_EXIT_IMPOSSIBLE;
    }
    return tell_answer(admin, request);
}

/* ------------------------------------------------------------------ the command line */

/* False: the words typed are no act with its arguments. */
static bool choose(const struct tool_call *call, enum moderation_act_id *id_out)
{
    const struct moderation_act *act;
    size_t count = 0;
    while (call->arguments[count + 1] != NULL)
        count++;
    *id_out = moderation_act_find(call->arguments[0]);
    if (*id_out == MODERATION_ACT_COUNT) {
        fprintf(call->err, "pentad: there is no command admin %s; see pentad help admin.\n",
                call->arguments[0]);
        return false;
    }
    act = moderation_act(*id_out);
    if (count >= act->min && count <= act->max)
        return true;
    fprintf(call->err, "pentad: it is pentad admin %s %s; see pentad help admin.\n", act->word,
            act->arguments);
    return false;
}

int tool_admin(const struct tool_call *call)
{
    struct request request = {.id = REQUEST_ID};
    enum moderation_act_id act;
    enum moderation_wrong wrong;
    struct admin *admin;
    int status;
    if (!choose(call, &act))
        return TOOL_EXIT_IMPOSSIBLE;
    wrong = moderation_ask(act, call->arguments + 1, &request);
    if (wrong != MODERATION_RIGHT) {
        fprintf(call->err, "pentad: %s\n", moderation_wrong_text(wrong));
        return TOOL_EXIT_IMPOSSIBLE;
    }
    admin = mem_zero(sizeof(*admin));
    admin->call = call;
    admin->fd = -1;
    admin->act = act;
    arena_init(&admin->arena, NULL, 0);
    status = ask(admin, &request);
    if (admin->fd >= 0)
        close(admin->fd);
    arena_deinit(&admin->arena);
    free(admin);
    return status;
}
