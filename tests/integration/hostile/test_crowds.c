/* SPDX-License-Identifier: MIT */
/* Many connections, each harmless: slow ones, deaf ones, restless ones, and more than fit. */
#define _GNU_SOURCE /* prlimit() */
#include "tests/integration/hostile/siege.h"
#include "tests/support/counting.h"
#include "tests/support/wait.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define LORIS 5000
#define FILES_KEPT 200 /* of the test's and the server's own */

static struct count_calls *counts; /* of the server; NULL beside a sanitizer */

/* As many connections as the system lets both sides have open. */
static int crowd_of(int wanted)
{
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    getrlimit(RLIMIT_NOFILE, &limit);
    if (limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur < (rlim_t)wanted + FILES_KEPT) {
        print_message("only %d connections instead of %d: the limit of open files is %llu\n",
                      (int)limit.rlim_cur - FILES_KEPT, wanted, (unsigned long long)limit.rlim_cur);
        wanted = (int)limit.rlim_cur - FILES_KEPT;
    }
    return siege_share(wanted);
}

/* ------------------------------------------------------------------ slow-loris */

static size_t one_byte(void *ctx, const struct stroke *stroke)
{
    static const char text[] = "{\"id\":1,\"op\":\"ping\",\"x\":\"";
    (void)ctx;
    stroke->bytes[0] = (size_t)stroke->nth < sizeof(text) - 1 ? text[stroke->nth] : 'x';
    return 1;
}

static const char *const short_login[] = {"--login-ms", "2500", "--players-per-address", "1000000",
                                          NULL};

SCENE(slow_loris_is_shown_the_door_by_name)
{
    struct horde_tally tally;
    const int crowd = crowd_of(LORIS);
    const struct attack attack = {
        .name = "slow-loris",
        .plan = {.members = crowd, .addresses = 12, .strokes_per_s = 8000, .stroke = one_byte},
        .memory_kib = 4L * crowd + 4096,
        .only = "login_timeout",
        .until_errors = crowd,
    };
    siege_of(scene, &attack, &tally);
    assert_int_equal(tally.connections, crowd);
    assert_int_equal(horde_count(&tally, "login_timeout"), crowd);
}

SCENE(one_address_has_no_more_connections_than_it_may)
{
    struct horde_tally tally;
    const struct attack attack = {
        .name = "all from one address",
        .plan = {.members = crowd_of(2000),
                 .addresses = 1,
                 .strokes_per_s = 4000,
                 .stroke = one_byte,
                 .comes_back = true},
        .for_ms = 2000,
        .memory_kib = 8192,
        .until_code = siege_share(2000) > 500 ? "too_many_from_address" : NULL,
    };
    siege_of(scene, &attack, &tally);
}

/* Those who are refused have time to hear it, but nobody else has to wait for them. */
static const char *const few_of_an_address[] = {"--connections-per-address", "50",
                                                "--players-per-address", "1000000", NULL};

SCENE(connections_that_are_refused_keep_nobody_else_out)
{
    struct horde_tally tally;
    const struct horde_plan plan = {.members = 400,
                                    .addresses = 1,
                                    .strokes_per_s = 20000,
                                    .comes_back = true,
                                    .stroke = one_byte};
    struct horde *horde = horde_start(&plan, server_port(scene->server));
    do {
        struct peer *newcomer = peer_open("an honest newcomer", server_port(scene->server));
        peer_ask(newcomer, "ping", NULL);
        peer_free(newcomer);
        horde_look(horde, &tally);
    } while (tally.told_ends < siege_share(5000));
    horde_stop(horde, &tally);
    assert_int_equal(tally.untold_ends, 0);
}

/* ------------------------------------------------------------------ readers that never read */

static size_t short_lines(void *ctx, const struct stroke *stroke)
{
    (void)ctx;
    for (size_t i = 0; i < 4096; i += 2)
        memcpy(stroke->bytes + i, "x\n", 2);
    return 4096;
}

/* Without rates, which would send them away before. */
static const char *const small_output[] = {
    "--output-bytes", "131072", "--players-per-address", "1000000", "--rate-percent",
    "1000000",        NULL};

