/* SPDX-License-Identifier: MIT */
/* The honest games beside an attack; see the header. */
#include "tests/integration/hostile/siege.h"

#include "tests/support/wait.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SAMPLES_MAX 4096
#define QUIET_MOVES 200
#define TRIES 4
#define CROWDED_TRIES 2
#define OTHERS_PERCENT 10 /* of all processors: kernel threads write to disks, too */
#define EACH_MS 10        /* a move under attack */
#define MOVES_PER_RETURN 8
#define P99_FACTOR 2
#define P99_MORE_US 20000
#define PATIENT_MS 20000 /* for attackers to be told what is awaited */

#ifdef PENTAD_INSTRUMENTED
#define SHARE 10
#define LENGTH 3 /* a third of the time */
#define TIMES_COUNT false
#define MEMORY_FACTOR 8 /* freed memory stays in quarantine, and shadows */
#define MEMORY_MORE_KIB (300 * 1024)
#else
#define SHARE 1
#define LENGTH 1
#define TIMES_COUNT true
#define MEMORY_FACTOR 1
#define MEMORY_MORE_KIB 0
#endif

struct times {
    int64_t us[SAMPLES_MAX];
    size_t count;
};

const char *const siege_many_players[] = {"--players-per-address", "1000000", NULL};

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

