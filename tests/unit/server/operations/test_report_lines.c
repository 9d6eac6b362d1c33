/* SPDX-License-Identifier: MIT */
/* Reports carry the chat that the reporter reads, and an upheld one hides what was said. */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <stdio.h>
#include <string.h>

#define DAY_MS INT64_C(86400000)

/* Anna and Boris play, and Carla watches. */
struct scene {
    struct rig *rig;
    struct rig_table table;
    struct rig_peer *anna;
    struct rig_peer *boris;
    struct rig_peer *carla;
    struct rig_peer *local;
};

static void say(struct rig_peer *peer, const char *room, const char *text)
{
    assert_ok(rig_ask(peer, "{'op':'room.say','room':'%s','text':'%s'}", room, text));
}

static struct scene scene_of(struct rig *rig)
{
    struct scene scene = {.rig = rig, .anna = rig_player(rig, "Anna")};
    scene.boris = rig_player(rig, "Boris");
    scene.carla = rig_player(rig, "Carla");
    scene.local = rig_connect_locally(rig);
    scene.table = rig_table(scene.anna, scene.boris, "mini", false);
    assert_ok(rig_ask(scene.carla, "{'op':'room.watch','room':'%s'}", scene.table.room));
    say(scene.anna, scene.table.room, "hello");
    say(scene.boris, scene.table.room, "you fool");
    say(scene.carla, scene.table.room, "what a fool");
    return scene;
}

static void report(struct rig_peer *by, const char *name)
{
    assert_ok(rig_ask(by, "{'op':'player.report','name':'%s','complaint':'insult'}", name));
}

static void resolve(const struct scene *scene, int n, const char *verdict)
{
    assert_ok(rig_ask(scene->local, "{'op':'mod.resolve','report':%d,'verdict':'%s'}", n, verdict));
}

static const json_t *read_report(struct rig_peer *peer, int n)
{
    const json_t *reply = rig_ask(peer, "{'op':'mod.report','report':%d}", n);
    assert_ok(reply);
    return reply;
}

/* The texts that a report carries, each with a comma behind it. */
static const char *texts_of(const json_t *reply)
{
    static char texts[512];
    const json_t *line;
    size_t i;
    texts[0] = '\0';
    json_array_foreach((json_t *)json_object_get(reply, "lines"), i, line) {
        strncat(texts, text_at(line, "text"), sizeof(texts) - strlen(texts) - 1);
        strncat(texts, ",", sizeof(texts) - strlen(texts) - 1);
    }
    return texts;
}

static const json_t *watch(struct rig_peer *peer, const char *room)
{
    const json_t *reply = rig_ask(peer, "{'op':'room.watch','room':'%s'}", room);
    assert_ok(reply);
    return reply;
}

/* ------------------------------------------------------------------ what a report carries */

static void a_report_carries_what_the_reporter_can_read(void **state)
{
    struct scene scene = scene_of(*state);
    report(scene.anna, "Boris");
    const json_t *reply = read_report(scene.local, 1);
    assert_string_equal(texts_of(reply), "hello,you fool,"); /* Carla watches Anna's game */
    assert_int_equal(int_at(reply, "n"), 1);
    assert_string_equal(text_at(reply, "by"), "Anna");
    assert_string_equal(text_at(reply, "name"), "Boris");
    assert_string_equal(text_at(reply, "complaint"), "insult");
    assert_string_equal(text_at(reply, "room"), scene.table.room);
    assert_false(has_at(reply, "verdict"));
    assert_string_equal(text_at(reply, "lines.0.name"), "Anna");
    assert_false(has_at(reply, "lines.0.reported"));
    assert_true(bool_at(reply, "lines.1.reported"));
    assert_int_equal(int_at(reply, "lines.1.n"), 2);
    report(scene.carla, "Boris");
    reply = read_report(scene.local, 2);
    assert_string_equal(texts_of(reply), "hello,you fool,what a fool,");
    assert_true(bool_at(reply, "lines.2.from_watcher"));
}

