/* SPDX-License-Identifier: MIT */
/* The honest games beside an attack; see the header. */
#include "tests/integration/hostile/siege.h"

#include "tests/support/wait.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SAMPLES_MAX 4096
#define QUIET_MOVES 200 /* where times are wanted */
#define EACH_MS 10      /* a move under attack */
#define MOVES_PER_RETURN 8

#ifdef PENTAD_INSTRUMENTED
#define SHARE 10
#define LENGTH 3        /* a third of the time */
#define MEMORY_FACTOR 8 /* freed memory stays in quarantine, and shadows */
#define MEMORY_MORE_KIB (300 * 1024)
#else
#define SHARE 1
#define LENGTH 1
#define MEMORY_FACTOR 1
#define MEMORY_MORE_KIB 0
#endif

struct times {
    int64_t us[SAMPLES_MAX];
    size_t count;
};

const char *const siege_many_players[] = {"--players-per-address", "1000000", NULL};

/* A file for times, which tools/bench makes a table of; NULL: none are wanted. */
#define TIMES_FILE "PENTAD_SIEGE_TIMES"

/* What honest players wait for. */
enum honest { MOVES, RETURNS, HONEST_COUNT };
static const char *const honest_names[] = {[MOVES] = "move", [RETURNS] = "return"};

int siege_share(int count)
{
    return count > SHARE ? count / SHARE : 1;
}

/* ------------------------------------------------------------------ honest players */

