/* SPDX-License-Identifier: MIT */
/*
 * The connection of client/cli/connect/link.h. One socket at a time; every address of the host is
 * tried in turn. A socket lives until its close callback, so a new one is made only there.
 */
#include "client/cli/connect/link.h"

#include "client/cli/terminal/i18n.h"
#include "client/cli/words/problem.h"
#include "net/tls.h"

#include <netdb.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CONNECT_MS 10000
#define READ_SIZE 65536

enum link_state {
    LINK_IDLE,
    LINK_RESOLVING,
    LINK_CONNECTING,
    LINK_SHAKING, /* the handshake of TLS */
    LINK_OPEN,
    LINK_CLOSING, /* the socket; then another address, a pause, or the end */
    LINK_PAUSING,
    LINK_STOPPED,
};

struct link {
    uv_loop_t *loop;
    struct session *session;
    struct link_handler handler;
    enum link_state state;
    bool is_failed; /* this connection is to be given up as soon as the stack is unwound */
    bool is_busy;   /* inside pump(): its end flushes and re-arms */
    struct address server;
    bool is_known;             /* it was used before */
    const char *ca;            /* the file of those who sign certificates; NULL: the system's */
    struct tls_context *trust; /* NULL before it was needed */
    struct tls *tls;           /* of this connection; NULL: without */
    char reason[TLS_MESSAGE_SIZE];
    uv_getaddrinfo_t resolver;
    struct addrinfo *addresses;
    struct addrinfo *address; /* the one being tried */
    uv_tcp_t socket;
    uv_connect_t connecting;
    uv_timer_t timer;
    char buffer[READ_SIZE];
    char plain[TLS_RECORD_MAX];
};

struct writing {
    uv_write_t request;
    char *bytes;
};

static void begin(struct link *link);
static void connect_next(struct link *link);
static void drop(struct link *link, const char *reason);

struct session *link_session(const char *client)
{
    uint64_t random = 0;
    if (uv_random(NULL, NULL, &random, sizeof(random), 0, NULL) != 0)
        abort();
    return session_new(client, random);
}

struct link *link_new(uv_loop_t *loop, struct session *session, const struct link_handler *handler)
{
    struct link *link = calloc(1, sizeof(*link));
    if (link == NULL || uv_timer_init(loop, &link->timer) != 0)
        abort();
    link->loop = loop;
    link->session = session;
    link->handler = *handler;
    link->timer.data = link;
    link->socket.data = link;
    link->connecting.data = link;
    link->resolver.data = link;
    return link;
}

void link_free(struct link *link)
{
    tls_free(link->tls);
    tls_context_free(link->trust);
    free(link);
}

static int64_t now_ms(struct link *link)
{
    return (int64_t)uv_now(link->loop);
}

/* ---------------------------------------------------------------- time */

static void pump(struct link *link);

static void on_timer(uv_timer_t *timer)
{
    struct link *link = timer->data;
    switch (link->state) {
    case LINK_PAUSING:
        begin(link);
        break;
    case LINK_CONNECTING:
    case LINK_SHAKING:
        drop(link, _("no answer"));
        break;
    case LINK_OPEN:
        session_pass_time(link->session, now_ms(link));
        pump(link);
        break;
    default:
        break;
    }
}

static void arm(struct link *link)
{
    int64_t next_ms = session_next_ms(link->session);
    if (link->state == LINK_OPEN && next_ms != INT64_MAX) {
        int64_t wait_ms = next_ms - now_ms(link);
        uv_timer_start(&link->timer, on_timer, wait_ms > 0 ? (uint64_t)wait_ms : 0, 0);
    }
}

/* ---------------------------------------------------------------- sending */

static void on_written(uv_write_t *request, int status)
{
    (void)status; /* a failure is seen by the reader, too */
    struct writing *writing = request->data;
    free(writing->bytes);
    free(writing);
}

static void write_out(struct link *link, char *take_bytes, size_t len)
{
    struct writing *writing = malloc(sizeof(*writing));
    if (writing == NULL)
        abort();
    writing->bytes = take_bytes;
    writing->request.data = writing;
    uv_buf_t buffer = uv_buf_init(take_bytes, (unsigned)len);
    if (uv_write(&writing->request, (uv_stream_t *)&link->socket, &buffer, 1, on_written) != 0)
        on_written(&writing->request, 0);
}

static void write_out_tls(struct link *link)
{
    size_t len;
    char *bytes = tls_take_output(link->tls, &len);
    if (bytes != NULL)
        write_out(link, bytes, len);
}

