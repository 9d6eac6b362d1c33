/* SPDX-License-Identifier: MIT */
/* A connection and the transcript of what came over it; see the header. */
#include "tests/support/peer.h"

#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/support/stack.h"
#include "tests/support/wait.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define LINE_MAX_BYTES (128 * 1024)
#define SHOWN_MESSAGES 12

struct message {
    json_t *json;
    bool is_taken; /* events: returned to the test */
};

/* A game whose events this peer gets. */
struct known_game {
    char id[16];
    int64_t seq;
};

struct peer {
    char label[64];
    char name[96];
    char token[80];
    int fd;                  /* -1 when closed */
    struct stack_line *line; /* what it speaks over; NULL: the socket alone */
    bool has_ended;
    bool is_greeting; /* the answer to its first hello is still to come */
    int64_t last_id;
    char in[LINE_MAX_BYTES];
    size_t in_len;
    struct message *messages; /* all, in the order of arrival */
    size_t message_count;
    size_t message_size;
    size_t next; /* of peer_next() */
    struct known_game *games;
    size_t game_count;
};

static void *must(void *memory)
{
    if (memory == NULL)
        abort();
    return memory;
}

static _Noreturn void peer_fail(const struct peer *peer, const char *what, const char *detail)
{
    size_t from = peer->message_count > SHOWN_MESSAGES ? peer->message_count - SHOWN_MESSAGES : 0;
    fprintf(stderr, "---- what %s received last ----\n", peer->label);
    for (size_t i = from; i < peer->message_count; i++) {
        char *line = json_dumps(peer->messages[i].json, JSON_COMPACT);
        fprintf(stderr, "%s\n", line);
        free(line);
    }
    fail_msg("%s: %s%s%s", peer->label, what, detail ? " " : "", detail ? detail : "");
    abort();
}

/* ------------------------------------------------------------------ the socket */

/* Says hello, whose answer is no part of the transcript. */
static void greet(struct peer *peer)
{
    /* The server may have refused the connection. */
    (void)peer_send_line(peer, "{\"id\":9007199254740991,\"op\":\"hello\",\"protocol\":3}");
    peer->is_greeting = true;
}

static struct peer *peer_new(const char *label, int family)
{
    struct peer *peer = must(calloc(1, sizeof(*peer)));
    snprintf(peer->label, sizeof(peer->label), "%s", label);
    peer->fd = socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_true(peer->fd >= 0);
    return peer;
}

static struct peer *open_with(const char *label, uint16_t port, int receive_bytes)
{
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int one = 1;
    struct peer *peer = peer_new(label, AF_INET);
    setsockopt(peer->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));
    if (receive_bytes > 0)
        setsockopt(peer->fd, SOL_SOCKET, SO_RCVBUF, &receive_bytes, sizeof(receive_bytes));
    if (connect(peer->fd, (struct sockaddr *)&address, sizeof(address)) != 0)
        peer_fail(peer, "cannot connect:", strerror(errno));
    peer->line = stack_line_new(peer->fd);
    return peer;
}

struct peer *peer_open_local(const char *label, const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    struct peer *peer = peer_new(label, AF_UNIX);
    assert_in_range(strlen(path), 1, sizeof(address.sun_path) - 1);
    memcpy(address.sun_path, path, strlen(path) + 1);
    if (connect(peer->fd, (struct sockaddr *)&address, sizeof(address)) != 0)
        peer_fail(peer, "cannot connect:", strerror(errno));
    greet(peer);
    return peer;
}

struct peer *peer_open_silent(const char *label, uint16_t port)
{
    return open_with(label, port, 0);
}

struct peer *peer_open(const char *label, uint16_t port)
{
    struct peer *peer = open_with(label, port, 0);
    greet(peer);
    return peer;
}

struct peer *peer_open_narrow(const char *label, uint16_t port, int receive_bytes)
{
    struct peer *peer = open_with(label, port, receive_bytes);
    greet(peer);
    return peer;
}

void peer_close(struct peer *peer)
{
    stack_line_free(peer->line);
    peer->line = NULL;
    if (peer->fd >= 0)
        close(peer->fd);
    peer->fd = -1;
    peer->has_ended = true;
}

void peer_free(struct peer *peer)
{
    peer_close(peer);
    for (size_t i = 0; i < peer->message_count; i++)
        json_decref(peer->messages[i].json);
    free(peer->messages);
    free(peer->games);
    free(peer);
}

int peer_fd(const struct peer *peer)
{
    return peer->fd;
}

const char *peer_name(const struct peer *peer)
{
    return peer->name;
}

const char *peer_token(const struct peer *peer)
{
    return peer->token;
}

