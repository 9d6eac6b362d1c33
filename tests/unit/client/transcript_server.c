/* SPDX-License-Identifier: MIT */
/*
 * The server's side of the program: a listener on a free port of the loopback, one connection at a
 * time, and whole frames.
 */
#include "proto/family.h"
#include "proto/frame.h"
#include "proto/shape.h"
#include "transcript.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

void server_open(struct transcript *stage)
{
    struct server *server = &stage->server;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof(address);
    server->conn = -1;
    server->player_seq = 1;
    server->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (bind(server->listener, (struct sockaddr *)&address, size) != 0 ||
        listen(server->listener, 4) != 0 ||
        getsockname(server->listener, (struct sockaddr *)&address, &size) != 0)
        abort();
    snprintf(server->port, sizeof(server->port), "%d", ntohs(address.sin_port));
}

void server_cut(struct transcript *stage)
{
    if (stage->visited != NULL)
        return;
    struct server *server = &stage->server;
    if (server->conn >= 0)
        close(server->conn);
    server->conn = -1;
    server->input_len = 0;
    server->may_connect = true;
}

static void stop_listening(struct server *server)
{
    if (server->listener >= 0)
        close(server->listener);
    server->listener = -1;
}

void server_close(struct transcript *stage)
{
    server_cut(stage);
    stop_listening(&stage->server);
    json_decref(stage->server.request);
}

/* server newer; server chat WORD: what it is like, from the next connection on; server gone: nobody
 * listens any more */
void server_is(struct step *step)
{
    struct server *server = &step->stage->server;
    if (step_take(step, "newer"))
        server->is_newer = true;
    else if (step_take(step, "chat"))
        snprintf(server->chat, sizeof(server->chat), "%s", step_word(step));
    else if (step_take(step, "gone"))
        stop_listening(server);
    else
        script_fail(step->script, "server newer, server chat WORD, or server gone");
}

void server_send(struct transcript *stage, const char *bytes, size_t len)
{
    bool is_connected =
        stage->visited != NULL ? visit_is_connected(stage) : stage->server.conn >= 0;
    if (!is_connected)
        script_fail(stage->script, "nobody is connected");
    if (stage->visited != NULL)
        visit_receive(stage, bytes, len);
    else if (send(stage->server.conn, bytes, len, MSG_NOSIGNAL) != (ssize_t)len)
        shown_fail(stage, "it cannot be sent: the connection is closed");
}

/* ------------------------------------------------------------------ who connects */

static json_t *read_request(struct transcript *stage, const char *bytes, size_t len)
{
    json_t *request = json_loadb(bytes, len, JSON_REJECT_DUPLICATES, NULL);
    if (len > FRAME_REQUEST_MAX || request == NULL)
        shown_fail(stage, "not a request: %.*s", (int)len, bytes);
    return request;
}

/* Takes what a visit has sent already; else nothing will come. */
static json_t *receive_of_visit(struct transcript *stage)
{
    size_t len;
    const char *bytes = visit_get_output(stage, &len);
    const char *end = len > 0 ? memchr(bytes, '\n', len) : NULL;
    if (end == NULL)
        shown_fail(stage, "nothing was asked");
    json_t *request = read_request(stage, bytes, (size_t)(end - bytes));
    visit_sent(stage, (size_t)(end - bytes) + 1);
    return request;
}

static json_t *receive(struct transcript *stage)
{
    struct server *server = &stage->server;
    char *end;
    if (stage->visited != NULL)
        return receive_of_visit(stage);
    while ((end = memchr(server->input, '\n', server->input_len)) == NULL) {
        program_wait(stage, server->conn);
        ssize_t len = recv(server->conn, server->input + server->input_len,
                           sizeof(server->input) - server->input_len, 0);
        if (len <= 0)
            shown_fail(stage, "the connection was closed, and no request came");
        server->input_len += (size_t)len;
    }
    json_t *request = read_request(stage, server->input, (size_t)(end - server->input));
    server->input_len -= (size_t)(end - server->input) + 1;
    memmove(server->input, end + 1, server->input_len);
    return request;
}

