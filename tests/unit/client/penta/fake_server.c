/* SPDX-License-Identifier: MIT */
/*
 * The server and the child process of tests/unit/client/penta/fake_server.h.
 */
#include "fake_server.h"

#include "proto/family.h"
#include "proto/frame.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/wait.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <pty.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define WORDS_MAX 16

static void wait_for(int fd)
{
    struct pollfd poll_fd = {.fd = fd, .events = POLLIN};
    assert_int_equal(poll(&poll_fd, 1, PATIENCE_MS), 1);
}

/* ---------------------------------------------------------------- the server */

void fake_server_init(struct fake_server *server)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof(address);
    server->conn = -1;
    server->input_len = 0;
    server->room_seq = 0;
    server->player_seq = 1;
    server->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(bind(server->listener, (struct sockaddr *)&address, size), 0);
    assert_int_equal(listen(server->listener, 4), 0);
    assert_int_equal(getsockname(server->listener, (struct sockaddr *)&address, &size), 0);
    snprintf(server->port, sizeof(server->port), "%d", ntohs(address.sin_port));
    arena_init(&server->arena, server->block, sizeof(server->block));
}

void fake_server_drop(struct fake_server *server)
{
    if (server->conn >= 0)
        close(server->conn);
    server->conn = -1;
    server->input_len = 0;
}

void fake_server_deinit(struct fake_server *server)
{
    fake_server_drop(server);
    close(server->listener);
    arena_deinit(&server->arena);
}

/* Takes one whole request from the input; false if there is none yet. */
static bool take_one(struct fake_server *server, struct request *out)
{
    size_t used;
    struct fault fault;
    struct frame_slice frame;
    if (frame_next(server->input, server->input_len, FRAME_REQUEST_MAX, &frame, &used) !=
        FRAME_READY)
        return false;
    arena_reset(&server->arena);
    assert_int_equal(request_decode(frame.bytes, frame.len, &server->arena, out, &fault), 0);
    server->input_len -= used;
    memmove(server->input, server->input + used, server->input_len);
    return true;
}

static struct request take_any(struct fake_server *server)
{
    struct request request;
    while (!take_one(server, &request)) {
        wait_for(server->conn);
        ssize_t len = read(server->conn, server->input + server->input_len,
                           sizeof(server->input) - server->input_len);
        assert_true(len > 0);
        server->input_len += (size_t)len;
    }
    return request;
}

/* Answers what penta asks by itself at any time: pings, and who else waits while its player does.
 */
static bool answer_unasked(struct fake_server *server, const struct request *request)
{
    if (request->op == OP_PING)
        fake_server_reply(server, OP_PING, request->id, &(struct ping_reply){.now = 1});
    else if (request->op == OP_LOBBY_WATCH)
        fake_server_reply(server, OP_LOBBY_WATCH, request->id, &(struct lobby_watch_reply){0});
    else if (request->op == OP_LOBBY_LEAVE)
        fake_server_reply(server, OP_LOBBY_LEAVE, request->id, &(struct lobby_leave_reply){0});
    else
        return false;
    return true;
}

struct request fake_server_take(struct fake_server *server, enum op op)
{
    struct request request = take_any(server);
    while (request.op != op && answer_unasked(server, &request))
        request = take_any(server);
    assert_string_equal(op_info(request.op)->wire, op_info(op)->wire);
    return request;
}

static void send_all(struct fake_server *server, const char *bytes, size_t len)
{
    assert_int_equal(send(server->conn, bytes, len, MSG_NOSIGNAL), len);
}

void fake_server_raw(struct fake_server *server, const char *bytes)
{
    send_all(server, bytes, strlen(bytes));
}

void fake_server_reply(struct fake_server *server, enum op op, int64_t id, const void *reply)
{
    static char frame[FRAME_REPLY_MAX + 1];
    int len = reply_encode(op, id, reply, frame, sizeof(frame));
    assert_true(len > 0);
    send_all(server, frame, (size_t)len);
}

void fake_server_error(struct fake_server *server, int64_t id, const struct fault *fault,
                       int64_t retry_after_ms)
{
    static char frame[FRAME_REPLY_MAX + 1];
    int len = error_encode(id, fault, retry_after_ms, frame, sizeof(frame));
    assert_true(len > 0);
    send_all(server, frame, (size_t)len);
}

void fake_server_event(struct fake_server *server, enum event event, const void *body)
{
    static char frame[FRAME_REPLY_MAX + 1];
    int64_t seq = NO_SEQ;
    if (event_stream(event) == STREAM_ROOM)
        seq = ++server->room_seq;
    else if (event_stream(event) == STREAM_PLAYER)
        seq = ++server->player_seq;
    int len = event_encode(event, seq, body, frame, sizeof(frame));
    assert_true(len > 0);
    send_all(server, frame, (size_t)len);
}

const struct variant fake_server_hexes = {.key = "hexes", .name = "Hexes"};