bool peer_send_bytes(struct peer *peer, const char *bytes, size_t len)
{
    int64_t deadline_ms = wait_now_ms() + PATIENCE_MS;
    while (len > 0) {
        struct pollfd fd = {.fd = peer->fd, .events = POLLOUT};
        if (poll(&fd, 1, wait_left_ms(deadline_ms)) == 0)
            peer_fail(peer, "the server does not read", NULL);
        ssize_t sent = peer->line != NULL ? stack_line_send(peer->line, bytes, len)
                                          : send(peer->fd, bytes, len, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0 && errno != EAGAIN && errno != EINTR)
            return false;
        bytes += sent > 0 ? sent : 0;
        len -= sent > 0 ? (size_t)sent : 0;
    }
    return true;
}

bool peer_send_line(struct peer *peer, const char *line)
{
    char framed[LINE_MAX_BYTES];
    int len = snprintf(framed, sizeof(framed), "%s\n", line);
    assert_in_range(len, 1, sizeof(framed) - 1);
    return peer_send_bytes(peer, framed, (size_t)len);
}

/* ------------------------------------------------------------------ the order of events */

static struct known_game *find_game(const struct peer *peer, const char *id)
{
    for (size_t i = 0; i < peer->game_count; i++)
        if (strcmp(peer->games[i].id, id) == 0)
            return &peer->games[i];
    return NULL;
}

int64_t peer_seq(const struct peer *peer, const char *game)
{
    const struct known_game *known = find_game(peer, game);
    return known != NULL ? known->seq : -1;
}

void peer_rewind(struct peer *peer, const char *game, int64_t seq)
{
    struct known_game *known = find_game(peer, game);
    if (known == NULL) {
        size_t count = peer->game_count + 1;
        peer->games = must(realloc(peer->games, count * sizeof(*peer->games)));
        known = &peer->games[peer->game_count++];
        snprintf(known->id, sizeof(known->id), "%s", game);
    }
    known->seq = seq;
}

void peer_know_games(struct peer *peer, const struct peer *before)
{
    for (size_t i = 0; i < before->game_count; i++)
        peer_rewind(peer, before->games[i].id, before->games[i].seq);
}

/* A whole game tells the number of its last event. */
static void note_game(struct peer *peer, const json_t *record)
{
    const char *id = json_string_value(json_object_get(record, "game"));
    const json_t *seq = json_object_get(record, "seq");
    if (id == NULL || !json_is_integer(seq))
        peer_fail(peer, "a game without an id or a seq", NULL);
    if (json_integer_value(seq) > peer_seq(peer, id))
        peer_rewind(peer, id, json_integer_value(seq));
}

/* An event of a game has the next number. */
static void note_event(struct peer *peer, const json_t *event)
{
    const char *id = json_string_value(json_object_get(event, "game"));
    const json_t *seq = json_object_get(event, "seq");
    if (id == NULL || seq == NULL)
        return;
    int64_t last = peer_seq(peer, id);
    if (last < 0)
        peer_fail(peer, "an event of an unknown game", id);
    if (json_integer_value(seq) != last + 1)
        peer_fail(peer, "a gap in the events of game", id);
    peer_rewind(peer, id, last + 1);
}

/* ------------------------------------------------------------------ receiving */

json_t *peer_find_answer(const struct peer *peer, int64_t id)
{
    for (size_t i = peer->message_count; i-- > 0;) {
        json_t *json = peer->messages[i].json;
        const json_t *re = json_object_get(json, "re");
        if (json_is_integer(re) && json_integer_value(re) == id)
            return json;
    }
    return NULL;
}

/* A request that the peer made by itself gets one answer. */
static void check_answer(const struct peer *peer, const json_t *json)
{
    const json_t *re = json_object_get(json, "re");
    int64_t id = json_is_integer(re) ? json_integer_value(re) : 0;
    if (id > 0 && id <= peer->last_id && peer_find_answer(peer, id) != NULL)
        peer_fail(peer, "a second answer to one request", NULL);
}

static void keep(struct peer *peer, json_t *json)
{
    check_answer(peer, json);
    if (peer->message_count == peer->message_size) {
        peer->message_size = peer->message_size ? 2 * peer->message_size : 64;
        peer->messages =
            must(realloc(peer->messages, peer->message_size * sizeof(*peer->messages)));
    }
    peer->messages[peer->message_count++] = (struct message){.json = json};
    const json_t *record = json_object_get(json, "game");
    if (json_object_get(json, "ev") != NULL)
        note_event(peer, json);
    if (json_is_object(record))
        note_game(peer, record);
}

static bool is_greeting_answer(const json_t *json)
{
    return json_integer_value(json_object_get(json, "re")) == INT64_C(9007199254740991) &&
           json_object_get(json, "protocol") != NULL;
}

