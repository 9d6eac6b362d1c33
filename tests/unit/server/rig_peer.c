/* SPDX-License-Identifier: MIT */
/*
 * The rig's peers: lines in and out.
 */
#include "proto/codec.h"
#include "proto/frame.h"
#include "proto/refusal.h"
#include "proto/shape.h"
#include "server/core/desk/conn.h"
#include "server/core/desk/state.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"
#include "tests/unit/server/rig_private.h"

#include <arpa/inet.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REQUEST_SIZE (FRAME_REQUEST_MAX + 1)

/* ------------------------------------------------------------------ life */

static struct rig_peer *peer_new(struct rig *rig)
{
    struct rig_peer *peer = calloc(1, sizeof(*peer));
    if (peer == NULL)
        abort();
    assert_true(rig->peer_count < RIG_PEERS_MAX);
    rig->peers[rig->peer_count++] = peer;
    peer->rig = rig;
    return peer;
}

/* As if it had said hello: what is tested begins after it. */
static struct rig_peer *greeted(struct rig_peer *peer)
{
    conn_greet(peer->rig->core, peer->conn->id, NULL);
    return peer;
}

/* The address as the number that the shell would give. */
static uint64_t network_of(const char *address)
{
    uint8_t bytes[4];
    assert_int_equal(inet_pton(AF_INET, address, bytes), 1);
    return UINT64_C(1) << 32 | (uint64_t)bytes[0] << 24 | (uint64_t)bytes[1] << 16 |
           (uint64_t)bytes[2] << 8 | bytes[3];
}

struct rig_peer *rig_connect_silent(struct rig *rig)
{
    struct rig_peer *peer = peer_new(rig);
    peer->conn = core_conn_open(rig->core, peer, "192.0.2.1", network_of("192.0.2.1"));
    return peer;
}

struct rig_peer *rig_connect_from(struct rig *rig, const char *address)
{
    struct rig_peer *peer = peer_new(rig);
    peer->conn = core_conn_open(rig->core, peer, address, network_of(address));
    return greeted(peer);
}

struct rig_peer *rig_connect_from_network(struct rig *rig, uint64_t network)
{
    struct rig_peer *peer = peer_new(rig);
    peer->conn = core_conn_open(rig->core, peer, "a network", network);
    return greeted(peer);
}

struct rig_peer *rig_connect_locally(struct rig *rig)
{
    struct rig_peer *peer = peer_new(rig);
    peer->conn = core_conn_open_local(rig->core, peer);
    return greeted(peer);
}

struct rig_peer *rig_connect_by_http(struct rig *rig)
{
    struct rig_peer *peer = peer_new(rig);
    peer->conn = core_conn_open_by_http(rig->core, peer, "192.0.2.1", network_of("192.0.2.1"));
    return greeted(peer);
}

struct rig_peer *rig_connect_for_file(struct rig *rig)
{
    struct rig_peer *peer = peer_new(rig);
    peer->conn = core_conn_open_for_file(rig->core, peer, "192.0.2.1", network_of("192.0.2.1"));
    return greeted(peer);
}

struct rig_peer *rig_connect(struct rig *rig)
{
    return rig_connect_from(rig, "192.0.2.1");
}

void rig_hang_up(struct rig_peer *peer)
{
    assert_non_null(peer->conn);
    core_conn_closed(peer->rig->core, peer->conn);
    peer->conn = NULL;
}

void rig_drop_messages(struct rig_peer *peer)
{
    for (size_t i = 0; i < peer->count; i++) {
        json_decref(peer->messages[i].json);
        free(peer->messages[i].line);
    }
    peer->count = 0;
}

void rig__peer_free(struct rig_peer *peer)
{
    rig_drop_messages(peer);
    free(peer->messages);
    free(peer->ops);
    free(peer->rest);
    frame_rest_drop(&peer->input_rest);
    free(peer);
}

/* ------------------------------------------------------------------ what goes over the line */

static void tell_witness(const struct rig_peer *peer, bool is_request, const char *bytes,
                         size_t len)
{
    const struct rig_witness *witness = &peer->rig->witness;
    const struct frame_slice line = {bytes, len};
    if (witness->line != NULL)
        witness->line(witness->ctx, peer, is_request, &line);
}

/* ------------------------------------------------------------------ what the server says */

/* In place of what a request asked for that has its answer. */
#define OP_ANSWERED (-2)

/* The page of the protocol says all that an op may answer with. */
static void check_error(enum op op, const json_t *message)
{
    const json_t *code = json_object_get(json_object_get(message, "error"), "code");
    if (code == NULL)
        return;
    int error = error_from_code(json_string_value(code));
    assert_true(error < 0);
    if (!op_may_refuse(op, error))
        fail_msg("%s has no REFUSES row for %s", op_info(op)->wire, json_string_value(code));
}

