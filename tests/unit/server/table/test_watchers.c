/* SPDX-License-Identifier: MIT */
/* Those who watch: how many, and what they say among themselves. */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <stdio.h>
#include <string.h>

static void say(struct rig_peer *peer, const char *room, const char *text)
{
    assert_ok(rig_ask(peer, "{'op':'room.say','room':'%s','text':'%s'}", room, text));
}

static const json_t *watch(struct rig_peer *peer, const char *room)
{
    const json_t *reply = rig_ask(peer, "{'op':'room.watch','room':'%s'}", room);
    assert_ok(reply);
    return reply;
}

static struct rig_table sit_down(struct rig *rig, struct rig_peer **watcher_out)
{
    struct rig_table table =
        rig_table(rig_player(rig, "Anna"), rig_player(rig, "Boris"), "mini", false);
    *watcher_out = rig_guest(rig);
    watch(*watcher_out, table.room);
    return table;
}

static void players_do_not_see_what_watchers_say_until_the_game_is_over(void **state)
{
    struct rig_peer *watcher;
    struct rig_table table = sit_down(*state, &watcher);
    struct rig_peer *other = rig_guest(*state);
    watch(other, table.room);
    say(watcher, table.room, "a3 wins!");
    const json_t *said = rig_expect(other, "room.said");
    assert_true(bool_at(said, "line.from_watcher"));
    say(table.first, table.room, "hello");
    assert_false(has_at(rig_expect(other, "room.said"), "line.from_watcher"));
    rig_expect(watcher, "room.said");
    rig_expect(table.second, "room.said");
    assert_int_equal(rig_event_count(table.second), 0);
    const json_t *reply = watch(table.second, table.room);
    assert_int_equal(count_at(reply, "chat"), 1);
    assert_int_equal(int_at(reply, "chat.0.n"), 2);
    assert_int_equal(count_at(watch(other, table.room), "chat"), 2);
    assert_ok(rig_ask(table.first, "{'op':'game.resign','game':'%s'}", table.game));
    reply = watch(table.second, table.room);
    assert_int_equal(count_at(reply, "chat"), 2);
    assert_string_equal(text_at(reply, "chat.0.text"), "a3 wins!");
}

static void they_get_it_behind_the_end_and_nobody_gets_it_twice(void **state)
{
    struct rig_peer *watcher;
    struct rig_table table = sit_down(*state, &watcher);
    say(watcher, table.room, "a3 wins!");
    say(table.first, table.room, "hello");
    assert_ok(rig_ask(table.first, "{'op':'block.add','name':'%s'}", watcher->name));
    for (int i = 0; i < 2; i++)
        rig_forget_events(i == 0 ? table.second : watcher);
    assert_ok(rig_ask(table.first, "{'op':'game.resign','game':'%s'}", table.game));
    rig_expect(table.second, "game.ended");
    const json_t *said = rig_expect(table.second, "room.said");
    assert_string_equal(text_at(said, "line.text"), "a3 wins!");
    assert_int_equal(int_at(said, "line.n"), 1);
    assert_true(bool_at(said, "line.from_watcher"));
    assert_int_equal(rig_event_count(table.second), 0);
    rig_expect(watcher, "game.ended");
    assert_int_equal(rig_event_count(watcher), 0);
    rig_find_event(table.first, "game.ended");
    assert_int_equal(rig_event_count(table.first), 0); /* who blocked the watcher */
}

static void they_get_no_more_of_it_than_who_comes_later(void **state)
{
    struct rig_peer *watcher;
    struct rig_table table = sit_down(*state, &watcher);
    for (int n = 1; n <= STORE_CHAT_LOADED + 2; n++) {
        say(watcher, table.room, "a3 wins!");
        rig_pass(*state, 5000);
    }
    assert_ok(rig_ask(table.first, "{'op':'game.resign','game':'%s'}", table.game));
    rig_find_event(table.second, "game.ended");
    for (int n = 3; n <= STORE_CHAT_LOADED + 2; n++)
        assert_int_equal(int_at(rig_expect(table.second, "room.said"), "line.n"), n);
    assert_int_equal(rig_event_count(table.second), 0);
}

static void they_get_nothing_of_it_while_the_end_is_not_stored(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *watcher;
    struct rig_table table = sit_down(rig, &watcher);
    say(watcher, table.room, "a3 wins!");
    rig_forget_events(table.second);
    rig->store->fails_batches = true;
    assert_code(rig_ask(table.first, "{'op':'game.resign','game':'%s'}", table.game),
                "storage_unavailable");
    assert_int_equal(rig_event_count(table.second), 0);
    rig->store->fails_batches = false;
    rig_pass(rig, 5000);
    assert_ok(rig_ask(table.first, "{'op':'game.resign','game':'%s'}", table.game));
    rig_expect(table.second, "game.ended");
    rig_expect(table.second, "room.said");
    assert_int_equal(rig_event_count(table.second), 0);
}

