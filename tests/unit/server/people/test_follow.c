/* SPDX-License-Identifier: MIT */
/* Followed players: the list, and who is told when somebody comes. */
#include "db/store.h"
#include "server/core/people/follows.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <stdio.h>
#include <string.h>

static const json_t *follow(struct rig_peer *peer, const char *name)
{
    return rig_ask(peer, "{'op':'follow.add','name':'%s'}", name);
}

static const json_t *list(struct rig_peer *peer)
{
    return rig_ask(peer, "{'op':'follow.list'}");
}

/* The player goes, and comes back after so long. */
static struct rig_peer *comes_after(struct rig_peer *peer, int64_t ms)
{
    struct rig *rig = peer->rig;
    char token[65];
    snprintf(token, sizeof(token), "%s", peer->token);
    rig_hang_up(peer);
    rig_turn(rig);
    rig_live(rig, ms);
    struct rig_peer *back = rig_resume(rig, token);
    snprintf(back->token, sizeof(back->token), "%s", token);
    rig_turn(rig);
    return back;
}

static int times_told(struct rig_peer *peer)
{
    int told = 0;
    const json_t *event;
    rig_turn(peer->rig);
    while ((event = rig_next_event(peer)) != NULL)
        told += strcmp(text_at(event, "ev"), "follow.came") == 0;
    return told;
}

/* ------------------------------------------------------------------ the list */

static void who_is_followed_is_listed_until_that_ends(void **state)
{
    struct rig_peer *anna = rig_player(*state, "Anna");
    struct rig_peer *boris = rig_player(*state, "Boris");
    rig_player(*state, "Carla");
    assert_string_equal(text_at(follow(anna, "BORIS"), "name"), "Boris");
    assert_ok(follow(anna, "Carla"));
    assert_ok(follow(anna, "Boris"));
    assert_int_equal(count_at(list(anna), "rows"), 2);
    assert_string_equal(text_at(list(anna), "rows.0.name"), "Boris");
    assert_int_equal(int_at(list(anna), "rows.0.since"), RIG_START_MS);
    assert_true(bool_at(list(anna), "rows.0.connected"));
    assert_int_equal(count_at(list(boris), "rows"), 0);
    rig_hang_up(boris);
    rig_turn(*state);
    assert_false(bool_at(list(anna), "rows.0.connected"));
    assert_ok(rig_ask(anna, "{'op':'follow.remove','name':'boris'}"));
    assert_code(rig_ask(anna, "{'op':'follow.remove','name':'boris'}"), "not_followed");
    assert_int_equal(count_at(list(anna), "rows"), 1);
    rig_check_world(*state);
}

static void the_list_has_pages(void **state)
{
    struct rig_peer *anna = rig_player(*state, "Anna");
    rig_player(*state, "Boris");
    rig_player(*state, "Carla");
    assert_ok(follow(anna, "Boris"));
    assert_ok(follow(anna, "Carla"));
    const json_t *page = rig_ask(anna, "{'op':'follow.list','limit':1}");
    assert_int_equal(count_at(page, "rows"), 1);
    assert_true(bool_at(page, "more"));
    page = rig_ask(anna, "{'op':'follow.list','from':2,'limit':1}");
    assert_string_equal(text_at(page, "rows.0.name"), "Carla");
    assert_false(bool_at(page, "more"));
    assert_int_equal(count_at(rig_ask(anna, "{'op':'follow.list','from':9}"), "rows"), 0);
}

static void the_list_says_where_a_followed_player_plays(void **state)
{
    struct rig_peer *anna = rig_player(*state, "Anna");
    struct rig_peer *boris = rig_player(*state, "Boris");
    struct rig_peer *carla = rig_player(*state, "Carla");
    assert_ok(follow(anna, "Boris"));
    assert_ok(rig_ask(boris, "{'op':'room.open','variant':'mini'}"));
    assert_null(json_object_get(json_array_get(json_object_get(list(anna), "rows"), 0), "room"));
    struct rig_table table =
        rig_clocked_table(boris, carla, "mini", "{'kind':'fischer','main_ms':600000}");
    rig_table(carla, boris, "mini", false);
    assert_string_equal(text_at(list(anna), "rows.0.room"), table.room);
}

