/* SPDX-License-Identifier: MIT */
/*
 * The check of a database file: a played one is sound, and every kind of damage is named. Each row
 * of PLANTS is a test of its own: it does the damage with plain SQL and looks for the finding.
 */
#include "db/sqlite/check.h"
#include "tests/conformance/store_samples.h"
#include "tests/migration/fixture.h"
#include "tests/unit/db/raw_database.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* People and things in the fixture of schema 1. */
#define ANNA "56991987785269248"
/* The order in which rows are planted here. */
#define ACCOUNT_COLUMNS                                                                            \
    "(player, settings, about, country, role, banned_until_ms, ban_reason, muted_until_ms, "       \
    "mute_reason, is_deleted, photo)"
#define BORIS "56991987785531392"
#define GUEST "56991987794182144"
#define ROOM_PLAYED "56991987785793537"
#define ROOM_PLAYING "56991987799949313"
#define GAME_WON "56991987786055680" /* classic, rated: Anna against Boris, row */
#define GAME_RESIGNED "56991987789201408"
#define GAME_AGREED "56991987788152832"
#define GAME_ABORTED "56991987788939264"
#define GAME_FULL "56991987789987841"
#define GAME_PLAYING "56991987799949314" /* log entries 101 to 108 */

/* Columns are named, since later schemas have more of them. */
#define ENTRY "id, game, seq, kind, seat, action, at_ms"
#define LINE                                                                                       \
    "player, game, opponent, variant, stake, score, reason, before, points, opponent_rank, "       \
    "plies, ended_ms"

/* Anna wrote to Boris, who has not read it. */
#define MESSAGE                                                                                    \
    "INSERT INTO message VALUES (7, " ANNA ", " BORIS ", 'hi', 1, 0); "                            \
    "INSERT INTO message_copy VALUES (" ANNA ", " BORIS ", 7, 1), (" BORIS ", " ANNA ", 7, 0); "   \
    "INSERT INTO thread VALUES (" ANNA ", " BORIS ", 7, 0, 0), (" BORIS ", " ANNA ", 7, 1, 0); "

struct plant {
    const char *name;
    const char *sql;
    const char *finding; /* part of the line that must be told */
};

