/* SPDX-License-Identifier: MIT */
/* Connections: the greeting, heartbeats and timeouts, how bytes may come, and what is bounded. */
#include "engine/variant.h"
#include "tests/support/scene.h"
#include "tests/support/wait.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

SCENE(hello_tells_protocol_limits_and_variants)
{
    struct peer *peer = scene_stranger(scene, "a stranger");
    json_t *hello = peer_ask(peer, "hello", "{s:i, s:s}", "protocol", 3, "client", "tests 1");
    assert_int_equal(int_at(hello, "protocol"), 3);
    assert_non_null(strstr(text_at(hello, "server"), "pentad"));
    assert_true(int_at(hello, "now") > INT64_C(1600000000000));
    assert_int_equal(int_at(hello, "limits.frame_bytes"), 16384);
    assert_int_equal(int_at(hello, "limits.reply_bytes"), 65536);
    assert_int_equal(int_at(hello, "limits.depth"), 8);
    assert_true(int_at(hello, "limits.heartbeat_ms") <= 10000);
    assert_int_equal(int_at(hello, "limits.refusals"), 200);
    assert_int_equal(int_at(hello, "limits.output_bytes"), 1048576);
    assert_int_equal(int_at(hello, "limits.output_bytes_asking"), 262144);
    assert_int_equal(int_at(hello, "limits.output_stall_ms"), 30000);
    assert_int_equal(int_at(hello, "limits.connections"), 10000);
    assert_int_equal(int_at(hello, "limits.connections_per_address"), 500);
    assert_int_equal(int_at(hello, "limits.players_per_address"), 20);
    assert_int_equal(int_at(hello, "limits.passwords_per_address"), 16);
    assert_int_equal(int_at(hello, "limits.queries_per_player"), 32);
    assert_int_equal(int_at(hello, "limits.queries_per_address"), 64);
    assert_int_equal(int_at(hello, "limits.queries"), 1024);
    assert_int_equal(int_at(hello, "variants_count"), VARIANT_COUNT);
    int64_t version = int_at(hello, "variants_version");
    json_t *list = peer_ask(peer, "variant.list", NULL);
    assert_int_equal(int_at(list, "version"), version);
    assert_int_equal(count_at(list, "variants"), VARIANT_COUNT);
    assert_string_equal(text_at(list, "variants.0.key"), "classic");
    assert_string_equal(text_at(list, "variants.0.family"), "flat");
    assert_int_equal(int_at(list, "variants.0.flat.width"), 19);
    assert_string_equal(text_at(list, "variants.3.overline"), "wins");
    assert_string_equal(text_at(list, "variants.1.key"), "swap2");
    assert_string_equal(text_at(list, "variants.1.opening"), "swap2");
    assert_string_equal(text_at(list, "variants.2.key"), "mini");
    assert_int_equal(int_at(list, "variants.2.flat.height"), 3);
}

static const char *const few_lines[] = {"--cost-say", "3", "--rate-percent", "200", NULL};

static const json_t *cost_of(const json_t *hello, const char *cost)
{
    size_t i;
    const json_t *row;
    json_array_foreach(json_object_get(json_object_get(hello, "limits"), "costs"), i, row)
        if (strcmp(text_at(row, "cost"), cost) == 0)
            return row;
    fail_msg("no cost %s", cost);
    return NULL;
}

SCENE(hello_tells_what_a_player_may_use_up)
{
    json_t *hello = peer_ask(scene_stranger(scene, "a stranger"), "hello", "{s:i}", "protocol", 3);
    const json_t *write = cost_of(hello, "write");
    assert_int_equal(int_at(write, "units"), 1000);
    const json_t *say = cost_of(hello, "say");
    assert_int_equal(int_at(say, "units"), 6);
    assert_int_equal(int_at(say, "per_ms"), 10000);
}

SCENE(a_client_of_the_first_protocol_is_told_that_it_is_too_old)
{
    struct peer *old = peer_open_silent("an old client", server_port(scene->server));
    peer_refused(old, "client_too_old", "hello", "{s:s}", "client", "penta 0.1.0");
    peer_expect_end(old);
    peer_free(old);
    struct peer *rash = peer_open_silent("a client without hello", server_port(scene->server));
    peer_refused(rash, "hello_first", "auth.guest", NULL);
    peer_free(rash);
}

SCENE(ping_tells_the_servers_time)
{
    struct peer *peer = scene_stranger(scene, "a stranger");
    int64_t before = int_at(peer_ask(peer, "ping", NULL), "now");
    int64_t after = int_at(peer_ask(peer, "ping", NULL), "now");
    assert_true(before > INT64_C(1600000000000));
    assert_true(after >= before);
}

static const char *const short_heartbeat[] = {"--heartbeat-ms", "100", NULL};

