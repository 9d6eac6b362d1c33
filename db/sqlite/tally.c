/* SPDX-License-Identifier: MIT */
/*
 * Forms of a database file counted again. Histories come in the order of players and of the ends of
 * their games, which is an index's, and so do forms: the two are walked side by side, with one
 * player's forms in memory at a time.
 */
#include "db/sqlite/tally.h"

#include "db/rating.h"
#include "db/sqlite/schemas.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

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
/* The games that count, by schemas: some may be annulled, some go on from a position, and some are
 * against computers. */
#define COUNTED "AND h.annulled = 0 "
#define COUNTED_SINCE_GIVEN "AND h.annulled = 0 AND h.given = 0 "
#define COUNTED_SINCE_COMPUTERS "AND h.annulled = 0 AND h.given = 0 AND h.stake <> 2 "

/* The statements of a schema. */
struct statements {
    const char *lines;
    const char *strays;
};

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

static const char *column_text(sqlite3_stmt *row, int column)
{
    const char *text = (const char *)sqlite3_column_text(row, column);
    return text == NULL ? "" : text;
}

static int column_variant(sqlite3_stmt *row, int column)
{
    const char *key = column_text(row, column);
    const struct variant *variant = variant_find(key, strlen(key));
    return variant == NULL ? -1 : (int)variant->id;
}

static void tell(const struct store_check_listener *listener, int64_t player, const char *variant,
                 const char *what)
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
                tell(walk->listener, walk->player, column_text(walk->forms, 0),
                     "its streaks or its best win are not those of the history");
        }
        (void)sqlite3_reset(walk->forms);
    }
    for (int i = 0; i < VARIANT_COUNT && code == SQLITE_DONE; i++)
        if (walk->sums[i].is_there)
            tell(walk->listener, walk->player, variant_get((enum variant_id)i)->key,
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
            tell(listener, sqlite3_column_int64(row, 0), column_text(row, 1),
                 "there are no games to it");
    (void)sqlite3_finalize(row);
    return code;
}

static struct statements statements_of(int version)
{
    if (version >= COMPUTERS_SCHEMA)
        return (struct statements){LINES_SQL(COUNTED_SINCE_COMPUTERS),
                                   STRAY_SQL(COUNTED_SINCE_COMPUTERS)};
    if (version >= GIVEN_SCHEMA)
        return (struct statements){LINES_SQL(COUNTED_SINCE_GIVEN), STRAY_SQL(COUNTED_SINCE_GIVEN)};
    if (version >= ANNULMENTS_SCHEMA)
        return (struct statements){LINES_SQL(COUNTED), STRAY_SQL(COUNTED)};
    return (struct statements){LINES_SQL(""), STRAY_SQL("")};
}

int tally__forms_check(sqlite3 *db, int version, const struct store_check_listener *listener)
{
    const struct statements statements = statements_of(version);
    struct walk walk = {.listener = listener};
    if (sqlite3_prepare_v2(db, FORMS_SQL, -1, &walk.forms, NULL) != SQLITE_OK)
        return SQLITE_OK; /* an older schema, or its table is missing, which is told of */
    int code = lines_walk(db, &walk, statements.lines);
    (void)sqlite3_finalize(walk.forms);
    if (code == SQLITE_DONE)
        code = strays_walk(db, listener, statements.strays);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}