static const struct plant PLANTS[] = {
    {"an index that is missing", "DROP INDEX ledger_player", "schema ledger_player: it is missing"},
    {"a table that is missing", "DROP TABLE chat", "schema chat: it is missing"},
    {"a table that is missing is not asked for more", "DROP TABLE chat",
     "unreadable chat: no such table"},
    {"a trigger of somebody else's",
     "CREATE TRIGGER bad AFTER INSERT ON chat BEGIN DELETE FROM ledger; END",
     "schema bad: this version of the schema has nothing of that name"},
    {"a value that its column forbids",
     "PRAGMA ignore_check_constraints = ON; UPDATE player SET kind = 7 WHERE id = " GUEST,
     "integrity file: CHECK constraint failed in player"},
    {"a reference to nothing", "UPDATE room SET joiner = 5 WHERE id = " ROOM_PLAYED,
     "reference room " ROOM_PLAYED ": it refers to a row of player"},
    {"lags of fewer actions than there are", "UPDATE game SET lags = '300 0' WHERE id = " GAME_WON,
     "game " GAME_WON ": its lags are not one for each action"},
    {"lag of something that is no action", "UPDATE game_log SET lag_ms = 5 WHERE kind = 1",
     "log " GAME_PLAYING ": time is given, or taken for lag, where it cannot be"},
    {"time given by nobody", "UPDATE game_log SET given_ms = 15000 WHERE kind = 1",
     "log " GAME_PLAYING ": time is given, or taken for lag, where it cannot be, at event"},
    {"days off that give nothing",
     "INSERT INTO slow_log VALUES (" GAME_PLAYING ", 1, 7, 0, '', 0, 0, 0, 0)",
     "log " GAME_PLAYING ": time is given, or taken for lag, where it cannot be, at event 1"},
    {"time given in a game of days",
     "INSERT INTO slow_log VALUES (" GAME_PLAYING ", 1, 6, 0, '', 0, 0, 15000, 0)",
     "log " GAME_PLAYING ": time is given, or taken for lag, where it cannot be, at event 1"},
    {"a session of nobody", "UPDATE session SET player = 5 WHERE player = " ANNA,
     "session 5: a session of a player"},
    {"a network of nobody", "INSERT INTO origin (player, origin, last_ms) VALUES (5, 7, 0)",
     "origin 5: a network of a player"},
    {"newcomers refused for nobody", "INSERT INTO origin_ban VALUES (5, 7, 0, 1)",
     "origin_ban 5: newcomers are refused because of a player who does not exist"},
    {"newcomers refused by nobody", "INSERT INTO origin_ban VALUES (" ANNA ", 7, 0, 1)",
     "origin_ban " ANNA ": newcomers are refused because of the player, and nobody has done that"},
    {"a rating of nobody",
     "UPDATE rating SET player = 5 WHERE player = " ANNA " AND variant = 'mini'",
     "rating 5 mini: the player does not exist"},
    {"a chat line of nobody", "UPDATE chat SET player = 5 WHERE n = 2",
     "chat " ROOM_PLAYED " line 2: the room or the player"},
    {"a seat that is kept and taken", "UPDATE room SET invited = " ANNA " WHERE id = " ROOM_PLAYED,
     "room " ROOM_PLAYED ": its seat is kept for player " ANNA},
    {"a chat line of a game elsewhere", "UPDATE chat SET during = 5 WHERE n = 2",
     "chat " ROOM_PLAYED " line 2: said during game 5"},
    {"a chat line of no room", "UPDATE chat SET room = 5 WHERE n = 2",
     "chat 5 line 2: the room or the player"},

#include "tests/unit/db/plants_account.def"
    {"a block of nobody", "INSERT INTO block VALUES (" ANNA ", 5, 0)",
     "block " ANNA " 5: one of the two does not exist"},
    {"a message of a guest", "INSERT INTO message VALUES (7, " GUEST ", " BORIS ", NULL, 1, 0)",
     "message 7: one of the two is no registered player"},
    {"a message whose text went too early", MESSAGE "UPDATE message SET text = NULL",
     "message 7: somebody has a copy of it, and its text is gone"},
    {"a message whose text should have gone", MESSAGE "DELETE FROM message_copy",
     "message 7: its text is there, and nobody has a copy"},
    {"a copy of somebody else's message", MESSAGE "UPDATE message_copy SET is_own = 1 - is_own",
     "copy " ANNA " 7: it is no copy of a message between the two"},
    {"a copy of nothing", MESSAGE "UPDATE message_copy SET message = 8",
     "copy " ANNA " 8: it is no copy of a message between the two"},
    {"a copy without a thread", MESSAGE "DELETE FROM thread WHERE owner = " BORIS,
     "copy " BORIS " 7: there is no thread for it"},
    {"a thread without a copy", MESSAGE "DELETE FROM message_copy WHERE owner = " BORIS,
     "thread " BORIS " " ANNA ": its last message is not its last copy"},
    {"a wrong count of unread messages", MESSAGE "UPDATE thread SET unread = 3 WHERE unread = 1",
     "thread " BORIS " " ANNA ": it says 3 unread, and 1 are"},
    {"too many blocks",
     "WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x <= 500) "
     "INSERT INTO block SELECT " ANNA ", x, 0 FROM n",
     "block " ANNA ": blocks 501 players"},
    {"following nobody", "INSERT INTO follow VALUES (" ANNA ", 5, 0)",
     "follow " ANNA " 5: one of the two does not exist"},
    {"following too many",
     "WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x <= 100) "
     "INSERT INTO follow SELECT " ANNA ", x, 0 FROM n",
     "follow " ANNA ": follows 101 players"},
    {"a guest who follows", "INSERT INTO follow VALUES (" GUEST ", " ANNA ", 0)",
     "follow " GUEST ": a guest or a deleted account follows somebody"},

    {"a ban by nobody",
     "INSERT INTO account " ACCOUNT_COLUMNS " VALUES (" ANNA ", '', '', '', 0, 1, '', 0, '', 0, 0)",
     "order " ANNA ": is banned, and nobody has done that"},
    {"a role from nobody",
     "INSERT INTO account " ACCOUNT_COLUMNS " VALUES (" ANNA ", '', '', '', 1, 0, '', 0, '', 0, 0)",
     "order " ANNA ": keeps order, and nobody has given that role"},

#include "tests/unit/db/plants_report_lines.def"
#include "tests/unit/db/plants_reports.def"

    {"a room of no variant", "UPDATE room SET variant = 'go' WHERE id = " ROOM_PLAYED,
     "room " ROOM_PLAYED ": there is no variant go"},
    {"a room where nobody can begin", "UPDATE room SET first = 3 WHERE id = " ROOM_PLAYED,
     "room " ROOM_PLAYED ": nobody can begin by the rule 3"},
    {"one player in both seats", "UPDATE room SET joiner = opener WHERE id = " ROOM_PLAYED,
     "room " ROOM_PLAYED ": one player sits in both seats"},
    {"a room with a game that does not exist", "UPDATE room SET game = 5 WHERE id = " ROOM_PLAYED,
     "room " ROOM_PLAYED ": its game 5 does not exist"},
    {"a room with the game of another",
     "UPDATE room SET game = " GAME_PLAYING " WHERE id = " ROOM_PLAYED,
     "room " ROOM_PLAYED ": its game " GAME_PLAYING " belongs to room " ROOM_PLAYING},
    {"a game of a room that does not exist", "UPDATE game SET room = 5 WHERE id = " GAME_WON,
     "game " GAME_WON ": its room 5 does not exist"},
    {"a game in progress in a closed room", "UPDATE room SET is_open = 0 WHERE id = " ROOM_PLAYING,
     "game " GAME_PLAYING ": it is in progress, and no open room has it"},

    {"a game of no variant", "UPDATE game SET variant = 'go' WHERE id = " GAME_WON,
     "game " GAME_WON ": there is no variant go"},
    {"a game with an illegal action",
     "UPDATE game SET actions = 'h8 a1 h8 a2 h10 a3 h11 a4 h12' WHERE id = " GAME_WON,
     "game " GAME_WON ": its actions do not replay"},
    {"a game that goes on after its end",
     "UPDATE game SET actions = actions || ' a5', plies = 10 WHERE id = " GAME_WON,
     "game " GAME_WON ": its actions do not replay"},
    {"a game with a wrong number of plies", "UPDATE game SET plies = 8 WHERE id = " GAME_WON,
     "game " GAME_WON ": it has not as many actions as plies"},
    {"a game with too few events", "UPDATE game SET last_seq = 9 WHERE id = " GAME_WON,
     "game " GAME_WON ": it had fewer events than actions"},
    {"a game with an unknown reason", "UPDATE game SET reason = 'sorcery' WHERE id = " GAME_WON,
     "game " GAME_WON ": there is no such result or reason"},
    {"a row that is not called one", "UPDATE game SET reason = 'resign' WHERE id = " GAME_WON,
     "game " GAME_WON ": the board ended the game, or the reason says so, but not both"},
    {"a row that is not there", "UPDATE game SET reason = 'row' WHERE id = " GAME_RESIGNED,
     "game " GAME_RESIGNED ": the board ended the game, or the reason says so, but not both"},
    {"a row that the other one won", "UPDATE game SET result = 'second' WHERE id = " GAME_WON,
     "game " GAME_WON ": the board has another result"},
    {"a full board that is not called one",
     "UPDATE game SET reason = 'agreed' WHERE id = " GAME_FULL,
     "game " GAME_FULL ": the board ended the game, or the reason says so, but not both"},
    {"a full board that somebody won", "UPDATE game SET result = 'first' WHERE id = " GAME_FULL,
     "game " GAME_FULL ": the board has another result"},
    {"an agreed game that somebody won", "UPDATE game SET result = 'first' WHERE id = " GAME_AGREED,
     "game " GAME_AGREED ": the reason is that of a draw"},
    {"a resignation that nobody made", "UPDATE game SET result = 'draw' WHERE id = " GAME_RESIGNED,
     "game " GAME_RESIGNED ": somebody lost by the reason"},
    {"an aborted game with a result", "UPDATE game SET result = 'first' WHERE id = " GAME_ABORTED,
     "game " GAME_ABORTED ": it ended without a result by the reason, and has one"},

    {"a missing history line", "DELETE FROM history WHERE player = " ANNA " AND game = " GAME_WON,
     "history " ANNA " game " GAME_WON ": the line is missing"},
    {"a missing history line of the second player",
     "DELETE FROM history WHERE player = " BORIS " AND game = " GAME_WON,
     "history " BORIS " game " GAME_WON ": the line is missing"},
    {"a history line with another score",
     "UPDATE history SET score = 'lost' WHERE player = " ANNA " AND game = " GAME_WON,
     "history " ANNA " game " GAME_WON ": the line does not tell the game"},
    {"a history line with another opponent",
     "UPDATE history SET opponent = 5 WHERE player = " BORIS " AND game = " GAME_WON,
     "history " BORIS " game " GAME_WON ": the line does not tell the game"},
    {"a history line of an aborted game that moved points",
     "UPDATE history SET before = 1500 WHERE player = " ANNA " AND game = " GAME_ABORTED,
     "history " ANNA " game " GAME_ABORTED ": the line does not tell the game"},
    {"a history line with the other's stones",
     "UPDATE history SET mark = 2 WHERE player = " ANNA " AND game = " GAME_WON,
     "history " ANNA " game " GAME_WON ": its seat or its stones"},
    {"a history line of the other seat",
     "UPDATE history SET seat = 1 - seat WHERE player = " BORIS " AND game = " GAME_WON,
     "history " BORIS " game " GAME_WON ": its seat or its stones"},
    {"half a star", "UPDATE history SET starred = 2 WHERE player = " ANNA " AND game = " GAME_WON,
     "history " ANNA " game " GAME_WON ": a star that is neither"},
    {"a game against somebody that is told as one against a computer",
     "UPDATE history SET stake = 2 WHERE player = " ANNA " AND game = " GAME_ABORTED,
     "history " ANNA " game " GAME_ABORTED
     ": it does not tell whether the opponent was a computer"},
    {"a rated game that is told as one for fun",
     "UPDATE history SET stake = 0 WHERE player = " ANNA " AND game = " GAME_WON,
     "history " ANNA " game " GAME_WON ": the line does not tell the game"},
    {"a computer that has an account", "UPDATE player SET computer = 1 WHERE id = " ANNA,
     "player " ANNA ": a computer that has an account"},
    {"a tally that says too much",
     "UPDATE tally SET won = won + 1 WHERE player = " ANNA " AND opponent = " BORIS
     " AND variant = 'classic'",
     "tally " ANNA " against " BORIS " classic: it says "},
    {"a tally that is missing",
     "DELETE FROM tally WHERE player = " ANNA " AND opponent = " BORIS " AND variant = 'classic'",
     "tally " ANNA " game " GAME_WON ": a game that no tally counts"},
    {"a sum that says too much",
     "UPDATE tally SET lost = lost + 1 WHERE player = " ANNA
     " AND opponent = 0 AND variant = 'classic'",
     "tally " ANNA " classic: it says "},
    {"a sum that is missing",
     "DELETE FROM tally WHERE player = " ANNA " AND opponent = 0 AND variant = 'classic'",
     "tally " ANNA " against " BORIS " classic: it is not in the sum"},
    {"a streak that was not",
     "UPDATE form SET longest_winning = 9 WHERE player = " ANNA " AND variant = 'classic'",
     "form " ANNA " classic: its streaks or its best win"},
    {"a best win that was not",
     "UPDATE form SET best_points = 2000 WHERE player = " ANNA " AND variant = 'classic'",
     "form " ANNA " classic: its streaks or its best win"},
    {"a form that is missing", "DELETE FROM form WHERE player = " ANNA " AND variant = 'classic'",
     "form " ANNA " classic: it is missing, and there are games"},
    {"a form without games", "UPDATE form SET player = 5 WHERE player = " ANNA,
     "form 5 classic: there are no games to it"},
    {"a history line too many",
     "INSERT INTO history (" LINE ") SELECT " GUEST
     ", game, opponent, variant, stake, score, reason, before, "
     "points, opponent_rank, plies, ended_ms FROM history WHERE player = " ANNA
     " AND game = " GAME_WON,
     "history " GUEST " game " GAME_WON ": a line of a game that the player has not"},
    {"a history line of a game in progress",
     "INSERT INTO history (" LINE ") SELECT player, " GAME_PLAYING
     ", opponent, variant, stake, score, reason, "
     "before, points, opponent_rank, plies, ended_ms FROM history WHERE player = " ANNA
     " AND game = " GAME_WON,
     "history " ANNA " game " GAME_PLAYING ": a line of a game that the player has not"},

    {"a ledger that does not begin at 1500", "UPDATE ledger SET before = 1499 WHERE id = 1",
     "ledger 1: it begins at 1499"},
    {"a ledger with a gap", "DELETE FROM ledger WHERE id = 4",
     "ledger 5: it begins at 1538, where the rating was 1520"},
    {"a ledger line without its game",
     "DELETE FROM history WHERE player = " ANNA " AND game = " GAME_WON,
     "ledger 1: the player has no history line of game " GAME_WON},
    {"a ledger line that is not the game's", "UPDATE ledger SET after = 1521 WHERE id = 1",
     "ledger 1: the history line of game " GAME_WON " tells another change"},
    {"a fine that gives points",
     "INSERT INTO ledger (player, variant, month, before, after, at_ms) "
     "VALUES (" ANNA ", 'classic', '2026-10', 1554, 1654, 1)",
     "a fine with the month 2026-10 from 1554 to 1654"},
    {"a fine of no month",
     "INSERT INTO ledger (player, variant, month, before, after, at_ms) "
     "VALUES (" ANNA ", 'classic', 'May', 1554, 1454, 1)",
     "a fine with the month May"},
    {"ledger lines without a rating",
     "DELETE FROM rating WHERE player = " ANNA " AND variant = 'classic'",
     "rating " ANNA " classic: it has a ledger, and does not exist"},

    {"a rating in no variant",
     "UPDATE rating SET variant = 'go' WHERE player = " ANNA " AND variant = 'mini'",
     "rating " ANNA " go: there is no such variant"},
    {"a rating of a guest",
     "UPDATE rating SET player = " GUEST " WHERE player = " ANNA " AND variant = 'mini'",
     "rating " GUEST " mini: a guest has a rating"},
    {"a rating that its ledger does not give",
     "UPDATE rating SET points = 1600 WHERE player = " ANNA " AND variant = 'classic'",
     "rating " ANNA " classic: 1600 points, at most 1554, 4 games; by the ledger 1554, 1554, 4"},
    {"a peak that was never reached",
     "UPDATE rating SET peak = 2400 WHERE player = " ANNA " AND variant = 'classic'",
     "rating " ANNA " classic: 1554 points, at most 2400"},
    {"a game that was not counted",
     "UPDATE rating SET games = 3 WHERE player = " ANNA " AND variant = 'classic'",
     "rating " ANNA " classic: 1554 points, at most 1554, 3 games"},
    {"a rating without a ledger",
     "DELETE FROM ledger WHERE player = " ANNA " AND variant = 'classic'",
     "rating " ANNA " classic: its ledger is empty"},
    {"a game twice in the ledger and the rating",
     "INSERT INTO ledger (player, variant, game, before, after, at_ms) "
     "SELECT player, variant, game, 1538, 1538, at_ms FROM ledger WHERE id = 5; "
     "UPDATE rating SET games = 5 WHERE player = " ANNA " AND variant = 'classic'",
     "rating " ANNA ": the ratings count 8 games, the history 7"},

#include "tests/unit/db/plants_annulments.def"
#include "tests/unit/db/plants_ratings.def"

    {"a log entry of no game", "UPDATE game_log SET game = 5 WHERE id = 1",
     "log 1: an entry of game 5, which does not exist"},
    {"a log entry older than its game", "UPDATE game SET log_after = 101 WHERE id = " GAME_PLAYING,
     "log 101: an entry that is older than its game " GAME_PLAYING},

#include "tests/unit/db/plants_log.def"
};

