/* SPDX-License-Identifier: MIT */
/* Connections: frames in, rates, the way out. test_silence.c has deadlines and heartbeats.
 */
#include "proto/family.h"
#include "proto/frame.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int make(void **state)
{
    struct core_options options = rig_options();
    options.idle_ms = 60 * 1000;
    *state = rig_new_with(&options);
    return 0;
}

static int drop(void **state)
{
    rig_free(*state);
    return 0;
}

static void say(struct rig_peer *peer, const char *text)
{
    rig_bytes(peer, text, strlen(text));
}

/* A ping of exactly `len` bytes without its line end; the caller frees it. */
static char *long_ping(size_t len)
{
    static const char head[] = "{\"id\":1,\"op\":\"ping\",\"x\":\"";
    char *line = malloc(len + 3);
    assert_non_null(line);
    memset(line, 'x', len);
    memcpy(line, head, sizeof(head) - 1);
    memcpy(line + len - 2, "\"}", 3);
    return line;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make, drop)

/* ------------------------------------------------------------------ framing */

static void a_request_may_come_byte_by_byte(void **state)
{
    struct rig_peer *peer = rig_connect(*state);
    const char *line = "{\"id\":7,\"op\":\"ping\"}\n";
    for (size_t i = 0; i < strlen(line); i++) {
        assert_null(rig_reply(peer, 7));
        rig_bytes(peer, line + i, 1);
    }
    assert_ok(rig_reply(peer, 7));
}

static void many_requests_may_come_at_once_and_are_answered_in_order(void **state)
{
    struct rig_peer *peer = rig_connect(*state);
    say(peer, "{\"id\":1,\"op\":\"ping\"}\n{\"id\":2,\"op\":\"ping\"}\r\n\n\r\n{\"id\":3,\"op\":"
              "\"hello\",\"protocol\":3}\n{\"id\":4,");
    assert_int_equal(rig_message_count(peer), 3);
    for (int i = 0; i < 3; i++)
        assert_int_equal(int_at(peer->messages[i].json, "re"), i + 1);
    say(peer, "\"op\":\"ping\"}\n");
    assert_ok(rig_reply(peer, 4));
}

/* Every way to cut three requests in two. */
static void requests_may_be_cut_anywhere(void **state)
{
    const char *lines = "{\"id\":1,\"op\":\"ping\"}\r\n{\"id\":2,\"op\":\"ping\"}\n\n{\"id\":3,"
                        "\"op\":\"ping\"}\n";
    for (size_t cut = 0; cut <= strlen(lines); cut++) {
        struct rig *rig = *state;
        struct rig_peer *peer = rig_connect(rig);
        rig_bytes(peer, lines, cut);
        rig_bytes(peer, lines + cut, strlen(lines) - cut);
        assert_int_equal(rig_message_count(peer), 3);
        for (int id = 1; id <= 3; id++)
            assert_ok(rig_reply(peer, id));
        rig_hang_up(peer);
        if (rig->peer_count == RIG_PEERS_MAX) {
            drop(state);
            make(state);
        }
    }
}

static void a_frame_may_have_16384_bytes(void **state)
{
    struct rig_peer *peer = rig_connect(*state);
    char *line = long_ping(FRAME_REQUEST_MAX);
    say(peer, line);
    say(peer, "\r");
    say(peer, "\n");
    assert_ok(rig_reply(peer, 1));
    free(line);
}

static void a_frame_of_16385_bytes_ends_the_connection(void **state)
{
    struct rig_peer *peer = rig_connect(*state);
    char *line = long_ping(FRAME_REQUEST_MAX + 1);
    say(peer, line);
    say(peer, "\n");
    assert_int_equal(rig_message_count(peer), 1);
    assert_string_equal(rig_code(peer->messages[0].json), "frame_too_long");
    assert_true(peer->is_ended);
    free(line);
}

