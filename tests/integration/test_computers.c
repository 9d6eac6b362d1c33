/* SPDX-License-Identifier: MIT */
/*
 * Games against a computer of the real server: whether it plays them to their end.
 */
#include "tests/support/lift.h"
#include "tests/support/scene.h"

#include <stdio.h>
#include <string.h>

/* Two threes of X, which is to move, far from each other and from the stones of O. */
#define GIVEN "d4 a1 e4 s1 f4 a19 d16 s19 e16 j1 f16 a10"

struct duel {
    struct peer *guest;
    char game[13];
};

static struct duel begin(struct scene *scene, int resigns)
{
    lift_threads(server_pid(scene->server), 1);
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
