/* SPDX-License-Identifier: MIT */
/*
 * The server under a service manager; the test is the manager. It hears when the server is ready,
 * alive and stopping, and it owns the socket, so that the next process takes over from the last
 * one and nobody is refused in between.
 */
#include "tests/support/scene.h"
#include "tests/support/table.h"
#include "tests/support/wait.h"

#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define TABLES 12
#define RESTARTS 4

struct manager {
    struct folder folder;
    int notify_fd;
    int listen_fd; /* -1: the server has its own */
    char variable[FOLDER_PATH_SIZE + 32];
    char fd_text[32];
    const char *variables[4];
    const char *launcher[4]; /* as_service, and what it wants */
    ;
    struct server *server;
};

/* ------------------------------------------------------------------ being the manager */

static void notify_open(struct manager *manager)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    char path[FOLDER_PATH_SIZE];
    folder_path(&manager->folder, "notify", path);
    assert_in_range(strlen(path), 1, sizeof(address.sun_path) - 1);
    memcpy(address.sun_path, path, strlen(path) + 1);
    manager->notify_fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    assert_int_equal(bind(manager->notify_fd, (struct sockaddr *)&address, sizeof(address)), 0);
    snprintf(manager->variable, sizeof(manager->variable), "NOTIFY_SOCKET=%s", path);
    manager->variables[0] = manager->variable;
}

/* Inherited by what is started, so without FD_CLOEXEC. */
static int listening_at(in_addr_t where)
{
    const struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(where)};
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(bind(fd, (const struct sockaddr *)&address, sizeof(address)), 0);
    assert_int_equal(listen(fd, 128), 0);
    return fd;
}

static int listening_socket(void)
{
    return listening_at(INADDR_LOOPBACK);
}

static uint16_t port_of(int fd)
{
    struct sockaddr_in address;
    socklen_t len = sizeof(address);
    assert_int_equal(getsockname(fd, (struct sockaddr *)&address, &len), 0);
    return ntohs(address.sin_port);
}

static void listen_open(struct manager *manager)
{
    manager->listen_fd = listening_socket();
    snprintf(manager->fd_text, sizeof(manager->fd_text), "%d", manager->listen_fd);
    manager->launcher[0] = AS_SERVICE_PATH;
    manager->launcher[1] = manager->fd_text;
    manager->launcher[2] = "pentad.socket";
}

static int manager_setup(void **state)
{
    struct manager *manager = calloc(1, sizeof(*manager));
    assert_non_null(manager);
    manager->listen_fd = -1;
    folder_make(&manager->folder);
    notify_open(manager);
    manager->server = server_new(NULL);
    server_set_variables(manager->server, manager->variables);
    *state = manager;
    return 0;
}

static int manager_with_socket_setup(void **state)
{
    manager_setup(state);
    struct manager *manager = *state;
    listen_open(manager);
    server_set_launcher(manager->server, manager->launcher);
    return 0;
}

static int manager_teardown(void **state)
{
    struct manager *manager = *state;
    server_free(manager->server);
    close(manager->notify_fd);
    if (manager->listen_fd >= 0)
        close(manager->listen_fd);
    folder_remove(&manager->folder);
    free(manager);
    return 0;
}

/* Waits until the server says so; what it says before is passed over. */
static void hear(const struct manager *manager, const char *words)
{
    int64_t deadline_ms = wait_now_ms() + PATIENCE_MS;
    struct pollfd readable = {.fd = manager->notify_fd, .events = POLLIN};
    char text[256] = "";
    while (strstr(text, words) == NULL) {
        if (poll(&readable, 1, wait_left_ms(deadline_ms)) != 1)
            fail_msg("the manager does not hear %s", words);
        ssize_t len = recv(manager->notify_fd, text, sizeof(text) - 1, 0);
        assert_true(len > 0);
        text[len] = '\0';
    }
}

/* ------------------------------------------------------------------ what it hears */

static void it_hears_that_the_server_is_ready_and_stops(void **state)
{
    struct manager *manager = *state;
    server_start(manager->server);
    hear(manager, "READY=1");
    struct peer *peer = peer_open("anybody", server_port(manager->server));
    peer_ask(peer, "ping", NULL);
    peer_free(peer);
    server_terminate(manager->server);
    hear(manager, "STOPPING=1");
    server_stop(manager->server);
}

static void the_service_manager_gets_signs_of_life_regularly(void **state)
{
    struct manager *manager = *state;
    manager->variables[1] = "WATCHDOG_USEC=100000";
    server_start(manager->server);
    for (int i = 0; i < 5; i++)
        hear(manager, "WATCHDOG=1");
    server_stop(manager->server);
}