static void a_list_that_is_not_stored_is_as_it_was(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    struct rig_peer *carla = rig_player(rig, "Carla");
    assert_ok(follow(anna, "Carla"));
    rig->store->holds_batches = true;
    int64_t added = rig_send(anna, "{'op':'follow.add','name':'Boris'}");
    int64_t removed = rig_send(anna, "{'op':'follow.remove','name':'Carla'}");
    rig_turn(rig);
    rig_fail_held(rig);
    rig_turn(rig);
    assert_code(rig_reply(anna, added), "storage_unavailable");
    assert_code(rig_reply(anna, removed), "storage_unavailable");
    rig_live(rig, FOLLOWS_AWAY_MS);
    rig_forget_events(anna);
    comes_after(boris, FOLLOWS_AWAY_MS);
    assert_int_equal(times_told(anna), 0);
    comes_after(carla, FOLLOWS_AWAY_MS);
    assert_int_equal(times_told(anna), 1);
    assert_int_equal(count_at(list(anna), "rows"), 1);
}

static void keep_id(void *ctx, uint64_t number, int status, const struct store_answer *answer)
{
    (void)number;
    assert_int_equal(status, STORE_OK);
    *(uint64_t *)ctx = answer->as.player_by_name.player.id;
}

static void batch_stored(void *ctx, uint64_t number, int status, const struct store_batch *batch)
{
    (void)ctx;
    (void)number;
    (void)batch;
    assert_int_equal(status, STORE_OK);
}

/* Straight into the store, so that a hundred players need not come. */
static void follow_many(struct rig *rig, uint64_t count)
{
    uint64_t player = 0;
    const struct store_listener listener = {&player, batch_stored, keep_id};
    const struct store_query query = {.kind = STORE_PLAYER_BY_NAME, .as.player_by_name = {"anna"}};
    store_query(rig->store->database, 1, &query);
    store_poll(rig->store->database, &listener);
    struct store_batch *batch = store_batch_new();
    for (uint64_t id = 1; id <= count; id++) {
        char name[16];
        snprintf(name, sizeof(name), "p%u", (unsigned)id);
        struct store_op op = {.kind = STORE_PLAYER_CREATE,
                              .as.player_create = {.id = id, .names = {name, name, name}}};
        store_batch_add(batch, &op);
        op = (struct store_op){.kind = STORE_FOLLOW_ADD,
                               .as.follow_add = {.player = player, .other = id}};
        store_batch_add(batch, &op);
    }
    store_submit(rig->store->database, 1, batch);
    store_poll(rig->store->database, &listener);
}

static void nobody_follows_more_than_100(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    rig_player(rig, "Boris");
    rig_player(rig, "Carla");
    follow_many(rig, STORE_FOLLOWS_MAX - 1);
    rig_restart(rig);
    anna = rig_resume(rig, anna->token);
    assert_ok(follow(anna, "Boris"));
    assert_code(follow(anna, "Carla"), "too_many_followed");
    assert_ok(follow(anna, "Boris"));
    assert_ok(rig_ask(anna, "{'op':'follow.remove','name':'p7'}"));
    assert_ok(follow(anna, "Carla"));
}

/* ------------------------------------------------------------------ who comes */

static void followers_are_told_of_who_comes(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    struct rig_peer *carla = rig_player(rig, "Carla");
    assert_ok(follow(anna, "Boris"));
    struct rig_peer *second = rig_resume(rig, anna->token);
    boris = comes_after(boris, FOLLOWS_AWAY_MS);
    assert_string_equal(text_at(rig_expect(anna, "follow.came"), "name"), "Boris");
    assert_int_equal(times_told(second), 1);
    assert_int_equal(times_told(carla), 0);
    assert_int_equal(times_told(boris), 0);
    assert_ok(rig_ask(anna, "{'op':'follow.remove','name':'boris'}"));
    comes_after(boris, FOLLOWS_AWAY_MS);
    assert_int_equal(times_told(anna), 0);
}

static void a_second_connection_and_a_bad_line_are_no_news(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    assert_ok(follow(anna, "Boris"));
    boris = comes_after(boris, FOLLOWS_AWAY_MS);
    assert_int_equal(times_told(anna), 1);
    rig_live(rig, FOLLOWS_AWAY_MS);
    rig_resume(rig, boris->token);
    assert_int_equal(times_told(anna), 0);
    struct rig_peer *flapping = rig_player(rig, "Flapping");
    assert_ok(follow(anna, "Flapping"));
    for (int i = 0; i < 20; i++)
        flapping = comes_after(flapping, i % 2 == 0 ? 1000 : FOLLOWS_AWAY_MS - 1);
    assert_int_equal(times_told(anna), 0);
}