static void what_is_said_later_is_not_carried(void **state)
{
    struct scene scene = scene_of(*state);
    report(scene.anna, "Boris");
    say(scene.boris, scene.table.room, "sorry");
    assert_string_equal(texts_of(read_report(scene.local, 1)), "hello,you fool,");
}

static void a_report_carries_the_last_twenty_lines(void **state)
{
    struct scene scene = scene_of(*state);
    char text[32];
    for (int i = 1; i <= 20; i++) {
        snprintf(text, sizeof(text), "line %d", i);
        say(i % 2 == 0 ? scene.anna : scene.boris, scene.table.room, text);
        rig_pass(scene.rig, 2000);
    }
    report(scene.anna, "Boris");
    const json_t *reply = read_report(scene.local, 1);
    assert_int_equal(count_at(reply, "lines"), 20);
    assert_string_equal(text_at(reply, "lines.19.text"), "line 20");
}

static void a_report_carries_nothing_of_blocked_players(void **state)
{
    struct scene scene = scene_of(*state);
    assert_ok(rig_ask(scene.carla, "{'op':'block.add','name':'Boris'}"));
    report(scene.carla, "Anna");
    assert_string_equal(texts_of(read_report(scene.local, 1)), "hello,what a fool,");
    report(scene.carla, "Boris"); /* of whom Carla hears nothing anywhere */
    assert_string_equal(texts_of(read_report(scene.local, 2)), "");
    assert_false(has_at(read_report(scene.local, 2), "room"));
}

static void without_a_game_it_is_the_room_where_the_player_spoke_last(void **state)
{
    struct scene scene = scene_of(*state);
    rig_pass(scene.rig, 1000);
    struct rig_table other =
        rig_table(rig_player(scene.rig, "Dora"), scene.boris, "classic", false);
    assert_ok(rig_ask(scene.anna, "{'op':'room.watch','room':'%s'}", other.room));
    report(scene.anna, "Boris");
    assert_string_equal(text_at(read_report(scene.local, 1), "room"), scene.table.room);
    say(scene.boris, other.room, "fools everywhere");
    resolve(&scene, 1, "dismissed");
    report(scene.anna, "Boris");
    assert_string_equal(texts_of(read_report(scene.local, 2)), "fools everywhere,");
    assert_ok(rig_ask(scene.anna,
                      "{'op':'player.report','name':'Boris','complaint':'insult','game':'%s'}",
                      scene.table.game));
    assert_string_equal(text_at(read_report(scene.local, 3), "room"), scene.table.room);
}

static void the_chat_of_a_closed_room_is_carried_by_its_players(void **state)
{
    struct scene scene = scene_of(*state);
    const char *request = "{'op':'player.report','name':'Boris','complaint':'insult','game':'%s'}";
    assert_ok(rig_ask(scene.anna, "{'op':'room.leave','room':'%s'}", scene.table.room));
    assert_ok(rig_ask(scene.boris, "{'op':'room.leave','room':'%s'}", scene.table.room));
    assert_code(rig_ask(scene.carla, "{'op':'room.watch','room':'%s'}", scene.table.room),
                "no_such_room");
    assert_ok(rig_ask(scene.anna, request, scene.table.game));
    assert_string_equal(texts_of(read_report(scene.local, 1)), "hello,you fool,what a fool,");
    assert_ok(rig_ask(scene.carla, request, scene.table.game));
    assert_string_equal(texts_of(read_report(scene.local, 2)), "");
    assert_ok(rig_ask(scene.anna, "{'op':'block.add','name':'Carla'}"));
    resolve(&scene, 1, "dismissed");
    assert_ok(rig_ask(scene.anna, request, scene.table.game));
    assert_string_equal(texts_of(read_report(scene.local, 3)), "hello,you fool,");
}

