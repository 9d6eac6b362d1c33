/* SPDX-License-Identifier: MIT */
/*
 * The third face: two players who know the door of client/core and nothing else of this project
 * (tools/arrows.txt holds that) play a whole game at the real server.
 */
#include "client/core/door.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/server.h"
#include "tests/support/wait.h"

#include <arpa/inet.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

struct face {
    struct door *door;
    int fd;                    /* -1: no connection */
    int seen[DOOR_BROKEN + 1]; /* notices by kind */
    char what[64];             /* the last event, or the op of the last reply or error */
    char code[64];             /* of the last error */
    char body[256];            /* the beginning of the last event or reply */
};

static struct server *server;
static struct face anna;
static struct face boris;
static struct face *const faces[] = {&anna, &boris};

static double now(void)
{
    return (double)wait_now_ms();
}

static double number(const struct face *face, int field, size_t row)
{
    return door_number(face->door, field, row);
}

static const char *text(const struct face *face, int field, size_t row)
{
    return door_text(face->door, field, row);
}

/* ------------------------------------------------------------------ the line */

static void line_up(struct face *face)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons(server_port(server))};
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    face->fd = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(connect(face->fd, (const struct sockaddr *)&at, sizeof(at)), 0);
    door_connected(face->door, now());
}

static void line_cut(struct face *face)
{
    close(face->fd);
    face->fd = -1;
    assert_true(door_broken(face->door, now(), 7) >= 0);
}

static void take_notices(struct face *face)
{
    int kind;
    while ((kind = door_next(face->door)) != DOOR_NOTHING) {
        face->seen[kind]++;
        if (kind == DOOR_EVENT || kind == DOOR_REPLY || kind == DOOR_ERROR)
            snprintf(face->what, sizeof(face->what), "%s", text(face, DOOR_notice_what, 0));
        if (kind == DOOR_ERROR || kind == DOOR_REFUSED)
            snprintf(face->code, sizeof(face->code), "%s", text(face, DOOR_notice_code, 0));
        const char *body = door_body(face->door);
        assert_true(body[0] == '\0' || body[strlen(body) - 1] == '}');
        snprintf(face->body, sizeof(face->body), "%s", body);
    }
}

/* Carries bytes both ways, once. */
static void pump(struct face *face)
{
    char bytes[4096];
    struct pollfd wanted = {.fd = face->fd, .events = POLLIN};
    if (face->fd < 0)
        return;
    while (door_output_size(face->door) > 0) {
        ssize_t sent = send(face->fd, door_output(face->door), door_output_size(face->door), 0);
        assert_true(sent > 0);
        door_sent(face->door, (size_t)sent);
    }
    if (poll(&wanted, 1, 5) == 1) {
        ssize_t got = recv(face->fd, bytes, sizeof(bytes), 0);
        assert_true(got > 0);
        door_received(face->door, bytes, (size_t)got, now());
    }
    if (door_next_ms(face->door) >= 0 && now() >= door_next_ms(face->door))
        door_pass_time(face->door, now());
    take_notices(face);
}

static void pump_all(int64_t deadline_ms)
{
    if (wait_left_ms(deadline_ms) == 0)
        fail_msg("anna: %s %s; boris: %s %s", anna.what, anna.code, boris.what, boris.code);
    for (size_t i = 0; i < 2; i++)
        pump(faces[i]);
}

#define UNTIL(condition)                                                                           \
    for (int64_t deadline_ms = wait_now_ms() + PATIENCE_MS; !(condition);)                         \
    pump_all(deadline_ms)

/* ------------------------------------------------------------------ what faces do */

/* A field of the last reply or event, as a page would read it. */
static bool has(const struct face *face, const char *part)
{
    return strstr(face->body, part) != NULL;
}

/* `fields` has a %s for the id that `field` has. Waits for the answer. */
static void ask(struct face *face, const char *op, const char *fields, int field)
{
    char json[256];
    int answers = face->seen[DOOR_REPLY] + face->seen[DOOR_ERROR];
    snprintf(json, sizeof(json), fields, field >= 0 ? text(face, field, 0) : "");
    if (door_request(face->door, op, json) < 0)
        fail_msg("%s: %s %s", op, text(face, DOOR_notice_code, 0),
                 text(face, DOOR_notice_field, 0));
    UNTIL(face->seen[DOOR_REPLY] + face->seen[DOOR_ERROR] > answers);
}

static void move(struct face *face, const char *square)
{
    double ply = number(face, DOOR_table_ply, 0);
    assert_true(door_move(face->door, square) > 0);
    UNTIL(number(face, DOOR_table_ply, 0) == ply + 1);
}

static int field_named(const char *name)
{
    int field = 0;
    while (door_name(field) != NULL && strcmp(door_name(field), name) != 0)
        field++;
    return field;
}

