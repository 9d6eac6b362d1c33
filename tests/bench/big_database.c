/* SPDX-License-Identifier: MIT */
/*
 * A big database by plain SQL; see the header. What is in no order of insertion (histories, the
 * ledger's indexes) is sorted and made at the end, which is what makes it fast.
 */
#include "tests/bench/big_database.h"

#include "db/sqlite/store.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include <sqlite3.h>

#define POOL 64            /* different games */
#define GAMES_A_ROOM 4     /* of those that are over */
#define DEAD_ENTRIES 16384 /* more than the log has of games in progress: just before a sweep */
#define SQL_SIZE 1024

struct world {
    sqlite3 *db;
    const struct big_database *wanted;
    uint32_t random;
    int64_t next_id;
    int64_t first_player;
    int64_t next_entry;
    char actions[POOL][GAME_TEXT_SIZE];
    char squares[POOL][BIG_DATABASE_PLIES][ACTION_TEXT_SIZE];
    int *points; /* by player */
};

static void fail(const struct world *world, const char *what)
{
    fprintf(stderr, "big_database: %s: %s\n", what, sqlite3_errmsg(world->db));
    exit(1);
}

static void run(struct world *world, const char *sql)
{
    if (sqlite3_exec(world->db, sql, NULL, NULL, NULL) != SQLITE_OK)
        fail(world, sql);
}

static uint32_t below(struct world *world, uint32_t end)
{
    world->random ^= world->random << 13;
    world->random ^= world->random >> 17;
    world->random ^= world->random << 5;
    return world->random % end;
}

/* ------------------------------------------------------------------ statements */

static sqlite3_stmt *prepare(struct world *world, const char *sql)
{
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(world->db, sql, -1, &statement, NULL) != SQLITE_OK)
        fail(world, sql);
    return statement;
}

/* Whole numbers for ?1, ?2 ... */
static void insert(struct world *world, sqlite3_stmt *statement, const int64_t *values, int count)
{
    for (int i = 0; i < count; i++)
        (void)sqlite3_bind_int64(statement, i + 1, values[i]);
    if (sqlite3_step(statement) != SQLITE_DONE)
        fail(world, sqlite3_sql(statement));
    (void)sqlite3_reset(statement);
}

#define INSERT(world, statement, ...)                                                              \
    insert(world, statement, (const int64_t[]){__VA_ARGS__},                                       \
           (int)(sizeof((const int64_t[]){__VA_ARGS__}) / sizeof(int64_t)))

/* ------------------------------------------------------------------ the parts */

/* Random games that are still open after their plies. */
static void pool_make(struct world *world)
{
    for (int i = 0; i < POOL; i++) {
        struct game game;
        game_init(&game, variant_get(VARIANT_CLASSIC));
        while (game.ply < BIG_DATABASE_PLIES) {
            struct action action = action_place(below(world, 361));
            if (game_act(&game, action) != 0)
                continue;
            if (game_status(&game) != GAME_OPEN)
                game_undo(&game);
            else
                (void)action_format(game.variant, action, world->squares[i][game.ply - 1]);
        }
        (void)game_format(&game, world->actions[i], sizeof(world->actions[i]));
    }
}

static void players_make(struct world *world)
{
    char sql[SQL_SIZE];
    world->first_player = world->next_id;
    (void)snprintf(sql, sizeof(sql),
                   "WITH RECURSIVE n (i) AS (SELECT %" PRId64 " UNION ALL SELECT i + 1 FROM n "
                   "LIMIT %" PRId64 ") INSERT INTO player (id, kind, name, name_key, skeleton, "
                   "password_hash, created_ms) SELECT i, 1, 'Player_' || i, 'player_' || i, "
                   "'player_' || i, '$argon2id$v=19$m=65536,t=2,p=1$c2FsdA$' || hex(zeroblob(32)), "
                   "1700000000000 + i FROM n",
                   world->first_player, world->wanted->players);
    run(world, sql);
    world->next_id += world->wanted->players;
    world->points = malloc((size_t)world->wanted->players * sizeof(*world->points));
    if (world->points == NULL)
        abort();
    for (int64_t i = 0; i < world->wanted->players; i++)
        world->points[i] = 1500;
}

