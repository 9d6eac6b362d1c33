/* SPDX-License-Identifier: MIT */
/* Questions to the database without end, from those who do not log in: asked by who hangs up at
 * once, and by crowds that stay within every rate. */
#include "tests/integration/hostile/siege.h"

#include <stdio.h>
#include <string.h>

/* ------------------------------------------------------------------ a past to ask for */

#define GUESTS 9
#define GAMES_WITH_EACH 7 /* so that no rate is met */

/* Dora has played 63 games; what is asked about her takes the server longest. */
static void give_dora_a_past(struct scene *scene)
{
    struct peer *dora = scene_account(scene, "Dora");
    for (int i = 0; i < GUESTS; i++) {
        struct peer *guest = scene_guest(scene);
        struct peer *here = scene_resume(scene, dora);
        for (int j = 0; j < GAMES_WITH_EACH; j++) {
            struct table table;
            table_open(&table, guest, here, "classic", TABLE_UNRATED);
            table_play(&table, TABLE_FIRST_WINS);
            table_ended(&table, "first", "row");
            peer_ask(guest, "room.leave", "{s:s}", "room", table.room);
            peer_ask(here, "room.leave", "{s:s}", "room", table.room);
        }
    }
}

/* ------------------------------------------------------------------ who asks and hangs up */

static const struct {
    const char *fields;
    int burst; /* by the table of messages */
} reads[] = {
    {"\"op\":\"history.export\",\"name\":\"Dora\",\"format\":\"sgf\"", 100},
    {"\"op\":\"history.list\",\"name\":\"Dora\",\"limit\":50", 30},
    {"\"op\":\"rating.graph\",\"name\":\"Dora\",\"variant\":\"classic\"", 30},
    {"\"op\":\"player.stats\",\"name\":\"Dora\"", 30},
    {"\"op\":\"rating.around\",\"variant\":\"classic\",\"name\":\"Anna-a\"", 30},
};

/* Everything that one connection may ask for in one packet; then it is gone. */
static size_t ask_all_and_go(void *ctx, const struct stroke *stroke)
{
    (void)ctx;
    size_t len = 0;
    if (stroke->nth > 0)
        return 0;
    for (size_t i = 0; i < sizeof(reads) / sizeof(*reads); i++)
        for (int j = 0; j < reads[i].burst; j++)
            len += (size_t)snprintf(stroke->bytes + len, HORDE_STROKE_MAX - len, "{\"id\":%d,%s}\n",
                                    j, reads[i].fields);
    return len;
}

SCENE(those_who_ask_and_hang_up_leave_nothing_to_do)
{
    struct siege siege;
    struct horde_tally tally;
    const struct attack attack = {
        .name = "ask and hang up",
        .plan = {.members = 20,
                 .addresses = 1,
                 .strokes_per_s = 600, /* a third each to connect, to ask, to hang up */
                 .comes_back = true,
                 .stroke = ask_all_and_go},
        .for_ms = 6000,
        .memory_kib = 12 * 1024,
        .has_returns = true,
        .may_cut = true,
    };
    give_dora_a_past(scene);
    siege_begin(&siege, scene);
    siege_run(&siege, &attack, &tally);
}

/* ------------------------------------------------------------------ who stays within the rates */

static size_t ask_at_the_rate(void *ctx, const struct stroke *stroke)
{
    (void)ctx;
    size_t len = 0;
    int count = stroke->nth == 0 ? reads[0].burst : 1;
    for (int i = 0; i < count; i++)
        len += (size_t)snprintf(stroke->bytes + len, HORDE_STROKE_MAX - len, "{\"id\":%d,%s}\n",
                                stroke->nth, reads[0].fields);
    return len;
}

/* 400 connections, each of which asks for 50 games ten times a second. */
static void crowd_asks(struct scene *scene, const char *name, int addresses)
{
    struct siege siege;
    struct horde_tally tally;
    const struct attack attack = {
        .name = name,
        .plan = {.members = siege_share(400),
                 .addresses = addresses,
                 .strokes_per_s = 4000,
                 .comes_back = true,
                 .stroke = ask_at_the_rate},
        .for_ms = 8000,
        .memory_kib = 24 * 1024, /* replies on their way to 400 who read late */
        .has_returns = true,
        .until_code = "busy",
        .until_replies = 1,
    };
    give_dora_a_past(scene);
    siege_begin(&siege, scene);
    siege_run(&siege, &attack, &tally);
    assert_true(tally.replies > 0);
}

SCENE(a_crowd_within_the_rates_holds_up_nobody_else)
{
    crowd_asks(scene, "export at the rate", 1);
}

SCENE(a_crowd_of_sixty_addresses_holds_up_nobody_else)
{
    crowd_asks(scene, "export at the rate, 60 addresses", 60);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCENE_TEST(those_who_ask_and_hang_up_leave_nothing_to_do),
        SCENE_TEST(a_crowd_within_the_rates_holds_up_nobody_else),
        SCENE_TEST(a_crowd_of_sixty_addresses_holds_up_nobody_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
