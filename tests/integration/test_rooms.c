/* SPDX-License-Identifier: MIT */
/* Tables: opening, listing, joining, watching, talking, leaving, who is there. */
#include "tests/support/scene.h"

#include <stdio.h>
#include <string.h>

/* Opens a room; its id is lent by the opener's transcript. */
static const char *open_room(struct peer *peer, const char *variant)
{
    return text_at(peer_ask(peer, "room.open", "{s:s}", "variant", variant), "room.room");
}

SCENE(an_open_room_is_listed_with_its_opener)
{
    struct peer *anna = scene_account(scene, "Anna");
    struct peer *stranger = scene_stranger(scene, "a stranger");
    json_t *opened =
        peer_ask(anna, "room.open", "{s:s, s:b, s:s, s:{s:s, s:i}}", "variant", "swap2", "rated", 1,
                 "first", "joiner", "clock", "kind", "fischer", "main_ms", 600000);
    json_t *list = peer_ask(stranger, "room.list", NULL);
    assert_int_equal(count_at(list, "rooms"), 1);
    assert_false(bool_at(list, "more"));
    json_t *room = json_array_get(json_object_get(list, "rooms"), 0);
    assert_false(has_at(room, "seq"));
    json_object_del(json_object_get(opened, "room"), "seq"); /* for those who sit there */
    assert_true(json_equal(room, json_object_get(opened, "room")));
    assert_string_equal(text_at(room, "variant"), "swap2");
    assert_true(bool_at(room, "rated"));
    assert_string_equal(text_at(room, "first"), "joiner");
    assert_string_equal(text_at(room, "state"), "open");
    assert_int_equal(count_at(room, "players"), 1);
    assert_string_equal(text_at(room, "players.0.name"), "Anna");
    assert_false(bool_at(room, "players.0.guest"));
    assert_true(bool_at(room, "players.0.connected"));
    assert_false(has_at(room, "players.0.rating"));
    assert_false(has_at(room, "game"));
    assert_int_equal(int_at(room, "watchers"), 0);
}

SCENE(the_list_can_be_narrowed)
{
    struct table table;
    struct peer *anna = scene_account(scene, "Anna");
    table_open(&table, anna, scene_guest(scene), "mini", TABLE_UNRATED);
    const char *open_classic = open_room(anna, "classic");
    const char *open_mini = open_room(anna, "mini");
    json_t *list = peer_ask(anna, "room.list", "{s:s}", "state", "open");
    assert_int_equal(count_at(list, "rooms"), 2);
    assert_string_equal(text_at(list, "rooms.0.room"), open_mini);
    assert_string_equal(text_at(list, "rooms.1.room"), open_classic);
    list = peer_ask(anna, "room.list", "{s:s}", "variant", "mini");
    assert_int_equal(count_at(list, "rooms"), 2);
    assert_string_equal(text_at(list, "rooms.1.room"), table.room);
    list = peer_ask(anna, "room.list", "{s:s, s:s}", "variant", "mini", "state", "playing");
    assert_int_equal(count_at(list, "rooms"), 1);
    assert_string_equal(text_at(list, "rooms.0.game"), table.game);
    list = peer_ask(anna, "room.list", "{s:s}", "state", "over");
    assert_int_equal(count_at(list, "rooms"), 0);
}

SCENE(the_list_has_pages_the_newest_room_first)
{
    char opened[7][TABLE_ID_SIZE];
    struct peer *stranger = scene_stranger(scene, "a stranger");
    for (int i = 0; i < 7; i++)
        snprintf(opened[i], sizeof(opened[i]), "%s", open_room(scene_guest(scene), "classic"));
    json_t *page = peer_ask(stranger, "room.list", "{s:i}", "limit", 3);
    int next = 6;
    for (int pages = 0; pages < 3; pages++) {
        bool is_last = pages == 2;
        size_t count = count_at(page, "rooms");
        assert_int_equal(count, is_last ? 1 : 3);
        assert_int_equal(bool_at(page, "more"), !is_last);
        for (size_t i = 0; i < count; i++) {
            char path[32];
            snprintf(path, sizeof(path), "rooms.%zu.room", i);
            assert_string_equal(text_at(page, path), opened[next--]);
        }
        page =
            peer_ask(stranger, "room.list", "{s:i, s:s}", "limit", 3, "before", opened[next + 1]);
    }
    assert_int_equal(count_at(page, "rooms"), 0);
}