static void check_cell(const struct face *face, const char *square, const char *mark, bool is_last)
{
    for (size_t i = 0; i < door_count(face->door, DOOR_cell_square); i++) {
        if (strcmp(text(face, DOOR_cell_square, i), square) != 0)
            continue;
        assert_string_equal(text(face, DOOR_cell_mark, i), mark);
        assert_int_equal(number(face, DOOR_cell_is_changed, i), is_last);
        return;
    }
    fail_msg("no cell %s", square);
}

static int set_up(void **state)
{
    (void)state;
    server = server_new(NULL);
    server_start(server);
    for (size_t i = 0; i < 2; i++) {
        *faces[i] = (struct face){.door = door_new("face 1", 1000.0 + (double)i), .fd = -1};
        door_login(faces[i]->door, DOOR_GUEST, NULL, NULL, NULL);
        line_up(faces[i]);
    }
    UNTIL(anna.seen[DOOR_READY] > 0 && boris.seen[DOOR_READY] > 0);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        if (faces[i]->fd >= 0)
            close(faces[i]->fd);
        door_free(faces[i]->door);
    }
    server_free(server);
    return 0;
}

/* Anna opens a table, Boris finds it in the lobby, and they begin. */
static void sit_down(const char *variant)
{
    char open[64];
    snprintf(open, sizeof(open), "{\"variant\":\"%s\",\"first\":\"opener\"}", variant);
    ask(&anna, "room.open", open, -1);
    assert_string_equal(text(&anna, DOOR_table_room_state, 0), "open");
    ask(&boris, "lobby.watch", "{}", -1);
    assert_int_equal(door_count(boris.door, DOOR_room_id), 1);
    assert_string_equal(text(&boris, DOOR_room_opener, 0), text(&anna, DOOR_session_name, 0));
    ask(&boris, "room.join", "{\"room\":\"%s\"}", DOOR_room_id);
    UNTIL(text(&anna, DOOR_table_game, 0)[0] != '\0' &&
          text(&boris, DOOR_table_game, 0)[0] != '\0');
}

/* ------------------------------------------------------------------ tests */

static void a_game_is_played_through_the_door(void **state)
{
    (void)state;
    sit_down("mini");
    assert_string_equal(text(&anna, DOOR_table_my_seat, 0), "first");
    assert_string_equal(text(&boris, DOOR_table_to_act, 0), "first");
    assert_int_equal(door_count(boris.door, DOOR_cell_square), 9);
    assert_int_equal(number(&anna, DOOR_cell_is_legal, 0), 1);
    move(&anna, "b2");
    UNTIL(number(&boris, DOOR_table_ply, 0) == 1);
    check_cell(&boris, "b2", "x", true);
    move(&boris, "a1");
    /* An offer that is refused, and words. */
    UNTIL(number(&anna, DOOR_table_ply, 0) == 2);
    ask(&anna, "game.draw", "{\"game\":\"%s\"}", DOOR_table_game);
    assert_true(has(&anna, "\"agreed\":false"));
    UNTIL(strcmp(text(&boris, DOOR_table_draw_offer, 0), "first") == 0);
    ask(&boris, "game.draw", "{\"game\":\"%s\",\"answer\":\"refuse\"}", DOOR_table_game);
    UNTIL(text(&anna, DOOR_table_draw_offer, 0)[0] == '\0');
    ask(&boris, "room.say", "{\"room\":\"%s\",\"text\":\"Удачи\"}", DOOR_table_room);
    UNTIL(door_count(anna.door, DOOR_chat_text) == 1);
    assert_string_equal(text(&anna, DOOR_chat_text, 0), "Удачи");
    assert_string_equal(text(&anna, DOOR_chat_name, 0), text(&boris, DOOR_session_name, 0));
    /* Boris is cut off, misses a move, and comes back. */
    line_cut(&boris);
    assert_int_equal(number(&boris, DOOR_session_is_ready, 0), 0);
    assert_int_equal(number(&boris, DOOR_table_is_cut_off, 0), 1);
    UNTIL(number(&anna, DOOR_seat_is_connected, 1) == 0);
    move(&anna, "c1");
    line_up(&boris);
    UNTIL(boris.seen[DOOR_READY] == 2);
    assert_int_equal(number(&boris, DOOR_table_ply, 0), 3);
    check_cell(&boris, "c1", "x", true);
    move(&boris, "b1");
    UNTIL(number(&anna, DOOR_table_ply, 0) == 4);
    move(&anna, "a3");
    UNTIL(text(&boris, DOOR_table_result, 0)[0] != '\0');
    assert_string_equal(text(&boris, DOOR_table_result, 0), "first");
    assert_string_equal(text(&anna, DOOR_table_reason, 0), "row");
    int in_line = 0;
    for (size_t i = 0; i < 9; i++)
        in_line += (int)number(&boris, DOOR_cell_is_in_line, i);
    assert_int_equal(in_line, 3);
    assert_int_equal(door_count(boris.door, DOOR_action_text), 5);
    assert_string_equal(text(&boris, DOOR_action_text, 4), "a3");
    ask(&boris, "history.list", "{}", -1);
    assert_int_equal(door_count(boris.door, DOOR_past_game), 1);
    assert_string_equal(text(&boris, DOOR_past_score, 0), "lost");
    assert_string_equal(text(&boris, DOOR_past_opponent, 0), text(&anna, DOOR_session_name, 0));
    assert_string_equal(text(&boris, DOOR_past_variant, 0), "mini");
    /* A list that began elsewhere begins anew. */
    ask(&boris, "history.list", "{\"before\":\"%s\"}", DOOR_past_game);
    assert_int_equal(door_count(boris.door, DOOR_past_game), 0);
    ask(&boris, "history.list", "{}", -1);
    assert_int_equal(door_count(boris.door, DOOR_past_game), 1);
    ask(&anna, "room.rematch", "{\"room\":\"%s\"}", DOOR_table_room);
    UNTIL(strcmp(text(&boris, DOOR_table_rematch_by, 0), text(&anna, DOOR_session_name, 0)) == 0);
    ask(&boris, "room.rematch", "{\"room\":\"%s\"}", DOOR_table_room);
    UNTIL(number(&anna, DOOR_table_ply, 0) == 0 && text(&anna, DOOR_table_result, 0)[0] == '\0');
    assert_string_equal(text(&anna, DOOR_table_my_seat, 0), "second");
}