/* One game that is over, rated, given up by the second player. Everything that is sorted later
 * goes to `line` at first. */
static void over_make(struct world *world, sqlite3_stmt *statements[3], int64_t room, int64_t i)
{
    int64_t game = world->next_id++;
    int64_t at_ms = 1700000000000 + 1000 * i;
    uint32_t players = (uint32_t)world->wanted->players;
    uint32_t pair[2] = {below(world, players), 0};
    int move = 8 + (int)below(world, 9);
    pair[1] = (pair[0] + 1 + below(world, players - 1)) % players;
    (void)sqlite3_bind_text(statements[0], 6, world->actions[i % POOL], -1, SQLITE_STATIC);
    INSERT(world, statements[0], game, room, world->first_player + pair[0],
           world->first_player + pair[1], at_ms);
    for (int seat = 0; seat < 2; seat++) {
        int *points = &world->points[pair[seat]];
        int64_t before = *points;
        *points += seat == 0 ? move : -move;
        if (*points < 100)
            *points = 100;
        int64_t player = world->first_player + pair[seat];
        INSERT(world, statements[1], player, game, before, *points, at_ms + 900);
        INSERT(world, statements[2], player, game, world->first_player + pair[1 - seat], seat,
               before, *points - before, at_ms + 900);
    }
}

static void all_over_make(struct world *world)
{
    sqlite3_stmt *room =
        prepare(world, "INSERT INTO room (id, is_open, variant, rated, first, rematch_offer, game, "
                       "opened_ms) VALUES (?1, 0, 'classic', 1, 0, -1, ?2, ?3)");
    sqlite3_stmt *statements[3] = {
        prepare(world, "INSERT INTO game (id, room, variant, rated, first_player, second_player, "
                       "started_ms, log_after, ended_ms, result, reason, plies, last_seq, actions) "
                       "VALUES (?1, ?2, 'classic', 1, ?3, ?4, ?5, 0, ?5 + 900, 'first', 'resign', "
                       "40, 41, ?6)"),
        prepare(world, "INSERT INTO ledger (player, variant, game, before, after, at_ms) "
                       "VALUES (?1, 'classic', ?2, ?3, ?4, ?5)"),
        prepare(world, "INSERT INTO line VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)"),
    };
    int64_t id = 0;
    for (int64_t i = 0; i < world->wanted->over; i++) {
        if (i % GAMES_A_ROOM == 0)
            id = world->next_id++;
        over_make(world, statements, id, i);
        if (i % GAMES_A_ROOM == GAMES_A_ROOM - 1 || i == world->wanted->over - 1)
            INSERT(world, room, id, world->next_id - 1, 1700000000000 + i);
    }
    (void)sqlite3_finalize(room);
    for (int i = 0; i < 3; i++)
        (void)sqlite3_finalize(statements[i]);
}

/* Entries of games that are over, which no sweep has taken yet. */
static void dead_entries_make(struct world *world)
{
    int64_t count = world->wanted->in_progress * BIG_DATABASE_PLIES + DEAD_ENTRIES;
    char sql[SQL_SIZE];
    (void)snprintf(sql, sizeof(sql),
                   "INSERT INTO game_log (game, seq, kind, seat, action, at_ms) "
                   "SELECT g.id, s.seq, 0, (s.seq + 1) %% 2, 'h8', g.started_ms FROM ("
                   "SELECT id, started_ms FROM game WHERE ended_ms IS NOT NULL ORDER BY id DESC "
                   "LIMIT %" PRId64 ") g JOIN (WITH RECURSIVE n (seq) AS (SELECT 1 UNION ALL "
                   "SELECT seq + 1 FROM n LIMIT %d) SELECT seq FROM n) s",
                   count / BIG_DATABASE_PLIES, BIG_DATABASE_PLIES);
    run(world, sql);
    world->next_entry = sqlite3_last_insert_rowid(world->db) + 1;
}