SCENE(readers_that_never_read_are_cut_off)
{
    struct horde_tally tally;
    const struct attack attack = {
        .name = "readers that never read",
        .plan = {.members = 40,
                 .addresses = 4,
                 .strokes_per_s = 250,
                 .is_deaf = true,
                 .comes_back = true,
                 .stroke = short_lines},
        .for_ms = 2500,
        .memory_kib = 40 * (2 * 131072 / 1024) + 4096,
        .may_cut = true,
        .until_logged = "slow_reader",
    };
    siege_of(scene, &attack, &tally);
}

/* ------------------------------------------------------------------ connect and drop */

static size_t nothing(void *ctx, const struct stroke *stroke)
{
    (void)ctx;
    (void)stroke;
    return 0;
}

SCENE(connecting_and_dropping_harms_nobody)
{
    struct horde_tally tally;
    const struct attack attack = {
        .name = "connect and drop",
        .plan = {.members = 64, .addresses = 8, .strokes_per_s = 20000, .stroke = nothing},
        .for_ms = 2500,
        .memory_kib = 8192,
    };
    siege_of(scene, &attack, &tally);
    assert_int_equal(tally.errors, 0);
}

/* A guest who asks for the lobby and does not wait for it. */
static size_t guest_and_gone(void *ctx, const struct stroke *stroke)
{
    static const char text[] =
        "{\"id\":1,\"op\":\"auth.guest\"}\n{\"id\":2,\"op\":\"room.list\"}\n";
    (void)ctx;
    if (stroke->nth > 0)
        return 0;
    memcpy(stroke->bytes, text, sizeof(text) - 1);
    return sizeof(text) - 1;
}

SCENE(a_storm_from_a_thousand_addresses_harms_nobody)
{
    struct horde_tally tally;
    const int crowd = crowd_of(1250);
    const struct attack attack = {
        .name = "1,250 addresses",
        .plan = {.members = crowd,
                 .addresses = 1250,
                 .strokes_per_s = 20000,
                 .strokes_max = 40000, /* a guest takes memory for a while */
                 .comes_back = true,
                 .stroke = guest_and_gone},
        .for_ms = 4000,
        .memory_kib = 16L * crowd + 8192,
        .until_connections = crowd + 1,
        .until_replies = 1,
    };
    siege_of(scene, &attack, &tally);
    assert_true(tally.connections > crowd);
}

/* ------------------------------------------------------------------ spectators */

/* A guest who watches a table, leaves it and watches the next. */
static size_t spectate(void *ctx, const struct stroke *stroke)
{
    const struct siege *siege = ctx;
    const struct table *table =
        &siege->tables[(stroke->connection + stroke->nth / 2) % SIEGE_TABLES];
    const char *op = stroke->nth % 8 == 7 ? "room.leave" : "room.watch";
    int len;
    if (stroke->nth == 0)
        len = snprintf(stroke->bytes, HORDE_STROKE_MAX, "{\"id\":0,\"op\":\"auth.guest\"}\n");
    else
        len = snprintf(stroke->bytes, HORDE_STROKE_MAX,
                       "{\"id\":%d,\"op\":\"%s\",\"room\":\"%s\"}\n", stroke->nth, op, table->room);
    return (size_t)len;
}

SCENE(a_storm_of_spectators_does_not_slow_the_players)
{
    struct siege siege;
    struct horde_tally tally;
    const int crowd = siege_share(1000);
    const struct attack attack = {
        .name = "spectators",
        .plan = {.members = crowd,
                 .addresses = 8,
                 .strokes_per_s = 1500,
                 .stroke = spectate,
                 .ctx = &siege},
        .for_ms = 4000,
        .memory_kib = 32L * crowd + 8192,
        .until_events = 1,
    };
    siege_begin(&siege, scene);
    siege_run(&siege, &attack, &tally);
    assert_int_equal(tally.told_ends, 0);
    assert_true(tally.events > 0);
}

/* ------------------------------------------------------------------ descriptors used up */

static const char *const few_files[] = {"/bin/sh", "-c", "ulimit -n 256 && exec \"$@\"", "sh",
                                        NULL};

