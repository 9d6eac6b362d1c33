/* SPDX-License-Identifier: MIT */
/*
 * Plays a little of everything against the real server and leaves its database behind, from which
 * the fixture of a schema is made: see README.md of this folder. Not a test, run by hand.
 *
 *   play_fixture NEW_FILE
 */
#include "tests/support/scene.h"
#include "tests/support/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GAME "{s:s}", "game"
#define DRAW "game.draw", "{s:s, s:s}", "game"

static const char *target;

static void say(struct peer *peer, const char *room, const char *text)
{
    peer_ask(peer, "room.say", "{s:s, s:s}", "room", room, "text", text);
}

/* Rated games of every end: both colours, a draw of each kind, resigning, leaving, aborting. */
static void play_rated(struct scene *scene, struct peer *anna, struct peer *boris)
{
    struct table table;
    (void)scene;
    table_open(&table, anna, boris, "classic", TABLE_RATED);
    say(anna, table.room, "Good luck!");
    say(boris, table.room, "Удачи! It's 'quoted' \"twice\"; -- and 100 %");
    table_play(&table, TABLE_FIRST_WINS);
    table_ended(&table, "first", "row");
    table_rematch(&table);
    table_play(&table, TABLE_SECOND_WINS);
    table_ended(&table, "second", "row");
    table_rematch(&table);
    table_play(&table, "h8 a1 h9");
    peer_ask(table.seats[0], DRAW, table.game, "answer", "offer");
    peer_ask(table.seats[1], DRAW, table.game, "answer", "refuse");
    table_play(&table, "a2");
    peer_ask(table.seats[1], DRAW, table.game, "answer", "offer");
    peer_ask(table.seats[0], DRAW, table.game, "answer", "accept");
    table_ended(&table, "draw", "agreed");
    table_rematch(&table);
    table_play(&table, "s19");
    peer_ask(table.seats[1], "game.abort", GAME, table.game);
    table_ended(&table, "none", "aborted");
    table_rematch(&table);
    table_play(&table, "h8 a1 h9 a2 h10");
    peer_ask(table.seats[1], "game.resign", GAME, table.game);
    table_ended(&table, "first", "resign");
    peer_ask(table.opener, "room.rematch", "{s:s}", "room", table.room);
}

/* A closed room, with a full board and a player who left. */
static void play_and_close(struct peer *anna, struct peer *vera)
{
    struct table table;
    table_open(&table, anna, vera, "mini", TABLE_RATED);
    table_play(&table, TABLE_MINI_DRAW);
    table_ended(&table, "draw", "full_board");
    table_rematch(&table);
    table_play(&table, "b2 a1 a2");
    peer_ask(vera, "room.leave", "{s:s}", "room", table.room);
    table_ended(&table, vera == table.seats[0] ? "second" : "first", "left");
    peer_ask(anna, "room.leave", "{s:s}", "room", table.room);
}

static void play_swap2(struct scene *scene, struct peer *boris, struct peer *vera)
{
    static const char *const openings[] = {"a1 h8 b1", "a1 h8 b1 two_more h9 c1",
                                           "a1 h8 b1 two_more h9 c1 black h10"};
    struct table table;
    table_open(&table, boris, vera, "swap2", TABLE_RATED);
    table_play(&table, "a1 h8 b1 white h9 c1 h10 d1 h11 s19 h12");
    table_ended(&table, "second", "row");
    table_open(&table, boris, vera, "swap2", TABLE_RATED);
    table_play(&table, "a1 h8 b1 black h9 c1 h10 d1 s1 e1");
    table_ended(&table, "second", "row");
    for (size_t i = 0; i < sizeof(openings) / sizeof(*openings); i++) {
        table_open(&table, scene_guest(scene), scene_guest(scene), "swap2", TABLE_UNRATED);
        table_play(&table, openings[i]);
    }
    table_open(&table, vera, boris, "swap2", TABLE_RATED);
    table_play(&table, "a1 h8 b1 white h9 c1");
}

/* Games in progress: none of a move, with a refused offer, with an open one. */
static void leave_in_progress(struct scene *scene, struct peer *anna, struct peer *vera)
{
    struct table table;
    table_open(&table, anna, vera, "classic", TABLE_RATED);
    table_open(&table, anna, vera, "classic", TABLE_RATED);
    table_play(&table, "j10 a1 j11 a2");
    peer_ask(table.seats[0], DRAW, table.game, "answer", "offer");
    peer_ask(table.seats[1], DRAW, table.game, "answer", "refuse");
    table_play(&table, "j12");
    peer_ask(table.seats[1], DRAW, table.game, "answer", "offer");
    say(vera, table.room, "Draw?");
    table_open(&table, scene_guest(scene), anna, "mini", TABLE_UNRATED);
    table_play(&table, "b2 a1");
}

/* Guests: one who plays and registers afterwards, one who stays one, one who logs out. */
static void play_as_guests(struct scene *scene, struct peer *anna)
{
    struct table table;
    struct peer *guest = scene_guest(scene);
    struct peer *other = scene_guest(scene);
    table_open(&table, guest, other, "classic", TABLE_UNRATED);
    table_play(&table, TABLE_FIRST_WINS);
    table_ended(&table, "first", "row");
    peer_ask(guest, "auth.register", "{s:s, s:s}", "name", "Глеб", "password", SCENE_PASSWORD);
    table_open(&table, guest, anna, "mini", TABLE_RATED);
    table_play(&table, TABLE_MINI_FIRST_WINS);
    table_ended(&table, "first", "row");
    peer_ask(scene_login(scene, "Anna"), "auth.logout", NULL);
}

SCENE(a_little_of_everything)
{
    char command[2 * FOLDER_PATH_SIZE];
    char path[FOLDER_PATH_SIZE];
    struct peer *anna = scene_account(scene, "Anna");
    struct peer *boris = scene_account(scene, "Борис");
    struct peer *vera = scene_account(scene, "Vera");
    play_rated(scene, anna, boris);
    play_and_close(anna, vera);
    play_swap2(scene, boris, vera);
    play_as_guests(scene, anna);
    leave_in_progress(scene, anna, vera);
    peer_ask(vera, "room.open", "{s:s, s:b, s:{s:s, s:I}}", "variant", "swap2", "rated", 1, "clock",
             TABLE_DAYS);
    scene_account(scene, "Nobody_played");
    scene_stop(scene);
    folder_path(server_folder(scene->server), "pentad.db", path);
    assert_true(snprintf(command, sizeof(command), "cp '%s' '%s'", path, target) > 0);
    assert_int_equal(system(command), 0);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {SCENE_TEST(a_little_of_everything)};
    if (argc != 2) {
        fputs("usage: play_fixture NEW_FILE\n", stderr);
        return 2;
    }
    target = argv[1];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