static void tell_variants(struct fake_server *server, int64_t version)
{
    static const struct flat_info_record board = {.width = 9, .height = 9};
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
    fake_server_reply(server, OP_VARIANT_LIST, fake_server_take(server, OP_VARIANT_LIST).id, &list);
}

void fake_server_accept(struct fake_server *server)
{
    struct limits_record limits = {.frame_bytes = FRAME_REQUEST_MAX,
                                   .reply_bytes = FRAME_REPLY_MAX,
                                   .depth = FRAME_DEPTH_MAX,
                                   .login_ms = 10000,
                                   .idle_ms = 60000,
                                   .heartbeat_ms = 10000,
                                   .rooms_per_player = 16,
                                   .rate_percent = 100};
    struct hello_reply hello = {.protocol = PROTOCOL_VERSION,
                                .server = "fake",
                                .now = 1,
                                .limits = &limits,
                                .variants_count = VARIANT_COUNT,
                                .variants_version = family_version(),
                                .chat = server->chat};
    wait_for(server->listener);
    server->conn = accept(server->listener, NULL, NULL);
    assert_true(server->conn >= 0);
    fcntl(server->conn, F_SETFD, FD_CLOEXEC);
    if (server->is_newer) {
        hello.variants_count++;
        hello.variants_version++;
    }
    fake_server_reply(server, OP_HELLO, fake_server_take(server, OP_HELLO).id, &hello);
    if (server->is_newer)
        tell_variants(server, hello.variants_version);
}

/* ---------------------------------------------------------------- the child */

static void run_child(const char *locale, const char *home, const char *port, const char *arguments)
{
    char words[512];
    char *argv[WORDS_MAX + 1] = {(char[]){"penta"}};
    size_t count = 1;
    snprintf(words, sizeof(words), "%s", arguments);
    for (char *at = words[0] != '\0' ? words : NULL; at != NULL && count < WORDS_MAX;) {
        argv[count++] = at;
        at = strchr(at, ' ');
        if (at != NULL)
            *at++ = '\0';
    }
    setenv("XDG_STATE_HOME", home, 1);
    setenv("PENTAD_PORT", port, 1);
    setenv("LC_ALL", locale != NULL ? locale : "C.UTF-8", 1);
    unsetenv("PENTAD_HOST");
    unsetenv("LANGUAGE");
    execv(PENTA_PROGRAM, argv);
    _exit(127);
}

static void redirect(const char *path)
{
    if (path == NULL)
        return;
    close(STDOUT_FILENO);
    if (path[0] != '\0' && open(path, O_WRONLY) != STDOUT_FILENO)
        _exit(127);
}

void penta_start(struct penta *penta, const char *home, const char *port, const char *arguments)
{
    int input[2];
    int output[2];
    assert_int_equal(pipe(input), 0);
    assert_int_equal(pipe(output), 0);
    fcntl(input[1], F_SETFD, FD_CLOEXEC);
    fcntl(output[0], F_SETFD, FD_CLOEXEC);
    penta->pid = fork();
    assert_true(penta->pid >= 0);
    if (penta->pid == 0) {
        dup2(input[0], STDIN_FILENO);
        dup2(output[1], STDOUT_FILENO);
        dup2(output[1], STDERR_FILENO);
        close(input[0]);
        close(output[1]);
        redirect(penta->prints_to);
        run_child(penta->locale, home, port, arguments);
    }
    close(input[0]);
    close(output[1]);
    penta->input = input[1];
    penta->output = output[0];
}

void penta_start_screen(struct penta *penta, const char *home, const char *port,
                        const char *arguments)
{
    struct winsize size = {.ws_row = 24, .ws_col = 80};
    int terminal;
    penta->pid = forkpty(&terminal, NULL, NULL, &size);
    assert_true(penta->pid >= 0);
    if (penta->pid == 0) {
        setenv("TERM", penta->term != NULL ? penta->term : "xterm-256color", 1);
        unsetenv("NO_COLOR");
        unsetenv("COLUMNS");
        if (penta->columns != NULL)
            setenv("COLUMNS", penta->columns, 1);
        run_child(penta->locale, home, port, arguments);
    }
    fcntl(terminal, F_SETFD, FD_CLOEXEC);
    penta->output = terminal;
    penta->input = fcntl(terminal, F_DUPFD_CLOEXEC, 0);
    assert_true(penta->input >= 0);
}

void penta_type(struct penta *penta, const char *text)
{
    assert_int_equal(write(penta->input, text, strlen(text)), strlen(text));
}

void penta_close_input(struct penta *penta)
{
    if (penta->input >= 0)
        close(penta->input);
    penta->input = -1;
}

int penta_wait(struct penta *penta)
{
    int status;
    size_t len = 0;
    ssize_t got = 1;
    penta_close_input(penta);
    while (got > 0) {
        wait_for(penta->output);
        got = read(penta->output, penta->text + len, sizeof(penta->text) - 1 - len);
        len += got > 0 ? (size_t)got : 0; /* a terminal ends with EIO */
    }
    penta->text[len] = '\0';
    close(penta->output);
    assert_int_equal(waitpid(penta->pid, &status, 0), penta->pid);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}
