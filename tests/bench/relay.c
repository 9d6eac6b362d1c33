/* SPDX-License-Identifier: MIT */
/*
 * The limit that the server is measured against: a bare relay of lines. It pairs connections in the
 * order in which they come and copies each line of one to both, without looking into it.
 *
 *   relay PORT
 *
 * Listens on loopback, says "listening" on standard output, and runs until it is ended.
 */
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <uv.h>

#define LINE_MAX_BYTES 4096
#define BACKLOG 4096

struct end {
    uv_tcp_t tcp;
    struct end *other; /* NULL: has not come yet, or is gone */
    char bytes[LINE_MAX_BYTES];
    size_t len; /* of a line that is not whole */
};

struct copy {
    uv_write_t request;
    char bytes[];
};

static struct end *waiting;

static void check(int status, const char *what)
{
    if (status >= 0)
        return;
    fprintf(stderr, "relay: %s: %s\n", what, uv_strerror(status));
    exit(1);
}

static void on_closed(uv_handle_t *handle)
{
    free(handle->data);
}

static void end_close(struct end *end)
{
    if (uv_is_closing((uv_handle_t *)&end->tcp))
        return;
    if (waiting == end)
        waiting = NULL;
    if (end->other != NULL)
        end->other->other = NULL;
    uv_close((uv_handle_t *)&end->tcp, on_closed);
}

static void on_written(uv_write_t *request, int status)
{
    (void)status; /* the reading side sees the end, too */
    free(request);
}

static void copy_to(struct end *end, const char *bytes, size_t len)
{
    uv_buf_t buffer = uv_buf_init((char *)(uintptr_t)bytes, (unsigned)len);
    int written = uv_try_write((uv_stream_t *)&end->tcp, &buffer, 1);
    size_t done = written > 0 ? (size_t)written : 0;
    if (done == len)
        return;
    struct copy *copy = malloc(sizeof(*copy) + len - done);
    check(copy == NULL ? UV_ENOMEM : 0, "copy");
    memcpy(copy->bytes, bytes + done, len - done);
    buffer = uv_buf_init(copy->bytes, (unsigned)(len - done));
    if (uv_write(&copy->request, (uv_stream_t *)&end->tcp, &buffer, 1, on_written) != 0)
        free(copy);
}

static void on_alloc(uv_handle_t *handle, size_t size, uv_buf_t *buffer)
{
    (void)size;
    struct end *end = handle->data;
    *buffer = uv_buf_init(end->bytes + end->len, (unsigned)(sizeof(end->bytes) - end->len));
}

static void on_read(uv_stream_t *stream, ssize_t count, const uv_buf_t *buffer)
{
    struct end *end = stream->data;
    (void)buffer;
    if (count < 0 || end->len + (size_t)count == sizeof(end->bytes)) {
        end_close(end);
        return;
    }
    end->len += (size_t)count;
    size_t whole = end->len;
    while (whole > 0 && end->bytes[whole - 1] != '\n')
        whole--;
    if (whole == 0)
        return;
    copy_to(end, end->bytes, whole);
    if (end->other != NULL)
        copy_to(end->other, end->bytes, whole);
    end->len -= whole;
    memmove(end->bytes, end->bytes + whole, end->len);
}

static void on_connection(uv_stream_t *server, int status)
{
    check(status, "listen");
    struct end *end = calloc(1, sizeof(*end));
    check(end == NULL ? UV_ENOMEM : 0, "connection");
    end->tcp.data = end;
    check(uv_tcp_init(server->loop, &end->tcp), "socket");
    check(uv_accept(server, (uv_stream_t *)&end->tcp), "accept");
    check(uv_tcp_nodelay(&end->tcp, 1), "nodelay");
    check(uv_read_start((uv_stream_t *)&end->tcp, on_alloc, on_read), "read");
    end->other = waiting;
    if (waiting != NULL)
        waiting->other = end;
    waiting = waiting == NULL ? end : NULL;
}

int main(int argc, char **argv)
{
    uv_tcp_t server;
    struct sockaddr_in address;
    if (argc != 2) {
        fprintf(stderr, "usage: relay PORT\n");
        return 2;
    }
    (void)signal(SIGPIPE, SIG_IGN);
    check(uv_ip4_addr("127.0.0.1", (int)strtol(argv[1], NULL, 10), &address), "address");
    check(uv_tcp_init(uv_default_loop(), &server), "socket");
    check(uv_tcp_bind(&server, (const struct sockaddr *)&address, 0), "bind");
    check(uv_listen((uv_stream_t *)&server, BACKLOG, on_connection), "listen");
    (void)puts("listening");
    (void)fflush(stdout);
    return uv_run(uv_default_loop(), UV_RUN_DEFAULT);
}
