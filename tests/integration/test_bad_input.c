/* SPDX-License-Identifier: MIT */
/*
 * Everything that a client can get wrong in a line: each gets its own named error, some the door,
 * and a game that goes on at the same time never notices.
 */
#include "tests/support/scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum after { STAYS, DOOR };

/* A wrong line. */
struct fault_row {
    const char *line;
    const char *code;
    const char *field; /* that the error names, or NULL */
    int re;            /* the id that the error answers, 0 for null */
    enum after after;
};

#define ASK(op, rest) "{\"id\":7,\"op\":\"" op "\"" rest "}"

static const struct fault_row rows[] = {
    /* Not UTF-8: a lone byte, an overlong form, a surrogate, beyond Unicode, a cut character. */
    {ASK("ping", ",\"x\":\"\xff\""), "not_utf8", NULL, 0, DOOR},
    {ASK("ping", ",\"x\":\"\xc0\xaf\""), "not_utf8", NULL, 0, DOOR},
    {ASK("ping", ",\"x\":\"\xed\xa0\x80\""), "not_utf8", NULL, 0, DOOR},
    {ASK("ping", ",\"x\":\"\xf4\x90\x80\x80\""), "not_utf8", NULL, 0, DOOR},
    {ASK("ping", ",\"x\":\"\xd0\""), "not_utf8", NULL, 0, DOOR},
    /* Nested too deeply, in lists and in objects. */
    {ASK("ping", ",\"x\":[[[[[[[[1]]]]]]]]"), "too_deep", NULL, 0, DOOR},
    {ASK("ping", ",\"x\":{\"x\":{\"x\":{\"x\":{\"x\":{\"x\":{\"x\":{\"x\":{\"x\":1}}}}}}}}"),
     "too_deep", NULL, 0, DOOR},
    {"[[[[[[[[[", "too_deep", NULL, 0, DOOR},
    /* A key twice, plain, inside, and spelt otherwise. */
    {ASK("ping", ",\"op\":\"ping\""), "duplicate_key", NULL, 0, DOOR},
    {ASK("ping", ",\"x\":{\"y\":1,\"y\":1}"), "duplicate_key", NULL, 0, DOOR},
    {ASK("ping", ",\"o\\u0070\":\"hello\""), "duplicate_key", NULL, 0, DOOR},
    /* Not JSON. */
    {"GET / HTTP/1.1", "bad_json", NULL, 0, STAYS},
    {"{\"id\":7,\"op\":\"ping\"", "bad_json", NULL, 0, STAYS},
    {ASK("ping", "") " {}", "bad_json", NULL, 0, STAYS},
    {"{'id':7,'op':'ping'}", "bad_json", NULL, 0, STAYS},
    {ASK("ping", ","), "bad_json", NULL, 0, STAYS},
    {ASK("ping", ",\"x\":NaN"), "bad_json", NULL, 0, STAYS},
    {ASK("ping", ",\"x\":01"), "bad_json", NULL, 0, STAYS},
    {ASK("ping", ",\"x\":\"\\ud800\""), "bad_json", NULL, 0, STAYS},
    {ASK("ping", ",\"x\":\"\t\""), "bad_json", NULL, 0, STAYS},
    {"[1,2]", "not_an_object", NULL, 0, STAYS},
    /* The request's id. */
    {"{\"op\":\"ping\"}", "missing_field", "id", 0, STAYS},
    {"{\"id\":\"7\",\"op\":\"ping\"}", "wrong_type", "id", 0, STAYS},
    {"{\"id\":7.0,\"op\":\"ping\"}", "wrong_type", "id", 0, STAYS},
    {"{\"id\":true,\"op\":\"ping\"}", "wrong_type", "id", 0, STAYS},
    {"{\"id\":-1,\"op\":\"ping\"}", "out_of_range", "id", 0, STAYS},
    {"{\"id\":9007199254740992,\"op\":\"ping\"}", "out_of_range", "id", 0, STAYS},
    {"{\"id\":99999999999999999999,\"op\":\"ping\"}", "out_of_range", NULL, 0, STAYS},
    /* The operation. */
    {"{\"id\":7}", "missing_field", "op", 7, STAYS},
    {"{\"id\":7,\"op\":5}", "wrong_type", "op", 7, STAYS},
    {ASK("no.such", ""), "unknown_op", NULL, 7, STAYS},
    {ASK("PING", ""), "unknown_op", NULL, 7, STAYS},
    {ASK("", ""), "unknown_op", NULL, 7, STAYS},
    /* Fields. */
    {ASK("room.leave", ""), "missing_field", "room", 7, STAYS},
    {ASK("room.open", ",\"variant\":5"), "wrong_type", "variant", 7, STAYS},
    {ASK("room.open", ",\"variant\":\"classic\",\"rated\":\"yes\""), "wrong_type", "rated", 7,
     STAYS},
    {ASK("game.sync", ",\"game\":\"000000000001\",\"since\":\"1\""), "wrong_type", "since", 7,
     STAYS},
    {ASK("game.sync", ",\"game\":\"000000000001\",\"since\":1.5"), "wrong_type", "since", 7, STAYS},
    {ASK("room.say", ",\"room\":\"000000000001\",\"text\":[\"hi\"]"), "wrong_type", "text", 7,
     STAYS},
    {ASK("game.move", ",\"game\":\"000000000001\",\"ply\":-1,\"action\":\"h8\""), "out_of_range",
     "ply", 7, STAYS},
    {ASK("game.move", ",\"game\":\"000000000001\",\"ply\":1025,\"action\":\"h8\""), "out_of_range",
     "ply", 7, STAYS},
    {ASK("game.move", ",\"game\":\"000000000001\",\"ply\":0,\"action\":\"\""), "out_of_range",
     "action", 7, STAYS},
    {ASK("game.move", ",\"game\":\"000000000001\",\"ply\":0,\"action\":\"h8h8h8h8h8h8h8h8h\""),
     "out_of_range", "action", 7, STAYS},
    {ASK("room.list", ",\"limit\":0"), "out_of_range", "limit", 7, STAYS},
    {ASK("room.list", ",\"limit\":51"), "out_of_range", "limit", 7, STAYS},
    {ASK("auth.login", ",\"name\":\"\",\"password\":\"x7-kl\""), "out_of_range", "name", 7, STAYS},
    {ASK("room.open", ",\"variant\":\"classic\",\"first\":\"me\""), "bad_value", "first", 7, STAYS},
    {ASK("game.export", ",\"game\":\"000000000001\",\"format\":\"pgn\""), "bad_value", "format", 7,
     STAYS},
    {ASK("game.get", ",\"game\":\"1\""), "bad_id", "game", 7, STAYS},
    {ASK("game.get", ",\"game\":\"00000000000u\""), "bad_id", "game", 7, STAYS},
    {ASK("game.get", ",\"game\":\"000000000000\""), "bad_id", "game", 7, STAYS},
    {ASK("game.get", ",\"game\":\"0000000000001\""), "bad_id", "game", 7, STAYS},
    {ASK("room.open", ",\"variant\":\"chess\""), "unknown_variant", "variant", 7, STAYS},
};

