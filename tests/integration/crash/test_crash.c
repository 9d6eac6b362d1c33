/* SPDX-License-Identifier: MIT */
/*
 * The real pentad under load, killed again and again: what it acknowledged is stored once and in
 * order, whenever it dies. `--kills N` and `--seed S` make longer and other runs by hand; the same
 * seed gives the same moments and choices, not the same order of packets.
 */
#include "tests/integration/crash/audit.h"
#include "tests/integration/crash/load.h"
#include "tests/support/scene.h"
#include "tests/support/wait.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define KILLS_IN_CI 20
/* How long a server lives after everybody is back, and one that dies while it starts. */
#define LIFE_MIN_US 2000
#define LIFE_MAX_US 200000
#define START_MAX_US 40000
/* One in so many servers dies while it starts. */
#define EARLY_DEATHS 6
/* A long run tells how far it is. */
#define PROGRESS_KILLS 50

static struct {
    unsigned kills;
    uint64_t seed;
} options = {.kills = KILLS_IN_CI};

/* People play as fast as the server answers, all from one address. */
static const char *const no_limits[] = {"--rate-percent", "1000000", NULL};

struct run {
    struct server *server;
    struct load load;
    struct audit audit;
    unsigned kills;
    unsigned early_kills; /* of them while the server was starting */
    unsigned kills_wanted;
    bool has_passed;
};

static int run_setup(void **state)
{
    struct run *run = calloc(1, sizeof(*run));
    assert_non_null(run);
    run->kills_wanted = options.kills;
    run->server = server_new(no_limits);
    *state = run;
    return 0;
}

static int run_teardown(void **state)
{
    struct run *run = *state;
    if (!run->has_passed)
        server_show_log(run->server);
    load_end(&run->load);
    server_free(run->server);
    free(run);
    return 0;
}

static void start_and_die(struct run *run)
{
    server_start_and_kill(run->server, (int64_t)load_draw(&run->load, START_MAX_US));
    run->kills++;
    run->early_kills++;
}

static void live_and_die(struct run *run)
{
    struct load *load = &run->load;
    load_run(load,
             load_now_us() + LIFE_MIN_US + (int64_t)load_draw(load, LIFE_MAX_US - LIFE_MIN_US));
    server_kill(run->server);
    load_lose(load);
    run->kills++;
    bool is_long_run = run->kills_wanted > 50 && run->kills % 10 != 0;
    audit_files(&run->audit, &load->told, run->server, is_long_run ? AUDIT_QUICK : AUDIT_NEW);
}

/* Everybody is back, and sees what was told before. */
static void start_again(struct run *run)
{
    while (run->kills < run->kills_wanted && load_draw(&run->load, EARLY_DEATHS) == 0)
        start_and_die(run);
    server_start(run->server);
    load_return(&run->load);
    audit_server(&run->audit, &run->load.told, run->server);
    told_settle(&run->load.told);
}

static void run_print(const struct run *run)
{
    const struct told *told = &run->load.told;
    size_t lost = run->audit.lost + told->contradictions;
    print_message("%u kills (%u of them while starting): %zu actions acknowledged in %zu games, "
                  "%zu results, %zu lines of chat, %zu logins, %zu actions sent twice; "
                  "%zu lost, %zu doubled, %zu unsound\n",
                  run->kills, run->early_kills, told->actions, told->game_count, told->results,
                  told->line_count, told->name_count, run->load.repeats, lost, run->audit.doubled,
                  run->audit.unsound);
}

static void run_check(const struct run *run)
{
    run_print(run);
    assert_int_equal(run->audit.lost + run->load.told.contradictions, 0);
    assert_int_equal(run->audit.doubled, 0);
    assert_int_equal(run->audit.unsound, 0);
}

static void nothing_acknowledged_is_lost_or_doubled_by_kill_9(void **state)
{
    struct run *run = *state;
    print_message("seed %llu\n", (unsigned long long)options.seed);
    server_start(run->server);
    load_begin(&run->load, run->server, options.seed);
    while (run->kills < run->kills_wanted) {
        live_and_die(run);
        if (run->kills % PROGRESS_KILLS == 0)
            run_print(run);
        start_again(run);
    }
    audit_players(&run->audit, &run->load.told, run->server);
    server_kill(run->server);
    audit_files(&run->audit, &run->load.told, run->server, AUDIT_ALL);
    run_check(run);
    assert_true(run->load.told.actions > run->kills);
    run->has_passed = true;
}

/* ------------------------------------------------------------------ a full disk */

#define FULL_TIMES 3
#define SLICE_US 20000

static int log_count(const struct run *run, const char *event)
{
    int count = 0;
    char *log = server_log(run->server);
    for (const char *at = log; (at = strstr(at, event)) != NULL; at++)
        count++;
    free(log);
    return count;
}

/* Plays until the goal is met. Players who were told to wait ask again at once, so that more of
 * them are refused. */
static void run_until(struct run *run, const size_t *count, size_t goal)
{
    int64_t deadline_ms = wait_now_ms() + PATIENCE_MS;
    while (*count < goal && wait_left_ms(deadline_ms) > 0) {
        load_wait_no_more(&run->load);
        load_run(&run->load, load_now_us() + SLICE_US);
    }
    assert_true(*count >= goal);
}

static void reading_goes_on(struct run *run)
{
    const struct load_table *table = &run->load.tables[0];
    struct peer *reader = peer_open("a reader", server_port(run->server));
    peer_ask(reader, "game.get", "{s:s}", "game", table->game_id);
    peer_ask(reader, "rating.top", "{s:s}", "variant", table->variant->key);
    peer_resume(reader, run->load.tables[1].players[0].token);
    peer_ask(reader, "room.watch", "{s:s}", "room", table->room);
    peer_free(reader);
}

static void a_full_disk_under_load_is_told_and_loses_nothing(void **state)
{
    struct run *run = *state;
    struct load *load = &run->load;
    server_start(run->server);
    load_begin(load, run->server, options.seed);
    for (int i = 1; i <= FULL_TIMES; i++) {
        run_until(run, &load->told.actions, load->told.actions + 100);
        server_limit_files(run->server, i % 2 == 1 ? 0 : 2500000);
        run_until(run, &load->unavailable, load->unavailable + 2 * LOAD_TABLES);
        reading_goes_on(run);
        server_limit_files(run->server, -1);
        run_until(run, &load->told.actions, load->told.actions + 100);
        assert_int_equal(log_count(run, "storage_unavailable error=\"disk I/O error"), i);
        assert_int_equal(log_count(run, "storage_back"), i);
    }
    server_kill(run->server);
    load_lose(load);
    audit_files(&run->audit, &load->told, run->server, AUDIT_ALL);
    run_check(run);
    run->has_passed = true;
}

static bool options_read(int argc, char **argv)
{
    options.seed = (uint64_t)time(NULL);
    for (int i = 1; i + 1 < argc; i += 2)
        if (strcmp(argv[i], "--kills") == 0)
            options.kills = (unsigned)strtoul(argv[i + 1], NULL, 10);
        else if (strcmp(argv[i], "--seed") == 0)
            options.seed = strtoull(argv[i + 1], NULL, 10);
        else
            return false;
    return argc % 2 == 1;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(nothing_acknowledged_is_lost_or_doubled_by_kill_9,
                                        run_setup, run_teardown),
        cmocka_unit_test_setup_teardown(a_full_disk_under_load_is_told_and_loses_nothing, run_setup,
                                        run_teardown),
    };
    if (!options_read(argc, argv)) {
        fprintf(stderr, "usage: %s [--kills N] [--seed S]\n", argv[0]);
        return 2;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