static void a_frame_without_end_is_refused_in_any_portions(void **state)
{
    for (size_t portion = 1; portion < 20000; portion = portion * 2 + 1) {
        struct rig_peer *peer = rig_connect(*state);
        char *bytes = malloc(portion);
        assert_non_null(bytes);
        memset(bytes, 'x', portion);
        for (size_t sent = 0; sent < 20000 && !peer->is_ended; sent += portion)
            rig_bytes(peer, bytes, portion);
        assert_true(peer->is_ended);
        assert_string_equal(rig_code(peer->messages[0].json), "frame_too_long");
        free(bytes);
    }
}

static void nothing_is_carried_out_behind_a_frame_that_ends_the_connection(void **state)
{
    struct rig_peer *peer = rig_connect(*state);
    say(peer, "{\"id\":1,\"op\":\"ping\",\"op\":\"ping\"}\n{\"id\":2,\"op\":\"ping\"}\n");
    assert_int_equal(rig_message_count(peer), 1);
    assert_string_equal(rig_code(peer->messages[0].json), "duplicate_key");
    assert_true(peer->is_ended);
    rig_turn(*state);
}

static void bad_json_is_an_error_and_no_end(void **state)
{
    struct rig_peer *peer = rig_connect(*state);
    say(peer, "{\"id\":1,\n{\"id\":2,\"op\":\"no.such\"}\n{\"id\":3,\"op\":\"ping\"}\n");
    assert_string_equal(rig_code(peer->messages[0].json), "bad_json");
    assert_true(json_is_null(json_object_get(peer->messages[0].json, "re")));
    assert_string_equal(rig_code(rig_reply(peer, 2)), "unknown_op");
    assert_ok(rig_reply(peer, 3));
    assert_false(peer->is_ended);
}

static void an_error_names_the_field(void **state)
{
    struct rig_peer *peer = rig_guest(*state);
    const json_t *reply = rig_ask(peer, "{'op':'room.open','variant':'no'}");
    assert_code(reply, "unknown_variant");
    assert_string_equal(text_at(reply, "error.field"), "variant");
}

/* Whatever it holds: over a transport of messages, a line feed ends nothing. */
static void a_frame_with_line_feeds_is_one_request(void **state)
{
    static const char two[] = "{\"id\":1,\"op\":\"ping\"}\n{\"id\":2,\"op\":\"ping\"}";
    static const char one[] = "{\"id\":3,\n\"op\":\"ping\"\r\n}\n";
    struct rig_peer *peer = rig_connect(*state);
    assert_true(rig_frame(peer, two, strlen(two)));
    assert_int_equal(rig_message_count(peer), 1);
    assert_string_equal(rig_code(peer->messages[0].json), "bad_json");
    assert_true(json_is_null(json_object_get(peer->messages[0].json, "re")));
    assert_true(rig_frame(peer, one, strlen(one)));
    assert_int_equal(rig_message_count(peer), 2);
    assert_ok(rig_reply(peer, 3));
}

static void an_empty_frame_is_no_request(void **state)
{
    struct rig_peer *peer = rig_connect(*state);
    assert_true(rig_frame(peer, "", 0));
    assert_int_equal(rig_message_count(peer), 1);
    assert_string_equal(rig_code(peer->messages[0].json), "bad_json");
}

/* Though it comes whole. */
static void the_core_judges_how_long_a_frame_is(void **state)
{
    struct rig_peer *peer = rig_connect(*state);
    char *line = long_ping(FRAME_REQUEST_MAX + 1);
    assert_false(rig_frame(peer, line, FRAME_REQUEST_MAX + 1));
    assert_string_equal(rig_code(peer->messages[0].json), "frame_too_long");
    assert_true(peer->is_ended);
    free(line);
}

/* Its output may wait for the disk: what it says meanwhile is not heard. */
static void nothing_is_heard_behind_the_last_word(void **state)
{
    struct rig_peer *peer = rig_connect(*state);
    static const char twice[] = "{\"id\":1,\"op\":\"ping\",\"op\":\"ping\"}";
    static const char ping[] = "{\"id\":2,\"op\":\"ping\"}";
    assert_false(rig_frame(peer, twice, strlen(twice)));
    assert_false(rig_frame(peer, ping, strlen(ping)));
    assert_false(core_conn_too_long(peer->rig->core, peer->conn));
    assert_int_equal(rig_message_count(peer), 1);
}

