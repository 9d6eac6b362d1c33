/* SPDX-License-Identifier: MIT */
/*
 * The check of a database file: whose it is, SQLite's own checks, the schema against the one that
 * the migrations make, then every question of db/sqlite/findings.def, then the log. Owns its
 * connection for as long as the call; nothing is kept.
 */
#include "db/sqlite/check.h"

#include "db/rating.h"
#include "db/sqlite/connection.h"
#include "db/sqlite/lock.h"
#include "db/sqlite/migrate.h"
#include "db/sqlite/replay.h"
#include "db/sqlite/schemas.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* Steps of SQLite's machine between two looks at is_cancelled(): some milliseconds. */
#define STEPS_A_LOOK 100000

struct check {
    struct sqlite_connection connection;
    const struct store_check_listener *listener;
    char *message; /* why the check cannot go on */
    size_t message_size;
};

static const struct question {
    int since; /* the first schema that it is asked about */
    int until; /* the last one */
    const char *kind;
    const char *sql;
} QUESTIONS[] = {
#define FINDING(kind, sql) {1, INT_MAX, kind, sql},
#define FINDING_SINCE(schema, kind, sql) {schema, INT_MAX, kind, sql},
#define FINDING_BEFORE(schema, kind, sql) {1, (schema)-1, kind, sql},
#define FINDING_FROM(schema, next, kind, sql) {schema, (next)-1, kind, sql},
#include "db/sqlite/findings.def"
#undef FINDING
#undef FINDING_SINCE
#undef FINDING_BEFORE
#undef FINDING_FROM
};

/* ------------------------------------------------------------------ telling */

static void tell(struct check *check, const char *kind, const char *id, const char *what)
{
    const struct store_finding finding = {.kind = kind, .id = id, .what = what};
    check->listener->found(check->listener->ctx, &finding);
}

static int say(struct check *check, const char *reason)
{
    (void)snprintf(check->message, check->message_size, "%s", reason);
    return -1;
}

/* A damaged file is a finding and the check goes on. Any other trouble (no memory, no room
 * for sorting, the disk, cancelled) says nothing of the file and ends the check. Returns 0 or -1.
 */
static int trouble(struct check *check, int code, const char *during)
{
    const char *reason = sqlite3_errmsg(check->connection.db);
    switch (code & 0xff) {
    case SQLITE_OK:
        return 0;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_ERROR: /* a table or column that is not there */
        tell(check, "unreadable", during, reason);
        return 0;
    default:
        return say(check, reason);
    }
}

static const char *column_text(sqlite3_stmt *row, int column)
{
    const char *text = (const char *)sqlite3_column_text(row, column);
    return text == NULL ? "" : text;
}

/* ------------------------------------------------------------------ questions */

/* Every row of `sql` is a finding: its id, and what is wrong. */
static int question_ask(struct check *check, const char *kind, const char *sql)
{
    sqlite3_stmt *row = NULL;
    int code = sqlite3_prepare_v2(check->connection.db, sql, -1, &row, NULL);
    if (code == SQLITE_OK)
        while ((code = sqlite3_step(row)) == SQLITE_ROW)
            tell(check, kind, column_text(row, 0), column_text(row, 1));
    if (code == SQLITE_DONE)
        code = SQLITE_OK;
    int result = trouble(check, code, kind);
    (void)sqlite3_finalize(row);
    return result;
}

static int questions_ask(struct check *check, int version)
{
    int result = 0;
    for (size_t i = 0; i < sizeof(QUESTIONS) / sizeof(QUESTIONS[0]) && result == 0; i++)
        if (version >= QUESTIONS[i].since && version <= QUESTIONS[i].until)
            result = question_ask(check, QUESTIONS[i].kind, QUESTIONS[i].sql);
    return result;
}

static int file_check(struct check *check)
{
    int result = question_ask(check, "integrity",
                              "SELECT 'file', integrity_check FROM pragma_integrity_check(100) "
                              "WHERE integrity_check <> 'ok'");
    if (result != 0)
        return result;
    return question_ask(check, "reference",
                        "SELECT \"table\" || COALESCE(' ' || rowid, ''), 'it refers to a row of ' "
                        "|| parent || ' that does not exist' FROM pragma_foreign_key_check");
}

/* ------------------------------------------------------------------ the schema */

/* Names that begin so are SQLite's: what a UNIQUE makes, or what ANALYZE leaves. */
#define OBJECTS_SQL                                                                                \
    "SELECT name, type, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
#define OBJECT_SQL                                                                                 \
    "SELECT 1 FROM sqlite_schema WHERE name = $1 AND ($2 OR (type = $3 AND sql = $4))"

enum likeness { SAME_DEFINITION, SAME_NAME };