static void it_is_not_ready_when_it_cannot_run(void **state)
{
    struct manager *manager = *state;
    char path[FOLDER_PATH_SIZE];
    char *log;
    folder_write(server_folder(manager->server), "pentad.db", "no database", path);
    assert_int_equal(server_run(manager->server, &log), 1);
    assert_non_null(strstr(log, "database_failed"));
    free(log);
    char text[64];
    assert_int_equal(recv(manager->notify_fd, text, sizeof(text), MSG_DONTWAIT), -1);
}

/* ------------------------------------------------------------------ the socket */

static void it_may_give_the_socket_of_the_metrics(void **state)
{
    static const char request[] = "GET /health HTTP/1.0\r\n\r\n";
    struct manager *manager = *state;
    struct sockaddr_in address;
    socklen_t len = sizeof(address);
    char answer[256];
    manager->launcher[2] = "metrics";
    assert_int_equal(getsockname(manager->listen_fd, (struct sockaddr *)&address, &len), 0);
    server_start(manager->server);
    assert_int_not_equal(server_port(manager->server), ntohs(address.sin_port));
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(connect(fd, (struct sockaddr *)&address, sizeof(address)), 0);
    assert_int_equal(send(fd, request, strlen(request), 0), strlen(request));
    assert_true(recv(fd, answer, 15, MSG_WAITALL) == 15);
    assert_memory_equal(answer, "HTTP/1.1 200 OK", 15);
    close(fd);
    server_stop(manager->server);
}

/* Who may open the socket is a proxy, and says where the player is. */
static void a_proxy_may_come_by_a_unix_socket(void **state)
{
    static const char request[] =
        "GET /socket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        "X-Forwarded-For: 192.0.2.7\r\n\r\n"
        "\x81\xa2\0\0\0\0{\"id\":1,\"op\":\"hello\",\"protocol\":3}"
        "\x81\x9a\0\0\0\0{\"id\":2,\"op\":\"auth.guest\"}";
    static const char *const options[] = {"--http-kind", "behind_proxy", "--trusted-proxies",
                                          "192.0.2.1", NULL};
    struct manager *manager = *state;
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    char path[FOLDER_PATH_SIZE];
    char line[FOLDER_PATH_SIZE + 64];
    folder_path(&manager->folder, "http", path);
    assert_in_range(strlen(path), 1, sizeof(address.sun_path) - 1);
    memcpy(address.sun_path, path, strlen(path) + 1);
    int listen_fd = socket(AF_UNIX, SOCK_STREAM, 0);
    assert_int_equal(bind(listen_fd, (struct sockaddr *)&address, sizeof(address)), 0);
    assert_int_equal(listen(listen_fd, 16), 0);
    snprintf(manager->fd_text, sizeof(manager->fd_text), "%d", listen_fd);
    manager->launcher[0] = AS_SERVICE_PATH;
    manager->launcher[1] = manager->fd_text;
    manager->launcher[2] = "listening_http";
    struct server *server = server_new(options);
    server_set_launcher(server, manager->launcher);
    server_start(server);
    snprintf(line, sizeof(line), "listening_http address=%s", path);
    server_find_log(server, line);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(connect(fd, (struct sockaddr *)&address, sizeof(address)), 0);
    assert_int_equal(send(fd, request, sizeof(request) - 1, 0), sizeof(request) - 1);
    server_find_log(server, "address=192.0.2.7");
    close(fd);
    server_stop(server);
    server_free(server);
    close(listen_fd);
}

static void players_come_by_every_socket(void **state)
{
    struct manager *manager = *state;
    int second_fd = listening_socket();
    snprintf(manager->fd_text, sizeof(manager->fd_text), "%d:%d", manager->listen_fd, second_fd);
    manager->launcher[2] = "pentad.socket:pentad.socket";
    server_start(manager->server);
    assert_int_equal(server_port(manager->server), port_of(manager->listen_fd));
    struct peer *peer = peer_open("at the second", port_of(second_fd));
    peer_ask(peer, "ping", NULL);
    peer_free(peer);
    server_stop(manager->server);
    close(second_fd);
}

static void does_not_start(const struct manager *manager, const char *words)
{
    char *log;
    assert_int_not_equal(server_run(manager->server, &log), 0);
    if (strstr(log, words) == NULL)
        fail_msg("\"%s\" is not in:\n%s", words, log);
    free(log);
}

static void a_socket_of_a_name_that_nobody_has_is_refused(void **state)
{
    struct manager *manager = *state;
    manager->launcher[2] = "listening_htps";
    does_not_start(manager, "listen_failed word=listening_htps");
}

/* Passwords would leave the machine, whatever http_listen says. */
static void a_socket_for_http_is_at_loopback(void **state)
{
    struct manager *manager = *state;
    close(manager->listen_fd);
    manager->listen_fd = listening_at(INADDR_ANY);
    snprintf(manager->fd_text, sizeof(manager->fd_text), "%d", manager->listen_fd);
    manager->launcher[2] = "listening_http";
    does_not_start(manager, "allow_plain must be yes");
}