/* The list of all variants, and one of which nobody knows what it needs. */
static void tell_variants(struct transcript *stage, int64_t version)
{
    static const struct flat_info_record board = {.width = 9, .height = 9};
    static char frame[FRAME_REPLY_MAX + 1];
    struct family_room rooms[VARIANT_COUNT];
    struct variant_info_record infos[VARIANT_COUNT + 1] = {{.key = "hexes",
                                                            .name = "Hexes",
                                                            .flat = &board,
                                                            .needs = "hexagons",
                                                            .row = 3,
                                                            .turn = 1}};
    for (int id = 0; id < VARIANT_COUNT; id++)
        infos[id + 1] = family_describe(variant_get((enum variant_id)id), &rooms[id]);
    const struct variant_list_reply list = {
        .version = version, .variants = infos, .variants_count = VARIANT_COUNT + 1};
    json_t *request = receive(stage);
    const char *op = json_string_value(json_object_get(request, "op"));
    if (op == NULL || strcmp(op, "variant.list") != 0)
        script_fail(stage->script, "asked for %s, not for the list of variants", op);
    int len = reply_encode(OP_VARIANT_LIST, json_integer_value(json_object_get(request, "id")),
                           &list, frame, sizeof(frame));
    json_decref(request);
    server_send(stage, frame, (size_t)len);
}

static void say_hello(struct transcript *stage)
{
    struct server *server = &stage->server;
    json_t *request = receive(stage);
    const char *op = json_string_value(json_object_get(request, "op"));
    int64_t id = json_integer_value(json_object_get(request, "id"));
    if (op == NULL || strcmp(op, "hello") != 0)
        script_fail(stage->script, "greeted by %s", op);
    json_decref(request);
    int newer = server->is_newer ? 1 : 0;
    json_t *hello = json_pack(
        "{s:i, s:s, s:i, s:{s:i, s:i, s:i, s:i, s:i, s:i, s:i, s:i}, s:i, s:I}", "protocol",
        PROTOCOL_VERSION, "server", "fake", "now", 1, "limits", "frame_bytes", FRAME_REQUEST_MAX,
        "reply_bytes", FRAME_REPLY_MAX, "depth", FRAME_DEPTH_MAX, "login_ms", 10000, "idle_ms",
        60000, "heartbeat_ms", 10000, "rooms_per_player", 16, "rate_percent", 100, "variants_count",
        VARIANT_COUNT + newer, "variants_version", (json_int_t)(family_version() + newer));
    if (server->chat[0] != '\0')
        json_object_set_new(hello, "chat", json_string(server->chat));
    wire_send_reply(stage, OP_HELLO, id, hello);
    if (server->is_newer)
        tell_variants(stage, family_version() + newer);
}

static void let_connect(struct transcript *stage)
{
    struct server *server = &stage->server;
    if (stage->visited != NULL) {
        visit_connect(stage);
        say_hello(stage);
        return;
    }
    server_cut(stage);
    program_wait(stage, server->listener);
    server->conn = accept(server->listener, NULL, NULL);
    if (server->conn < 0)
        script_fail(stage->script, "nobody could connect");
    fcntl(server->conn, F_SETFD, FD_CLOEXEC);
    server->may_connect = false;
    say_hello(stage);
}

json_t *server_receive(struct transcript *stage)
{
    struct server *server = &stage->server;
    if (stage->visited != NULL && !visit_is_connected(stage))
        let_connect(stage);
    if (stage->visited != NULL)
        return receive(stage);
    if (server->conn < 0 && server->may_connect)
        let_connect(stage);
    if (server->conn < 0)
        script_fail(stage->script, "nobody is connected");
    return receive(stage);
}

/* connects: the program does, once more */
void server_connects(struct step *step)
{
    let_connect(step->stage);
}

/* drops: the connection breaks */
void server_drops(struct step *step)
{
    struct transcript *stage = step->stage;
    if (stage->visited != NULL ? !visit_is_connected(stage) : stage->server.conn < 0)
        script_fail(step->script, "nobody is connected");
    if (stage->visited != NULL)
        visit_drop(stage);
    else
        server_cut(stage);
}

/* unasked: nobody has tried to connect */
void server_unasked(struct step *step)
{
    struct pollfd poll_fd = {.fd = step->stage->server.listener, .events = POLLIN};
    if (poll(&poll_fd, 1, 0) != 0)
        script_fail(step->script, "somebody connects");
}
