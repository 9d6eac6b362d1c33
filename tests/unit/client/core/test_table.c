/* SPDX-License-Identifier: MIT */
/*
 * The view of a table: what records and events make of it, whose turn it is and what is asked for,
 * in the Swap2 opening above all.
 */
#include "client/core/table.h"
#include "client/core/table_record.h"
#include "tests/support/test.h"
#include "wire.h"

#include <stdio.h>
#include <string.h>

static void sit(struct table *table, const struct variant *variant, const char *actions)
{
    struct room_record room = wire_room(7, ROOM_STATE_WORD_PLAYING);
    struct game_record game = wire_game(9, actions, 10);
    room.variant = variant;
    game.variant = variant;
    table_init(table, "anna");
    table_set_room(table, &room);
    assert_int_equal(table_set_game(table, &game), 0);
}

static void sit_mini(struct table *table, const char *actions)
{
    sit(table, variant_get(VARIANT_MINI), actions);
}

static enum table_news move(struct table *table, int64_t seq, int by, int64_t ply, const char *at)
{
    struct game_moved_event moved = wire_moved(9, seq, by, ply, at);
    union event_body body = {.game_moved = moved};
    return table_take_event(table, EVENT_GAME_MOVED, &body);
}

#define TABLE_TEST(name) TEST_IN(name, table, table_init(&table, "anna"), (void)0)

TABLE_TEST(game_is_replayed_and_seats_are_known)
{
    sit_mini(table, "b2 a1");
    assert_int_equal(table_my_seat(table), SEAT_FIRST);
    assert_true(table_is_my_turn(table) && table_is_playing(table) && table_is_seated(table));
    assert_string_equal(table_opponent(table)->name, "boris");
    size_t last;
    assert_true(table_last_cell(table, &last));
    assert_int_equal(last, 0);
}

TABLE_TEST(a_game_is_kept_with_the_variant_of_this_build)
{
    struct game kept;
    struct variant told = *variant_get(VARIANT_MINI); /* goes with the session */
    sit(table, &told, "b2 a1");
    assert_true(table_keep_game(table, &kept));
    assert_ptr_equal(kept.variant, variant_get(VARIANT_MINI));
    assert_int_equal(kept.ply, 2);
    told.key = "unheard_of";
    assert_false(table_keep_game(table, &kept));
}

TABLE_TEST(watcher_has_no_seat)
{
    sit_mini(table, "b2");
    snprintf(table->me, sizeof(table->me), "carla");
    assert_int_equal(table_my_seat(table), SEAT_NONE);
    assert_false(table_is_my_turn(table) || table_is_seated(table));
}

TABLE_TEST(moves_are_taken_once_and_in_order)
{
    sit_mini(table, "b2 a1");
    assert_int_equal(move(table, 11, SEAT_WORD_FIRST, 2, "c3"), TABLE_NEWS);
    assert_int_equal(move(table, 11, SEAT_WORD_FIRST, 2, "c3"), TABLE_NEWS_NONE);
    assert_int_equal(move(table, 12, SEAT_WORD_SECOND, 5, "c1"), TABLE_NEWS_OUT_OF_STEP);
    assert_int_equal(move(table, 12, SEAT_WORD_SECOND, 3, "c3"), TABLE_NEWS_OUT_OF_STEP);
    assert_int_equal(table->seq, 11);
    assert_int_equal(table->game.ply, 3);
}

TABLE_TEST(illegal_record_leaves_the_table)
{
    sit_mini(table, "b2");
    struct game_record game = wire_game(9, "b2 b2", 20);
    assert_true(table_set_game(table, &game) < 0);
    assert_int_equal(table->game.ply, 1);
    assert_int_equal(table->seq, 10);
}

TABLE_TEST(older_record_changes_nothing)
{
    sit_mini(table, "b2 a1");
    struct game_record older = wire_game(9, "b2", 9);
    struct game_record before = wire_game(8, "", 50);
    assert_int_equal(table_set_game(table, &older), 0);
    assert_int_equal(table_set_game(table, &before), 0);
    assert_int_equal(table->game.ply, 2);
    assert_int_equal(table->game_id, 9);
}