static void a_report_is_read_by_those_who_may_judge_it(void **state)
{
    struct scene scene = scene_of(*state);
    rig_give_role(scene.rig, "Boris", "moderator");
    rig_give_role(scene.rig, "Carla", "moderator");
    report(scene.anna, "Boris");
    report(scene.anna, "Carla");
    const char *request = "{'op':'mod.report','report':%d}";
    assert_code(rig_ask(scene.anna, request, 1), "not_allowed");
    assert_code(rig_ask(scene.boris, request, 1), "no_such_report");
    assert_code(rig_ask(scene.carla, request, 1), "no_such_report");
    rig_give_role(scene.rig, "Carla", "operator");
    assert_string_equal(texts_of(read_report(scene.carla, 1)), "hello,you fool,");
    assert_code(rig_ask(scene.carla, request, 2), "no_such_report");
    assert_code(rig_ask(scene.local, request, 3), "no_such_report");
    resolve(&scene, 1, "dismissed");
    assert_string_equal(text_at(read_report(scene.carla, 1), "verdict"), "dismissed");
}

/* ------------------------------------------------------------------ what an upheld one hides */

static void forget_events(const struct scene *scene)
{
    rig_forget_events(scene->anna);
    rig_forget_events(scene->boris);
    rig_forget_events(scene->carla);
}

static void check_hidden(const json_t *reply)
{
    assert_string_equal(text_at(reply, "chat.0.text"), "hello");
    assert_false(has_at(reply, "chat.1.text"));
    assert_true(bool_at(reply, "chat.1.hidden"));
    assert_string_equal(text_at(reply, "chat.1.name"), "Boris");
}

static void an_upheld_report_hides_what_the_player_said(void **state)
{
    struct scene scene = scene_of(*state);
    report(scene.anna, "Boris");
    forget_events(&scene);
    resolve(&scene, 1, "upheld");
    struct rig_peer *const peers[] = {scene.boris, scene.carla};
    for (size_t i = 0; i < 2; i++) {
        const json_t *hidden = rig_expect(peers[i], "room.hidden");
        assert_string_equal(text_at(hidden, "room"), scene.table.room);
        assert_int_equal(int_at(hidden, "n"), 2);
        assert_null(rig_next_event(peers[i]));
        check_hidden(watch(peers[i], scene.table.room));
    }
    check_hidden(watch(rig_guest(scene.rig), scene.table.room));
    assert_string_equal(texts_of(read_report(scene.local, 1)), "hello,you fool,");
    assert_true(bool_at(read_report(scene.local, 1), "lines.1.hidden"));
    rig_check_world(scene.rig);
    rig_restart(scene.rig);
    check_hidden(watch(rig_guest(scene.rig), scene.table.room));
}

static void a_dismissed_report_hides_nothing(void **state)
{
    struct scene scene = scene_of(*state);
    report(scene.anna, "Boris");
    forget_events(&scene);
    resolve(&scene, 1, "dismissed");
    assert_null(rig_next_event(scene.boris));
    assert_string_equal(text_at(watch(scene.carla, scene.table.room), "chat.1.text"), "you fool");
}

static void a_hidden_line_is_not_sent_again(void **state)
{
    struct scene scene = scene_of(*state);
    int64_t seq = int_at(watch(scene.anna, scene.table.room), "room.seq");
    report(scene.anna, "Boris");
    resolve(&scene, 1, "upheld");
    rig_forget_events(scene.anna);
    const char *request = "{'op':'room.sync','room':'%s','since':%lld}";
    const json_t *reply = rig_ask(scene.anna, request, scene.table.room, (long long)seq - 1);
    assert_true(bool_at(reply, "whole"));
    check_hidden(reply);
    assert_null(rig_next_event(scene.anna));
    reply = rig_ask(scene.anna, request, scene.table.room, (long long)seq);
    assert_false(bool_at(reply, "whole"));
    assert_int_equal(int_at(rig_expect(scene.anna, "room.hidden"), "seq"), seq + 1);
}