/* All games in progress are played side by side, as their entries lie in a real log. */
static void in_progress_make(struct world *world)
{
    sqlite3_stmt *room = prepare(
        world,
        "INSERT INTO room (id, is_open, variant, rated, first, opener, joiner, "
        "rematch_offer, game, opened_ms) VALUES (?1, 1, 'classic', 1, 1, ?3, ?4, -1, ?2, ?5)");
    sqlite3_stmt *game =
        prepare(world, "INSERT INTO game (id, room, variant, rated, first_player, second_player, "
                       "started_ms, log_after) VALUES (?2, ?1, 'classic', 1, ?3, ?4, ?5, ?6)");
    sqlite3_stmt *entry =
        prepare(world, "INSERT INTO game_log (id, game, seq, kind, seat, at_ms, action) "
                       "VALUES (?1, ?2, ?3, 0, ?4, ?5, ?6)");
    int64_t first = world->next_id;
    for (int64_t i = 0; i < world->wanted->in_progress; i++) {
        int64_t id = world->next_id;
        int64_t player = world->first_player + 2 * i;
        world->next_id += 2;
        INSERT(world, room, id, id + 1, player, player + 1, 1800000000000 + i);
        INSERT(world, game, id, id + 1, player, player + 1, 1800000000000 + i,
               world->next_entry - 1);
    }
    for (int ply = 0; ply < BIG_DATABASE_PLIES; ply++) {
        for (int64_t i = 0; i < world->wanted->in_progress; i++) {
            (void)sqlite3_bind_text(entry, 6, world->squares[i % POOL][ply], -1, SQLITE_STATIC);
            INSERT(world, entry, world->next_entry++, first + 2 * i + 1, ply + 1, ply % 2,
                   1800000001000 + ply);
        }
    }
    (void)sqlite3_finalize(room);
    (void)sqlite3_finalize(game);
    (void)sqlite3_finalize(entry);
}

/* ------------------------------------------------------------------ what is sorted */

static const char *const INDEXES[] = {"ledger_player", "ledger_graph", "history_end",
                                      "history_score", "history_opponent"};

#define INDEX_COUNT (sizeof(INDEXES) / sizeof(INDEXES[0]))

/* Takes the indexes away; what makes them again is in `sql_out`, word for word. */
static void indexes_drop(struct world *world, char *sql_out[INDEX_COUNT])
{
    for (size_t i = 0; i < INDEX_COUNT; i++) {
        char sql[SQL_SIZE];
        (void)snprintf(sql, sizeof(sql), "SELECT sql FROM sqlite_schema WHERE name = '%s'",
                       INDEXES[i]);
        sqlite3_stmt *row = prepare(world, sql);
        if (sqlite3_step(row) != SQLITE_ROW)
            fail(world, INDEXES[i]);
        sql_out[i] = sqlite3_mprintf("%s", (const char *)sqlite3_column_text(row, 0));
        (void)sqlite3_finalize(row);
        (void)snprintf(sql, sizeof(sql), "DROP INDEX %s", INDEXES[i]);
        run(world, sql);
    }
}