/* Each request has one answer. Those that were sent as bytes have no number here. */
static void check_reply(struct rig_peer *peer, const json_t *message)
{
    const json_t *re = json_object_get(message, "re");
    int64_t id = json_is_integer(re) ? json_integer_value(re) : -1;
    if (id < 1 || id > peer->last_id)
        return;
    if (peer->ops[id] == OP_ANSWERED)
        fail_msg("request %lld is answered twice", (long long)id);
    if (peer->ops[id] >= 0)
        check_error((enum op)peer->ops[id], message);
    peer->ops[id] = OP_ANSWERED;
}

static void message_add(struct rig_peer *peer, const char *line, size_t len)
{
    json_error_t error;
    json_t *json = json_loadb(line, len, JSON_REJECT_DUPLICATES, &error);
    if (!json_is_object(json))
        fail_msg("not a message: %.*s", (int)len, line);
    check_reply(peer, json);
    tell_witness(peer, false, line, len);
    peer->messages = realloc(peer->messages, (peer->count + 1) * sizeof(*peer->messages));
    char *text = malloc(len + 1);
    if (peer->messages == NULL || text == NULL)
        abort();
    memcpy(text, line, len);
    text[len] = '\0';
    peer->messages[peer->count++] = (struct rig_message){.json = json, .line = text};
}

void rig__receive(struct rig_peer *peer, const char *bytes, size_t len)
{
    assert_non_null(peer->rig);
    assert_false(peer->is_ended); /* nothing is said after the close */
    peer->rest = realloc(peer->rest, peer->rest_len + len);
    if (peer->rest == NULL)
        abort();
    memcpy(peer->rest + peer->rest_len, bytes, len);
    peer->rest_len += len;
    const char *end;
    while ((end = memchr(peer->rest, '\n', peer->rest_len)) != NULL) {
        size_t line_len = (size_t)(end - peer->rest);
        message_add(peer, peer->rest, line_len);
        peer->rest_len -= line_len + 1;
        memmove(peer->rest, end + 1, peer->rest_len);
    }
}

void rig_unsent(struct rig_peer *peer, size_t unsent_bytes, size_t taken_bytes)
{
    core_time(peer->rig->core, peer->rig->now);
    core_conn_unsent(peer->rig->core, peer->conn, unsent_bytes, taken_bytes);
    rig_turn(peer->rig);
}

size_t rig_message_count(const struct rig_peer *peer)
{
    return peer->count;
}

size_t rig_messages_of_all(const struct rig *rig)
{
    size_t count = 0;
    for (size_t i = 0; i < rig->peer_count; i++)
        count += rig_message_count(rig->peers[i]);
    return count;
}

const char *rig_line(const struct rig_peer *peer, const json_t *message)
{
    for (size_t i = 0; i < peer->count; i++)
        if (peer->messages[i].json == message)
            return peer->messages[i].line;
    fail_msg("not a message of this peer");
    return NULL;
}

const json_t *rig_reply(struct rig_peer *peer, int64_t id)
{
    const json_t *found = NULL;
    for (size_t i = 0; i < peer->count; i++) {
        const json_t *re = json_object_get(peer->messages[i].json, "re");
        if (!json_is_integer(re) || json_integer_value(re) != id)
            continue;
        assert_null(found); /* one reply to a request */
        found = peer->messages[i].json;
    }
    return found;
}

const char *rig_code(const json_t *reply)
{
    if (reply == NULL)
        return "(no reply)";
    const json_t *error = json_object_get(reply, "error");
    return error != NULL ? json_string_value(json_object_get(error, "code")) : "";
}

/* ------------------------------------------------------------------ events */

bool rig_is_event(const struct rig_message *message)
{
    const json_t *event = json_object_get(message->json, "ev");
    return event != NULL && strcmp(json_string_value(event), "heartbeat") != 0 &&
           strcmp(json_string_value(event), "room.watchers") != 0;
}

int rig_watchers_told(const struct rig_peer *peer)
{
    for (size_t i = peer->count; i-- > 0;) {
        const json_t *event = json_object_get(peer->messages[i].json, "ev");
        if (event != NULL && strcmp(json_string_value(event), "room.watchers") == 0)
            return (int)int_at(peer->messages[i].json, "watchers");
    }
    return -1;
}

const json_t *rig_next_event(struct rig_peer *peer)
{
    for (size_t i = 0; i < peer->count; i++) {
        if (peer->messages[i].is_taken || !rig_is_event(&peer->messages[i]))
            continue;
        peer->messages[i].is_taken = true;
        return peer->messages[i].json;
    }
    return NULL;
}