static int64_t now_us(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

/* How fast the honest play; nothing waits for it. */
static void pace(int ms)
{
    const struct timespec time = {.tv_nsec = ms * 1000000L};
    nanosleep(&time, NULL);
}

static void note(struct times *times, int64_t begin_us)
{
    if (times->count < SAMPLES_MAX)
        times->us[times->count++] = now_us() - begin_us;
}

/* So many moves of a game there are squares for. */
#define GAME_MOVES 300

/* The game is drawn, and the next one begins at the table. */
static void begin_anew(struct table *table)
{
    peer_ask(table->seats[0], "game.draw", "{s:s}", "game", table->game);
    peer_ask(table->seats[1], "game.draw", "{s:s, s:s}", "game", table->game, "answer", "accept");
    table_ended(table, "draw", "agreed");
    table_rematch(table);
}

/* A move; the time until it is stored and both know of it. */
static void move(struct siege *siege, struct times *times)
{
    char square[16];
    int at = siege->next++ % SIEGE_TABLES;
    int ply = siege->moves[at]++ % GAME_MOVES;
    if (ply == 0 && siege->moves[at] > 1)
        begin_anew(&siege->tables[at]);
    table_quiet_square(ply, square);
    int64_t begin_us = now_us();
    table_act(&siege->tables[at], square);
    note(times, begin_us);
}

/* A login with a token over a new connection, of the players in turns, so that nobody logs in more
 * often than allowed; the time until it is there. */
static void come_back(const struct siege *siege, struct times *times)
{
    const struct table *table = &siege->tables[siege->next / MOVES_PER_RETURN % SIEGE_TABLES];
    struct peer *peer = peer_open("returner", server_port(siege->scene->server));
    int64_t begin_us = now_us();
    peer_resume(peer, peer_token(table->opener));
    note(times, begin_us);
    peer_close(peer);
    peer_free(peer);
}

/* What the honest do next. */
static void play(struct siege *siege, const struct attack *attack, struct times *times)
{
    move(siege, &times[MOVES]);
    if (attack->has_returns && siege->next % MOVES_PER_RETURN == 0)
        come_back(siege, &times[RETURNS]);
}

void siege_begin(struct siege *siege, struct scene *scene)
{
    *siege = (struct siege){.scene = scene};
    for (int i = 0; i < SIEGE_TABLES; i++) {
        char name[2][16];
        snprintf(name[0], sizeof(name[0]), "Anna-%c", 'a' + i);
        snprintf(name[1], sizeof(name[1]), "Boris-%c", 'a' + i);
        table_open(&siege->tables[i], scene_account(scene, name[0]), scene_account(scene, name[1]),
                   "classic", TABLE_RATED);
    }
}

static int compare(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* Takes the times; 0: there are none. */
static int64_t take_p99(struct times *times)
{
    size_t count = times->count;
    qsort(times->us, count, sizeof(times->us[0]), compare);
    times->count = 0;
    return count > 0 ? times->us[count * 99 / 100] : 0;
}

void siege_time(const char *attack, const char *what, int64_t quiet_us, int64_t attacked_us)
{
    const char *path = getenv(TIMES_FILE);
    FILE *file = path != NULL ? fopen(path, "a") : NULL;
    if (file == NULL)
        return;
    if (attacked_us > 0)
        fprintf(file, "hostile\t%s\t%s\t%lld\t%lld\n", attack, what, (long long)quiet_us,
                (long long)attacked_us);
    fclose(file);
}

/* ------------------------------------------------------------------ the server's memory */

/* A line of /proc/PID/status: "VmRSS", or "VmHWM", the most that it ever had. */
static long memory_kib(const struct siege *siege, const char *what)
{
    char path[64], line[256];
    long kib = -1;
    snprintf(path, sizeof(path), "/proc/%ld/status", (long)server_pid(siege->scene->server));
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (kib < 0 && fgets(line, sizeof(line), file) != NULL)
        if (strncmp(line, what, strlen(what)) == 0)
            kib = strtol(line + strlen(what) + 1, NULL, 10);
    fclose(file);
    assert_true(kib > 0);
    return kib;
}

/* ------------------------------------------------------------------ the attack */

/* Whether the attack has come to what it is for. */
static bool is_seen(const struct siege *siege, const struct attack *attack,
                    const struct horde_tally *tally)
{
    return tally->errors >= attack->until_errors &&
           tally->connections >= attack->until_connections &&
           tally->replies >= attack->until_replies && tally->events >= attack->until_events &&
           (attack->until_code == NULL || horde_count(tally, attack->until_code) > 0) &&
           (attack->until_logged == NULL ||
            server_has_logged(siege->scene->server, attack->until_logged));
}

static bool is_enough(const struct siege *siege, const struct attack *attack, struct horde *horde,
                      int64_t begin_ms)
{
    struct horde_tally tally;
    int64_t passed_ms = wait_now_ms() - begin_ms;
    if (passed_ms < attack->for_ms / LENGTH)
        return false;
    horde_look(horde, &tally);
    return passed_ms > PATIENCE_MS || is_seen(siege, attack, &tally);
}

/* Until the first strokes have fallen. */
static void await_attack(struct horde *horde)
{
    struct horde_tally tally = {0};
    while (tally.strokes == 0) {
        pace(1);
        horde_look(horde, &tally);
    }
}

static void play_beside(struct siege *siege, const struct attack *attack, struct times *times,
                        struct horde_tally *tally_out)
{
    int64_t begin_ms = wait_now_ms();
    struct horde *horde = horde_start(&attack->plan, server_port(siege->scene->server));
    await_attack(horde);
    while (!is_enough(siege, attack, horde, begin_ms)) {
        play(siege, attack, times);
        pace((attack->each_ms > 0 ? attack->each_ms : EACH_MS) * SHARE);
    }
    horde_stop(horde, tally_out);
}

static void show(const struct attack *attack, const struct horde_tally *tally, long before_kib,
                 long most_kib)
{
    print_message("%s: %ld connections, %ld strokes; memory %ld -> %ld KiB; told %ld replies, "
                  "%ld events, closed %ld (%ld without a word)",
                  attack->name, tally->connections, tally->strokes, before_kib, most_kib,
                  tally->replies, tally->events, tally->told_ends + tally->untold_ends,
                  tally->untold_ends);
    for (size_t i = 0; i < tally->code_count; i++)
        print_message(", %ld %s", tally->codes[i].count, tally->codes[i].code);
    print_message("\n");
}

static void check_told(const struct siege *siege, const struct attack *attack,
                       const struct horde_tally *tally)
{
    assert_int_equal(tally->trouble, 0);
    assert_true(tally->connections >= 1);
    if (!attack->may_cut)
        assert_int_equal(tally->untold_ends, 0);
    if (attack->only != NULL)
        assert_int_equal(tally->errors, horde_count(tally, attack->only));
    if (!is_seen(siege, attack, tally))
        fail_msg("%s: %ld errors were told, of %ld; %ld times %s; logged: %s", attack->name,
                 tally->errors, attack->until_errors,
                 attack->until_code != NULL ? horde_count(tally, attack->until_code) : 0,
                 attack->until_code != NULL ? attack->until_code : "any",
                 attack->until_logged != NULL ? attack->until_logged : "no matter");
}

static void check_memory(const struct attack *attack, long before_kib, long most_kib)
{
    if (most_kib > before_kib + MEMORY_FACTOR * attack->memory_kib + MEMORY_MORE_KIB)
        fail_msg("%s: %ld KiB of memory", attack->name, most_kib);
}

void siege_run(struct siege *siege, const struct attack *attack, struct horde_tally *tally_out)
{
    static struct times times[HONEST_COUNT];
    int64_t quiet_us[HONEST_COUNT];
    long before_kib = memory_kib(siege, "VmRSS:");
    for (int i = 0; getenv(TIMES_FILE) != NULL && i < QUIET_MOVES; i++)
        play(siege, attack, times);
    for (int i = 0; i < HONEST_COUNT; i++)
        quiet_us[i] = take_p99(&times[i]);
    play_beside(siege, attack, times, tally_out);
    long most_kib = memory_kib(siege, "VmHWM:");
    show(attack, tally_out, before_kib, most_kib);
    for (int i = 0; i < HONEST_COUNT; i++)
        siege_time(attack->name, honest_names[i], quiet_us[i], take_p99(&times[i]));
    check_told(siege, attack, tally_out);
    check_memory(attack, before_kib, most_kib);
}

void siege_of(struct scene *scene, const struct attack *attack, struct horde_tally *tally_out)
{
    struct siege siege;
    siege_begin(&siege, scene);
    siege_run(&siege, attack, tally_out);
}
