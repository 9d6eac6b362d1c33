/* SPDX-License-Identifier: MIT */
/* Those who ask for much and do not read it, and those who keep a connection that they do not use.
 */
#include "tests/integration/hostile/siege.h"
#include "tests/support/wait.h"

#include <stdio.h>
#include <string.h>

#define CROWD 300
#define ADDRESSES 12
#define CHAT_LINES 20 /* that a watcher is told */
#define CHAT_LINE_MAX 500
#define ASKS_AT_ONCE 4
#define LARGE_TOTAL_KIB 98304L
#define SMALL_TOTAL_KIB 4096L /* which a tenth of the crowd reaches in a third of the time */
#define TURN_KIB 24576L       /* what a turn makes, if the machine lets the server wait for it */

/* What all members of a crowd do: they come back with the token of one guest, and ask for a room in
 * which much was said, which is a reply of 20 KB out of memory. */
struct crowd {
    const char *token;
    char room[13];
    bool leaves;  /* and does not watch it for long */
    int big_asks; /* strokes that ask for that; what follows is short */
};

static void crowd_begin(struct crowd *crowd, struct scene *scene)
{
    char text[CHAT_LINE_MAX + 1];
    struct peer *opener = scene_guest(scene);
    json_t *room = peer_ask(opener, "room.open", "{s:s}", "variant", "classic");
    snprintf(crowd->room, sizeof(crowd->room), "%s", text_at(room, "room.room"));
    memset(text, 'x', CHAT_LINE_MAX);
    text[CHAT_LINE_MAX] = '\0';
    for (int i = 0; i < CHAT_LINES; i++)
        peer_ask(opener, "room.say", "{s:s, s:s}", "room", crowd->room, "text", text);
    crowd->token = peer_token(scene_guest(scene));
}

static size_t add_ask(const struct stroke *stroke, size_t len, const char *op, const char *room)
{
    return len + (size_t)snprintf(stroke->bytes + len, HORDE_STROKE_MAX - len,
                                  "{\"id\":%d,\"op\":\"%s\",\"room\":\"%s\"}\n", stroke->nth, op,
                                  room);
}

static size_t ask(void *ctx, const struct stroke *stroke)
{
    const struct crowd *crowd = ctx;
    size_t len = 0;
    if (stroke->nth == 0)
        return (size_t)snprintf(stroke->bytes, HORDE_STROKE_MAX,
                                "{\"id\":0,\"op\":\"auth.resume\",\"token\":\"%s\"}\n",
                                crowd->token);
    if (stroke->nth > crowd->big_asks)
        return add_ask(stroke, 0, "ping", crowd->room);
    for (int i = 0; i < ASKS_AT_ONCE; i++)
        len = add_ask(stroke, len, "room.watch", crowd->room);
    return crowd->leaves ? add_ask(stroke, len, "room.leave", crowd->room) : len;
}

/* An attack of a crowd that never reads. */
static struct attack deaf_crowd(const char *name, struct crowd *crowd)
{
    return (struct attack){
        .name = name,
        .plan = {.members = siege_share(CROWD),
                 .addresses = ADDRESSES,
                 .strokes_per_s = siege_share(1000),
                 .is_deaf = true,
                 .comes_back = true,
                 .stroke = ask,
                 .ctx = crowd},
        .for_ms = 8000,
        .may_cut = true,
    };
}

/* Runs the attack beside honest games, which are opened before. */
static void run(struct scene *scene, struct crowd *crowd, const struct attack *attack)
{
    struct siege siege;
    struct horde_tally tally;
    siege_begin(&siege, scene);
    crowd_begin(crowd, scene);
    siege_run(&siege, attack, &tally);
}

/* ------------------------------------------------------------------ how much may wait */

/* Rates would keep the attack small, but they are another promise. The total also bounds what waits
 * for the disk, which is the most where that is slow. */
static const char *const large_total[] = {"--rate-percent", "1000000", "--output-bytes-total",
                                          "100663296", NULL};