/* Whether `objects` is at an object that the other database has as well: 1, 0, or -1. */
static int object_find(sqlite3_stmt *objects, sqlite3_stmt *object, enum likeness likeness)
{
    (void)sqlite3_bind_value(object, 1, sqlite3_column_value(objects, 0));
    (void)sqlite3_bind_int(object, 2, likeness == SAME_NAME);
    (void)sqlite3_bind_value(object, 3, sqlite3_column_value(objects, 1));
    (void)sqlite3_bind_value(object, 4, sqlite3_column_value(objects, 2));
    int code = sqlite3_step(object);
    (void)sqlite3_reset(object);
    return code == SQLITE_ROW ? 1 : code == SQLITE_DONE ? 0 : -1;
}

/* Tells of the tables, indexes and so on of `from` that are not alike in `to`. */
static int schema_compare(struct check *check, sqlite3 *from, sqlite3 *to, enum likeness likeness,
                          const char *what)
{
    sqlite3_stmt *objects = NULL;
    sqlite3_stmt *object = NULL;
    int code = SQLITE_ERROR;
    if (sqlite3_prepare_v2(from, OBJECTS_SQL, -1, &objects, NULL) == SQLITE_OK &&
        sqlite3_prepare_v2(to, OBJECT_SQL, -1, &object, NULL) == SQLITE_OK) {
        while ((code = sqlite3_step(objects)) == SQLITE_ROW)
            if (object_find(objects, object, likeness) == 0)
                tell(check, "schema", column_text(objects, 0), what);
    }
    (void)sqlite3_finalize(objects);
    (void)sqlite3_finalize(object);
    return code == SQLITE_DONE ? 0 : say(check, "its schema cannot be read");
}

/* Compares the file's schema with the one that the migrations make for its version. */
static int schema_check(struct check *check, int version)
{
    sqlite3 *wanted = NULL;
    sqlite3 *db = check->connection.db;
    int result = -1;
    if (sqlite3_open(":memory:", &wanted) == SQLITE_OK)
        result = migrate__run(wanted, MIGRATIONS, version, check->message, check->message_size);
    if (result == 0)
        result = schema_compare(check, wanted, db, SAME_DEFINITION,
                                "it is missing, or not as this version of the schema has it");
    if (result == 0)
        result = schema_compare(check, db, wanted, SAME_NAME,
                                "this version of the schema has nothing of that name");
    (void)sqlite3_close(wanted);
    return result;
}

/* ------------------------------------------------------------------ counting */

#define COUNTS_SQL                                                                                 \
    "SELECT (SELECT user_version FROM pragma_user_version), (SELECT COUNT(*) FROM player), "       \
    "(SELECT COUNT(*) FROM game) - (SELECT COUNT(*) FROM game WHERE ended_ms IS NULL), "           \
    "(SELECT COUNT(*) FROM game WHERE ended_ms IS NULL), (SELECT COUNT(*) FROM rating), "          \
    "(SELECT COUNT(*) FROM ledger)"

/* Of a schema that has them. */
#define RESERVED_SQL                                                                               \
    "SELECT COUNT(*) - SUM(until_ms = 9223372036854775807), SUM(until_ms = 9223372036854775807), " \
    "MAX(CASE WHEN until_ms < 9223372036854775807 THEN until_ms END) FROM reserved_name"

/* They are for people: where they cannot be had they stay 0, and findings have told why. */
static void counts_read(struct check *check, struct store_check_counts *counts_out)
{
    sqlite3_stmt *row = NULL;
    if (sqlite3_prepare_v2(check->connection.db, COUNTS_SQL, -1, &row, NULL) == SQLITE_OK &&
        sqlite3_step(row) == SQLITE_ROW)
        *counts_out = (struct store_check_counts){
            .schema = sqlite3_column_int64(row, 0),
            .players = sqlite3_column_int64(row, 1),
            .games_over = sqlite3_column_int64(row, 2),
            .games_in_progress = sqlite3_column_int64(row, 3),
            .ratings = sqlite3_column_int64(row, 4),
            .ledger_lines = sqlite3_column_int64(row, 5),
        };
    (void)sqlite3_finalize(row);
    if (sqlite3_prepare_v2(check->connection.db, RESERVED_SQL, -1, &row, NULL) == SQLITE_OK &&
        sqlite3_step(row) == SQLITE_ROW) {
        counts_out->reserved_names = sqlite3_column_int64(row, 0);
        counts_out->reserved_for_good = sqlite3_column_int64(row, 1);
        counts_out->reserved_until_ms = sqlite3_column_int64(row, 2);
    }
    (void)sqlite3_finalize(row);
}

/* ------------------------------------------------------------------ forms, counted again */

#define LINES_SQL(counts)                                                                          \
    "SELECT h.player, h.variant, h.score, h.game, h.ended_ms, o.before FROM history h "            \
    "LEFT JOIN history o ON o.player = h.opponent AND o.game = h.game "                            \
    "WHERE h.score <> 'void' " counts "ORDER BY h.player, h.ended_ms, h.game"