#define PLANT_COUNT (sizeof(PLANTS) / sizeof(PLANTS[0]))

/* ------------------------------------------------------------------ tests */

/* A folder with a played database of the newest schema. */
struct place {
    const struct plant *plant;
    char folder[RAW_PATH_SIZE];
    char path[RAW_PATH_SIZE];
};

static int setup(void **state)
{
    struct place *place = calloc(1, sizeof(*place));
    if (place == NULL)
        return -1;
    place->plant = *state;
    raw_folder_make(place->folder);
    raw_path(place->folder, place->path);
    fixture_make_newest(place->path);
    *state = place;
    return 0;
}

static int teardown(void **state)
{
    struct place *place = *state;
    raw_folder_remove(place->folder);
    free(place);
    return 0;
}

static void assert_told(const struct place *place, const char *finding)
{
    char *told = fixture_check(place->path);
    if (strstr(told, finding) == NULL)
        fail_msg("\"%s\" is not in:\n%s", finding, told);
    free(told);
}

static void damage_is_named(void **state)
{
    const struct place *place = *state;
    raw_run(place->path, place->plant->sql);
    assert_told(place, place->plant->finding);
}

#define PLACE_TEST(name) TEST_ON(name, const struct place *place, setup, teardown)

PLACE_TEST(a_played_database_is_sound)
{
    char *told = fixture_check(place->path);
    assert_string_equal(told, "");
    free(told);
}