SCENE(two_players_fit_at_a_table)
{
    struct table table;
    struct peer *anna = scene_account(scene, "Anna");
    struct peer *vera = scene_guest(scene);
    const char *own = open_room(anna, "classic");
    peer_refused(anna, "already_in_room", "room.join", "{s:s}", "room", own);
    table_open(&table, anna, scene_account(scene, "Boris"), "classic", TABLE_UNRATED);
    peer_refused(vera, "room_full", "room.join", "{s:s}", "room", table.room);
    peer_refused(table.joiner, "already_in_room", "room.join", "{s:s}", "room", table.room);
    peer_refused(vera, "no_such_room", "room.join", "{s:s}", "room", "00000000000z");
    json_t *list = peer_ask(vera, "room.list", "{s:s}", "state", "playing");
    assert_int_equal(count_at(list, "rooms.0.players"), 2);
    assert_string_equal(text_at(list, "rooms.0.players.0.name"), "Anna");
    assert_string_equal(text_at(list, "rooms.0.players.1.name"), "Boris");
}

SCENE(guests_stay_away_from_rated_tables)
{
    struct peer *anna = scene_account(scene, "Anna");
    struct peer *guest = scene_guest(scene);
    json_t *opened = peer_ask(anna, "room.open", "{s:s, s:b, s:{s:s, s:I}}", "variant", "classic",
                              "rated", 1, "clock", TABLE_DAYS);
    peer_refused(guest, "account_required", "room.join", "{s:s}", "room",
                 text_at(opened, "room.room"));
    peer_refused(guest, "account_required", "room.open", "{s:s, s:b}", "variant", "classic",
                 "rated", 1);
    json_t *list = peer_ask(guest, "room.list", "{s:s}", "state", "open");
    assert_int_equal(count_at(list, "rooms"), 1);
}

SCENE(the_joiner_begins_where_the_opener_wants_it)
{
    struct peer *anna = scene_account(scene, "Anna");
    struct peer *boris = scene_account(scene, "Boris");
    json_t *opened =
        peer_ask(anna, "room.open", "{s:s, s:s}", "variant", "mini", "first", "joiner");
    json_t *joined = peer_ask(boris, "room.join", "{s:s}", "room", text_at(opened, "room.room"));
    assert_string_equal(text_at(joined, "game.first.name"), "Boris");
    assert_string_equal(text_at(joined, "game.second.name"), "Anna");
    assert_string_equal(text_at(joined, "room.state"), "playing");
    json_t *started = peer_event(anna, "game.started", NULL);
    assert_int_equal(int_at(started, "game.seq"), 0);
    assert_int_equal(int_at(started, "game.ply"), 0);
    assert_string_equal(text_at(started, "game.actions"), "");
    assert_string_equal(text_at(started, "game.to_act"), "first");
    assert_string_equal(text_at(started, "game.board.expects"), "stone");
    assert_string_equal(text_at(started, "game.board.next_mark"), "x");
}

static const char *const three_rooms[] = {"--rooms-per-player", "3", NULL};

SCENE(a_player_sits_in_so_many_rooms_and_no_more)
{
    struct peer *anna = scene_account(scene, "Anna");
    const char *other = open_room(scene_guest(scene), "mini");
    const char *last = NULL;
    assert_int_equal(
        int_at(peer_ask(anna, "hello", "{s:i}", "protocol", 3), "limits.rooms_per_player"), 3);
    for (int i = 0; i < 3; i++)
        last = open_room(anna, "mini");
    peer_refused(anna, "too_many_rooms", "room.open", "{s:s}", "variant", "mini");
    peer_refused(anna, "too_many_rooms", "room.join", "{s:s}", "room", other);
    struct peer *phone = scene_login(scene, "Anna"); /* they are the player's, not a connection's */
    peer_refused(phone, "too_many_rooms", "room.open", "{s:s}", "variant", "mini");
    peer_refused(phone, "too_many_rooms", "room.quick", "{s:s}", "variant", "mini");
    peer_ask(anna, "room.leave", "{s:s}", "room", last);
    peer_ask(phone, "room.join", "{s:s}", "room", other);
    peer_refused(anna, "too_many_rooms", "room.open", "{s:s}", "variant", "mini");
}

SCENE(an_opener_who_leaves_closes_the_room)
{
    struct peer *anna = scene_account(scene, "Anna");
    struct peer *vera = scene_guest(scene);
    const char *room = open_room(anna, "classic");
    peer_ask(vera, "room.watch", "{s:s}", "room", room);
    peer_ask(anna, "room.leave", "{s:s}", "room", room);
    peer_event(vera, "room.closed", "{s:s}", "room", room);
    peer_refused(vera, "no_such_room", "room.join", "{s:s}", "room", room);
    assert_int_equal(count_at(peer_ask(anna, "room.list", NULL), "rooms"), 0);
}