/* As the migration makes them; games have ended in the order of their ids. */
static void tallies_make(struct world *world)
{
    run(world,
        "INSERT INTO tally (player, opponent, variant, seat, mark, won, lost, drawn) "
        "SELECT player, opponent, 'classic', seat, seat + 1, SUM(seat = 0), SUM(seat = 1), 0 "
        "FROM line GROUP BY player, opponent, seat");
    run(world, "INSERT INTO tally (player, opponent, variant, seat, mark, won, lost, drawn) "
               "SELECT player, 0, variant, seat, mark, SUM(won), SUM(lost), 0 FROM tally "
               "GROUP BY player, variant, seat, mark");
    run(world, "CREATE TEMP TABLE streak AS SELECT player, lost, SUM(won) AS games FROM ("
               "SELECT player, seat = 0 AS won, SUM(seat) OVER (PARTITION BY player ORDER BY game) "
               "AS lost FROM line) GROUP BY player, lost");
    run(world, "CREATE INDEX temp.streak_of ON streak (player, lost, games)");
    run(world,
        "CREATE TEMP TABLE best AS SELECT player, points, game FROM (SELECT h.player, h.game, "
        "o.before AS points, ROW_NUMBER() OVER (PARTITION BY h.player "
        "ORDER BY o.before DESC, h.game) AS place FROM history h "
        "JOIN history o ON o.player = h.opponent AND o.game = h.game "
        "WHERE h.score = 'won') WHERE place = 1");
    run(world, "CREATE INDEX temp.best_of ON best (player)");
    run(world,
        "INSERT INTO form (player, variant, last_ms, last_game, winning, longest_winning, "
        "unbeaten, longest_unbeaten, best_points, best_game) SELECT player, 'classic', "
        "MAX(at_ms), MAX(game), now, most, now, most, COALESCE((SELECT points FROM best b "
        "WHERE b.player = l.player), 0), COALESCE((SELECT game FROM best b "
        "WHERE b.player = l.player), 0) FROM (SELECT player, game, at_ms, "
        "(SELECT games FROM streak s WHERE s.player = line.player ORDER BY lost DESC LIMIT 1) "
        "AS now, (SELECT MAX(games) FROM streak s WHERE s.player = line.player) AS most "
        "FROM line) l GROUP BY player");
    run(world, "DROP TABLE streak");
    run(world, "DROP TABLE best");
}

static void sorted_make(struct world *world, char *index_sql[INDEX_COUNT])
{
    run(world, "INSERT INTO history (player, game, opponent, variant, stake, score, reason, "
               "before, points, opponent_rank, plies, ended_ms, seat, mark) SELECT player, game, "
               "opponent, 'classic', 1, CASE seat WHEN 0 THEN 'won' ELSE 'lost' END, 'resign', "
               "before, points, 1, 40, at_ms, seat, seat + 1 FROM line ORDER BY player, game");
    for (size_t i = 0; i < INDEX_COUNT; i++) {
        run(world, index_sql[i]);
        sqlite3_free(index_sql[i]);
    }
    tallies_make(world);
    run(world, "INSERT INTO rating (player, variant, points, peak, games, established_ms) "
               "SELECT l.player, 'classic', (SELECT after FROM ledger e WHERE e.id = l.last), "
               "MAX(1500, l.peak), l.games, l.first_ms FROM (SELECT player, MAX(id) AS last, "
               "MIN(at_ms) AS first_ms, MAX(after) AS peak, COUNT(*) AS games FROM ledger "
               "GROUP BY player) l");
    run(world, "INSERT INTO rating_count (variant, points, first_player, players) "
               "SELECT variant, points, 0, COUNT(*) FROM rating GROUP BY variant, points");
}

/* ------------------------------------------------------------------ the whole */

static void wake(void *ctx)
{
    (void)ctx;
}

/* A new database with the newest schema. */
static void file_make(const char *path)
{
    char message[256];
    const struct store_sqlite_options options = {.path = path, .sync = STORE_SYNC_NORMAL};
    struct store *store = store_sqlite_open(&options, wake, NULL, message, sizeof(message));
    if (store == NULL) {
        fprintf(stderr, "big_database: %s\n", message);
        exit(1);
    }
    store_close(store);
}

void big_database_make(const struct big_database *wanted)
{
    struct world *world = calloc(1, sizeof(*world));
    char *index_sql[INDEX_COUNT];
    if (world == NULL)
        abort();
    world->wanted = wanted;
    world->random = 2463534242U;
    world->next_id = 1;
    world->next_entry = 1;
    file_make(wanted->path);
    if (sqlite3_open(wanted->path, &world->db) != SQLITE_OK)
        fail(world, wanted->path);
    run(world, "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; "
               "PRAGMA cache_size = -262144; PRAGMA foreign_keys = OFF; BEGIN; "
               "CREATE TEMP TABLE line (player, game, opponent, seat, before, points, at_ms)");
    indexes_drop(world, index_sql);
    pool_make(world);
    players_make(world);
    all_over_make(world);
    dead_entries_make(world);
    in_progress_make(world);
    sorted_make(world, index_sql);
    run(world, "COMMIT; DROP TABLE line; PRAGMA journal_mode = WAL");
    (void)sqlite3_close(world->db);
    free(world->points);
    free(world);
}