/* ------------------------------------------------------------------ rights, rates, hello */

static void hello_tells_limits_and_variants(void **state)
{
    struct rig_peer *peer = rig_connect(*state);
    const json_t *hello = rig_ask(peer, "{'op':'hello','protocol':3,'client':'test'}");
    assert_int_equal(int_at(hello, "protocol"), 3);
    assert_string_equal(text_at(hello, "server"), "rig 1");
    assert_int_equal(int_at(hello, "now"), RIG_START_MS);
    assert_int_equal(int_at(hello, "limits.frame_bytes"), FRAME_REQUEST_MAX);
    assert_int_equal(int_at(hello, "limits.idle_ms"), 60000);
    assert_int_equal(int_at(hello, "limits.refusals"), 200);
    assert_int_equal(int_at(hello, "limits.output_bytes"), 1024 * 1024);
    assert_int_equal(int_at(hello, "limits.output_bytes_asking"), 256 * 1024);
    assert_int_equal(int_at(hello, "limits.output_stall_ms"), 30000);
    assert_int_equal(int_at(hello, "limits.players_per_address"),
                     ((struct rig *)*state)->options.players_per_address);
    assert_string_equal(text_at(hello, "limits.costs.0.cost"), "connect");
    assert_int_equal(int_at(hello, "limits.costs.0.units"), 6);
    assert_int_equal(int_at(hello, "limits.costs.0.per_ms"), 10000);
    assert_int_equal(int_at(hello, "limits.passwords_per_address"),
                     ((struct rig *)*state)->options.passwords_per_address);
    assert_int_equal(int_at(hello, "variants_count"), VARIANT_COUNT);
    assert_int_equal(int_at(hello, "variants_version"), family_version());
}

/* A stranger may ask, and the list is that of `hello`. */
static void variants_are_listed_with_what_they_need(void **state)
{
    struct rig_peer *peer = rig_connect(*state);
    const json_t *list = rig_ask(peer, "{'op':'variant.list'}");
    assert_ok(list);
    assert_int_equal(int_at(list, "version"), family_version());
    assert_int_equal(count_at(list, "variants"), VARIANT_COUNT);
    assert_string_equal(text_at(list, "variants.0.key"), "classic");
    assert_string_equal(text_at(list, "variants.0.family"), "flat");
    assert_int_equal(int_at(list, "variants.0.flat.width"), 19);
    assert_null(json_object_get(json_array_get(json_object_get(list, "variants"), 0), "needs"));
    assert_string_equal(text_at(list, "variants.1.opening"), "swap2");
    assert_string_equal(text_at(list, "variants.1.needs"), "choices");
    assert_string_equal(text_at(list, "variants.6.key"), "connect6");
    assert_string_equal(text_at(list, "variants.6.needs"), "turns");
    assert_int_equal(int_at(list, "variants.6.turn"), 2);
    assert_string_equal(text_at(list, "variants.7.needs"), "support");
    assert_string_equal(text_at(list, "variants.8.family"), "nested");
    assert_int_equal(int_at(list, "variants.8.nested.levels"), 1);
}

/* Hello stays short however many variants there are: it does not name them but where a computer
 * plays them. */
static void hello_is_no_longer_than_8_kib(void **state)
{
    struct rig_peer *peer = rig_connect(*state);
    const json_t *hello = rig_ask(peer, "{'op':'hello','protocol':3}");
    char *text = json_dumps(hello, JSON_COMPACT);
    assert_true(strlen(text) < 4096);
    free(text);
}

static void nothing_is_done_before_hello(void **state)
{
    struct rig_peer *peer = rig_connect_silent(*state);
    assert_code(rig_ask(peer, "{'op':'ping'}"), "hello_first");
    assert_code(rig_ask(peer, "{'op':'auth.guest'}"), "hello_first");
    assert_ok(rig_ask(peer, "{'op':'hello','protocol':3}"));
    assert_ok(rig_ask(peer, "{'op':'auth.guest'}"));
}

