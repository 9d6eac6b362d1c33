/* SPDX-License-Identifier: MIT */
/*
 * Games against a computer of the real server: whether it plays them to their end.
 */
#define _GNU_SOURCE /* SCHED_IDLE */
#include "tests/support/scene.h"
#include "tests/support/wait.h"

#include <dirent.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

/* Two threes of X, which is to move, far from each other and from the stones of O. */
#define GIVEN "d4 a1 e4 s1 f4 a19 d16 s19 e16 j1 f16 a10"

struct duel {
    struct peer *guest;
    char game[13];
};

#ifdef SCHED_IDLE
/* Lifts the threads of the server that run only when nothing else wants to; returns how many there
 * are. */
static int lift_threads(const struct scene *scene)
{
    const struct sched_param none = {0};
    char path[64];
    int count = 0;
    snprintf(path, sizeof(path), "/proc/%ld/task", (long)server_pid(scene->server));
    DIR *threads = opendir(path);
    assert_non_null(threads);
    for (const struct dirent *at = readdir(threads); at != NULL; at = readdir(threads)) {
        const pid_t thread = (pid_t)atol(at->d_name);
        if (thread <= 0 || sched_getscheduler(thread) != SCHED_IDLE)
            continue;
        count++;
        (void)sched_setscheduler(thread, SCHED_OTHER, &none);
        (void)setpriority(PRIO_PROCESS, (id_t)thread, 0);
    }
    closedir(threads);
    return count;
}

/* On a machine that always does something else no thought would ever come. Who may not lift threads
 * waits until the machine is free. */
static void let_it_think(const struct scene *scene)
{
    const int64_t end_ms = wait_now_ms() + PATIENCE_MS;
    while (lift_threads(scene) == 0 && wait_now_ms() < end_ms)
        sched_yield();
}
#else
static void let_it_think(const struct scene *scene)
{
    (void)scene;
}
#endif

static struct duel begin(struct scene *scene, int resigns)
{
    let_it_think(scene);
    struct duel duel = {.guest = scene_guest(scene)};
    const json_t *opened = peer_ask(duel.guest, "room.open", "{s:s, s:s, s:i, s:s, s:s, s:b}",
                                    "variant", "classic", "computer", "pentad", "level", 1, "first",
                                    "opener", "actions", GIVEN, "resigns", resigns);
    assert_int_equal(has_at(opened, "room.resigns"), resigns);
    snprintf(duel.game, sizeof(duel.game), "%s", text_at(opened, "game.game"));
    return duel;
}

static void move(const struct duel *duel, int ply, const char *square)
{
    peer_ask(duel->guest, "game.move", "{s:s, s:i, s:s}", "game", duel->game, "ply", ply, "action",
             square);
}

/* The computer stops one of the threes, or none; the guest makes the other one four with both ends
 * free. Returns these ends. */
static const char *const *make_four(const struct duel *duel)
{
    static const char *const rows[2][4] = {{"b4", "g4", "c4", "h4"}, {"b16", "g16", "c16", "h16"}};
    int row = 0;
    move(duel, 12, "n10");
    const json_t *moved = peer_event(duel->guest, "game.moved", "{s:i}", "ply", 13);
    for (int i = 0; i < 4; i++)
        row = strcmp(rows[0][i], text_at(moved, "action")) == 0 ? 1 : row;
    move(duel, 14, rows[row][2]);
    return rows[row];
}

SCENE(a_computer_that_is_asked_to_resigns_what_it_has_lost)
{
    struct duel duel = begin(scene, 1);
    make_four(&duel);
    peer_event(duel.guest, "game.ended", "{s:s, s:s}", "result", "first", "reason", "resign");
    const json_t *now = peer_ask(duel.guest, "game.sync", "{s:s}", "game", duel.game);
    assert_int_equal(int_at(now, "game.ply"), 15);
}

SCENE(unasked_a_computer_plays_to_the_five)
{
    struct duel duel = begin(scene, 0);
    const char *const *ends = make_four(&duel);
    const json_t *moved = peer_event(duel.guest, "game.moved", "{s:i}", "ply", 15);
    move(&duel, 16, strcmp(text_at(moved, "action"), ends[0]) == 0 ? ends[1] : ends[0]);
    peer_event(duel.guest, "game.ended", "{s:s, s:s}", "result", "first", "reason", "row");
}

/* Time for each thought to come to its end by its nodes, on any machine: one that is cut short
 * plays on, and proves nothing. */
static const char *const unhurried[] = {"--think-ms", "60000", NULL};

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCENE_TEST_WITH(a_computer_that_is_asked_to_resigns_what_it_has_lost, unhurried),
        SCENE_TEST_WITH(unasked_a_computer_plays_to_the_five, unhurried),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
