/* SPDX-License-Identifier: MIT */
/*
 * A short session over each stack, cut at every byte that the client sends: handshakes, headers and
 * messages. With a pause at the cut it is the same session; with the end there, a message that is
 * not whole is none.
 */
#include "tests/support/http_talk.h"
#include "tests/support/scene.h"
#include "tests/support/wait.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/ssl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define HELLO "{\"id\":1,\"op\":\"hello\",\"protocol\":3}"
#define PING "{\"id\":2,\"op\":\"ping\"}"
#define REQUEST                                                                                    \
    "GET /socket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"     \
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
/* Heads of frames, with a mask of zeros. */
#define MASK "\0\0\0\0"
#define FRAME_OF_HELLO "\x81\xa2" MASK HELLO
#define FRAME_OF_PING "\x81\x94" MASK PING
_Static_assert(sizeof(HELLO) - 1 == 0x22 && sizeof(PING) - 1 == 0x14, "the heads say how long");
#define V1 "PROXY TCP4 192.0.2.7 198.51.100.1 56324 7655\r\n"
#define V2 "\r\n\r\n\0\r\nQUIT\n\x21\x11\0\x0C\xC0\0\2\x07\x7F\0\0\1\0\1\0\1"

struct text {
    const char *bytes;
    size_t len;
};
#define TEXT(literal)                                                                              \
    {                                                                                              \
        literal, sizeof(literal) - 1                                                               \
    }

static const struct text lines = TEXT(HELLO "\n" PING "\n");
static const struct text frames = TEXT(REQUEST FRAME_OF_HELLO FRAME_OF_PING);

/* The bytes of a client before all else, whether it speaks TLS, and its words. */
static const struct session {
    const char *name;
    const char *stack;
    bool is_plain_port; /* beside the stack's own */
    struct text header;
    bool has_tls;
    const struct text *says;
} sessions[] = {
    {"lines", "", false, TEXT(""), false, &lines},
    {"lines over TLS", "tls", false, TEXT(""), true, &lines},
    {"lines behind a proxy", "proxy", true, TEXT(V1), false, &lines},
    {"lines over TLS behind a proxy", "proxy", false, TEXT(V2), true, &lines},
    {"WebSocket", "ws", false, TEXT(""), false, &frames},
    {"WebSocket over TLS", "wss", false, TEXT(""), true, &frames},
};

/* ------------------------------------------------------------------ a client */

struct client {
    int fd;
    struct peer *witness; /* the server answers it between two parts */
    size_t sent, cut;
    bool ends_there; /* at the cut */
    bool is_whole;   /* all was said, and went out */
    SSL_CTX *context;
    SSL *ssl; /* NULL: without TLS */
    char heard[32768];
    size_t heard_len;
};

static bool has_ended(const struct client *client)
{
    return client->ends_there && client->sent >= client->cut;
}

/* Sends bytes as they are. At the cut the server has its turn with those before, or nothing more
 * goes out. */
static void send_raw(struct client *client, const char *bytes, size_t len)
{
    size_t at = 0;
    while (at < len && !has_ended(client)) {
        size_t part = len - at;
        if (client->sent < client->cut && client->cut - client->sent < part)
            part = client->cut - client->sent;
        assert_int_equal(send(client->fd, bytes + at, part, MSG_NOSIGNAL), part);
        at += part;
        client->sent += part;
        if (client->sent == client->cut && !client->ends_there)
            (void)peer_ask(client->witness, "ping", NULL);
    }
    client->is_whole = at == len;
}

static void flush(struct client *client)
{
    char bytes[4096];
    int len;
    while (client->ssl != NULL &&
           (len = BIO_read(SSL_get_wbio(client->ssl), bytes, sizeof(bytes))) > 0)
        send_raw(client, bytes, (size_t)len);
}

/* Hears what comes next; false: nothing more. */
static bool hear(struct client *client)
{
    char bytes[4096];
    size_t room = sizeof(client->heard) - 1 - client->heard_len;
    ssize_t len = recv(client->fd, bytes, sizeof(bytes), 0);
    if (len <= 0)
        return false;
    if (client->ssl == NULL) {
        assert_true((size_t)len < room);
        memcpy(client->heard + client->heard_len, bytes, (size_t)len);
        client->heard_len += (size_t)len;
        return true;
    }
    assert_int_equal(BIO_write(SSL_get_rbio(client->ssl), bytes, (int)len), len);
    if (!SSL_is_init_finished(client->ssl))
        (void)SSL_do_handshake(client->ssl);
    int plain = 1;
    while (SSL_is_init_finished(client->ssl) && plain > 0) {
        room = sizeof(client->heard) - 1 - client->heard_len;
        plain = SSL_read(client->ssl, client->heard + client->heard_len, (int)room);
        client->heard_len += plain > 0 ? (size_t)plain : 0;
    }
    flush(client);
    return true;
}

