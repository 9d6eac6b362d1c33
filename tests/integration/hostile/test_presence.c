/* SPDX-License-Identifier: MIT */
/* Somebody who comes and goes as fast as possible, before many who are told of it: each of them is
 * told once a second at the most, and pays for an event of some hundred bytes. */
#include "tests/integration/hostile/siege.h"
#include "tests/support/wait.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>

#define WATCHERS 400
#define ROOMS 16 /* the most that one player may have */
#define RETURNS_PER_S 40
#define STROKES_A_RETURN 5
#define NEWS_BYTES 160 /* of one event at the most: presence with a name and an id */
#define NEWS_MORE 4    /* events at the edges of the time that is measured; how many watch */

/* No other limit is to stand before this one. */
static const char *const no_rates[] = {"--rate-percent", "1000000", "--idle-ms", "600000", NULL};

/* ------------------------------------------------------------------ those who watch */

struct audience {
    char ask[128]; /* what makes a guest one who is told */
    struct horde_plan plan;
    struct horde *horde;
    int64_t begin_ms;
    struct horde_tally before;
};

static size_t take_place(void *ctx, const struct stroke *stroke)
{
    const struct audience *audience = ctx;
    const char *text = stroke->nth == 0 ? "{\"id\":0,\"op\":\"auth.guest\"}" : audience->ask;
    return (size_t)snprintf(stroke->bytes, HORDE_STROKE_MAX, "%s\n", text);
}

/* Lets guests in until all of them watch; they only listen from then on. */
static void audience_begin(struct audience *audience, const struct scene *scene)
{
    const int count = siege_share(WATCHERS);
    audience->plan = (struct horde_plan){.members = count,
                                         .addresses = 8,
                                         .strokes_per_s = 1500,
                                         .strokes_max = 3L * count,
                                         .is_patient = true,
                                         .stroke = take_place,
                                         .ctx = audience};
    audience->horde = horde_start(&audience->plan, server_port(scene->server));
    do {
        (void)poll(NULL, 0, 10);
        horde_look(audience->horde, &audience->before);
        assert_int_equal(audience->before.errors, 0);
    } while (audience->before.replies < 2L * count);
    audience->begin_ms = wait_now_ms();
}

/* On a slow machine the first word may still be on its way to some. */
static void wait_for_news(const struct audience *audience)
{
    struct horde_tally tally;
    const int64_t until_ms = wait_now_ms() + PATIENCE_MS;
    do {
        (void)poll(NULL, 0, 10);
        horde_look(audience->horde, &tally);
    } while (tally.news - audience->before.news < audience->plan.members &&
             wait_now_ms() < until_ms);
}

/* Checks what each was told since then. */
static void audience_end(struct audience *audience)
{
    struct horde_tally tally;
    wait_for_news(audience);
    horde_stop(audience->horde, &tally);
    const long count = audience->plan.members;
    const long seconds = (long)(wait_now_ms() - audience->begin_ms) / 1000 + 1;
    const long news = tally.news - audience->before.news;
    const long bytes = tally.news_bytes - audience->before.news_bytes;
    print_message("%ld who watch, in %ld s: each was told %ld times, %ld bytes a second\n", count,
                  seconds, news / count, bytes / count / seconds);
    assert_int_equal(tally.told_ends + tally.untold_ends, 0);
    assert_in_range(news, count, count * (seconds + NEWS_MORE));
    assert_in_range(bytes, 1, count * (seconds + NEWS_MORE) * NEWS_BYTES);
}

/* ------------------------------------------------------------------ who comes and goes */

static size_t come_and_go(void *ctx, const struct stroke *stroke)
{
    const char *token = ctx;
    if (stroke->nth == 0)
        return (size_t)snprintf(stroke->bytes, HORDE_STROKE_MAX,
                                "{\"id\":0,\"op\":\"auth.resume\",\"token\":\"%s\"}\n", token);
    if (stroke->nth + 2 < STROKES_A_RETURN)
        return (size_t)snprintf(stroke->bytes, HORDE_STROKE_MAX, "{\"id\":1,\"op\":\"ping\"}\n");
    return 0;
}

static void run(struct siege *siege, struct audience *audience, const char *name, char *token)
{
    struct horde_tally tally;
    const struct attack attack = {
        .name = name,
        .plan = {.members = 1,
                 .addresses = 1,
                 .strokes_per_s = RETURNS_PER_S * STROKES_A_RETURN,
                 .stroke = come_and_go,
                 .ctx = token},
        .for_ms = 4000,
        .memory_kib = 8192,
    };
    audience_begin(audience, siege->scene);
    siege_run(siege, &attack, &tally);
    assert_true(tally.connections >= RETURNS_PER_S / 2);
    audience_end(audience);
}

static void token_of(struct peer *peer, char token[128])
{
    snprintf(token, 128, "%s", peer_token(peer));
    peer_close(peer);
}

SCENE(the_lobby_is_not_flooded_by_somebody_who_comes_and_goes)
{
    struct siege siege;
    struct audience audience = {.ask = "{\"id\":1,\"op\":\"lobby.watch\"}"};
    char token[128];
    struct peer *opener = scene_account(scene, "Opener");
    siege_begin(&siege, scene);
    for (int i = 0; i < ROOMS; i++)
        peer_ask(opener, "room.open", "{s:s}", "variant", "classic");
    token_of(opener, token);
    run(&siege, &audience, "16 rooms of somebody who comes and goes", token);
}

SCENE(those_who_watch_a_game_are_not_flooded_by_its_player)
{
    struct siege siege;
    struct audience audience;
    struct table table;
    char token[128];
    struct peer *player = scene_guest(scene);
    siege_begin(&siege, scene);
    table_open(&table, player, scene_guest(scene), "classic", TABLE_UNRATED);
    snprintf(audience.ask, sizeof(audience.ask), "{\"id\":1,\"op\":\"room.watch\",\"room\":\"%s\"}",
             table.room);
    token_of(player, token);
    run(&siege, &audience, "a player who comes and goes", token);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCENE_TEST_WITH(the_lobby_is_not_flooded_by_somebody_who_comes_and_goes, no_rates),
        SCENE_TEST_WITH(those_who_watch_a_game_are_not_flooded_by_its_player, no_rates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