static void send_bytes(struct link *link, const char *bytes, size_t len)
{
    if (link->tls != NULL) {
        (void)tls_write(link->tls, bytes, len); /* a failure is seen by the reader, too */
        write_out_tls(link);
        return;
    }
    char *copy = malloc(len);
    if (copy == NULL)
        abort();
    memcpy(copy, bytes, len);
    write_out(link, copy, len);
}

void link_flush(struct link *link)
{
    size_t len;
    const char *bytes = session_get_output(link->session, &len);
    if (link->state != LINK_OPEN || len == 0 || link->is_failed)
        return;
    send_bytes(link, bytes, len);
    session_sent(link->session, len);
    if (!link->is_busy)
        arm(link);
}

/* ---------------------------------------------------------------- receiving */

/* Takes everything that the session has to tell. */
static void pump(struct link *link)
{
    struct notice notice;
    link->is_busy = true;
    while (link->state == LINK_OPEN && !link->is_failed && session_next(link->session, &notice))
        if (notice.kind == NOTICE_BROKEN)
            link->is_failed = true;
        else
            link->handler.notice(link->handler.ctx, &notice);
    if (link->state == LINK_OPEN && link->handler.settled != NULL)
        link->handler.settled(link->handler.ctx);
    link_flush(link);
    link->is_busy = false;
    if (link->state == LINK_OPEN && link->is_failed)
        drop(link, _("the server is silent or is not a Pentad server"));
    arm(link);
}

static void on_alloc(uv_handle_t *handle, size_t suggested, uv_buf_t *buffer)
{
    (void)suggested;
    struct link *link = handle->data;
    *buffer = uv_buf_init(link->buffer, sizeof(link->buffer));
}

static void open_up(struct link *link)
{
    link->state = LINK_OPEN;
    link->is_failed = false;
    uv_timer_stop(&link->timer);
    session_connected(link->session, now_ms(link));
    link_flush(link);
    arm(link);
}

/* Nothing more comes, behind what came before. */
static void end(struct link *link, const char *reason)
{
    if (link->state == LINK_OPEN)
        pump(link);
    if (link->state == LINK_OPEN || link->state == LINK_SHAKING)
        drop(link, reason);
}

/* Decrypts, and gives the session what it is. */
static void hear(struct link *link, const char *bytes, size_t bytes_len)
{
    size_t len;
    tls_feed(link->tls, bytes, bytes_len);
    while (link->state == LINK_SHAKING || link->state == LINK_OPEN) {
        switch (tls_read(link->tls, link->plain, sizeof(link->plain), &len)) {
        case TLS_SHAKEN:
            open_up(link);
            break;
        case TLS_BYTES:
            session_received(link->session, link->plain, len, now_ms(link));
            break;
        case TLS_MORE:
            write_out_tls(link);
            return;
        case TLS_ENDED:
            end(link, problem_of_network(UV_EOF));
            return;
        case TLS_BROKEN:
            write_out_tls(link);
            end(link, problem_of_tls(tls_problem(link->tls), link->is_known));
            return;
        }
    }
}

static void on_read(uv_stream_t *stream, ssize_t len, const uv_buf_t *buffer)
{
    struct link *link = stream->data;
    if (len == 0 || (link->state != LINK_OPEN && link->state != LINK_SHAKING))
        return;
    if (len < 0)
        drop(link, problem_of_network((int)len));
    else if (link->tls != NULL)
        hear(link, buffer->base, (size_t)len);
    else
        session_received(link->session, buffer->base, (size_t)len, now_ms(link));
    if (link->state == LINK_OPEN)
        pump(link);
}

/* ---------------------------------------------------------------- losing */

/* Tells the session before the caller, because the caller may look at the session. */
static void report_lost(struct link *link)
{
    uint32_t random = 0;
    uv_random(NULL, NULL, &random, sizeof(random), 0, NULL);
    int64_t pause_ms = session_broken(link->session, now_ms(link), random);
    link->state = LINK_IDLE;
    if (link->handler.lost(link->handler.ctx, link->reason, pause_ms) &&
        link->state != LINK_STOPPED) {
        link->state = LINK_PAUSING;
        uv_timer_start(&link->timer, on_timer, (uint64_t)pause_ms, 0);
    }
}

static void free_addresses(struct link *link)
{
    uv_freeaddrinfo(link->addresses);
    link->addresses = NULL;
    link->address = NULL;
}

static void on_closed(uv_handle_t *handle)
{
    struct link *link = handle->data;
    tls_free(link->tls);
    link->tls = NULL;
    if (link->state == LINK_STOPPED) {
        free_addresses(link);
        return;
    }
    if (link->address != NULL) {
        connect_next(link);
        return;
    }
    free_addresses(link);
    report_lost(link);
}