/* The answer to a wrong line is what the row says. */
static void check_answer(const struct fault_row *row, const json_t *answer)
{
    assert_non_null(answer);
    if (strcmp(text_at(answer, "error.code"), row->code) != 0)
        fail_msg("%s: %s instead of %s", row->line, text_at(answer, "error.code"), row->code);
    assert_true(strlen(text_at(answer, "error.message")) > 0);
    if (row->field != NULL)
        assert_string_equal(text_at(answer, "error.field"), row->field);
    const json_t *re = json_object_get(answer, "re");
    if (row->re == 0)
        assert_true(json_is_null(re));
    else
        assert_int_equal(json_integer_value(re), row->re);
}

static void try_row(struct scene *scene, const struct fault_row *row)
{
    struct peer *peer = scene_stranger(scene, row->line);
    assert_true(peer_send_line(peer, row->line));
    check_answer(row, peer_next(peer));
    if (row->after == DOOR)
        assert_null(peer_next(peer));
    else
        peer_ask(peer, "ping", NULL);
    peer_close(peer);
}

SCENE(every_bad_line_gets_its_own_error_while_a_game_goes_on)
{
    struct table table;
    scene_table(scene, &table, "classic", TABLE_RATED);
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        char square[8];
        try_row(scene, &rows[i]);
        /* Every second square, so that no five stand side by side. */
        snprintf(square, sizeof(square), "%c%zu", (char)('a' + i % 9 * 2), 1 + i / 9 * 2);
        table_act(&table, square);
    }
    peer_ask(table.seats[0], "game.resign", "{s:s}", "game", table.game);
    table_ended(&table, "second", "resign");
}