/* Two takebacks in the log of the game in progress: of one action after a refusal, and of two. Both
 * are followed by what was taken back, so a replay that leaves it there finds its square taken. */
PLACE_TEST(a_game_with_takebacks_is_sound)
{
    raw_run(place->path, "INSERT INTO game_log (" ENTRY ") SELECT 200 + column1, " GAME_PLAYING
                         ", column1, column2, column3, column4, 1795243980027 FROM (VALUES "
                         "(9, 3, 0, ''), (10, 5, 1, ''), (11, 3, 0, ''), (12, 4, 1, ''), "
                         "(13, 0, 0, 'j12'), (14, 3, 1, ''), (15, 4, 0, ''), (16, 0, 1, 'a2'), "
                         "(17, 0, 0, 'j12'))");
    char *told = fixture_check(place->path);
    assert_string_equal(told, "");
    free(told);
}

/* The pages of one index are overwritten in the file. */
PLACE_TEST(damaged_pages_are_named_and_the_check_goes_on)
{
    char junk[512];
    int64_t page = raw_integer(place->path, "SELECT rootpage FROM sqlite_schema "
                                            "WHERE name = 'history_score'");
    raw_run(place->path, "UPDATE room SET joiner = opener WHERE id = " ROOM_PLAYED);
    int file = open(place->path, O_WRONLY);
    memset(junk, 0xa5, sizeof(junk));
    assert_int_equal(pwrite(file, junk, sizeof(junk), (off_t)((page - 1) * 4096)), sizeof(junk));
    assert_int_equal(close(file), 0);
    assert_told(place, "integrity file: ");
    assert_told(place, "room " ROOM_PLAYED ": one player sits in both seats");
}