SCENE(heartbeats_break_the_silence)
{
    struct peer *anna = scene_account(scene, "Anna");
    for (int i = 0; i < 3; i++)
        assert_true(int_at(peer_event(anna, "heartbeat", NULL), "now") > 0);
}

static const char *const short_login[] = {"--login-ms", "1500", NULL};

SCENE(a_stranger_who_does_not_log_in_in_time_is_shown_the_door)
{
    struct peer *anna = scene_account(scene, "Anna");
    struct peer *stranger = scene_stranger(scene, "a stranger");
    struct peer *talker = scene_stranger(scene, "a stranger who talks");
    peer_ask(talker, "ping", NULL);
    peer_expect_bye(stranger, "login_timeout");
    peer_expect_bye(talker, "login_timeout");
    peer_ask(anna, "ping", NULL);
}

static const char *const three_connections[] = {"--connections", "3", NULL};

SCENE(one_connection_too_many_is_told_so)
{
    struct peer *inside[3];
    for (int i = 0; i < 3; i++)
        inside[i] = scene_guest(scene);
    peer_expect_bye(scene_stranger(scene, "the fourth"), "too_many_connections");
    peer_close(inside[0]);
    /* As soon as the server has noticed, there is room for another. */
    json_t *first;
    do {
        struct peer *fifth = scene_stranger(scene, "the fifth");
        peer_send(fifth, "ping", NULL);
        first = peer_next(fifth);
    } while (first == NULL || has_at(first, "ev"));
    peer_ask(inside[1], "ping", NULL);
}

/* Heartbeats tell the test how the time goes. */
static const char *const short_idle[] = {"--idle-ms", "1000", "--heartbeat-ms", "150", NULL};

SCENE(silence_ends_a_connection_and_pings_keep_it)
{
    struct peer *silent = scene_guest(scene);
    struct peer *pinging = scene_guest(scene);
    for (int i = 0; i < 12; i++) {
        peer_event(pinging, "heartbeat", NULL);
        peer_ask(pinging, "ping", NULL);
    }
    peer_expect_bye(silent, "idle_timeout");
    peer_ask(pinging, "room.list", NULL);
}

SCENE(bytes_may_come_one_at_a_time)
{
    static const char line[] = "{\"id\":1001,\"op\":\"ping\",\"note\":\"\xd0\xb6\"}\n";
    struct peer *peer = scene_stranger(scene, "a slow writer");
    for (size_t i = 0; i < sizeof(line) - 1; i++)
        assert_true(peer_send_bytes(peer, line + i, 1));
    json_t *reply = peer_next(peer);
    assert_int_equal(int_at(reply, "re"), 1001);
    assert_true(has_at(reply, "now"));
}

SCENE(requests_in_one_packet_are_all_answered)
{
    static const char lines[] = "{\"id\":1001,\"op\":\"ping\"}\n"
                                "{\"id\":1002,\"op\":\"room.list\"}\r\n\n\r\n"
                                "{\"id\":1003,\"op\":\"no.such\"}\n"
                                "{\"id\":1004,\"op\":\"rating.top\",\"variant\":\"mini\"}\n"
                                "{\"id\":1005,\"op\":\"ping\"}\n{\"id\":1006,\"op\"";
    struct peer *peer = scene_stranger(scene, "a hasty writer");
    bool is_answered[5] = {false};
    assert_true(peer_send_bytes(peer, lines, sizeof(lines) - 1));
    for (int i = 0; i < 5; i++) {
        int64_t id = int_at(peer_next(peer), "re");
        assert_in_range(id, 1001, 1005);
        is_answered[id - 1001] = true;
    }
    for (int i = 0; i < 5; i++)
        assert_true(is_answered[i]);
    assert_true(peer_send_bytes(peer, ":\"ping\"}\n", 9));
    assert_int_equal(int_at(peer_next(peer), "re"), 1006);
}

SCENE(moves_in_one_packet_are_made_in_order)
{
    char lines[512];
    struct table table;
    struct peer *anna = scene_account(scene, "Anna");
    table_open(&table, anna, scene_account(scene, "Boris"), "swap2", TABLE_UNRATED);
    int len = 0;
    static const char *const squares[] = {"a1", "b2", "c3"};
    for (int i = 0; i < 3; i++)
        len += snprintf(
            lines + len, sizeof(lines) - (size_t)len,
            "{\"id\":%d,\"op\":\"game.move\",\"game\":\"%s\",\"ply\":%d,\"action\":\"%s\"}\n",
            1001 + i, table.game, i, squares[i]);
    assert_true(peer_send_bytes(anna, lines, (size_t)len));
    for (int i = 0; i < 3; i++)
        assert_int_equal(int_at(peer_answer(anna, 1001 + i), "ply"), i + 1);
    assert_string_equal(text_at(table_read(&table, anna), "actions"), "a1 b2 c3");
}

