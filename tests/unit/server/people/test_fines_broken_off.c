/* SPDX-License-Identifier: MIT */
/*
 * The monthly fine and games that come to no result: a move averts the fine unless its player broke
 * that game off. The opponent who does costs nobody a month.
 */
#include "tests/support/cmocka_all.h"
#include "tests/unit/server/rig_fines.h"

#include <string.h>

#define GAMES_MAX 3

/* A game of December 2023: Anna begins unless `is_second`, then somebody ends it. */
struct broken {
    const char *moves;
    bool is_anna; /* ends it, else Boris does */
    const char *how;
    bool is_second;
    int days; /* that pass before that */
};

#define ABORT "game.abort"
#define RESIGN "game.resign"
#define LEAVE "room.leave"
#define CRASH "" /* the server is killed, and the game goes on */

struct row {
    const char *what;
    struct broken games[GAMES_MAX];
    const char *fines; /* Anna's, on 1 January */
};

static const struct row ROWS[] = {
    {"no game", {{0}}, "2023-12"},
    {"a move, and she aborts", {{"h8", true, ABORT, false, 0}}, "2023-12"},
    {"a move, and he aborts", {{"h8", false, ABORT, false, 0}}, ""},
    {"a move, and she leaves", {{"h8", true, LEAVE, false, 0}}, "2023-12"},
    {"a move, and he leaves", {{"h8", false, LEAVE, false, 0}}, ""},
    {"a move each, and she resigns", {{"h8 a1", true, RESIGN, false, 0}}, "2023-12"},
    {"a move each, and he resigns", {{"h8 a1", false, RESIGN, false, 0}}, ""},
    {"the second move, and she resigns", {{"h8 a1", true, RESIGN, true, 0}}, "2023-12"},
    {"the second move, and he leaves", {{"h8 a1", false, LEAVE, true, 0}}, ""},
    {"far enough, and she resigns", {{"a1 b2 c3 d4 e5", true, RESIGN, true, 0}}, ""},
    {"his row is far, and she resigns", {{"a1 b2 c3 d4 e5", true, RESIGN, false, 0}}, "2023-12"},
    {"none of hers, and he aborts", {{"h8", false, ABORT, true, 0}}, "2023-12"},
    {"she aborts after she waited a day", {{"h8", true, ABORT, false, 2}}, ""},
    {"twice", {{"h8", true, ABORT, false, 0}, {"h8", true, LEAVE, false, 0}}, "2023-12"},
    {"once she, then he", {{"h8", true, ABORT, false, 0}, {"h8", false, ABORT, false, 0}}, ""},
    {"once he, then she", {{"h8", false, ABORT, false, 0}, {"h8", true, ABORT, false, 0}}, ""},
    {"hers while another one goes on",
     {{"h8", true, CRASH, false, 0}, {"h8", true, ABORT, false, 0}},
     ""},
    {"hers, another one, hers",
     {{"h8", true, ABORT, false, 0},
      {"a1 b2 c3 d4 e5", false, RESIGN, false, 0},
      {"h8", true, ABORT, false, 0}},
     ""},
};

static void play(struct rig *rig, const struct broken *game, struct rig_peer *people[2])
{
    struct rig_peer *first = people[game->is_second ? 1 : 0];
    struct rig_peer *second = people[game->is_second ? 0 : 1];
    struct rig_table table = rig_table(first, second, "classic", true);
    struct rig_peer *breaker = people[game->is_anna ? 0 : 1];
    rig_play(&table, game->moves);
    rig_pass(rig, game->days * DAY_MS);
    if (strcmp(game->how, CRASH) == 0) {
        rig_restart(rig);
        for (int i = 0; i < 2; i++)
            people[i] = rig_resume(rig, people[i]->token);
        return;
    }
    const char *subject = strcmp(game->how, LEAVE) == 0 ? "room" : "game";
    assert_ok(rig_ask(breaker, "{'op':'%s','%s':'%s'}", game->how, subject,
                      strcmp(game->how, LEAVE) == 0 ? table.room : table.game));
    for (int i = 0; i < 2; i++) {
        rig_leave(people[i], table.room);
        rig_forget_events(people[i]);
    }
}

/* The players are in the server's memory when the month is settled, or in the store alone. */
static void check(const struct row *row, bool are_here)
{
    const struct core_options options = rig_fines_options();
    struct rig *rig = rig_new_with(&options);
    struct rig_peer *people[2];
    rig_two_rated(rig, &people[0], &people[1]);
    rig_until(rig, rig_date(2023, 12, 10));
    for (int i = 0; i < GAMES_MAX && row->games[i].moves != NULL; i++)
        play(rig, &row->games[i], people);
    if (!are_here)
        rig_down_until(rig, rig_date(2023, 12, 20));
    rig_until(rig, rig_date(2024, 1, 1));
    struct rig_peer *asker = rig_player(rig, "Carla");
    const char *fines = rig_fines(asker, "Anna");
    if (strcmp(fines, row->fines) != 0)
        fail_msg("%s%s: fined for \"%s\"", row->what, are_here ? ", here" : "", fines);
    rig_check_world(rig);
    rig_free(rig);
}

static void a_move_averts_the_fine_unless_its_player_broke_the_game_off(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(ROWS) / sizeof(ROWS[0]); i++) {
        check(&ROWS[i], true);
        check(&ROWS[i], false);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_move_averts_the_fine_unless_its_player_broke_the_game_off),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