/* Its hello has no `protocol`. */
static void a_client_of_the_first_protocol_is_told_to_be_too_old(void **state)
{
    struct rig_peer *peer = rig_connect_silent(*state);
    const json_t *refused = rig_ask(peer, "{'op':'hello','client':'penta 0.1.0'}");
    assert_code(refused, "client_too_old");
    assert_string_equal(text_at(refused, "error.message"),
                        "This client is too old for this server; get a newer one.");
    assert_true(peer->is_ended);
}

static void a_client_of_a_later_protocol_is_told_to_be_too_new(void **state)
{
    struct rig_peer *peer = rig_connect_silent(*state);
    assert_code(rig_ask(peer, "{'op':'hello','protocol':4}"), "client_too_new");
    assert_true(peer->is_ended);
}

static void a_stranger_cannot_play(void **state)
{
    struct rig_peer *peer = rig_connect(*state);
    assert_code(rig_ask(peer, "{'op':'room.open','variant':'mini'}"), "login_required");
    assert_code(rig_ask(peer, "{'op':'auth.logout'}"), "login_required");
    assert_ok(rig_ask(peer, "{'op':'room.list'}"));
}

static void a_burst_is_granted_and_the_next_is_told_how_long_to_wait(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *peer = rig_guest(rig);
    for (int i = 0; i < 20; i++) /* the table: 20 pings in 10 s */
        assert_ok(rig_ask(peer, "{'op':'ping'}"));
    const json_t *refused = rig_ask(peer, "{'op':'ping'}");
    assert_code(refused, "rate_limited");
    assert_int_equal(int_at(refused, "error.retry_after_ms"), 500);
    rig_pass(rig, 499);
    assert_int_equal(int_at(rig_ask(peer, "{'op':'ping'}"), "error.retry_after_ms"), 1);
    rig_pass(rig, 1);
    assert_ok(rig_ask(peer, "{'op':'ping'}"));
    assert_code(rig_ask(peer, "{'op':'ping'}"), "rate_limited");
    rig_pass(rig, 10000);
    for (int i = 0; i < 20; i++)
        assert_ok(rig_ask(peer, "{'op':'ping'}"));
}

static void each_op_and_connection_has_an_allowance_of_its_own(void **state)
{
    struct rig_peer *one = rig_connect(*state);
    struct rig_peer *other = rig_connect(*state);
    for (int i = 0; i < 21; i++)
        rig_ask(one, "{'op':'ping'}");
    assert_ok(rig_ask(one, "{'op':'hello','protocol':3}"));
    assert_ok(rig_ask(other, "{'op':'ping'}"));
}

/* None of these is carried out, and each takes the server as long as one that is. */
static void who_is_refused_too_often_is_sent_away(void **state)
{
    static const char *const lines[] = {"x\n", "{\"id\":4711,\"op\":\"no.such\"}\n",
                                        "{\"id\":4711,\"op\":\"game.move\"}\n",
                                        "{\"id\":4711,\"op\":\"auth.logout\"}\n"};
    struct rig_peer *peer = rig_connect(*state);
    for (int i = 0; i < 200; i++)
        say(peer, lines[i % 4]);
    assert_int_equal(rig_message_count(peer), 200);
    assert_ok(rig_ask(peer, "{'op':'ping'}"));
    for (int i = 0; i < 4; i++)
        say(peer, lines[0]);
    assert_string_equal(text_at(rig_expect(peer, "bye"), "code"), "too_many_refused");
    assert_int_equal(rig_message_count(peer), 202);
    assert_true(peer->is_ended);
}

static void who_asks_too_often_for_long_is_sent_away(void **state)
{
    struct rig_peer *peer = rig_connect(*state);
    for (int i = 0; i < 20 + 200; i++)
        rig_ask(peer, "{'op':'ping'}");
    rig_send(peer, "{'op':'ping'}");
    rig_turn(*state);
    assert_string_equal(text_at(rig_expect(peer, "bye"), "code"), "too_many_refused");
}