static void whoever_had_no_such_line_is_not_told_that_it_is_hidden(void **state)
{
    struct scene scene = scene_of(*state);
    report(scene.boris, "Carla"); /* carries nothing of hers: she watches his game */
    report(scene.carla, "Anna");
    assert_ok(rig_ask(scene.carla, "{'op':'block.add','name':'Anna'}"));
    forget_events(&scene);
    resolve(&scene, 1, "upheld");
    rig_expect(scene.boris, "memo.added"); /* the verdict */
    assert_null(rig_next_event(scene.boris));
    resolve(&scene, 2, "upheld");
    assert_int_equal(int_at(rig_expect(scene.boris, "room.hidden"), "n"), 1);
    rig_expect(scene.carla, "memo.added");
    assert_null(rig_next_event(scene.carla));
}

static void what_watchers_said_is_told_as_hidden_after_the_game(void **state)
{
    struct scene scene = scene_of(*state);
    struct rig_peer *dora = rig_player(scene.rig, "Dora");
    watch(dora, scene.table.room);
    report(dora, "Carla");
    forget_events(&scene);
    resolve(&scene, 1, "upheld");
    assert_null(rig_next_event(scene.boris));
    assert_int_equal(int_at(rig_expect(scene.carla, "room.hidden"), "n"), 3);
    assert_ok(rig_ask(scene.anna, "{'op':'game.abort','game':'%s'}", scene.table.game));
    const json_t *said = rig_find_event(scene.boris, "room.said");
    assert_int_equal(int_at(said, "line.n"), 3);
    assert_true(bool_at(said, "line.hidden"));
    assert_false(has_at(said, "line.text"));
}

/* Anna's report on Boris is upheld, and the batch that says so is held. */
static struct scene scene_of_a_held_verdict(void *state)
{
    struct scene scene = scene_of(state);
    report(scene.anna, "Boris");
    forget_events(&scene);
    scene.rig->store->holds_batches = true;
    rig_send(scene.local, "{'op':'mod.resolve','report':1,'verdict':'upheld'}");
    rig_turn(scene.rig);
    return scene;
}

static void a_verdict_that_is_not_stored_hides_nothing(void **state)
{
    struct scene scene = scene_of_a_held_verdict(*state);
    rig_fail_held(scene.rig);
    rig_turn(scene.rig);
    assert_null(rig_next_event(scene.boris));
    assert_string_equal(text_at(watch(scene.boris, scene.table.room), "chat.1.text"), "you fool");
    rig_pass(scene.rig, 2000); /* writing works again */
    resolve(&scene, 1, "upheld");
    rig_expect(scene.boris, "room.hidden");
}

/* The word on the line waits for the batch behind the verdict's, which fails. */
static void the_word_on_a_hidden_line_is_said_again_after_a_failure(void **state)
{
    struct scene scene = scene_of_a_held_verdict(*state);
    rig_send(scene.carla, "{'op':'room.say','room':'%s','text':'lost'}", scene.table.room);
    rig_turn(scene.rig);
    scene.rig->store->lets_batches = 1;
    rig_turn(scene.rig);
    rig_fail_held(scene.rig);
    rig_turn(scene.rig);
    assert_int_equal(int_at(rig_expect(scene.boris, "room.hidden"), "n"), 2);
    assert_null(rig_next_event(scene.boris));
    check_hidden(watch(scene.boris, scene.table.room));
    rig_check_world(scene.rig);
}

/* ------------------------------------------------------------------ a table that sleeps */

/* Anna and Boris at a game of days, in which Boris has said something that Anna reports; both are
 * gone. */