TABLE_TEST(draw_offer_ends_when_the_opponent_moves)
{
    sit_mini(table, "b2 a1");
    union event_body body = {.game_draw_offered = {.game = 9, .seq = 11, .by = SEAT_WORD_SECOND}};
    assert_int_equal(table_take_event(table, EVENT_GAME_DRAW_OFFERED, &body), TABLE_NEWS);
    assert_true(table_is_draw_offered_to(table, SEAT_FIRST));
    assert_false(table_is_draw_offered_to(table, SEAT_SECOND));
    move(table, 12, SEAT_WORD_FIRST, 2, "c3");
    assert_false(table_is_draw_offered_to(table, SEAT_FIRST));
}

TABLE_TEST(own_move_keeps_own_draw_offer)
{
    sit_mini(table, "b2 a1");
    union event_body body = {.game_draw_offered = {.game = 9, .seq = 11, .by = SEAT_WORD_FIRST}};
    table_take_event(table, EVENT_GAME_DRAW_OFFERED, &body);
    move(table, 12, SEAT_WORD_FIRST, 2, "c3");
    assert_true(table_is_draw_offered_to(table, SEAT_SECOND));
}

static enum table_news ask_back(struct table *table, int64_t seq, int by)
{
    union event_body body = {.game_takeback_asked = {.game = 9, .seq = seq, .by = by, .to_ply = 0}};
    return table_take_event(table, EVENT_GAME_TAKEBACK_ASKED, &body);
}

static enum table_news take_back(struct table *table, int64_t seq, int64_t ply, int to_act)
{
    union event_body body = {
        .game_taken_back = {
            .game = 9, .seq = seq, .by = SEAT_WORD_FIRST, .ply = ply, .to_act = to_act}};
    return table_take_event(table, EVENT_GAME_TAKEN_BACK, &body);
}

TABLE_TEST(request_to_take_back_is_open_until_answered_or_anybody_moves)
{
    sit_mini(table, "b2 a1");
    assert_int_equal(ask_back(table, 11, SEAT_WORD_SECOND), TABLE_NEWS);
    assert_true(table_is_takeback_asked_of(table, SEAT_FIRST));
    assert_false(table_is_takeback_asked_of(table, SEAT_SECOND));
    union event_body body = {
        .game_takeback_refused = {.game = 9, .seq = 12, .by = SEAT_WORD_FIRST}};
    assert_int_equal(table_take_event(table, EVENT_GAME_TAKEBACK_REFUSED, &body), TABLE_NEWS);
    assert_false(table_is_takeback_asked_of(table, SEAT_FIRST));
    ask_back(table, 13, SEAT_WORD_FIRST);
    assert_true(table_is_takeback_asked_of(table, SEAT_SECOND));
    move(table, 14, SEAT_WORD_FIRST, 2, "c3");
    assert_false(table_is_takeback_asked_of(table, SEAT_SECOND));
}

TABLE_TEST(what_is_taken_back_is_gone_and_can_be_played_anew)
{
    sit_mini(table, "b2 a1 c3");
    ask_back(table, 11, SEAT_WORD_SECOND);
    union event_body offer = {.game_draw_offered = {.game = 9, .seq = 12, .by = SEAT_WORD_SECOND}};
    table_take_event(table, EVENT_GAME_DRAW_OFFERED, &offer);
    assert_int_equal(take_back(table, 13, 1, SEAT_WORD_SECOND), TABLE_NEWS);
    assert_int_equal(table->game.ply, 1);
    assert_int_equal(table_to_act(table), SEAT_SECOND);
    assert_int_equal(table->takeback, NONE);
    assert_int_equal(table->draw_offer, NONE);
    assert_int_equal(move(table, 14, SEAT_WORD_SECOND, 1, "c3"), TABLE_NEWS);
    assert_int_equal(move(table, 15, SEAT_WORD_FIRST, 2, "a1"), TABLE_NEWS);
}

TABLE_TEST(a_repeated_take_back_takes_nothing_more)
{
    sit_mini(table, "b2 a1 c3");
    take_back(table, 11, 1, SEAT_WORD_SECOND);
    move(table, 12, SEAT_WORD_SECOND, 1, "c3");
    assert_int_equal(take_back(table, 11, 1, SEAT_WORD_SECOND), TABLE_NEWS_NONE);
    assert_int_equal(move(table, 9, SEAT_WORD_FIRST, 2, "a1"), TABLE_NEWS_NONE);
    assert_int_equal(table->game.ply, 2);
    assert_int_equal(table->seq, 12);
}