/* A message was heard; in frames there are NULs before it. */
static bool has_heard(const struct client *client, const char *text)
{
    size_t len = strlen(text);
    for (size_t at = 0; at + len <= client->heard_len; at++)
        if (memcmp(client->heard + at, text, len) == 0)
            return true;
    return false;
}

static void begin(struct client *client, const struct session *session, uint16_t port)
{
    const int yes = 1; /* else the rest waits for the first part's acknowledgement */
    client->fd = http_connect(port, 0);
    setsockopt(client->fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof(yes));
    send_raw(client, session->header.bytes, session->header.len);
    if (session->has_tls) {
        client->context = SSL_CTX_new(TLS_client_method());
        client->ssl = SSL_new(client->context);
        SSL_set_bio(client->ssl, BIO_new(BIO_s_mem()), BIO_new(BIO_s_mem()));
        SSL_set_connect_state(client->ssl);
        (void)SSL_do_handshake(client->ssl);
        flush(client);
    }
}

/* Shakes hands, says all, and hears up to the last answer. */
static void run(struct client *client, const struct session *session)
{
    bool goes_on = true;
    while (goes_on && client->ssl != NULL && !SSL_is_init_finished(client->ssl) &&
           !has_ended(client))
        goes_on = hear(client);
    client->is_whole = false;
    if (client->ssl == NULL) {
        send_raw(client, session->says->bytes, session->says->len);
    } else if (SSL_is_init_finished(client->ssl)) {
        (void)SSL_write(client->ssl, session->says->bytes, (int)session->says->len);
        flush(client);
    }
    if (has_ended(client))
        shutdown(client->fd, SHUT_WR);
    while (goes_on && !has_heard(client, "{\"re\":2,"))
        goes_on = hear(client);
}

static void finish(struct client *client)
{
    SSL_free(client->ssl);
    SSL_CTX_free(client->context);
    close(client->fd);
}

/* ------------------------------------------------------------------ each cut */

/* The port of lines without TLS, which the stack itself may not use. */
static uint16_t plain_port(struct scene *scene)
{
    static const char word[] = " listening address=127.0.0.1 port=";
    char *log = server_log(scene->server);
    const char *at = strstr(log, word);
    assert_non_null(at);
    unsigned long port = strtoul(at + strlen(word), NULL, 10);
    free(log);
    return (uint16_t)port;
}

/* Goes through the session; false: it had no byte at the cut. */
static bool cut_at(const struct session *session, uint16_t port, struct client *client)
{
    begin(client, session, port);
    run(client, session);
    finish(client);
    if (has_heard(client, "{\"re\":2,") != client->is_whole ||
        (client->is_whole && !has_heard(client, "{\"re\":1,")) ||
        (!client->ends_there && !client->is_whole))
        fail_msg("%s, %s at byte %zu: %zu heard", session->name,
                 client->ends_there ? "ended" : "cut", client->cut, client->heard_len);
    return client->sent >= client->cut;
}

static void run_all(struct scene *scene, bool ends_there)
{
    struct peer *witness = scene_guest(scene);
    const char *stack = getenv("PENTAD_STACK");
    for (size_t i = 0; i < sizeof(sessions) / sizeof(sessions[0]); i++) {
        bool goes_on = strcmp(sessions[i].stack, stack) == 0;
        uint16_t port = sessions[i].is_plain_port ? plain_port(scene) : server_port(scene->server);
        for (size_t cut = 1; goes_on; cut++) {
            struct client client = {.witness = witness, .cut = cut, .ends_there = ends_there};
            goes_on = cut_at(&sessions[i], port, &client);
        }
    }
}

SCENE(a_session_may_pause_at_each_byte)
{
    run_all(scene, false);
}

SCENE(a_session_may_end_at_each_byte)
{
    run_all(scene, true);
}

/* Very many come one after the other. */
static const char *const of_many[] = {
    "--rate-percent", "1000000", "--players-per-address", "100000", "--tls-handshakes",
    "1000000",        NULL};

int main(void)
{
    static const char *const stacks[] = {"", "tls", "proxy", "ws", "wss"};
    const struct CMUnitTest tests[] = {
        SCENE_TEST_WITH(a_session_may_pause_at_each_byte, of_many),
        SCENE_TEST_WITH(a_session_may_end_at_each_byte, of_many),
    };
    int failed = 0;
    for (size_t i = 0; i < sizeof(stacks) / sizeof(stacks[0]); i++) {
        setenv("PENTAD_STACK", stacks[i], 1);
        failed += cmocka_run_group_tests_name(stacks[i], tests, NULL, NULL);
    }
    return failed;
}