/* A new game hides what is said during it, and not what was said before. */
static void the_next_game_has_its_own(void **state)
{
    struct rig_peer *watcher;
    struct rig_table table = sit_down(*state, &watcher);
    say(watcher, table.room, "first game");
    assert_ok(rig_ask(table.first, "{'op':'game.resign','game':'%s'}", table.game));
    say(watcher, table.room, "between");
    assert_string_equal(text_at(rig_find_event(table.first, "room.said"), "line.text"),
                        "first game");
    assert_string_equal(text_at(rig_find_event(table.first, "room.said"), "line.text"), "between");
    assert_ok(rig_ask(table.first, "{'op':'room.rematch','room':'%s'}", table.room));
    const json_t *rematch = rig_ask(table.second, "{'op':'room.rematch','room':'%s'}", table.room);
    assert_ok(rematch);
    const char *game = text_at(rematch, "game.game");
    say(watcher, table.room, "second game");
    assert_int_equal(count_at(watch(table.first, table.room), "chat"), 2);
    assert_int_equal(count_at(watch(watcher, table.room), "chat"), 3);
    rig_forget_events(table.first);
    assert_ok(rig_ask(table.second, "{'op':'game.resign','game':'%s'}", game));
    rig_expect(table.first, "game.ended");
    assert_string_equal(text_at(rig_expect(table.first, "room.said"), "line.text"), "second game");
    assert_int_equal(rig_event_count(table.first), 0);
}

static void it_is_the_same_after_a_restart(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *watcher;
    struct rig_table table = sit_down(rig, &watcher);
    char token[65];
    snprintf(token, sizeof(token), "%s", table.first->token);
    say(watcher, table.room, "a3 wins!");
    rig_check_world(rig);
    rig_restart(rig);
    struct rig_peer *anna = rig_resume(rig, token);
    assert_int_equal(count_at(watch(anna, table.room), "chat"), 0);
    assert_int_equal(count_at(watch(rig_guest(rig), table.room), "chat"), 1);
    assert_ok(rig_ask(anna, "{'op':'game.resign','game':'%s'}", table.game));
    assert_int_equal(count_at(watch(anna, table.room), "chat"), 1);
}

static void how_many_watch_is_told_once_a_second(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *watcher;
    struct rig_table table = sit_down(rig, &watcher);
    assert_int_equal(rig_watchers_told(table.first), 1);
    watch(rig_guest(rig), table.room);
    watch(rig_guest(rig), table.room);
    rig_pass(rig, 999);
    assert_int_equal(rig_watchers_told(table.first), 1);
    rig_pass(rig, 1);
    assert_int_equal(rig_watchers_told(table.first), 3);
    assert_int_equal(rig_watchers_told(watcher), 3);
    rig_hang_up(watcher);
    rig_pass(rig, 1000);
    assert_int_equal(rig_watchers_told(table.first), 2);
}

/* The second watcher was told of two; the number is the one that all know when the first is gone.
 */
static void how_many_watch_is_told_again_to_whom_a_reply_told_more(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *watcher;
    struct rig_table table = sit_down(rig, &watcher);
    struct rig_peer *other = rig_guest(rig);
    assert_int_equal(int_at(watch(other, table.room), "room.watchers"), 2);
    rig_hang_up(watcher);
    rig_pass(rig, 1000);
    assert_int_equal(rig_watchers_told(other), 1);
}

static void how_many_watch_is_told_again_when_a_commit_failed(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *watcher;
    struct rig_table table = sit_down(rig, &watcher);
    rig->store->holds_batches = true;
    rig_send(table.first, "{'op':'room.say','room':'%s','text':'hello'}", table.room);
    rig_turn(rig);
    rig_hang_up(watcher);
    rig_pass(rig, 1000);
    assert_int_equal(rig_watchers_told(table.first), 1);
    rig_fail_held(rig);
    rig_pass(rig, 1000);
    assert_int_equal(rig_watchers_told(table.first), 0);
}

static void the_lobby_is_told_how_many_watch(void **state)
{
    struct rig_peer *anna = rig_player(*state, "Anna");
    struct rig_peer *watcher = rig_guest(*state);
    const json_t *opened = rig_ask(anna, "{'op':'room.open','variant':'mini'}");
    assert_ok(opened);
    assert_ok(rig_ask(anna, "{'op':'lobby.watch'}"));
    watch(watcher, text_at(opened, "room.room"));
    rig_pass(*state, 1000);
    assert_int_equal(int_at(rig_expect(anna, "lobby.room"), "room.watchers"), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(players_do_not_see_what_watchers_say_until_the_game_is_over),
        RIG_TEST(they_get_it_behind_the_end_and_nobody_gets_it_twice),
        RIG_TEST(they_get_no_more_of_it_than_who_comes_later),
        RIG_TEST(they_get_nothing_of_it_while_the_end_is_not_stored),
        RIG_TEST(the_next_game_has_its_own),
        RIG_TEST(it_is_the_same_after_a_restart),
        RIG_TEST(how_many_watch_is_told_once_a_second),
        RIG_TEST(how_many_watch_is_told_again_to_whom_a_reply_told_more),
        RIG_TEST(how_many_watch_is_told_again_when_a_commit_failed),
        RIG_TEST(the_lobby_is_told_how_many_watch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
