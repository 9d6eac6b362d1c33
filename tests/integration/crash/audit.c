/* SPDX-License-Identifier: MIT */
/* Compares what was told with what is stored; see the header. */
#include "tests/integration/crash/audit.h"

#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/support/peer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sqlite3.h>

/* ------------------------------------------------------------------ the copy */

static void file_copy(const char *from, const char *to)
{
    static char bytes[65536];
    size_t len;
    FILE *in = fopen(from, "rb");
    FILE *out = in != NULL ? fopen(to, "wb") : NULL;
    if (in == NULL)
        return; /* no log: everything is in the database */
    assert_non_null(out);
    while ((len = fread(bytes, 1, sizeof(bytes), in)) > 0)
        assert_int_equal(fwrite(bytes, 1, len, out), len);
    fclose(in);
    assert_int_equal(fclose(out), 0);
}

/* Opening recovers the log, as the server's next start does. */
static sqlite3 *copy_open(const struct server *server, const struct folder *copies)
{
    static const char *const names[] = {"pentad.db", "pentad.db-wal"};
    char from[FOLDER_PATH_SIZE];
    char to[FOLDER_PATH_SIZE];
    sqlite3 *db = NULL;
    for (int i = 0; i < 2; i++) {
        folder_path(server_folder(server), names[i], from);
        folder_path(copies, names[i], to);
        file_copy(from, to);
    }
    folder_path(copies, names[0], to);
    assert_int_equal(sqlite3_open_v2(to, &db, SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
    return db;
}

/* ------------------------------------------------------------------ statements */

static sqlite3_stmt *prepare(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    return statement;
}

static int64_t integer_of(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *row = prepare(db, sql);
    assert_int_equal(sqlite3_step(row), SQLITE_ROW);
    int64_t value = sqlite3_column_int64(row, 0);
    sqlite3_finalize(row);
    return value;
}

static const char *column(sqlite3_stmt *row, int index)
{
    const char *text = (const char *)sqlite3_column_text(row, index);
    return text != NULL ? text : "";
}

/* Ids on the wire have twelve digits of five bits, without i, l, o and u. */
static sqlite3_int64 id_read(const char *text)
{
    static const char digits[] = "0123456789abcdefghjkmnpqrstvwxyz";
    sqlite3_int64 id = 0;
    for (; *text != '\0'; text++)
        id = id * 32 + (strchr(digits, *text) - digits);
    return id;
}

static void lost(struct audit *audit, const char *what, const char *id, const char *stored)
{
    fprintf(stderr, "lost: %s of %s; stored: %s\n", what, id, stored);
    audit->lost++;
}

/* ------------------------------------------------------------------ games */

struct games_audit {
    struct audit *audit;
    sqlite3_stmt *game;
    sqlite3_stmt *log;
};

/* The log of a game in progress: its numbers are 1, 2, 3 ..., and it begins with what was told. */
static void log_audit(struct games_audit *games, const struct told_game *told)
{
    sqlite3_stmt *row = games->log;
    size_t count = 0;
    sqlite3_bind_int64(row, 1, id_read(told->id));
    for (; sqlite3_step(row) == SQLITE_ROW; count++) {
        const struct told_event *event = count < told->event_count ? &told->events[count] : NULL;
        size_t seq = (size_t)sqlite3_column_int64(row, 0);
        if (seq <= count) {
            fprintf(stderr, "doubled: event %zu of %s\n", seq, told->id);
            games->audit->doubled++;
        } else if (seq != count + 1 ||
                   (event != NULL && (event->kind != (enum told_kind)sqlite3_column_int(row, 1) ||
                                      event->seat != sqlite3_column_int(row, 2) ||
                                      strcmp(event->action, column(row, 3)) != 0))) {
            lost(games->audit, "an event", told->id, column(row, 3));
        }
    }
    sqlite3_reset(row);
    if (count < told->event_count)
        lost(games->audit, "the last event", told->id, "fewer");
}

/* Of a game that is over; who was not told of its end knows a part of it. */
static void ending_audit(struct games_audit *games, const struct told_game *told)
{
    char *actions = told_actions(told);
    const char *stored = column(games->game, 3);
    bool is_same = told->is_over ? strcmp(actions, stored) == 0
                                 : strncmp(actions, stored, strlen(actions)) == 0;
    if (!is_same)
        lost(games->audit, "actions", told->id, stored);
    if (told->is_over && (strcmp(told->result, column(games->game, 1)) != 0 ||
                          strcmp(told->reason, column(games->game, 2)) != 0))
        lost(games->audit, "the result", told->id, column(games->game, 1));
    free(actions);
}

static void game_audit(struct games_audit *games, const struct told_game *told)
{
    sqlite3_bind_int64(games->game, 1, id_read(told->id));
    if (sqlite3_step(games->game) != SQLITE_ROW)
        lost(games->audit, "everything", told->id, "nothing");
    else if (sqlite3_column_int(games->game, 0) != 0)
        ending_audit(games, told);
    else if (told->is_over)
        lost(games->audit, "the end", told->id, "in progress");
    else
        log_audit(games, told);
    sqlite3_reset(games->game);
}

static void games_audit(struct audit *audit, const struct told *told, sqlite3 *db,
                        enum audit_scope scope)
{
    struct games_audit games = {
        .audit = audit,
        .game = prepare(db, "SELECT ended_ms IS NOT NULL, result, reason, actions "
                            "FROM game WHERE id = ?1"),
        .log = prepare(db, "SELECT seq, kind, seat, action FROM game_log WHERE game = ?1 AND id > "
                           "(SELECT log_after FROM game WHERE id = ?1) UNION ALL "
                           "SELECT seq, kind, seat, action FROM slow_log WHERE game = ?1 "
                           "ORDER BY seq"),
    };
    for (size_t i = 0; i < told->game_count; i++)
        if (scope == AUDIT_ALL || told->games[i].is_new)
            game_audit(&games, &told->games[i]);
    sqlite3_finalize(games.game);
    sqlite3_finalize(games.log);
}

/* The change that was told is the ledger's, and the only one of that player and game. */
static void changes_audit(struct audit *audit, const struct told *told, sqlite3 *db,
                          enum audit_scope scope)
{
    sqlite3_stmt *row = prepare(db, "SELECT COUNT(*), MAX(l.before), MAX(l.after) FROM ledger l "
                                    "JOIN player p ON p.id = l.player WHERE p.name = ?1 AND "
                                    "l.variant = ?2 AND l.game = ?3");
    for (size_t i = 0; i < told->game_count; i++) {
        const struct told_game *game = &told->games[i];
        for (size_t k = 0; k < game->change_count && (scope == AUDIT_ALL || game->is_new); k++) {
            sqlite3_bind_text(row, 1, game->changes[k].name, -1, SQLITE_STATIC);
            sqlite3_bind_text(row, 2, game->variant->key, -1, SQLITE_STATIC);
            sqlite3_bind_int64(row, 3, id_read(game->id));
            assert_int_equal(sqlite3_step(row), SQLITE_ROW);
            audit->doubled += sqlite3_column_int(row, 0) > 1;
            if (sqlite3_column_int64(row, 1) != game->changes[k].before ||
                sqlite3_column_int64(row, 2) != game->changes[k].after)
                lost(audit, "a change of rating", game->id, "another one");
            sqlite3_reset(row);
        }
    }
    sqlite3_finalize(row);
}

/* ------------------------------------------------------------------ chat and names */

static void lines_audit(struct audit *audit, const struct told *told, sqlite3 *db, size_t from)
{
    sqlite3_stmt *row = prepare(db, "SELECT text FROM chat WHERE room = ?1 AND n = ?2");
    for (size_t i = from; i < told->line_count; i++) {
        sqlite3_bind_int64(row, 1, id_read(told->lines[i].room));
        sqlite3_bind_int64(row, 2, told->lines[i].n);
        bool is_there = sqlite3_step(row) == SQLITE_ROW;
        if (!is_there || strcmp(column(row, 0), told->lines[i].text) != 0)
            lost(audit, "a line of chat", told->lines[i].text, is_there ? "another" : "nothing");
        sqlite3_reset(row);
    }
    sqlite3_finalize(row);
}

static void names_audit(struct audit *audit, const struct told *told, sqlite3 *db, size_t from)
{
    sqlite3_stmt *row = prepare(db, "SELECT 1 FROM player p JOIN session s ON s.player = p.id "
                                    "WHERE p.name = ?1");
    for (size_t i = from; i < told->name_count; i++) {
        sqlite3_bind_text(row, 1, told->names[i], -1, SQLITE_STATIC);
        if (sqlite3_step(row) != SQLITE_ROW)
            lost(audit, "the login", told->names[i], "nothing");
        sqlite3_reset(row);
    }
    sqlite3_finalize(row);
}

/* ------------------------------------------------------------------ the file by itself */

/* Each counts what must not be there. */
static const struct {
    const char *what;
    const char *sql;
} DOUBLES[] =
    {
        {"a line of chat", "SELECT COUNT(*) - COUNT(DISTINCT text) FROM chat"},
        {"a result", "SELECT COUNT(*) - COUNT(DISTINCT player || ' ' || game) FROM ledger "
                     "WHERE game IS NOT NULL"},
        {"a room's game",
         "SELECT COUNT(room) - COUNT(DISTINCT room) FROM game WHERE ended_ms IS NULL"},
},
  FAULTS[] = {
      {"integrity", "SELECT COUNT(*) FROM pragma_integrity_check WHERE integrity_check <> 'ok'"},
      {"foreign keys", "SELECT COUNT(*) FROM pragma_foreign_key_check"},
      {"a rating is 1500 and its ledger",
       "SELECT COUNT(*) FROM rating r WHERE points <> 1500 + (SELECT TOTAL(after - before) "
       "FROM ledger l WHERE l.player = r.player AND l.variant = r.variant)"},
      {"a ledger without its rating",
       "SELECT COUNT(*) FROM ledger l WHERE NOT EXISTS (SELECT 1 FROM rating r "
       "WHERE r.player = l.player AND r.variant = l.variant)"},
      {"a change begins where the last one ended",
       "SELECT COUNT(*) FROM (SELECT before, LAG(after, 1, 1500) OVER (PARTITION BY player, "
       "variant "
       "ORDER BY id) AS last FROM ledger) WHERE before <> last"},
      {"a rating counts the rated games",
       "SELECT COUNT(*) FROM rating r WHERE games <> (SELECT COUNT(*) FROM history h WHERE "
       "h.player = r.player AND h.variant = r.variant AND h.stake = 1 AND h.score <> 'void')"},
      {"two lines of history a game, none before its end",
       "SELECT COUNT(*) FROM game g LEFT JOIN (SELECT game, COUNT(*) AS lines FROM history "
       "GROUP BY game) h ON h.game = g.id "
       "WHERE COALESCE(h.lines, 0) <> CASE WHEN g.ended_ms IS NULL THEN 0 ELSE 2 END"},
};

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

static void file_audit(struct audit *audit, sqlite3 *db)
{
    for (size_t i = 0; i < COUNT_OF(DOUBLES); i++) {
        int64_t count = integer_of(db, DOUBLES[i].sql);
        if (count != 0)
            fprintf(stderr, "doubled: %s (%d)\n", DOUBLES[i].what, (int)count);
        audit->doubled += (size_t)count;
    }
    for (size_t i = 0; i < COUNT_OF(FAULTS); i++) {
        int64_t count = integer_of(db, FAULTS[i].sql);
        if (count != 0)
            fprintf(stderr, "not so: %s (%d)\n", FAULTS[i].what, (int)count);
        audit->unsound += count != 0;
    }
}

void audit_files(struct audit *audit, const struct told *told, const struct server *server,
                 enum audit_scope scope)
{
    struct folder copies;
    folder_make(&copies);
    sqlite3 *db = copy_open(server, &copies);
    games_audit(audit, told, db, scope);
    changes_audit(audit, told, db, scope);
    lines_audit(audit, told, db, scope == AUDIT_ALL ? 0 : told->lines_settled);
    names_audit(audit, told, db, scope == AUDIT_ALL ? 0 : told->names_settled);
    if (scope != AUDIT_QUICK)
        file_audit(audit, db);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    folder_remove(&copies);
}

/* ------------------------------------------------------------------ what clients see */

static void seen_audit(struct audit *audit, const struct told_game *told, struct peer *reader)
{
    json_t *seen = peer_ask(reader, "game.get", "{s:s}", "game", told->id);
    char *actions = told_actions(told);
    bool is_over = has_at(seen, "game.result");
    if (strncmp(actions, text_at(seen, "game.actions"), strlen(actions)) != 0)
        lost(audit, "actions for clients", told->id, text_at(seen, "game.actions"));
    if (told->is_over && (!is_over || strcmp(told->result, text_at(seen, "game.result")) != 0 ||
                          strcmp(told->reason, text_at(seen, "game.reason")) != 0))
        lost(audit, "the result for clients", told->id, is_over ? "another" : "none");
    free(actions);
}

#define ASKED_BY_ONE 30 /* below what a connection may ask at once */

void audit_server(struct audit *audit, const struct told *told, const struct server *server)
{
    struct peer *reader = NULL;
    size_t asked = 0;
    for (size_t i = 0; i < told->game_count; i++) {
        if (!told->games[i].is_new)
            continue;
        if (reader != NULL && asked % ASKED_BY_ONE == 0) {
            peer_free(reader);
            reader = NULL;
        }
        if (reader == NULL)
            reader = peer_open("a reader", server_port(server));
        seen_audit(audit, &told->games[i], reader);
        asked++;
    }
    if (reader != NULL)
        peer_free(reader);
}

/* A place in a history. */
struct place {
    char game[TOLD_ID_SIZE]; /* empty: before the first one */
    int64_t ended;
};

/* Whether the line stands where it should: behind the last one, so that no game comes twice. */
static bool is_behind(const json_t *row, const struct place *last)
{
    if (last->game[0] == '\0' || int_at(row, "ended") < last->ended)
        return true;
    return int_at(row, "ended") == last->ended && strcmp(text_at(row, "game"), last->game) < 0;
}

/* The sum of a player's history over all pages; the last end first, each game once. */
static int64_t history_sum(struct audit *audit, const char *name, const char *variant,
                           const struct server *server)
{
    int64_t sum = 0;
    struct place last = {.game = ""};
    bool has_more = true;
    for (int pages = 0; has_more; pages++) {
        struct peer *reader = peer_open("a reader", server_port(server));
        for (int i = 0; i < 20 && has_more; i++) {
            json_t *page =
                peer_ask(reader, "history.list", "{s:s, s:s, s:s*, s:i}", "name", name, "variant",
                         variant, "before", last.game[0] != '\0' ? last.game : NULL, "limit", 50);
            for (size_t k = 0; k < count_at(page, "rows"); k++) {
                const json_t *row = json_array_get(json_object_get(page, "rows"), k);
                audit->doubled += !is_behind(row, &last);
                snprintf(last.game, sizeof(last.game), "%s", text_at(row, "game"));
                last.ended = int_at(row, "ended");
                sum += int_at(row, "points");
            }
            has_more = bool_at(page, "more");
        }
        peer_free(reader);
    }
    return sum;
}

void audit_players(struct audit *audit, const struct told *told, const struct server *server)
{
    for (size_t i = 0; i < told->name_count; i++) {
        if (told->names[i][0] != 'p')
            continue;
        struct peer *reader = peer_open("a reader", server_port(server));
        json_t *page = peer_ask(reader, "player.get", "{s:s}", "name", told->names[i]);
        const json_t *ratings = json_object_get(page, "ratings");
        for (size_t k = 0; k < json_array_size(ratings); k++) {
            const json_t *rating = json_array_get(ratings, k);
            int64_t sum =
                1500 + history_sum(audit, told->names[i], text_at(rating, "variant"), server);
            if (sum != int_at(rating, "rating"))
                fprintf(stderr, "not so: the rating of %s is its history\n", told->names[i]);
            audit->unsound += sum != int_at(rating, "rating");
        }
        peer_free(reader);
    }
}