SCENE(leaving_during_a_game_loses_it)
{
    struct table table;
    scene_table(scene, &table, "classic", TABLE_RATED);
    table_play(&table, TABLE_NEAR " h11");
    peer_ask(table.opener, "room.leave", "{s:s}", "room", table.room);
    json_t *end = peer_event(table.joiner, "game.ended", NULL);
    assert_string_equal(text_at(end, "result"), "second");
    assert_string_equal(text_at(end, "reason"), "left");
    json_t *left = peer_event(table.joiner, "room.left", NULL);
    assert_string_equal(text_at(left, "name"), "Anna");
    json_t *history = peer_ask(table.opener, "history.list", NULL);
    assert_string_equal(text_at(history, "rows.0.score"), "lost");
    assert_string_equal(text_at(history, "rows.0.reason"), "left");
    assert_int_equal(int_at(history, "rows.0.points"), -20);
    peer_refused(table.joiner, "no_opponent", "room.rematch", "{s:s}", "room", table.room);
}

SCENE(leaving_before_a_row_is_near_breaks_the_game_off)
{
    struct table table;
    scene_table(scene, &table, "classic", TABLE_RATED);
    table_play(&table, "h8 a1 h9 a2 h10");
    peer_ask(table.opener, "room.leave", "{s:s}", "room", table.room); /* two of O */
    json_t *end = peer_event(table.joiner, "game.ended", NULL);
    assert_string_equal(text_at(end, "result"), "none");
    assert_string_equal(text_at(end, "reason"), "broken_off");
    json_t *top = peer_ask(table.opener, "rating.top", "{s:s}", "variant", "classic");
    assert_int_equal(int_at(top, "total"), 0);
}

SCENE(leaving_before_both_have_moved_aborts)
{
    struct table table;
    scene_table(scene, &table, "classic", TABLE_RATED);
    table_play(&table, "h8");
    peer_ask(table.joiner, "room.leave", "{s:s}", "room", table.room);
    json_t *end = peer_event(table.opener, "game.ended", NULL);
    assert_string_equal(text_at(end, "result"), "none");
    assert_string_equal(text_at(end, "reason"), "aborted");
    json_t *top = peer_ask(table.opener, "rating.top", "{s:s}", "variant", "classic");
    assert_int_equal(int_at(top, "total"), 0);
}

SCENE(players_and_watchers_talk)
{
    struct table table;
    scene_table(scene, &table, "classic", TABLE_UNRATED);
    struct peer *vera = scene_guest(scene);
    struct peer *outsider = scene_guest(scene);
    peer_ask(vera, "room.watch", "{s:s}", "room", table.room);
    struct peer *all[] = {table.opener, table.joiner, vera};
    static const char *const texts[] = {"Good luck!", "\xd0\xa3\xd0\xb4\xd0\xb0\xd1\x87\xd0\xb8",
                                        "\"\\ <b>\xf0\x9f\x98\x80 \\u0041"};
    for (int i = 0; i < 3; i++) {
        json_t *reply =
            peer_ask(all[i], "room.say", "{s:s, s:s}", "room", table.room, "text", texts[i]);
        assert_int_equal(int_at(reply, "n"), i + 1);
    }
    for (int who = 0; who < 3; who++) {
        for (int i = 0; i < (who == 2 ? 3 : 2); i++) { /* what Vera says is for who watches */
            json_t *said = peer_event(all[who], "room.said", NULL);
            assert_string_equal(text_at(said, "room"), table.room);
            assert_int_equal(int_at(said, "line.n"), i + 1);
            assert_string_equal(text_at(said, "line.text"), texts[i]);
            assert_string_equal(text_at(said, "line.name"), peer_name(all[i]));
        }
    }
    peer_refused(outsider, "not_in_room", "room.say", "{s:s, s:s}", "room", table.room, "text",
                 "psst");
    json_t *late = peer_ask(outsider, "room.watch", "{s:s}", "room", table.room);
    assert_int_equal(count_at(late, "chat"), 3);
    assert_string_equal(text_at(late, "chat.0.text"), texts[0]);
    assert_string_equal(text_at(late, "chat.2.text"), texts[2]);
}

SCENE(control_characters_are_not_passed_on)
{
    struct peer *anna = scene_account(scene, "Anna");
    const char *room = open_room(anna, "classic");
    int64_t id =
        peer_send(anna, "room.say", "{s:s, s:s}", "room", room, "text", "a\nb\x1b[2Jc\x7f");
    /* Refused, or made harmless. */
    if (has_at(peer_answer(anna, id), "error"))
        return;
    const char *text = text_at(peer_event(anna, "room.said", NULL), "line.text");
    assert_null(strpbrk(text, "\n\x1b\x7f"));
}