static const char *event_name(const json_t *message)
{
    return message != NULL ? json_string_value(json_object_get(message, "ev")) : "(none)";
}

const json_t *rig_expect(struct rig_peer *peer, const char *event)
{
    const json_t *message = rig_next_event(peer);
    assert_string_equal(event_name(message), event);
    return message;
}

const json_t *rig_find_event(struct rig_peer *peer, const char *event)
{
    const json_t *message = rig_next_event(peer);
    while (message != NULL && strcmp(event_name(message), event) != 0)
        message = rig_next_event(peer);
    assert_string_equal(event_name(message), event);
    return message;
}

void rig_forget_events(struct rig_peer *peer)
{
    while (rig_next_event(peer) != NULL)
        continue;
}

size_t rig_event_count(const struct rig_peer *peer)
{
    size_t count = 0;
    for (size_t i = 0; i < peer->count; i++)
        count += !peer->messages[i].is_taken && rig_is_event(&peer->messages[i]) ? 1 : 0;
    return count;
}

/* ------------------------------------------------------------------ what clients say */

/* As the shell does. */
static void hear(struct rig_peer *peer, struct frame_slice input)
{
    struct core *core = peer->rig->core;
    struct frame_slice frame;
    bool is_heard = true;
    while (is_heard) {
        enum frame_status status = frame_take(&peer->input_rest, &input, FRAME_REQUEST_MAX, &frame);
        if (status == FRAME_NEED_MORE)
            return;
        if (status == FRAME_READY)
            tell_witness(peer, true, frame.bytes, frame.len);
        is_heard = status == FRAME_READY ? core_conn_frame(core, peer->conn, frame.bytes, frame.len)
                                         : core_conn_too_long(core, peer->conn);
    }
    frame_rest_drop(&peer->input_rest);
}

void rig_bytes(struct rig_peer *peer, const char *bytes, size_t len)
{
    assert_non_null(peer->conn);
    /* From memory of exactly this size: reading beyond it is found by the sanitizer. */
    char *exact = malloc(len + 1);
    if (exact == NULL)
        abort();
    memcpy(exact, bytes, len);
    char *fitting = realloc(exact, len > 0 ? len : 1);
    hear(peer, (struct frame_slice){fitting, len});
    free(fitting);
}

bool rig_frame(struct rig_peer *peer, const char *bytes, size_t len)
{
    assert_non_null(peer->conn);
    tell_witness(peer, true, bytes, len);
    return core_conn_frame(peer->rig->core, peer->conn, bytes, len);
}

static void remember_op(struct rig_peer *peer, int64_t id, const json_t *request)
{
    const char *op = json_string_value(json_object_get(request, "op"));
    peer->ops = realloc(peer->ops, (size_t)(id + 1) * sizeof(*peer->ops));
    if (peer->ops == NULL)
        abort();
    peer->ops[id] = op != NULL ? shape__find_op(op, strlen(op)) : -1;
}

/* The id goes in front of the other fields. */
static int64_t send_line(struct rig_peer *peer, const json_t *request, const char *body)
{
    char line[REQUEST_SIZE + 64];
    int64_t id = ++peer->last_id;
    remember_op(peer, id, request);
    int len = snprintf(line, sizeof(line), "{\"id\":%lld,%s\n", (long long)id, body + 1);
    rig_bytes(peer, line, (size_t)len);
    return id;
}

static int64_t send_request(struct rig_peer *peer, const char *format, va_list args)
{
    char body[REQUEST_SIZE];
    vsnprintf(body, sizeof(body), format, args);
    assert_int_equal(body[0], '{');
    for (char *at = body; *at != '\0'; at++)
        *at = *at == '\'' ? '"' : *at;
    json_t *json = json_loads(body, 0, NULL);
    int64_t id = send_line(peer, json, body);
    json_decref(json);
    return id;
}

int64_t rig_send_json(struct rig_peer *peer, json_t *request)
{
    char *body = json_dumps(request, JSON_COMPACT);
    assert_non_null(body);
    assert_true(strlen(body) < REQUEST_SIZE);
    int64_t id = send_line(peer, request, body);
    free(body);
    json_decref(request);
    return id;
}

int64_t rig_send(struct rig_peer *peer, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int64_t id = send_request(peer, format, args);
    va_end(args);
    return id;
}

const json_t *rig_ask(struct rig_peer *peer, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int64_t id = send_request(peer, format, args);
    va_end(args);
    rig_turn(peer->rig);
    const json_t *reply = rig_reply(peer, id);
    assert_non_null(reply);
    return reply;
}