static void receive_line(struct peer *peer, const char *line, size_t len)
{
    json_error_t error;
    json_t *json = json_loadb(line, len, JSON_REJECT_DUPLICATES, &error);
    if (!json_is_object(json))
        peer_fail(peer, "a line that is no JSON object:", error.text);
    if (!json_object_get(json, "re") == !json_object_get(json, "ev"))
        peer_fail(peer, "a line that is neither a reply nor an event", NULL);
    if (peer->is_greeting && is_greeting_answer(json)) {
        peer->is_greeting = false;
        json_decref(json);
        return;
    }
    keep(peer, json);
}

static void split_lines(struct peer *peer)
{
    char *start = peer->in;
    char *end = peer->in + peer->in_len;
    for (char *lf; (lf = memchr(start, '\n', (size_t)(end - start))) != NULL; start = lf + 1)
        receive_line(peer, start, (size_t)(lf - start));
    peer->in_len = (size_t)(end - start);
    memmove(peer->in, start, peer->in_len);
    if (peer->in_len == sizeof(peer->in))
        peer_fail(peer, "a line that does not end", NULL);
}

/* As poll() does. */
static int wait_for_bytes(const struct peer *peer, int wait_ms)
{
    struct pollfd fd = {.fd = peer->fd, .events = POLLIN};
    return stack_line_has_bytes(peer->line) ? 1 : poll(&fd, 1, wait_ms);
}

static ssize_t take_bytes(struct peer *peer, char *out, size_t size)
{
    return peer->line != NULL ? stack_line_receive(peer->line, out, size)
                              : recv(peer->fd, out, size, 0);
}

/* Reads once, waiting until the deadline. Returns false at the end of the connection. */
static bool receive(struct peer *peer, int64_t deadline_ms)
{
    if (peer->has_ended)
        return false;
    int ready = wait_for_bytes(peer, wait_left_ms(deadline_ms));
    if (ready < 0 && errno == EINTR)
        return true;
    if (ready == 0)
        peer_fail(peer, "waited in vain", NULL);
    ssize_t len = take_bytes(peer, peer->in + peer->in_len, sizeof(peer->in) - peer->in_len);
    if (len < 0 && errno == EAGAIN)
        return true;
    if (len <= 0) {
        peer->has_ended = true;
        return false;
    }
    peer->in_len += (size_t)len;
    split_lines(peer);
    return true;
}

bool peer_read(struct peer *peer)
{
    while (!peer->has_ended && wait_for_bytes(peer, 0) > 0)
        receive(peer, wait_now_ms() + PATIENCE_MS);
    return !peer->has_ended;
}

/* ------------------------------------------------------------------ requests */

int64_t peer_send_json(struct peer *peer, const char *op, json_t *take_fields)
{
    json_t *request = json_pack("{s:I, s:s}", "id", (json_int_t)++peer->last_id, "op", op);
    json_object_update(request, take_fields);
    char *line = json_dumps(request, JSON_COMPACT);
    bool is_sent = peer_send_line(peer, line);
    free(line);
    json_decref(request);
    if (!is_sent)
        peer_fail(peer, "the connection is gone before", op);
    json_decref(take_fields);
    return peer->last_id;
}

static int64_t send_request(struct peer *peer, const char *op, const char *fields, va_list values)
{
    json_error_t error;
    json_t *more = fields != NULL ? json_vpack_ex(&error, 0, fields, values) : json_object();
    if (more == NULL)
        peer_fail(peer, "a bad format of fields:", error.text);
    return peer_send_json(peer, op, more);
}

int64_t peer_send(struct peer *peer, const char *op, const char *fields, ...)
{
    va_list values;
    va_start(values, fields);
    int64_t id = send_request(peer, op, fields, values);
    va_end(values);
    return id;
}

void peer_know(struct peer *peer, const char *name, const char *token)
{
    snprintf(peer->name, sizeof(peer->name), "%s", name);
    snprintf(peer->token, sizeof(peer->token), "%s", token);
}

json_t *peer_answer(struct peer *peer, int64_t id)
{
    int64_t deadline_ms = wait_now_ms() + PATIENCE_MS;
    json_t *answer;
    while ((answer = peer_find_answer(peer, id)) == NULL)
        if (!receive(peer, deadline_ms))
            peer_fail(peer, "the connection ended before the answer", NULL);
    const char *token = json_string_value(json_object_get(answer, "token"));
    const char *name = json_string_value(json_object_get(answer, "name"));
    if (token != NULL)
        peer_know(peer, name ? name : "", token);
    return answer;
}

json_t *peer_ask(struct peer *peer, const char *op, const char *fields, ...)
{
    va_list values;
    va_start(values, fields);
    json_t *answer = peer_answer(peer, send_request(peer, op, fields, values));
    va_end(values);
    if (json_object_get(answer, "error") != NULL)
        peer_fail(peer, "an error answers", op);
    return answer;
}