static void refusals_are_forgiven_with_time(void **state)
{
    struct rig_peer *peer = rig_guest(*state);
    for (int i = 0; i < 1000; i++) { /* 200 in 10 s are one in 50 ms */
        say(peer, "x\n");
        rig_pass(*state, 50);
    }
    assert_ok(rig_ask(peer, "{'op':'ping'}"));
}

/* ------------------------------------------------------------------ who is gone */

/* The server has closed it; that the client is slow to hang up makes nobody present. */
static void who_was_sent_away_is_not_there_any_more(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    struct rig_table table = rig_table(anna, boris, "mini", false);
    rig->holds_closes = true;
    assert_ok(rig_ask(anna, "{'op':'auth.logout'}"));
    assert_true(anna->is_ended);
    assert_non_null(anna->conn);
    assert_false(bool_at(rig_expect(boris, "room.presence"), "connected"));
    assert_int_equal(int_at(rig_ask(boris, "{'op':'lobby.watch'}"), "players"), 1);
    struct rig_peer *back = rig_connect(rig);
    assert_ok(rig_ask(back, "{'op':'auth.login','name':'Anna','password':'secret of Anna'}"));
    rig_pass(rig, 1000);
    assert_true(bool_at(rig_expect(boris, "room.presence"), "connected"));
    rig->holds_closes = false;
    rig_turn(rig);
    assert_null(anna->conn);
    assert_int_equal(rig_event_count(boris), 0);
    assert_ok(rig_move(back, table.game, 0, "a1"));
    rig_check_world(rig);
}

/* Until then it still gets what was said before the end. */
static void who_waits_for_the_disk_goes_with_the_last_word(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    struct rig_table table = rig_table(anna, boris, "mini", false);
    rig->holds_closes = true;
    rig->store->holds_batches = true;
    int64_t said = rig_send(anna, "{'op':'room.say','room':'%s','text':'bye'}", table.room);
    char *line = long_ping(FRAME_REQUEST_MAX + 1);
    say(anna, line); /* the end */
    free(line);
    rig_turn(rig);
    assert_false(anna->is_ended);
    assert_int_equal(rig_event_count(boris), 0);
    rig->store->holds_batches = false;
    rig_turn(rig);
    assert_true(anna->is_ended);
    assert_ok(rig_reply(anna, said));
    rig_expect(boris, "room.said");
    assert_false(bool_at(rig_expect(boris, "room.presence"), "connected"));
    rig_check_world(rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_request_may_come_byte_by_byte),
        TEST(many_requests_may_come_at_once_and_are_answered_in_order),
        TEST(requests_may_be_cut_anywhere),
        TEST(a_frame_may_have_16384_bytes),
        TEST(a_frame_of_16385_bytes_ends_the_connection),
        TEST(a_frame_without_end_is_refused_in_any_portions),
        TEST(nothing_is_carried_out_behind_a_frame_that_ends_the_connection),
        TEST(bad_json_is_an_error_and_no_end),
        TEST(a_frame_with_line_feeds_is_one_request),
        TEST(an_empty_frame_is_no_request),
        TEST(the_core_judges_how_long_a_frame_is),
        TEST(nothing_is_heard_behind_the_last_word),
        TEST(an_error_names_the_field),
        TEST(hello_tells_limits_and_variants),
        TEST(variants_are_listed_with_what_they_need),
        TEST(hello_is_no_longer_than_8_kib),
        TEST(nothing_is_done_before_hello),
        TEST(a_client_of_the_first_protocol_is_told_to_be_too_old),
        TEST(a_client_of_a_later_protocol_is_told_to_be_too_new),
        TEST(a_stranger_cannot_play),
        TEST(a_burst_is_granted_and_the_next_is_told_how_long_to_wait),
        TEST(each_op_and_connection_has_an_allowance_of_its_own),
        RIG_TEST(who_is_refused_too_often_is_sent_away),
        RIG_TEST(who_asks_too_often_for_long_is_sent_away),
        RIG_TEST(refusals_are_forgiven_with_time),
        RIG_TEST(who_was_sent_away_is_not_there_any_more),
        RIG_TEST(who_waits_for_the_disk_goes_with_the_last_word),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