SCENE(readers_who_only_ask_take_the_bound_of_one_each)
{
    struct crowd crowd = {.leaves = true, .big_asks = 1000000};
    struct attack attack = deaf_crowd("300 readers who only ask", &crowd);
    attack.memory_kib = LARGE_TOTAL_KIB + TURN_KIB;
    attack.until_logged = "because=output_bytes_asking";
    run(scene, &crowd, &attack);
}

static const char *const small_total[] = {"--rate-percent", "1000000", "--output-bytes-total",
                                          "4194304", NULL};

SCENE(readers_of_all_kinds_share_one_budget)
{
    struct crowd crowd = {.big_asks = 1000000};
    struct attack attack = deaf_crowd("300 readers who watch", &crowd);
    attack.memory_kib = SMALL_TOTAL_KIB + TURN_KIB;
    attack.until_logged = "because=output_bytes_total";
    run(scene, &crowd, &attack);
}

/* ------------------------------------------------------------------ how long it may wait */

static const char *const short_stall[] = {
    "--rate-percent", "1000000", "--output-stall-ms", "1500", "--output-bytes-asking",
    "1048576",        NULL};

/* Each within every bound of bytes, and alive by its pings. What comes before the login is done is
 * refused, so there are more questions than a socket needs to be full. */
SCENE(readers_who_take_nothing_are_cut_off)
{
    struct crowd crowd = {.leaves = true, .big_asks = 12};
    struct horde_tally tally;
    const int members = siege_share(CROWD);
    struct attack attack = deaf_crowd("readers who take nothing", &crowd);
    crowd_begin(&crowd, scene);
    attack.plan.comes_back = false;
    struct horde *horde = horde_start(&attack.plan, server_port(scene->server));
    int64_t begin_ms = wait_now_ms();
    do
        horde_look(horde, &tally);
    while (tally.untold_ends < members && wait_now_ms() < begin_ms + PATIENCE_MS);
    horde_stop(horde, &tally);
    print_message("%d readers: %ld cut off, %ld stay\n", members, tally.untold_ends, tally.open);
    assert_int_equal(tally.untold_ends, members);
    server_find_log(scene->server, "because=output_stall_ms");
}

/* ------------------------------------------------------------------ signs of life */

/* Empty lines, or a frame without an end, byte by byte. */
static size_t nothing_at_all(void *ctx, const struct stroke *stroke)
{
    static const char *const lines[] = {"\n", "\r\n\n", "x"};
    if (stroke->nth == 0)
        return ask(ctx, stroke);
    return (size_t)snprintf(stroke->bytes, HORDE_STROKE_MAX, "%s", lines[stroke->connection % 3]);
}

static const char *const short_idle[] = {"--idle-ms", "3000", "--rate-percent", "1000", NULL};

/* The honest move more often, under sanitizers too. */
SCENE(empty_lines_keep_no_connection)
{
    struct siege siege;
    struct horde_tally tally;
    struct crowd crowd = {.big_asks = 0};
    const int members = siege_share(CROWD);
    const struct attack attack = {
        .name = "empty lines",
        .plan = {.members = members,
                 .addresses = ADDRESSES,
                 .strokes_per_s = siege_share(2000),
                 .stroke = nothing_at_all,
                 .ctx = &crowd},
        .memory_kib = 8192,
        .only = "idle_timeout",
        .until_errors = members,
    };
    siege_begin(&siege, scene);
    crowd.token = peer_token(scene_guest(scene));
    siege_run(&siege, &attack, &tally);
    assert_int_equal(horde_count(&tally, "idle_timeout"), members);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCENE_TEST_WITH(readers_who_only_ask_take_the_bound_of_one_each, large_total),
        SCENE_TEST_WITH(readers_of_all_kinds_share_one_budget, small_total),
        SCENE_TEST_WITH(readers_who_take_nothing_are_cut_off, short_stall),
        SCENE_TEST_WITH(empty_lines_keep_no_connection, short_idle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