TABLE_TEST(a_take_back_that_does_not_fit_leaves_the_table)
{
    sit_mini(table, "b2 a1");
    assert_int_equal(take_back(table, 11, 3, SEAT_WORD_FIRST), TABLE_NEWS_OUT_OF_STEP);
    assert_int_equal(take_back(table, 11, 1, SEAT_WORD_FIRST), TABLE_NEWS_OUT_OF_STEP);
    assert_int_equal(table->game.ply, 2);
    assert_int_equal(table->seq, 10);
}

TABLE_TEST(a_choice_is_taken_back_with_the_marks_that_it_fixed)
{
    sit(table, variant_get(VARIANT_SWAP2), "a1 b1 c1 black");
    union event_body body = {
        .game_taken_back = {
            .game = 9, .seq = 11, .by = SEAT_WORD_FIRST, .ply = 3, .to_act = SEAT_WORD_SECOND}};
    assert_int_equal(table_take_event(table, EVENT_GAME_TAKEN_BACK, &body), TABLE_NEWS);
    assert_int_equal(table_task(table), TABLE_TASK_FIRST_CHOICE);
}

TABLE_TEST(end_tells_result_and_ratings)
{
    sit_mini(table, "b2 a1");
    struct rating_change_record change = {
        .name = "anna", .before = 1500, .after = 1520, .provisional = true};
    union event_body body = {.game_ended = {.game = 9,
                                            .seq = 11,
                                            .result = RESULT_WORD_FIRST,
                                            .reason = REASON_WORD_RESIGN,
                                            .changes = &change,
                                            .changes_count = 1}};
    assert_int_equal(table_take_event(table, EVENT_GAME_ENDED, &body), TABLE_NEWS);
    assert_false(table_is_playing(table));
    assert_int_equal(table_task(table), TABLE_TASK_OVER);
    assert_int_equal(table_to_act(table), SEAT_NONE);
    assert_int_equal(table->seats[SEAT_FIRST].rating, 1520);
    assert_int_equal(table->seats[SEAT_FIRST].gained, 20);
    assert_int_equal(table->players[0].rating, 1520);
    assert_true(table->players[0].is_provisional);
    assert_true(table->seats[SEAT_FIRST].is_provisional);
}

/* A record has the ratings before the game, or none where the game moved none. */
TABLE_TEST(a_record_after_the_end_leaves_the_new_ratings)
{
    sit_mini(table, "b2 a1");
    struct rating_change_record change = {.name = "anna", .before = 1500, .after = 1520};
    struct game_record game = wire_game(9, "b2 a1", 11);
    game.result = RESULT_WORD_FIRST;
    game.reason = REASON_WORD_RESIGN;
    game.changes = &change;
    game.changes_count = 1;
    assert_int_equal(table_set_game(table, &game), 0);
    assert_int_equal(table->seats[SEAT_FIRST].rating, 1520);
    assert_int_equal(table->seats[SEAT_FIRST].gained, 20);
    struct game_record rematch = wire_game(10, "", 0);
    struct person_record anna = {.name = "anna", .rating = 1520, .claim_in_ms = NONE};
    rematch.first = &anna;
    assert_int_equal(table_set_game(table, &rematch), 0);
    assert_int_equal(table->seats[SEAT_FIRST].gained, 0);
    rematch.result = RESULT_WORD_DRAW;
    rematch.reason = REASON_WORD_AGREED;
    anna.rating = NONE;
    assert_int_equal(table_set_game(table, &rematch), 0);
    assert_int_equal(table->seats[SEAT_FIRST].rating, 1520);
}

TABLE_TEST(rematch_is_a_new_game_at_the_same_table)
{
    sit_mini(table, "b2 a1");
    union event_body body = {.room_rematch_offered = {.room = 7, .name = "boris"}};
    table_take_event(table, EVENT_ROOM_REMATCH_OFFERED, &body);
    assert_true(table_is_rematch_offered_to_me(table));
    const union event_body refused = {.room_rematch_refused = {.room = 7, .name = "anna"}};
    assert_int_equal(table_take_event(table, EVENT_ROOM_REMATCH_REFUSED, &refused), TABLE_NEWS);
    assert_false(table_is_rematch_offered_to_me(table));
    table_take_event(table, EVENT_ROOM_REMATCH_OFFERED, &body);
    struct game_record game = wire_game(10, "", 0);
    const struct person_record *first = game.first;
    game.first = game.second;
    game.second = first;
    body = (union event_body){.game_started = {.room = 7, .game = &game}};
    assert_int_equal(table_take_event(table, EVENT_GAME_STARTED, &body), TABLE_NEWS);
    assert_int_equal(table_take_event(table, EVENT_GAME_STARTED, &body), TABLE_NEWS_NONE);
    assert_false(table_is_rematch_offered_to_me(table));
    assert_int_equal(table_my_seat(table), SEAT_SECOND);
    assert_int_equal(table->game.ply, 0);
}