static void nobody_hears_of_everybody_after_a_start(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    assert_ok(follow(anna, "Boris"));
    rig_restart(rig);
    anna = rig_resume(rig, anna->token);
    boris = rig_resume(rig, boris->token);
    assert_int_equal(times_told(anna), 0);
}

static void who_follows_many_keeps_what_is_known_of_the_others(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    rig_player(rig, "Carla");
    assert_ok(follow(anna, "Boris"));
    assert_ok(follow(anna, "Carla"));
    rig_live(rig, FOLLOWS_AWAY_MS);
    rig_hang_up(boris);
    rig_turn(rig);
    assert_ok(rig_ask(anna, "{'op':'follow.remove','name':'carla'}"));
    rig_resume(rig, boris->token);
    assert_int_equal(times_told(anna), 0);
}

/* ------------------------------------------------------------------ what does not pass */

static void nothing_passes_a_block(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    assert_ok(follow(anna, "Boris"));
    assert_ok(follow(boris, "Anna"));
    assert_ok(rig_ask(boris, "{'op':'block.add','name':'Anna'}"));
    boris = comes_after(boris, FOLLOWS_AWAY_MS);
    assert_int_equal(times_told(anna), 0);
    comes_after(anna, FOLLOWS_AWAY_MS);
    assert_int_equal(times_told(boris), 0);
}

/* A deleted account follows nobody, and is in others' lists under the name that it has then. */
static void a_deleted_account_follows_nobody(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    struct rig_peer *carla = rig_player(rig, "Carla");
    assert_ok(follow(anna, "Boris"));
    assert_ok(follow(carla, "Anna"));
    assert_ok(rig_ask(anna, "{'op':'auth.delete','password':'secret of Anna'}"));
    comes_after(boris, FOLLOWS_AWAY_MS);
    assert_int_equal(strncmp(text_at(list(carla), "rows.0.name"), "deleted-", 8), 0);
    assert_false(bool_at(list(carla), "rows.0.connected"));
    rig_check_world(rig);
}

static void a_follower_sees_another_name(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    struct rig_peer *keeper = rig_connect_locally(rig);
    assert_ok(follow(anna, "Boris"));
    assert_ok(rig_ask(keeper, "{'op':'mod.rename','name':'Boris','to':'Bogdan','reason':'x'}"));
    comes_after(boris, FOLLOWS_AWAY_MS);
    assert_string_equal(text_at(rig_find_event(anna, "follow.came"), "name"), "Bogdan");
    assert_string_equal(text_at(list(anna), "rows.0.name"), "Bogdan");
}

/* ------------------------------------------------------------------ many followers */

#define MANY (FOLLOWS_TOLD_PER_TURN + 50)

/* Many followers are told over turns: each once, and none of them if the one who came left before.
 */
static void many_followers_are_told_over_turns(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *star = rig_player(rig, "Star");
    struct rig_peer *followers[MANY];
    int told = 0;
    for (int i = 0; i < MANY; i++) {
        char name[16];
        snprintf(name, sizeof(name), "fan%d", i);
        followers[i] = rig_player(rig, name);
        assert_ok(follow(followers[i], "Star"));
    }
    star = comes_after(star, FOLLOWS_AWAY_MS);
    rig_pass(rig, 1);
    for (int i = 0; i < MANY; i++) {
        int times = times_told(followers[i]);
        assert_int_equal(times, 1);
        told += times;
    }
    assert_int_equal(told, MANY);
    assert_int_equal(times_told(star), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(who_is_followed_is_listed_until_that_ends),
        RIG_TEST(the_list_has_pages),
        RIG_TEST(the_list_says_where_a_followed_player_plays),
        RIG_TEST(a_list_that_is_not_stored_is_as_it_was),
        RIG_TEST(nobody_follows_more_than_100),
        RIG_TEST(followers_are_told_of_who_comes),
        RIG_TEST(a_second_connection_and_a_bad_line_are_no_news),
        RIG_TEST(nobody_hears_of_everybody_after_a_start),
        RIG_TEST(who_follows_many_keeps_what_is_known_of_the_others),
        RIG_TEST(nothing_passes_a_block),
        RIG_TEST(a_deleted_account_follows_nobody),
        RIG_TEST(a_follower_sees_another_name),
        RIG_TEST(many_followers_are_told_over_turns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