/* The answers of an opening, and a move that waits for a connection. */
static void choices_are_rows_and_a_move_is_kept(void **state)
{
    (void)state;
    sit_down("swap2");
    move(&anna, "h8");
    move(&anna, "i9");
    assert_int_equal(number(&anna, DOOR_table_stones_left, 0), 1);
    line_cut(&anna);
    assert_int_equal(door_move(anna.door, "a1a"), -1);
    assert_string_equal(text(&anna, DOOR_notice_code, 0), "bad_notation");
    assert_int_equal(door_move(anna.door, "j7"), 2); /* kept */
    assert_string_equal(text(&anna, DOOR_table_pending, 0), "j7");
    assert_int_equal(door_forget_move(anna.door), 6);
    assert_string_equal(text(&anna, DOOR_table_pending, 0), "");
    assert_int_equal(door_forget_move(anna.door), 0);
    assert_int_equal(door_move(anna.door, "j7"), 2);
    line_up(&anna);
    UNTIL(number(&boris, DOOR_table_ply, 0) == 3);
    assert_int_equal(door_count(boris.door, DOOR_choice_text), 3);
    assert_string_equal(text(&boris, DOOR_choice_text, 2), "two_more");
    assert_string_equal(text(&boris, DOOR_choice_text, 0), "white");
    move(&boris, "white");
    UNTIL(number(&anna, DOOR_table_ply, 0) == 4);
    assert_int_equal(door_count(anna.door, DOOR_choice_text), 0);
    ask(&anna, "player.games", "{}", -1);
    assert_int_equal(door_count(anna.door, DOOR_turn_game), 1);
    assert_string_equal(text(&anna, DOOR_turn_opponent, 0), text(&boris, DOOR_session_name, 0));
    assert_int_equal(number(&anna, DOOR_turn_is_waiting, 0),
                     strcmp(text(&anna, DOOR_table_to_act, 0), "first") == 0);
}

/* What a face asks is read by the table of messages before it is sent. */
static void a_wrong_request_is_refused_here(void **state)
{
    (void)state;
    static const struct {
        const char *op;
        const char *fields;
        const char *code;
        const char *field;
    } wrong[] = {
        {"room.opens", "{}", "unknown_op", "op"},
        {"room.open", NULL, "missing_field", "variant"},
        {"room.open", "{\"variant\":\"chess\"}", "unknown_variant", "variant"},
        {"room.open", "{\"variant\":\"mini\",\"rated\":1}", "wrong_type", "rated"},
        {"room.open", "variant", "missing_field", "variant"},
        {"room.open", "{\"variant\":\"mini\"", "bad_json", ""},
        {"rating.top", "{\"variant\":\"mini\",\"limit\":51}", "out_of_range", "limit"},
        {"ping", "{\"id\":1}", "duplicate_key", ""},
        {"a\",\"b\":\"", "{}", "bad_json", ""},
    };
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        assert_true(door_request(anna.door, wrong[i].op, wrong[i].fields) == -1);
        assert_string_equal(text(&anna, DOOR_notice_code, 0), wrong[i].code);
        assert_string_equal(text(&anna, DOOR_notice_field, 0), wrong[i].field);
    }
    assert_int_equal(door_move(anna.door, "a1"), -1);
    assert_string_equal(text(&anna, DOOR_notice_code, 0), "game_over");
}

