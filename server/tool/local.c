/* SPDX-License-Identifier: MIT */
/*
 * One connection over the server's local socket, with one request. It speaks the protocol that
 * every client speaks.
 */
#include "server/tool/local.h"

#include "base/memory.h"

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

struct local {
    const struct tool_call *call;
    int fd;
    enum op op;
    struct arena arena;
    size_t len; /* of what is in `bytes`, from `done` on */
    size_t done;
    char bytes[FRAME_REPLY_MAX + 2];
};

/* ------------------------------------------------------------------ the connection */

static bool connect_to(struct local *local, const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    const struct timeval patience = {.tv_sec = PATIENCE_S};
    if (strlen(path) >= sizeof(address.sun_path)) {
        errno = ENAMETOOLONG;
        return false;
    }
    memcpy(address.sun_path, path, strlen(path) + 1);
    local->fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (local->fd < 0)
        return false;
    setsockopt(local->fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
    setsockopt(local->fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof(patience));
    return connect(local->fd, (const struct sockaddr *)&address, sizeof(address)) == 0;
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
static bool read_more(struct local *local)
{
    ssize_t got;
    memmove(local->bytes, local->bytes + local->done, local->len - local->done);
    local->len -= local->done;
    local->done = 0;
    do
        got = recv(local->fd, local->bytes + local->len, sizeof(local->bytes) - local->len, 0);
    while (got < 0 && errno == EINTR);
    if (got <= 0)
        return false;
    local->len += (size_t)got;
    return true;
}

static bool next_line(struct local *local, struct frame_slice *line_out)
{
    for (;;) {
        size_t consumed = 0;
        enum frame_status status = frame_next(local->bytes + local->done, local->len - local->done,
                                              FRAME_REPLY_MAX, line_out, &consumed);
        local->done += consumed;
        if (status != FRAME_NEED_MORE)
            return status == FRAME_READY;
        if (!read_more(local))
            return false;
    }
}

/* ------------------------------------------------------------------ asking */

static bool look_up(void *ctx, int64_t id, enum op *op_out)
{
    const struct local *local = ctx;
    *op_out = id == GREETING_ID ? OP_HELLO : local->op;
    return id == REQUEST_ID || id == GREETING_ID;
}

/* Waits for the answer, or the server's last word. False: there is none. */
static bool wait_for_answer(struct local *local, struct frame_slice *line_out,
                            struct incoming *incoming_out, union reply_body *reply_out)
{
    const struct incoming_lookup lookup = {.op = look_up, .ctx = local, .arena = &local->arena};
    while (next_line(local, line_out)) {
        arena_reset(&local->arena);
        if (incoming_decode(line_out->bytes, line_out->len, &lookup, incoming_out, reply_out) != 0)
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

/* Asks, and waits for the answer. False: it could not be asked, and the operator was told. */
static bool exchange(struct local *local, const struct request *request,
                     struct local_answer *answer_out)
{
    const struct tool_call *call = local->call;
    char path[CONFIG_SOCKET_PATH_SIZE];
    struct request hello = {.id = GREETING_ID, .op = OP_HELLO};
    char frames[2 * (FRAME_REQUEST_MAX + 1)];
    hello.as.hello.protocol = PROTOCOL_VERSION;
    int greeting_len = request_encode(&hello, frames, sizeof(frames));
    int len = request_encode(request, frames + greeting_len, sizeof(frames) - (size_t)greeting_len);
    if (!config_socket_path(call->config, path)) {
        fputs("pentad: this server has no local socket (admin_socket).\n", call->err);
        return false;
    }
    if (!connect_to(local, path) || len < 0 ||
        !send_all(local->fd, frames, (size_t)(greeting_len + len))) {
        fprintf(call->err, "pentad: there is no server at %s: %s.\n", path, strerror(errno));
        return false;
    }
    if (wait_for_answer(local, &answer_out->line, &answer_out->incoming, &answer_out->reply))
        return true;
    fputs("pentad: the server did not answer.\n", call->err);
    return false;
}

struct local *local_ask(const struct tool_call *call, struct request *request,
                        struct local_answer *answer_out)
{
    struct local *local = mem_zero(sizeof(*local));
    local->call = call;
    local->fd = -1;
    local->op = request->op;
    arena_init(&local->arena, NULL, 0);
    request->id = REQUEST_ID;
    if (exchange(local, request, answer_out))
        return local;
    local_free(local);
    return NULL;
}

void local_free(struct local *local)
{
    if (local->fd >= 0)
        close(local->fd);
    arena_deinit(&local->arena);
    free(local);
}

int local_tell_refusal(const struct tool_call *call, const struct incoming *incoming)
{
    fprintf(call->err, "pentad: %s", incoming->error.message);
    if (incoming->error.field != NULL)
        fprintf(call->err, " (%s)", incoming->error.field);
    fputc('\n', call->err);
    return TOOL_EXIT_FINDINGS;
}