static struct scene sleeping_scene(struct rig *rig)
{
    struct scene scene = {.rig = rig, .anna = rig_player(rig, "Anna")};
    scene.boris = rig_player(rig, "Boris");
    scene.local = rig_connect_locally(rig);
    const json_t *opened = rig_ask(scene.anna,
                                   "{'op':'room.open','variant':'classic',"
                                   "'clock':{'kind':'correspondence','period_ms':%lld}}",
                                   (long long)DAY_MS);
    assert_ok(opened);
    snprintf(scene.table.room, sizeof(scene.table.room), "%s", text_at(opened, "room.room"));
    assert_ok(rig_ask(scene.boris, "{'op':'room.join','room':'%s'}", scene.table.room));
    say(scene.anna, scene.table.room, "hello");
    say(scene.boris, scene.table.room, "you fool");
    report(scene.anna, "Boris");
    rig_hang_up(scene.anna);
    rig_hang_up(scene.boris);
    rig_turn(rig);
    assert_int_equal(core_count(rig->core).asleep, 1);
    return scene;
}

static void the_chat_of_a_table_that_sleeps_is_carried(void **state)
{
    struct scene scene = sleeping_scene(*state);
    struct rig_peer *carla = rig_player(scene.rig, "Carla");
    const json_t *games = rig_ask(carla, "{'op':'player.games','name':'Boris'}");
    assert_ok(rig_ask(carla,
                      "{'op':'player.report','name':'Boris','complaint':'insult','game':'%s'}",
                      text_at(games, "games.0.game")));
    assert_string_equal(texts_of(read_report(scene.local, 2)), "hello,you fool,");
    assert_int_equal(core_count(scene.rig->core).asleep, 1);
}

static void a_line_is_hidden_at_a_table_that_sleeps(void **state)
{
    struct scene scene = sleeping_scene(*state);
    resolve(&scene, 1, "upheld");
    check_hidden(watch(rig_resume(scene.rig, scene.anna->token), scene.table.room));
    rig_check_world(scene.rig);
}

static void a_line_is_hidden_at_a_table_that_is_about_to_wake(void **state)
{
    struct scene scene = sleeping_scene(*state);
    struct rig_peer *anna = rig_connect(scene.rig);
    scene.rig->store->holds_answers = true;
    rig_send(scene.local, "{'op':'mod.resolve','report':1,'verdict':'upheld'}");
    rig_turn(scene.rig);
    rig_send(anna, "{'op':'auth.resume','token':'%s'}", scene.anna->token);
    rig_turn(scene.rig);
    scene.rig->store->lets_answers = 1; /* the verdict's */
    rig_turn(scene.rig);
    scene.rig->store->holds_answers = false;
    rig_turn(scene.rig);
    check_hidden(watch(anna, scene.table.room));
    rig_check_world(scene.rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(a_report_carries_what_the_reporter_can_read),
        RIG_TEST(what_is_said_later_is_not_carried),
        RIG_TEST(a_report_carries_the_last_twenty_lines),
        RIG_TEST(a_report_carries_nothing_of_blocked_players),
        RIG_TEST(without_a_game_it_is_the_room_where_the_player_spoke_last),
        RIG_TEST(the_chat_of_a_closed_room_is_carried_by_its_players),
        RIG_TEST(a_report_is_read_by_those_who_may_judge_it),
        RIG_TEST(an_upheld_report_hides_what_the_player_said),
        RIG_TEST(a_dismissed_report_hides_nothing),
        RIG_TEST(a_hidden_line_is_not_sent_again),
        RIG_TEST(whoever_had_no_such_line_is_not_told_that_it_is_hidden),
        RIG_TEST(what_watchers_said_is_told_as_hidden_after_the_game),
        RIG_TEST(a_verdict_that_is_not_stored_hides_nothing),
        RIG_TEST(the_word_on_a_hidden_line_is_said_again_after_a_failure),
        RIG_TEST(the_chat_of_a_table_that_sleeps_is_carried),
        RIG_TEST(a_line_is_hidden_at_a_table_that_sleeps),
        RIG_TEST(a_line_is_hidden_at_a_table_that_is_about_to_wake),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