#define FORMS_SQL                                                                                  \
    "SELECT variant, last_ms, last_game, winning, longest_winning, unbeaten, longest_unbeaten, "   \
    "best_points, best_game FROM form WHERE player = $1"
#define STRAY_SQL(counts)                                                                          \
    "SELECT player, variant FROM form f WHERE NOT EXISTS (SELECT 1 FROM history h "                \
    "WHERE h.player = f.player AND h.variant = f.variant AND h.score IN ('won', 'lost', "          \
    "'drawn') " counts ")"

/* The sum of a player's lines of one variant. */
struct sum {
    bool is_there;
    struct store_form form;
    int64_t last_ms;
    uint64_t last_game;
};

struct walk {
    const struct store_check_listener *listener;
    sqlite3_stmt *forms;
    int64_t player; /* 0 before the first */
    struct sum sums[VARIANT_COUNT];
};

static int column_variant(sqlite3_stmt *row, int column)
{
    const char *key = column_text(row, column);
    const struct variant *variant = variant_find(key, strlen(key));
    return variant == NULL ? -1 : (int)variant->id;
}

static void form_tell(const struct store_check_listener *listener, int64_t player,
                      const char *variant, const char *what)
{
    char id[64];
    (void)snprintf(id, sizeof(id), "%" PRId64 " %s", player, variant);
    listener->found(listener->ctx, &(struct store_finding){.kind = "form", .id = id, .what = what});
}

static bool is_equal(sqlite3_stmt *row, const struct sum *sum)
{
    const struct store_form *form = &sum->form;
    return sqlite3_column_int64(row, 1) == sum->last_ms &&
           sqlite3_column_int64(row, 2) == (int64_t)sum->last_game &&
           sqlite3_column_int64(row, 3) == form->winning &&
           sqlite3_column_int64(row, 4) == form->longest_winning &&
           sqlite3_column_int64(row, 5) == form->unbeaten &&
           sqlite3_column_int64(row, 6) == form->longest_unbeaten &&
           sqlite3_column_int64(row, 7) == form->best_points &&
           sqlite3_column_int64(row, 8) == (int64_t)form->best_game;
}

/* All lines of the player have come. */
static int player_end(struct walk *walk)
{
    int code = SQLITE_DONE;
    if (walk->player != 0) {
        (void)sqlite3_bind_int64(walk->forms, 1, walk->player);
        while ((code = sqlite3_step(walk->forms)) == SQLITE_ROW) {
            int variant = column_variant(walk->forms, 0);
            if (variant < 0 || !walk->sums[variant].is_there)
                continue; /* STRAY_SQL finds it */
            walk->sums[variant].is_there = false;
            if (!is_equal(walk->forms, &walk->sums[variant]))
                form_tell(walk->listener, walk->player, column_text(walk->forms, 0),
                          "its streaks or its best win are not those of the history");
        }
        (void)sqlite3_reset(walk->forms);
    }
    for (int i = 0; i < VARIANT_COUNT && code == SQLITE_DONE; i++)
        if (walk->sums[i].is_there)
            form_tell(walk->listener, walk->player, variant_get((enum variant_id)i)->key,
                      "it is missing, and there are games");
    memset(walk->sums, 0, sizeof(walk->sums));
    return code;
}

static int line_take(struct walk *walk, sqlite3_stmt *row)
{
    int code = SQLITE_DONE;
    int variant = column_variant(row, 1);
    int score = score_from_word(column_text(row, 2));
    if (sqlite3_column_int64(row, 0) != walk->player)
        code = player_end(walk);
    walk->player = sqlite3_column_int64(row, 0);
    if (variant < 0 || score < 0 || code != SQLITE_DONE)
        return code;
    struct sum *sum = &walk->sums[variant];
    const struct form_game game = {.id = (uint64_t)sqlite3_column_int64(row, 3),
                                   .score = (enum score)score,
                                   .opponent_points = sqlite3_column_int(row, 5)};
    sum->is_there = true;
    sum->last_game = game.id;
    sum->last_ms = sqlite3_column_int64(row, 4);
    form__add(&sum->form, &game);
    return code;
}

static int lines_walk(sqlite3 *db, struct walk *walk, const char *sql)
{
    sqlite3_stmt *row = NULL;
    int code = sqlite3_prepare_v2(db, sql, -1, &row, NULL);
    if (code == SQLITE_OK)
        while ((code = sqlite3_step(row)) == SQLITE_ROW)
            if ((code = line_take(walk, row)) != SQLITE_DONE)
                break;
    if (code == SQLITE_DONE)
        code = player_end(walk);
    (void)sqlite3_finalize(row);
    return code;
}