PLACE_TEST(a_check_changes_nothing_in_the_file)
{
    static char before[1 << 20];
    static char after[1 << 20];
    int file = open(place->path, O_RDONLY);
    ssize_t size = pread(file, before, sizeof(before), 0);
    assert_true(size > 0);
    free(fixture_check(place->path));
    assert_int_equal(pread(file, after, sizeof(after), 0), size);
    assert_memory_equal(before, after, (size_t)size);
    assert_int_equal(close(file), 0);
}

static void assert_cannot(const char *path, const char *why)
{
    char *told = fixture_check(path);
    assert_memory_equal(told, "cannot: ", 8);
    if (strstr(told, why) == NULL)
        fail_msg("\"%s\" is not in: %s", why, told);
    free(told);
}

PLACE_TEST(what_is_not_our_database_cannot_be_checked)
{
    char path[2 * RAW_PATH_SIZE];
    (void)snprintf(path, sizeof(path), "%s/other.db", place->folder);
    assert_cannot(path, "No such file");
    assert_cannot(place->folder, "not a file");
    raw_run(path, "PRAGMA user_version = 0");
    assert_cannot(path, "empty");
    raw_run(path, "CREATE TABLE t (x)");
    assert_cannot(path, "another program");
    raw_run(place->path, "PRAGMA user_version = 99");
    assert_cannot(place->path, "version 99");
    FILE *file = fopen(path, "w");
    (void)fprintf(file, "%01000d", 7);
    (void)fclose(file);
    assert_cannot(path, "not a database");
}