/* A ping that is a line of `len` bytes without its LF. */
static char *ping_of(size_t len)
{
    static const char head[] = "{\"id\":1001,\"op\":\"ping\",\"x\":\"";
    char *line = malloc(len + 1);
    assert_non_null(line);
    memset(line, 'x', len);
    memcpy(line, head, sizeof(head) - 1);
    memcpy(line + len - 2, "\"}", 3);
    return line;
}

SCENE(a_frame_of_16384_bytes_is_the_longest)
{
    struct peer *peer = scene_stranger(scene, "a stranger");
    char *line = ping_of(16384);
    assert_true(peer_send_line(peer, line));
    free(line);
    assert_true(has_at(peer_next(peer), "now"));
    line = ping_of(16385);
    assert_true(peer_send_line(peer, line));
    free(line);
    assert_string_equal(text_at(peer_next(peer), "error.code"), "frame_too_long");
    assert_null(peer_next(peer));
}

SCENE(a_line_that_never_ends_gets_the_door)
{
    char bytes[20000];
    struct peer *peer = scene_stranger(scene, "a stranger");
    memset(bytes, ' ', sizeof(bytes));
    assert_true(peer_send_bytes(peer, bytes, sizeof(bytes)));
    assert_string_equal(text_at(peer_next(peer), "error.code"), "frame_too_long");
    assert_null(peer_next(peer));
}

SCENE(nothing_behind_a_line_that_gets_the_door_is_done)
{
    static const char lines[] = "{\"id\":1001,\"op\":\"ping\"}\n"
                                "{\"id\":1002,\"op\":\"ping\",\"x\":\"\xff\"}\n"
                                "{\"id\":1003,\"op\":\"auth.register\",\"name\":\"Anna\","
                                "\"password\":\"x7-kl\"}\n";
    struct peer *peer = scene_stranger(scene, "a stranger");
    assert_true(peer_send_bytes(peer, lines, sizeof(lines) - 1));
    assert_int_equal(int_at(peer_next(peer), "re"), 1001);
    assert_string_equal(text_at(peer_next(peer), "error.code"), "not_utf8");
    assert_null(peer_next(peer));
    scene_account(scene, "Anna");
}

SCENE(a_nul_byte_is_not_json)
{
    static const char bytes[] = "{\"id\":1001,\"op\":\"ping\0\"}\n"
                                "{\"id\":1002,\"op\":\"ping\",\"x\":\"\\u0000\"}\n";
    struct peer *peer = scene_stranger(scene, "a stranger");
    assert_true(peer_send_bytes(peer, bytes, sizeof(bytes) - 1));
    for (int i = 0; i < 2; i++)
        assert_string_equal(text_at(peer_next(peer), "error.code"), "bad_json");
    peer_ask(peer, "ping", NULL);
}

SCENE(what_is_unusual_but_right_is_answered)
{
    static const char *const lines[] = {
        "{\"id\":1001,\"op\":\"ping\",\"unknown\":{\"field\":[1,2.5,null]}}",
        "  {\"op\" : \"ping\" , \"id\" : 1001}  \r",
        "{\"id\":1001,\"op\":\"\\u0070ing\"}",
        "{\"id\":1001,\"op\":\"room.list\",\"limit\":null,\"variant\":null}",
        "{\"id\":1001,\"op\":\"ping\",\"x\":[[[[[[[1]]]]]]]}",
        "{\"id\":1001,\"op\":\"ping\",\"x\":\"[[[[[[[[[[ \\\" {{{{{{{{{{\"}",
        "{\"id\":0,\"op\":\"ping\"}",
        "{\"id\":9007199254740991,\"op\":\"ping\"}",
    };
    struct peer *peer = scene_stranger(scene, "a stranger");
    for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++) {
        assert_true(peer_send_line(peer, lines[i]));
        json_t *answer = peer_next(peer);
        if (has_at(answer, "error"))
            fail_msg("%s: %s", lines[i], text_at(answer, "error.code"));
        assert_true(has_at(answer, "re"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCENE_TEST(every_bad_line_gets_its_own_error_while_a_game_goes_on),
        SCENE_TEST(a_frame_of_16384_bytes_is_the_longest),
        SCENE_TEST(a_line_that_never_ends_gets_the_door),
        SCENE_TEST(nothing_behind_a_line_that_gets_the_door_is_done),
        SCENE_TEST(a_nul_byte_is_not_json),
        SCENE_TEST(what_is_unusual_but_right_is_answered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
