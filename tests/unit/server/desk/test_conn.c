/* SPDX-License-Identifier: MIT */
/* Connections: frames in any portions and whole, and what their hello tells; the rest is
 * conn.dialogue. */
#include "proto/family.h"
#include "proto/frame.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <stdlib.h>
#include <string.h>

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

/* Every way to cut three requests in two. */
static void requests_may_be_cut_anywhere(void **state)
{
    const char *lines = "{\"id\":1,\"op\":\"ping\"}\r\n{\"id\":2,\"op\":\"ping\"}\n\n{\"id\":3,"
                        "\"op\":\"ping\"}\n";
    for (size_t cut = 0; cut <= strlen(lines); cut++) {
        struct rig_peer *peer = rig_connect(*state);
        rig_bytes(peer, lines, cut);
        rig_bytes(peer, lines + cut, strlen(lines) - cut);
        assert_int_equal(rig_message_count(peer), 3);
        for (int id = 1; id <= 3; id++)
            assert_ok(rig_reply(peer, id));
    }
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
    char line[FRAME_REQUEST_MAX + 1];
    memset(line, 'x', sizeof(line));
    assert_false(rig_frame(peer, line, sizeof(line)));
    assert_string_equal(rig_code(peer->messages[0].json), "frame_too_long");
    assert_true(peer->is_ended);
}

/* Its output may wait for the disk: what it says meanwhile is not heard. */
static void requests_after_the_goodbye_are_ignored(void **state)
{
    struct rig_peer *peer = rig_connect(*state);
    static const char twice[] = "{\"id\":1,\"op\":\"ping\",\"op\":\"ping\"}";
    static const char ping[] = "{\"id\":2,\"op\":\"ping\"}";
    assert_false(rig_frame(peer, twice, strlen(twice)));
    assert_false(rig_frame(peer, ping, strlen(ping)));
    assert_false(core_conn_too_long(peer->rig->core, peer->conn));
    assert_int_equal(rig_message_count(peer), 1);
}

/* Hello stays short however many variants there are: it does not name them but where a computer
 * plays them. */
static void hello_tells_of_variants_in_short(void **state)
{
    struct rig_peer *peer = rig_connect(*state);
    const json_t *hello = rig_ask(peer, "{'op':'hello','protocol':3}");
    assert_int_equal(int_at(hello, "variants_count"), VARIANT_COUNT);
    assert_int_equal(int_at(hello, "variants_version"), family_version());
    assert_in_range(strlen(rig_line(peer, hello)), 1, 4095);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(a_request_may_come_byte_by_byte),
        RIG_TEST(requests_may_be_cut_anywhere),
        RIG_TEST(a_frame_without_end_is_refused_in_any_portions),
        RIG_TEST(a_frame_with_line_feeds_is_one_request),
        RIG_TEST(an_empty_frame_is_no_request),
        RIG_TEST(the_core_judges_how_long_a_frame_is),
        RIG_TEST(requests_after_the_goodbye_are_ignored),
        RIG_TEST(hello_tells_of_variants_in_short),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