TABLE_TEST(a_room_that_waits_again_has_no_game)
{
    sit_mini(table, "a1");
    union event_body body = {.room_left = {.room = 7, .name = "boris"}};
    assert_int_equal(table_take_event(table, EVENT_ROOM_LEFT, &body), TABLE_NEWS);
    body = (union event_body){.room_reopened = {.room = 8}};
    assert_int_equal(table_take_event(table, EVENT_ROOM_REOPENED, &body), TABLE_NEWS_NONE);
    body = (union event_body){.room_reopened = {.room = 7}};
    assert_int_equal(table_take_event(table, EVENT_ROOM_REOPENED, &body), TABLE_NEWS);
    assert_int_equal(table_task(table), TABLE_TASK_NO_GAME);
    assert_int_equal(table->room_state, ROOM_STATE_WORD_OPEN);
    assert_true(table_is_seated(table));
    assert_false(table_is_playing(table));
}

TABLE_TEST(people_come_and_go)
{
    sit_mini(table, "");
    union event_body body = {.room_presence = {.room = 7, .name = "boris"}};
    assert_int_equal(table_take_event(table, EVENT_ROOM_PRESENCE, &body), TABLE_NEWS);
    assert_false(table->seats[SEAT_SECOND].is_connected);
    body = (union event_body){.room_left = {.room = 7, .name = "boris"}};
    assert_int_equal(table_take_event(table, EVENT_ROOM_LEFT, &body), TABLE_NEWS);
    assert_null(table_opponent(table));
    struct person_record carla = {.name = "carla", .claim_in_ms = NONE, .rating = NONE};
    body = (union event_body){.room_joined = {.room = 7, .player = &carla}};
    assert_int_equal(table_take_event(table, EVENT_ROOM_JOINED, &body), TABLE_NEWS);
    assert_string_equal(table_opponent(table)->name, "carla");
}

/* Lines by those who watched come when the game is over. */
TABLE_TEST(lines_that_come_late_stand_where_they_belong)
{
    static const int64_t numbers[] = {2, 4, 1, 3};
    for (size_t i = 0; i < 4; i++) {
        struct chat_line_record line = {.n = numbers[i], .name = "boris", .text = "hi"};
        assert_true(table_add_line(table, &line, false));
        assert_false(table_add_line(table, &line, false));
    }
    for (int64_t n = 5; n <= TABLE_CHAT_MAX + 2; n++) {
        struct chat_line_record line = {.n = n == 7 ? TABLE_CHAT_MAX + 9 : n, .text = "hi"};
        line.name = "boris";
        assert_true(table_add_line(table, &line, false));
    }
    struct chat_line_record late = {.n = 7, .name = "boris", .text = "late"};
    assert_true(table_add_line(table, &late, false));
    assert_int_equal(table->chat_count, TABLE_CHAT_MAX);
    for (size_t i = 1; i < table->chat_count; i++)
        assert_true(table->chat[i].n > table->chat[i - 1].n);
    assert_string_equal(table->chat[3].text, "late"); /* 4 5 6 7 */
    struct chat_line_record too_late = {.n = 1, .name = "boris", .text = "hi"};
    assert_false(table_add_line(table, &too_late, false));
}

TABLE_TEST(a_hidden_line_keeps_its_place_without_its_text)
{
    struct chat_line_record line = {.n = 3, .name = "boris", .text = "you fool"};
    union event_body body = {.room_hidden = {.room = 7, .n = 3}};
    sit_mini(table, "");
    assert_true(table_add_line(table, &line, false));
    assert_int_equal(table_take_event(table, EVENT_ROOM_HIDDEN, &body), TABLE_NEWS);
    assert_true(table->chat[0].is_hidden);
    assert_string_equal(table->chat[0].text, "");
    assert_string_equal(table->chat[0].name, "boris");
    assert_int_equal(table_take_event(table, EVENT_ROOM_HIDDEN, &body), TABLE_NEWS_NONE);
    body.room_hidden.room = 6;
    assert_int_equal(table_take_event(table, EVENT_ROOM_HIDDEN, &body), TABLE_NEWS_NONE);
    line = (struct chat_line_record){.n = 4, .name = "boris", .hidden = true};
    assert_true(table_add_line(table, &line, false));
    assert_true(table->chat[1].is_hidden);
    assert_false(table_hide_line(table, 9));
}