static void drop(struct link *link, const char *reason)
{
    snprintf(link->reason, sizeof(link->reason), "%s", reason);
    if (link->state == LINK_OPEN)
        link->address = NULL; /* it worked before: the next attempt begins with a pause */
    link->state = LINK_CLOSING;
    link->is_failed = false;
    uv_timer_stop(&link->timer);
    uv_close((uv_handle_t *)&link->socket, on_closed);
}

/* ---------------------------------------------------------------- connecting */

/* Where nobody encrypts, somebody may speak without; but one who did before is only not there. */
static void drop_unconnected(struct link *link, int status)
{
    char reason[sizeof(link->reason)];
    if (status == UV_ECONNREFUSED && link->server.has_tls && !link->is_known) {
        snprintf(reason, sizeof(reason),
                 _("nobody encrypts at port %s (without: --server plain://HOST)"),
                 link->server.port);
        drop(link, reason);
    } else {
        drop(link, problem_of_network(status));
    }
}

static void on_connected(uv_connect_t *request, int status)
{
    struct link *link = request->data;
    if (link->state != LINK_CONNECTING)
        return;
    if (status != 0) {
        drop_unconnected(link, status);
        return;
    }
    uv_tcp_nodelay(&link->socket, 1);
    uv_read_start((uv_stream_t *)&link->socket, on_alloc, on_read);
    if (!link->server.has_tls) {
        open_up(link);
        return;
    }
    link->state = LINK_SHAKING;
    link->tls = tls_open(link->trust, link->server.host);
    if (link->tls != NULL)
        write_out_tls(link);
    else
        drop(link, problem_of_tls(TLS_PROBLEM_OTHER, link->is_known));
}

static void connect_next(struct link *link)
{
    const struct sockaddr *address = link->address->ai_addr;
    link->address = link->address->ai_next;
    link->state = LINK_CONNECTING;
    uv_tcp_init(link->loop, &link->socket);
    uv_timer_start(&link->timer, on_timer, CONNECT_MS, 0);
    int failed = uv_tcp_connect(&link->connecting, &link->socket, address, on_connected);
    if (failed != 0)
        drop(link, problem_of_network(failed));
}

static void on_resolved(uv_getaddrinfo_t *request, int status, struct addrinfo *addresses)
{
    struct link *link = request->data;
    link->addresses = addresses;
    link->address = addresses;
    if (link->state == LINK_STOPPED) {
        free_addresses(link);
    } else if (status != 0 || addresses == NULL) {
        snprintf(link->reason, sizeof(link->reason), "%s", problem_of_network(status));
        report_lost(link);
    } else {
        connect_next(link);
    }
}

/* The first look-up makes libuv's threads, which take over the mask: a signal is for the main
 * thread, where it ends a question. In another one it would be lost. */
static int resolve(struct link *link)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_family = AF_UNSPEC};
    sigset_t all;
    sigset_t before;
    link->state = LINK_RESOLVING;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    int failed = uv_getaddrinfo(link->loop, &link->resolver, on_resolved, link->server.host,
                                link->server.port, &hints);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return failed;
}

static void fail(struct link *link, const char *reason)
{
    snprintf(link->reason, sizeof(link->reason), "%s", reason);
    report_lost(link);
}

/* Whom to believe is read when it is first needed, and again if that failed. */
static void begin(struct link *link)
{
    char message[TLS_MESSAGE_SIZE];
    if (link->server.has_tls && link->trust == NULL) {
        link->trust = tls_context_of_client(link->ca, message);
        if (link->trust == NULL) {
            char reason[sizeof(link->reason)];
            snprintf(reason, sizeof(reason), _("the authorities in %s cannot be read"),
                     link->ca != NULL ? link->ca : "OpenSSL");
            fail(link, reason);
            return;
        }
    }
    int failed = resolve(link);
    if (failed != 0)
        fail(link, problem_of_network(failed));
}

void link_start(struct link *link, const struct invocation *invocation)
{
    link->server = invocation_address(invocation);
    link->is_known = invocation->is_server_known;
    link->ca = invocation->options[OPTION_CA];
    link->state = LINK_PAUSING;
    uv_timer_start(&link->timer, on_timer, 0, 0);
}

void link_stop(struct link *link)
{
    enum link_state state = link->state;
    if (state == LINK_STOPPED)
        return;
    link->state = LINK_STOPPED;
    uv_close((uv_handle_t *)&link->timer, NULL);
    if (state == LINK_OPEN && link->tls != NULL) {
        tls_end(link->tls);
        write_out_tls(link);
    }
    if (state == LINK_CONNECTING || state == LINK_SHAKING || state == LINK_OPEN)
        uv_close((uv_handle_t *)&link->socket, on_closed);
    else if (state == LINK_RESOLVING)
        uv_cancel((uv_req_t *)&link->resolver);
}