static void a_client_between_two_processes_waits_for_the_second(void **state)
{
    struct manager *manager = *state;
    server_start(manager->server);
    uint16_t port = server_port(manager->server);
    server_stop(manager->server);
    struct peer *early = peer_open("early", port);
    int64_t id = peer_send(early, "ping", NULL);
    server_start(manager->server);
    assert_int_equal(server_port(manager->server), port);
    assert_null(json_object_get(peer_answer(early, id), "error"));
    peer_free(early);
    server_stop(manager->server);
}

struct hall {
    struct manager *manager;
    struct table tables[TABLES];
};

static struct peer *guest(struct hall *hall)
{
    struct peer *peer = peer_open("a guest", server_port(hall->manager->server));
    peer_ask(peer, "auth.guest", NULL);
    return peer;
}

/* The move that was under way when the process went counts once, whether it was taken or not. */
static void come_back(struct table *table, struct peer *fresh[2], const char *square)
{
    struct peer *gone[2] = {table->opener, table->joiner};
    int seat = table->to_act;
    int ply = table->ply;
    for (int i = 0; i < 2; i++)
        peer_resume(fresh[i], peer_token(gone[i]));
    table_take_seats(table, fresh[0], fresh[1]);
    table->ply = ply;
    json_t *answer = peer_answer(table->seats[seat], table_send(table, seat, square));
    assert_null(json_object_get(answer, "error"));
    table->ply = ply + 1;
    table->to_act = 1 - seat;
    for (int i = 0; i < 2; i++)
        peer_free(gone[i]);
}

static struct peer *leave_and_wait(const struct hall *hall, struct peer *gone)
{
    peer_expect_end(gone);
    peer_close(gone);
    return peer_open("is back", server_port(hall->manager->server));
}

static void restart_in_play(struct hall *hall, const char *square)
{
    struct peer *fresh[TABLES][2];
    for (size_t i = 0; i < TABLES; i++)
        table_send(&hall->tables[i], hall->tables[i].to_act, square);
    server_terminate(hall->manager->server);
    for (size_t i = 0; i < TABLES; i++) {
        fresh[i][0] = leave_and_wait(hall, hall->tables[i].opener);
        fresh[i][1] = leave_and_wait(hall, hall->tables[i].joiner);
    }
    server_stop(hall->manager->server);
    server_start(hall->manager->server);
    for (size_t i = 0; i < TABLES; i++)
        come_back(&hall->tables[i], fresh[i], square);
}

static void games_go_on_from_one_process_to_the_next(void **state)
{
    static const char *const squares[RESTARTS] = {"h8", "a1", "h9", "a2"};
    struct hall hall = {.manager = *state};
    server_start(hall.manager->server);
    for (size_t i = 0; i < TABLES; i++)
        table_open(&hall.tables[i], guest(&hall), guest(&hall), "classic", TABLE_UNRATED);
    for (size_t i = 0; i < RESTARTS; i++)
        restart_in_play(&hall, squares[i]);
    for (size_t i = 0; i < TABLES; i++) {
        struct table *table = &hall.tables[i];
        assert_string_equal(text_at(table_read(table, table->opener), "actions"), "h8 a1 h9 a2");
        peer_free(table->opener);
        peer_free(table->joiner);
    }
    server_stop(hall.manager->server);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(it_hears_that_the_server_is_ready_and_stops, manager_setup,
                                        manager_teardown),
        cmocka_unit_test_setup_teardown(the_service_manager_gets_signs_of_life_regularly,
                                        manager_setup, manager_teardown),
        cmocka_unit_test_setup_teardown(it_is_not_ready_when_it_cannot_run, manager_setup,
                                        manager_teardown),
        cmocka_unit_test_setup_teardown(it_may_give_the_socket_of_the_metrics,
                                        manager_with_socket_setup, manager_teardown),
        cmocka_unit_test_setup_teardown(a_proxy_may_come_by_a_unix_socket, manager_setup,
                                        manager_teardown),
        cmocka_unit_test_setup_teardown(players_come_by_every_socket, manager_with_socket_setup,
                                        manager_teardown),
        cmocka_unit_test_setup_teardown(a_socket_of_a_name_that_nobody_has_is_refused,
                                        manager_with_socket_setup, manager_teardown),
        cmocka_unit_test_setup_teardown(a_socket_for_http_is_at_loopback, manager_with_socket_setup,
                                        manager_teardown),
        cmocka_unit_test_setup_teardown(a_client_between_two_processes_waits_for_the_second,
                                        manager_with_socket_setup, manager_teardown),
        cmocka_unit_test_setup_teardown(games_go_on_from_one_process_to_the_next,
                                        manager_with_socket_setup, manager_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