static void few_files_in_scene(void **state)
{
    struct scene *scene = *state;
    struct horde_tally tally;
    const struct attack attack = {
        .name = "more connections than files",
        .plan = {.members = 600,
                 .addresses = 4,
                 .strokes_per_s = 3000,
                 .stroke = one_byte,
                 .comes_back = true},
        .for_ms = 2500,
        .memory_kib = 8192,
        .until_code = "too_many_connections",
    };
    server_set_launcher(scene->server, few_files);
    scene_begin(scene);
    server_find_log(scene->server, "connections_lowered");
    siege_of(scene, &attack, &tally);
    scene_pass(scene);
}

/* The server may open no file more, whatever it has open. */
static void limit_files(const struct scene *scene, rlim_t files)
{
    struct rlimit limit;
    assert_int_equal(prlimit(server_pid(scene->server), RLIMIT_NOFILE, NULL, &limit), 0);
    limit.rlim_cur = files;
    assert_int_equal(prlimit(server_pid(scene->server), RLIMIT_NOFILE, &limit, NULL), 0);
}

/* Waits for events that a move of a game needs, its reading, its commit and its telling, and as
 * many for all else. */
#define WAITS_A_MOVE 16
#define WAITS_MORE 4000

/* The times that the server waited for events: many, if it asks again and again whether there is a
 * file. 0 beside a sanitizer, which does not let it be counted. */
static long long waits(void)
{
    return counts != NULL ? atomic_load(&counts->waits) : 0;
}

static int counted_setup(void **state)
{
#ifdef COUNT_CALLS_PATH
    counts = counting_begin(COUNT_CALLS_PATH);
#endif
    return scene_setup(state);
}

static int counted_teardown(void **state)
{
    unsetenv("LD_PRELOAD");
    return scene_teardown(state);
}

static long moves_of(const struct siege *siege)
{
    long moves = 0;
    for (int i = 0; i < SIEGE_TABLES; i++)
        moves += siege->moves[i];
    return moves;
}

SCENE(without_files_games_go_on_and_newcomers_come_in_later)
{
    struct siege siege;
    struct horde_tally tally;
    struct rlimit before;
    const struct attack attack = {
        .name = "no files",
        .plan = {.members = 100, .addresses = 4, .strokes_per_s = 1000, .stroke = one_byte},
        .for_ms = 2000,
        .memory_kib = 8192,
        .until_logged = "accept_failed",
    };
    siege_begin(&siege, scene);
    assert_int_equal(prlimit(server_pid(scene->server), RLIMIT_NOFILE, NULL, &before), 0);
    limit_files(scene, 8);
    const long long waits_before = waits();
    siege_run(&siege, &attack, &tally);
    print_message("%lld waits for events, %ld moves\n", waits() - waits_before, moves_of(&siege));
    assert_in_range(waits() - waits_before, 0, WAITS_A_MOVE * moves_of(&siege) + WAITS_MORE);
    assert_int_equal(tally.replies + tally.errors, 0);
    limit_files(scene, before.rlim_cur);
    peer_ask(scene_stranger(scene, "who waited"), "ping", NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCENE_TEST_WITH(slow_loris_is_shown_the_door_by_name, short_login),
        SCENE_TEST_WITH(one_address_has_no_more_connections_than_it_may, siege_many_players),
        SCENE_TEST_WITH(connections_that_are_refused_keep_nobody_else_out, few_of_an_address),
        SCENE_TEST_WITH(readers_that_never_read_are_cut_off, small_output),
        SCENE_TEST_WITH(connecting_and_dropping_harms_nobody, siege_many_players),
        SCENE_TEST(a_storm_from_a_thousand_addresses_harms_nobody),
        SCENE_TEST_WITH(a_storm_of_spectators_does_not_slow_the_players, siege_many_players),
        {"more_connections_than_files_are_told_so", few_files_in_scene, scene_setup, scene_teardown,
         NULL},
        {"without_files_games_go_on_and_newcomers_come_in_later",
         without_files_games_go_on_and_newcomers_come_in_later_in_scene, counted_setup,
         counted_teardown, (void *)siege_many_players},
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