SCENE(a_watcher_who_leaves_hears_no_more)
{
    struct table table;
    scene_table(scene, &table, "classic", TABLE_UNRATED);
    struct peer *vera = scene_guest(scene);
    peer_refused(vera, "not_in_room", "room.leave", "{s:s}", "room", table.room);
    json_t *watched = peer_ask(vera, "room.watch", "{s:s}", "room", table.room);
    assert_int_equal(int_at(watched, "room.watchers"), 1);
    table_play(&table, "h8");
    peer_event(vera, "game.moved", "{s:s}", "action", "h8");
    peer_ask(vera, "room.leave", "{s:s}", "room", table.room);
    table_play(&table, "a1 h9");
    assert_false(peer_has_event(vera, "game.moved"));
    json_t *list = peer_ask(vera, "room.list", NULL);
    assert_int_equal(int_at(list, "rooms.0.watchers"), 0);
    assert_string_equal(text_at(list, "rooms.0.state"), "playing");
}

SCENE(presence_is_told_when_the_last_connection_goes_and_the_first_comes)
{
    struct table table;
    struct peer *anna = scene_account(scene, "Anna");
    struct peer *second = scene_resume(scene, anna);
    struct peer *boris = scene_account(scene, "Boris");
    table_open(&table, anna, boris, "classic", TABLE_UNRATED);
    peer_close(anna);
    table.opener = table.seats[0] = second;
    table_play(&table, "h8 a1");
    assert_false(peer_has_event(boris, "room.presence"));
    peer_close(second);
    json_t *gone = peer_event(boris, "room.presence", NULL);
    assert_string_equal(text_at(gone, "name"), "Anna");
    assert_string_equal(text_at(gone, "room"), table.room);
    assert_false(bool_at(gone, "connected"));
    assert_false(bool_at(table_read(&table, boris), "first.connected"));
    scene_resume(scene, anna);
    json_t *back = peer_event(boris, "room.presence", NULL);
    assert_string_equal(text_at(back, "name"), "Anna");
    assert_true(bool_at(back, "connected"));
    assert_true(bool_at(table_read(&table, boris), "first.connected"));
}

SCENE(a_login_tells_where_the_player_sits)
{
    struct table table;
    scene_table(scene, &table, "classic", TABLE_UNRATED);
    const char *second = open_room(table.joiner, "mini");
    struct peer *again = scene_stranger(scene, "Boris again");
    json_t *reply =
        peer_ask(again, "auth.login", "{s:s, s:s}", "name", "Boris", "password", SCENE_PASSWORD);
    assert_int_equal(count_at(reply, "rooms"), 2);
    bool has_first = strcmp(text_at(reply, "rooms.0.room"), table.room) == 0 ||
                     strcmp(text_at(reply, "rooms.1.room"), table.room) == 0;
    bool has_second = strcmp(text_at(reply, "rooms.0.room"), second) == 0 ||
                      strcmp(text_at(reply, "rooms.1.room"), second) == 0;
    assert_true(has_first && has_second);
}

static const char *const short_room_idle[] = {"--room-idle-ms", "1000", NULL};

SCENE(a_room_whose_player_stays_away_closes)
{
    struct peer *anna = scene_account(scene, "Anna");
    struct peer *vera = scene_guest(scene);
    const char *room = open_room(anna, "classic");
    const char *own = open_room(vera, "classic");
    peer_ask(vera, "room.watch", "{s:s}", "room", room);
    peer_close(anna);
    peer_event(vera, "room.closed", "{s:s}", "room", room);
    json_t *list = peer_ask(vera, "room.list", NULL);
    assert_int_equal(count_at(list, "rooms"), 1);
    assert_string_equal(text_at(list, "rooms.0.room"), own);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCENE_TEST(an_open_room_is_listed_with_its_opener),
        SCENE_TEST(the_list_can_be_narrowed),
        SCENE_TEST(the_list_has_pages_the_newest_room_first),
        SCENE_TEST(two_players_fit_at_a_table),
        SCENE_TEST(guests_stay_away_from_rated_tables),
        SCENE_TEST(the_joiner_begins_where_the_opener_wants_it),
        SCENE_TEST_WITH(a_player_sits_in_so_many_rooms_and_no_more, three_rooms),
        SCENE_TEST(an_opener_who_leaves_closes_the_room),
        SCENE_TEST(leaving_during_a_game_loses_it),
        SCENE_TEST(leaving_before_a_row_is_near_breaks_the_game_off),
        SCENE_TEST(leaving_before_both_have_moved_aborts),
        SCENE_TEST(players_and_watchers_talk),
        SCENE_TEST(control_characters_are_not_passed_on),
        SCENE_TEST(a_watcher_who_leaves_hears_no_more),
        SCENE_TEST(presence_is_told_when_the_last_connection_goes_and_the_first_comes),
        SCENE_TEST_WITH(a_room_whose_player_stays_away_closes, short_room_idle),
        SCENE_TEST(a_login_tells_where_the_player_sits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