TABLE_TEST(chat_keeps_the_last_lines_once)
{
    sit_mini(table, "");
    for (int n = 1; n <= TABLE_CHAT_MAX + 5; n++) {
        struct chat_line_record line = {.n = n, .name = "boris", .text = "hi"};
        table_add_line(table, &line, false);
        table_add_line(table, &line, false);
    }
    assert_int_equal(table->chat_count, TABLE_CHAT_MAX);
    assert_int_equal(table->chat[0].n, 6);
    assert_int_equal(table->chat[TABLE_CHAT_MAX - 1].n, TABLE_CHAT_MAX + 5);
}

/* Checks what is asked for after these actions of Swap2, of whom, and how many stones. */
static void check_swap2(const char *actions, enum table_task task, enum seat who, unsigned left)
{
    struct table table;
    sit(&table, variant_get(VARIANT_SWAP2), actions);
    assert_int_equal(table_task(&table), task);
    assert_int_equal(table_to_act(&table), who);
    assert_int_equal(table_stones_left(&table), left);
}

TEST(swap2_asks_for_each_step)
{
    check_swap2("", TABLE_TASK_OPENING, SEAT_FIRST, 3);
    check_swap2("a1", TABLE_TASK_OPENING, SEAT_FIRST, 2);
    check_swap2("a1 b1", TABLE_TASK_OPENING, SEAT_FIRST, 1);
    check_swap2("a1 b1 c1", TABLE_TASK_FIRST_CHOICE, SEAT_SECOND, 0);
    check_swap2("a1 b1 c1 white", TABLE_TASK_STONE, SEAT_SECOND, 1);
    check_swap2("a1 b1 c1 black", TABLE_TASK_STONE, SEAT_FIRST, 1);
    check_swap2("a1 b1 c1 two_more", TABLE_TASK_TWO_MORE, SEAT_SECOND, 2);
    check_swap2("a1 b1 c1 two_more d1", TABLE_TASK_TWO_MORE, SEAT_SECOND, 1);
    check_swap2("a1 b1 c1 two_more d1 e1", TABLE_TASK_SECOND_CHOICE, SEAT_FIRST, 0);
    check_swap2("a1 b1 c1 two_more d1 e1 black", TABLE_TASK_STONE, SEAT_SECOND, 1);
}

TABLE_TEST(open_room_waits)
{
    struct room_record room = wire_room(7, ROOM_STATE_WORD_OPEN);
    table_set_room(table, &room);
    assert_int_equal(table_task(table), TABLE_TASK_NO_GAME);
    assert_int_equal(table_my_seat(table), SEAT_NONE);
    assert_true(table_is_seated(table));
    assert_null(table_opponent(table));
}

/* A guest registers in another terminal: everything at the table goes by names. */
TABLE_TEST(everybody_is_known_by_a_new_name)
{
    sit_mini(table, "b2 a1");
    union event_body body = {.player_renamed = {.before = "anna", .name = "Dora"}};
    assert_int_equal(table_take_event(table, EVENT_PLAYER_RENAMED, &body), TABLE_NEWS);
    assert_int_equal(table_my_seat(table), SEAT_FIRST);
    assert_true(table_is_seated(table) && table_is_my_turn(table));
    body.player_renamed = (struct player_renamed_event){.before = "boris", .name = "Emil"};
    assert_int_equal(table_take_event(table, EVENT_PLAYER_RENAMED, &body), TABLE_NEWS);
    assert_string_equal(table_opponent(table)->name, "Emil");
    body.room_presence =
        (struct room_presence_event){.room = 7, .name = "Emil", .connected = false};
    assert_int_equal(table_take_event(table, EVENT_ROOM_PRESENCE, &body), TABLE_NEWS);
    assert_false(table_opponent(table)->is_connected);
    body.player_renamed = (struct player_renamed_event){.before = "carla", .name = "Fred"};
    assert_int_equal(table_take_event(table, EVENT_PLAYER_RENAMED, &body), TABLE_NEWS_NONE);
}