/* What one has by name or by number, and what is not there. */
static void fields_have_names_and_rows(void **state)
{
    (void)state;
    assert_int_equal(field_named("table.game"), DOOR_table_game);
    assert_int_equal(field_named("letter.at"), DOOR_letter_at);
    assert_int_equal(field_named("table.gem"), DOOR_FIELD_COUNT);
    assert_null(door_name(-1));
    assert_int_equal(door_count(anna.door, DOOR_FIELD_COUNT), 0);
    assert_string_equal(text(&anna, DOOR_table_room, 0), "");
    assert_string_equal(text(&anna, DOOR_table_room, 1), "");
    assert_string_equal(text(&anna, DOOR_table_ply, 0), "");
    assert_int_equal(number(&anna, DOOR_table_room, 0), -1);
    assert_int_equal(number(&anna, DOOR_cell_row, 0), -1);
    assert_int_equal(number(&anna, DOOR_table_claim_in_ms, 0), -1);
    assert_int_equal(number(&anna, DOOR_session_is_guest, 0), 1);
    assert_true(door_count(anna.door, DOOR_variant_key) > 5);
    for (size_t i = 0; i < door_count(anna.door, DOOR_variant_key); i++)
        assert_int_equal(number(&anna, DOOR_variant_is_playable, i), 1);
    assert_string_equal(text(&anna, DOOR_variant_key, 0), "classic");
    assert_int_equal(number(&anna, DOOR_variant_width, 0), 19);
}

/* Accounts, letters, leaderboards and graphs; all pages of each list are one list. */
static void accounts_and_lists(void **state)
{
    (void)state;
    struct face *face = &anna;
    for (size_t i = 0; i < 2; i++) {
        char name[8];
        snprintf(name, sizeof(name), "face%zu", i);
        line_cut(faces[i]);
        door_login(faces[i]->door, DOOR_REGISTER, name, "correct horse", NULL);
        line_up(faces[i]);
    }
    UNTIL(anna.seen[DOOR_READY] == 2 && boris.seen[DOOR_READY] == 2);
    assert_string_equal(text(&anna, DOOR_session_name, 0), "face0");
    for (size_t i = 0; i < 3; i++)
        ask(&boris, "message.send", "{\"to\":\"face0\",\"text\":\"hello\"}", -1);
    UNTIL(number(&anna, DOOR_mail_unread, 0) == 3);
    ask(face, "message.threads", "{}", -1);
    assert_int_equal(door_count(face->door, DOOR_thread_with), 1);
    assert_string_equal(text(face, DOOR_thread_with, 0), "face1");
    ask(face, "message.list", "{\"with\":\"face1\",\"limit\":2}", -1);
    assert_int_equal(door_count(face->door, DOOR_letter_text), 2);
    ask(face, "message.list", "{\"with\":\"face1\",\"before\":\"%s\"}", DOOR_mail_next_letter);
    assert_int_equal(door_count(face->door, DOOR_letter_text), 3);
    assert_string_equal(text(face, DOOR_letter_text, 2), "hello");
    assert_string_equal(text(face, DOOR_mail_next_letter, 0), "");
    ask(face, "message.list", "{\"with\":\"face1\",\"limit\":1}", -1);
    assert_int_equal(door_count(face->door, DOOR_letter_text), 1);
    ask(face, "rating.top", "{\"variant\":\"classic\"}", -1);
    assert_int_equal(number(face, DOOR_rankings_total, 0), 0);
    assert_int_equal(door_count(face->door, DOOR_ranking_name), 0);
    ask(face, "rating.graph", "{\"variant\":\"classic\"}", -1);
    assert_string_equal(text(face, DOOR_graph_name, 0), "face0");
    assert_int_equal(number(face, DOOR_graph_rating, 0), -1);
    ask(face, "auth.logout", "{}", -1);
}

static void a_refused_login_can_be_tried_again(void **state)
{
    (void)state;
    line_cut(&anna);
    door_login(anna.door, DOOR_PASSWORD, "nobody", "wrong horse", NULL);
    line_up(&anna);
    UNTIL(anna.seen[DOOR_REFUSED] == 1);
    assert_string_equal(anna.code, "wrong_credentials");
    door_login(anna.door, DOOR_GUEST, NULL, NULL, NULL);
    UNTIL(anna.seen[DOOR_READY] == 2);
}

#define DOOR_TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        DOOR_TEST(a_game_is_played_through_the_door),
        DOOR_TEST(choices_are_rows_and_a_move_is_kept),
        DOOR_TEST(a_wrong_request_is_refused_here),
        DOOR_TEST(fields_have_names_and_rows),
        DOOR_TEST(accounts_and_lists),
        DOOR_TEST(a_refused_login_can_be_tried_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