SCENE(strangers_and_guests_may_not_do_everything)
{
    struct peer *stranger = scene_stranger(scene, "a stranger");
    peer_refused(stranger, "login_required", "room.open", "{s:s}", "variant", "classic");
    peer_refused(stranger, "login_required", "auth.logout", NULL);
    peer_refused(stranger, "login_required", "history.list", NULL);
    struct peer *guest = scene_guest(scene);
    peer_refused(guest, "account_required", "room.open", "{s:s, s:b}", "variant", "classic",
                 "rated", 1);
}

SCENE(too_many_requests_of_a_kind_are_told_to_wait)
{
    struct peer *peer = scene_stranger(scene, "a busy stranger");
    for (int i = 0; i < 4; i++) /* it said one when it came */
        peer_ask(peer, "hello", "{s:i}", "protocol", 3);
    json_t *error = peer_refused(peer, "rate_limited", "hello", "{s:i}", "protocol", 3);
    assert_in_range(int_at(error, "retry_after_ms"), 1, 10000);
    peer_ask(peer, "ping", NULL);
    peer_ask(scene_stranger(scene, "another stranger"), "hello", "{s:i}", "protocol", 3);
}

/* Else it would be told that it talks too much. */
static const char *const no_rates[] = {"--rate-percent", "1000000", NULL};

SCENE(a_reader_that_never_reads_is_cut_off_and_nobody_else_notices)
{
    struct table table;
    char lines[16 * 1024];
    size_t sent_bytes = 0;
    scene_table(scene, &table, "classic", TABLE_RATED);
    struct peer *sloth = peer_open_narrow("a sloth", server_port(scene->server), 4096);
    scene->peers[scene->peer_count++] = sloth;
    for (size_t i = 0; i < sizeof(lines); i += 2)
        memcpy(lines + i, "x\n", 2);
    while (peer_send_bytes(sloth, lines, sizeof(lines))) {
        sent_bytes += sizeof(lines);
        assert_in_range(sent_bytes, 0, 64 * 1024 * 1024);
    }
    server_find_log(scene->server, "slow_reader");
    table_play(&table, TABLE_FIRST_WINS);
    table_ended(&table, "first", "row");
}

/* Over the local socket, where the first write to somebody who reads no more fails. */
static int connect_locally(const struct scene *scene)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    char path[FOLDER_PATH_SIZE];
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_true(fd >= 0);
    folder_path(server_folder(scene->server), "pentad.db.admin", path);
    assert_in_range(strlen(path), 1, sizeof(address.sun_path) - 1);
    memcpy(address.sun_path, path, strlen(path) + 1);
    assert_int_equal(connect(fd, (const struct sockaddr *)&address, sizeof(address)), 0);
    return fd;
}

SCENE(a_write_that_fails_ends_its_connection_and_not_the_server)
{
    static const char ask[] = "{\"id\":1,\"op\":\"ping\"}\n";
    struct pollfd hung_up = {.fd = connect_locally(scene)};
    assert_int_equal(shutdown(hung_up.fd, SHUT_RD), 0);
    assert_int_equal(write(hung_up.fd, ask, sizeof(ask) - 1), sizeof(ask) - 1);
    assert_int_equal(poll(&hung_up, 1, PATIENCE_MS), 1);
    assert_true(hung_up.revents & POLLHUP);
    close(hung_up.fd);
    peer_ask(scene_stranger(scene, "a stranger"), "ping", NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCENE_TEST(hello_tells_protocol_limits_and_variants),
        SCENE_TEST_WITH(hello_tells_what_a_player_may_use_up, few_lines),
        SCENE_TEST(a_client_of_the_first_protocol_is_told_that_it_is_too_old),
        SCENE_TEST(ping_tells_the_servers_time),
        SCENE_TEST_WITH(heartbeats_break_the_silence, short_heartbeat),
        SCENE_TEST_WITH(a_stranger_who_does_not_log_in_in_time_is_shown_the_door, short_login),
        SCENE_TEST_WITH(one_connection_too_many_is_told_so, three_connections),
        SCENE_TEST_WITH(silence_ends_a_connection_and_pings_keep_it, short_idle),
        SCENE_TEST(bytes_may_come_one_at_a_time),
        SCENE_TEST(requests_in_one_packet_are_all_answered),
        SCENE_TEST(moves_in_one_packet_are_made_in_order),
        SCENE_TEST(strangers_and_guests_may_not_do_everything),
        SCENE_TEST(too_many_requests_of_a_kind_are_told_to_wait),
        SCENE_TEST_WITH(a_reader_that_never_reads_is_cut_off_and_nobody_else_notices, no_rates),
        SCENE_TEST(a_write_that_fails_ends_its_connection_and_not_the_server),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