static bool at_once(void *ctx)
{
    (void)ctx;
    return true;
}

static void ignore(void *ctx, const struct store_finding *finding)
{
    (void)ctx;
    (void)finding;
}

PLACE_TEST(a_check_can_be_cancelled)
{
    char message[128] = "";
    struct store_check_counts counts;
    const struct store_check_listener listener = {NULL, ignore, at_once};
    raw_run(place->path,
            "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT "
            "50000) INSERT INTO game_log (" ENTRY ") SELECT 1000 + i, 5, i, 0, 0, 'a1', 1 FROM n");
    assert_int_equal(store_sqlite_check(place->path, &listener, &counts, message, sizeof(message)),
                     -1);
    assert_string_equal(message, "interrupted");
}

PLACE_TEST(a_running_server_does_not_matter)
{
    struct harness *harness = calloc(1, sizeof(*harness));
    struct sample_names names;
    harness_init_in(harness, &RAW_SQLITE_BACKEND, place->folder);
    assert_int_equal(harness_do(harness, sample_register(7, "Late", &names)), STORE_OK);
    char *told = fixture_check(place->path);
    assert_string_equal(told, "");
    free(told);
    assert_int_equal(harness_do(harness, sample_session(9, 7)), STORE_OK);
    harness_leave(harness);
    free(harness);
}

int main(void)
{
    struct CMUnitTest plants[PLANT_COUNT];
    for (size_t i = 0; i < PLANT_COUNT; i++)
        plants[i] = (struct CMUnitTest){PLANTS[i].name, damage_is_named, setup, teardown,
                                        (void *)(uintptr_t)&PLANTS[i]};
    return test_run_all(NULL, NULL) + cmocka_run_group_tests(plants, NULL, NULL);
}