static int strays_walk(sqlite3 *db, const struct store_check_listener *listener, const char *sql)
{
    sqlite3_stmt *row = NULL;
    int code = sqlite3_prepare_v2(db, sql, -1, &row, NULL);
    if (code == SQLITE_OK)
        while ((code = sqlite3_step(row)) == SQLITE_ROW)
            form_tell(listener, sqlite3_column_int64(row, 0), column_text(row, 1),
                      "there are no games to it");
    (void)sqlite3_finalize(row);
    return code;
}

/* Walks over all histories, player by player, and tells where a form differs from what they add up
 * to. (Tallies are questions of db/sqlite/findings.def.) Returns an SQLite code. */
static int forms_walk(sqlite3 *db, int version, const struct store_check_listener *listener)
{
    /* By the games that count: some may be annulled, some go on from a position, and some are
     * against computers. */
    static const struct {
        int schema;
        const char *lines;
        const char *strays;
    } statements[] = {
#define OF(schema, counts) {schema, LINES_SQL(counts), STRAY_SQL(counts)}
        OF(COMPUTERS_SCHEMA, "AND h.annulled = 0 AND h.given = 0 AND h.stake <> 2 "),
        OF(GIVEN_SCHEMA, "AND h.annulled = 0 AND h.given = 0 "),
        OF(ANNULMENTS_SCHEMA, "AND h.annulled = 0 "),
        OF(0, ""),
#undef OF
    };
    struct walk walk = {.listener = listener};
    size_t i = 0;
    if (sqlite3_prepare_v2(db, FORMS_SQL, -1, &walk.forms, NULL) != SQLITE_OK)
        return SQLITE_OK; /* an older schema, or its table is missing, which is told of */
    while (version < statements[i].schema)
        i++;
    int code = lines_walk(db, &walk, statements[i].lines);
    (void)sqlite3_finalize(walk.forms);
    if (code == SQLITE_DONE)
        code = strays_walk(db, listener, statements[i].strays);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

/* ------------------------------------------------------------------ the whole */

static int on_progress(void *ctx)
{
    const struct check *check = ctx;
    return check->listener->is_cancelled(check->listener->ctx);
}

/* Sorting goes to files. The cache is larger than the server's, since rows of the ledger and of
 * histories are looked up all over the file: 128 MiB at the most. */
#define SETTINGS "PRAGMA temp_store = FILE; PRAGMA cache_size = -131072; BEGIN"

/* All questions are answered from one snapshot. */
static int file_open(struct check *check, const char *path)
{
    struct sqlite_connection *connection = &check->connection;
    struct stat about;
    if (stat(path, &about) != 0)
        return say(check, strerror(errno));
    if (!S_ISREG(about.st_mode))
        return say(check, "it is not a file");
    if (connection__open(connection, path, CONNECTION_CHECKER) != SQLITE_OK ||
        connection__configure(connection, CONNECTION_CHECKER, STORE_SYNC_FULL) != SQLITE_OK ||
        replay__functions_add(connection->db) != SQLITE_OK ||
        sqlite3_exec(connection->db, SETTINGS, NULL, NULL, NULL) != SQLITE_OK)
        return say(check, sqlite3_errmsg(connection->db));
    sqlite3_progress_handler(connection->db, STEPS_A_LOOK, on_progress, check);
    return migrate__check(connection->db, MIGRATION_COUNT, check->message, check->message_size);
}

static int everything_check(struct check *check, const char *path,
                            struct store_check_counts *counts_out)
{
    int version = 0;
    if (file_open(check, path) != 0)
        return -1;
    sqlite3 *db = check->connection.db;
    if (migrate__version(db, &version) != SQLITE_OK)
        return say(check, sqlite3_errmsg(db));
    if (version == 0)
        return say(check, "it is empty");
    if (schema_check(check, version) != 0 || file_check(check) != 0 ||
        questions_ask(check, version) != 0 ||
        trouble(check, replay__log_check(db, version, check->listener), "log") != 0 ||
        trouble(check, forms_walk(db, version, check->listener), "form") != 0)
        return -1;
    counts_read(check, counts_out);
    return 0;
}

int check__copy(const char *path, const struct store_check_listener *listener,
                struct store_check_counts *counts_out, char *message_out, size_t message_size)
{
    struct check check = {
        .listener = listener, .message = message_out, .message_size = message_size};
    *counts_out = (struct store_check_counts){0};
    int result = everything_check(&check, path, counts_out);
    connection__close(&check.connection);
    return result;
}

int store_sqlite_check(const char *path, const struct store_check_listener *listener,
                       struct store_check_counts *counts_out, char *message_out,
                       size_t message_size)
{
    *counts_out = (struct store_check_counts){0};
    if (lock__see_name(path, message_out, message_size) != 0)
        return -1;
    return check__copy(path, listener, counts_out, message_out, message_size);
}