/* A move; the time until it is stored and both know of it. */
static void move(struct siege *siege, struct times *times)
{
    char square[16];
    int at = siege->next++ % SIEGE_TABLES;
    table_quiet_square(siege->moves[at]++, square);
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
static void take_p99s(struct times *times, int64_t us_out[HONEST_COUNT])
{
    for (int i = 0; i < HONEST_COUNT; i++) {
        qsort(times[i].us, times[i].count, sizeof(times[i].us[0]), compare);
        us_out[i] = times[i].count > 0 ? times[i].us[times[i].count * 99 / 100] : 0;
        times[i].count = 0;
    }
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

/* The work of the processors, in ticks: for all, and for the server and this test. */
struct work {
    long long all, busy, ours;
};

static long long ticks_of(const char *path)
{
    char line[1024];
    long long user = 0, system = 0;
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_non_null(fgets(line, sizeof(line), file));
    fclose(file);
    const char *behind_name = strrchr(line, ')');
    assert_non_null(behind_name);
    assert_int_equal(sscanf(behind_name, ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lld %lld",
                            &user, &system),
                     2);
    return user + system;
}

static struct work work_now(const struct siege *siege)
{
    struct work work = {0};
    char path[64];
    long long ticks[8] = {0}; /* user, nice, system, idle, waiting for disks, interrupts, stolen */
    FILE *file = fopen("/proc/stat", "r");
    assert_non_null(file);
    assert_int_equal(fscanf(file, "cpu %lld %lld %lld %lld %lld %lld %lld %lld", &ticks[0],
                            &ticks[1], &ticks[2], &ticks[3], &ticks[4], &ticks[5], &ticks[6],
                            &ticks[7]),
                     8);
    fclose(file);
    for (int i = 0; i < 8; i++)
        work.all += ticks[i];
    work.busy = work.all - ticks[3] - ticks[4];
    snprintf(path, sizeof(path), "/proc/%ld/stat", (long)server_pid(siege->scene->server));
    work.ours = ticks_of(path) + ticks_of("/proc/self/stat");
    return work;
}

/* Whether others had much of the processors since then: then times tell nothing of the server. */
static bool others_worked(const struct siege *siege, const struct work *since)
{
    struct work now = work_now(siege);
    long long others = now.busy - since->busy - (now.ours - since->ours);
    return others * 100 > (now.all - since->all) * OTHERS_PERCENT;
}

struct measured {
    bool is_crowded;                /* the machine, by others */
    int64_t quiet_us[HONEST_COUNT]; /* p99 */
    int64_t attacked_us[HONEST_COUNT];
    struct horde_tally tally;
};

/* Whether the attack has come to what it is for. */
static bool is_seen(const struct siege *siege, const struct attack *attack,
                    const struct horde_tally *tally)
{
    return tally->errors >= attack->until_errors &&
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
    return passed_ms > PATIENT_MS || is_seen(siege, attack, &tally);
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

static void measure(struct siege *siege, const struct attack *attack, struct measured *out)
{
    static struct times times[HONEST_COUNT];
    const struct work before = work_now(siege);
    for (int i = 0; i < siege_share(QUIET_MOVES); i++)
        play(siege, attack, times);
    take_p99s(times, out->quiet_us);
    int64_t begin_ms = wait_now_ms();
    struct horde *horde = horde_start(&attack->plan, server_port(siege->scene->server));
    await_attack(horde);
    while (!is_enough(siege, attack, horde, begin_ms)) {
        play(siege, attack, times);
        pace((attack->each_ms > 0 ? attack->each_ms : EACH_MS) * SHARE);
    }
    horde_stop(horde, &out->tally);
    take_p99s(times, out->attacked_us);
    out->is_crowded = others_worked(siege, &before);
}

static void show(const struct attack *attack, const struct measured *measured, long before_kib,
                 long most_kib)
{
    const struct horde_tally *tally = &measured->tally;
    print_message(
        "%s: %ld connections, %ld strokes; honest p99 %.1f ms in quiet, %.1f ms; "
        "memory %ld -> %ld KiB; told %ld replies, %ld events, closed %ld (%ld without a word)",
        attack->name, tally->connections, tally->strokes, (double)measured->quiet_us[MOVES] / 1000,
        (double)measured->attacked_us[MOVES] / 1000, before_kib, most_kib, tally->replies,
        tally->events, tally->told_ends + tally->untold_ends, tally->untold_ends);
    if (attack->has_returns)
        print_message("; returns p99 %.1f ms in quiet, %.1f ms",
                      (double)measured->quiet_us[RETURNS] / 1000,
                      (double)measured->attacked_us[RETURNS] / 1000);
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

/* What was slow, HONEST_COUNT if nothing was. */
static int find_slow(const struct measured *measured, const int64_t quiet_us[HONEST_COUNT])
{
    int i = 0;
    while (i < HONEST_COUNT && measured->attacked_us[i] <= P99_FACTOR * quiet_us[i] + P99_MORE_US)
        i++;
    return TIMES_COUNT ? i : HONEST_COUNT;
}

static void check_memory(const struct attack *attack, long before_kib, long most_kib)
{
    if (most_kib > before_kib + MEMORY_FACTOR * attack->memory_kib + MEMORY_MORE_KIB)
        fail_msg("%s: %ld KiB of memory", attack->name, most_kib);
}

void siege_run(struct siege *siege, const struct attack *attack, struct horde_tally *tally_out)
{
    static struct measured measured;
    long before_kib = memory_kib(siege, "VmRSS:");
    int64_t quiet_us[HONEST_COUNT] = {INT64_MAX / 4, INT64_MAX / 4}; /* at its best: after an attack
                                                                it may still be busy with that */
    int slow = 0, crowded = 0, at = 0;
    do {
        measure(siege, attack, &measured);
        for (int i = 0; i < HONEST_COUNT; i++)
            if (measured.quiet_us[i] < quiet_us[i])
                quiet_us[i] = measured.quiet_us[i];
        long most_kib = memory_kib(siege, "VmHWM:");
        show(attack, &measured, before_kib, most_kib);
        check_told(siege, attack, &measured.tally);
        check_memory(attack, before_kib, most_kib);
        if (slow + crowded == 0)
            *tally_out = measured.tally; /* later ones find what they may use up used up */
        slow += measured.is_crowded ? 0 : 1;
        crowded += measured.is_crowded ? 1 : 0;
        at = find_slow(&measured, quiet_us);
    } while (at < HONEST_COUNT && slow < TRIES && crowded < CROWDED_TRIES);
    siege->is_crowded = crowded > 0;
    if (at == HONEST_COUNT)
        return;
    if (crowded > 0)
        print_message("%s: the machine is busy with others, so times do not count\n", attack->name);
    else
        fail_msg("%s: an honest %s took %lld us (p99), %lld us in quiet", attack->name,
                 honest_names[at], (long long)measured.attacked_us[at], (long long)quiet_us[at]);
}

void siege_of(struct scene *scene, const struct attack *attack, struct horde_tally *tally_out)
{
    struct siege siege;
    siege_begin(&siege, scene);
    siege_run(&siege, attack, tally_out);
}