json_t *peer_resume(struct peer *peer, const char *token)
{
    json_t *reply = peer_ask(peer, "auth.resume", "{s:s}", "token", token);
    peer_know(peer, text_at(reply, "name"), token);
    return reply;
}

json_t *peer_refused(struct peer *peer, const char *code, const char *op, const char *fields, ...)
{
    va_list values;
    va_start(values, fields);
    json_t *answer = peer_answer(peer, send_request(peer, op, fields, values));
    va_end(values);
    json_t *error = json_object_get(answer, "error");
    const char *actual = json_string_value(json_object_get(error, "code"));
    if (actual == NULL || strcmp(actual, code) != 0)
        peer_fail(peer, "the last answer is not the error", code);
    if (json_string_length(json_object_get(error, "message")) == 0)
        peer_fail(peer, "an error without a message", NULL);
    return error;
}

/* ------------------------------------------------------------------ events */

static bool matches(const json_t *event, json_t *pattern)
{
    const char *key;
    json_t *value;
    json_object_foreach(pattern, key, value)
        if (!json_equal(json_object_get(event, key), value))
            return false;
    return true;
}

static json_t *take_event(struct peer *peer, const char *event, json_t *pattern)
{
    for (size_t i = 0; i < peer->message_count; i++) {
        struct message *message = &peer->messages[i];
        const char *name = json_string_value(json_object_get(message->json, "ev"));
        if (name == NULL || message->is_taken || strcmp(name, event) != 0)
            continue;
        if (!matches(message->json, pattern))
            continue;
        message->is_taken = true;
        return message->json;
    }
    return NULL;
}

json_t *peer_event(struct peer *peer, const char *event, const char *pattern, ...)
{
    int64_t deadline_ms = wait_now_ms() + PATIENCE_MS;
    json_error_t error;
    json_t *fields = NULL;
    json_t *found;
    if (pattern != NULL) {
        va_list values;
        va_start(values, pattern);
        fields = json_vpack_ex(&error, 0, pattern, values);
        va_end(values);
        if (fields == NULL)
            peer_fail(peer, "a bad format of a pattern:", error.text);
    }
    while ((found = take_event(peer, event, fields)) == NULL)
        if (!receive(peer, deadline_ms))
            peer_fail(peer, "the connection ended before the event", event);
    json_decref(fields);
    return found;
}

static struct message *first_untaken(struct peer *peer, const char *event)
{
    static const char *const by_themselves[] = {"heartbeat", "room.watchers"};
    for (size_t i = 0; i < peer->message_count; i++) {
        struct message *message = &peer->messages[i];
        const char *name = json_string_value(json_object_get(message->json, "ev"));
        bool is_passed = name == NULL || message->is_taken;
        for (size_t j = 0; j < 2 && !is_passed; j++)
            is_passed = strcmp(name, by_themselves[j]) == 0 && strcmp(name, event) != 0;
        if (!is_passed)
            return message;
    }
    return NULL;
}

json_t *peer_next_event(struct peer *peer, const char *event)
{
    int64_t deadline_ms = wait_now_ms() + PATIENCE_MS;
    struct message *message;
    while ((message = first_untaken(peer, event)) == NULL)
        if (!receive(peer, deadline_ms))
            return NULL;
    message->is_taken = true;
    return message->json;
}

json_t *peer_next_event_here(struct peer *peer)
{
    if (!peer->has_ended)
        peer_ask(peer, "ping", NULL);
    struct message *message = first_untaken(peer, "");
    if (message == NULL)
        return NULL;
    message->is_taken = true;
    return message->json;
}

void peer_forget(struct peer *peer)
{
    if (!peer->has_ended)
        peer_ask(peer, "ping", NULL);
    for (size_t i = 0; i < peer->message_count; i++)
        peer->messages[i].is_taken = true;
    peer->next = peer->message_count;
}

bool peer_got(const struct peer *peer, const char *text)
{
    bool is_found = false;
    for (size_t i = 0; i < peer->message_count && !is_found; i++) {
        char *line = json_dumps(peer->messages[i].json, JSON_COMPACT);
        is_found = strstr(line, text) != NULL;
        free(line);
    }
    return is_found;
}

json_t *peer_next(struct peer *peer)
{
    int64_t deadline_ms = wait_now_ms() + PATIENCE_MS;
    while (peer->next == peer->message_count)
        if (!receive(peer, deadline_ms))
            return NULL;
    return peer->messages[peer->next++].json;
}

json_t *peer_next_here(struct peer *peer)
{
    return peer->next < peer->message_count ? peer->messages[peer->next++].json : NULL;
}

void peer_expect_end(struct peer *peer)
{
    int64_t deadline_ms = wait_now_ms() + PATIENCE_MS;
    while (receive(peer, deadline_ms))
        continue;
}
