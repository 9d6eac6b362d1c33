/* SPDX-License-Identifier: MIT */
/*
 * Games of a database file played again. Those that are over are one text each, and what SQL knows
 * of them comes with it; those in progress are spread over the log, which is read in the order of
 * games and sequence numbers. One game is in memory at a time.
 */
#include "db/sqlite/replay.h"

#include "db/sqlite/schemas.h"
#include "db/store.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ------------------------------------------------------------------ games that are over */

static const struct variant *value_variant(sqlite3_value *value)
{
    const char *key = (const char *)sqlite3_value_text(value);
    return key == NULL ? NULL : variant_find(key, strlen(key));
}

static void variant_is_known(sqlite3_context *sql, int count, sqlite3_value **values)
{
    (void)count;
    sqlite3_result_int(sql, value_variant(values[0]) != NULL);
}

/* The contradiction between an outcome's reason and its result or the board; NULL if they agree. */
static const char *outcome_fault(const struct game *game, struct outcome outcome)
{
    bool is_decided = outcome.result == RESULT_FIRST || outcome.result == RESULT_SECOND;
    bool is_over = game_status(game) != GAME_OPEN;
    if (is_over != reason_is_of_board(outcome.reason))
        return "the board ended the game, or the reason says so, but not both";
    if (is_over && outcome_of_board(game).reason != outcome.reason)
        return "the board ended the game by another reason";
    if (is_over && outcome_of_board(game).result != outcome.result)
        return "the board has another result";
    if (outcome.reason == REASON_AGREED && outcome.result != RESULT_DRAW)
        return "the reason is that of a draw, the result is not";
    bool is_lost = outcome.reason == REASON_RESIGN || outcome.reason == REASON_LEFT ||
                   outcome.reason == REASON_TIME || outcome.reason == REASON_CLAIM;
    if (is_lost && !is_decided)
        return "somebody lost by the reason, nobody by the result";
    bool has_none = reason_is_before_play(outcome.reason) || outcome.reason == REASON_ABANDONED ||
                    outcome.reason == REASON_CLOSED;
    if (has_none && outcome.result != RESULT_NONE)
        return "it ended without a result by the reason, and has one";
    return NULL;
}

/* game_fault(variant, actions, plies, events, result, reason) */
enum fault_value {
    FAULT_VARIANT,
    FAULT_ACTIONS,
    FAULT_PLIES,
    FAULT_EVENTS,
    FAULT_RESULT,
    FAULT_REASON
};
#define FAULT_VALUES 6

static const char *value_text(sqlite3_value *value)
{
    const char *text = (const char *)sqlite3_value_text(value);
    return text == NULL ? "" : text;
}

static const char *values_fault(sqlite3_value **values)
{
    struct game game;
    const char *actions = value_text(values[FAULT_ACTIONS]);
    int result = result_from_word(value_text(values[FAULT_RESULT]));
    int reason = reason_from_word(value_text(values[FAULT_REASON]));
    if (result < 0 || reason < 0)
        return "there is no such result or reason";
    if (game_parse(&game, value_variant(values[FAULT_VARIANT]), actions, strlen(actions), NULL) !=
        0)
        return "its actions do not replay";
    if (sqlite3_value_int64(values[FAULT_PLIES]) != game.ply)
        return "it has not as many actions as plies";
    if (sqlite3_value_int64(values[FAULT_EVENTS]) <= game.ply)
        return "it had fewer events than actions";
    return outcome_fault(&game, (struct outcome){(enum result)result, (enum reason)reason});
}

static void game_fault(sqlite3_context *sql, int count, sqlite3_value **values)
{
    (void)count;
    const char *fault = values_fault(values);
    if (fault != NULL)
        sqlite3_result_text(sql, fault, -1, SQLITE_STATIC);
}

/* game_first_mark(variant, actions): of a game that replays; of others game_fault() tells. */
static void game_first_mark(sqlite3_context *sql, int count, sqlite3_value **values)
{
    struct game game;
    (void)count;
    const char *actions = value_text(values[1]);
    if (game_parse(&game, value_variant(values[0]), actions, strlen(actions), NULL) == 0)
        sqlite3_result_int(sql, (int)game_seat_mark(&game, SEAT_FIRST));
}

/* given_fault(variant, given_actions, given): of what was laid out in a game in progress. */
static const char *given_values_fault(sqlite3_value **values)
{
    struct game game;
    const char *actions = value_text(values[1]);
    if (game_parse(&game, value_variant(values[0]), actions, strlen(actions), NULL) != 0)
        return "what was laid out does not replay";
    if (sqlite3_value_int64(values[2]) != game.ply)
        return "not as many actions were laid out as it says";
    return game_status(&game) != GAME_OPEN ? "what was laid out is decided" : NULL;
}

static void given_fault(sqlite3_context *sql, int count, sqlite3_value **values)
{
    (void)count;
    const char *fault = given_values_fault(values);
    if (fault != NULL)
        sqlite3_result_text(sql, fault, -1, SQLITE_STATIC);
}

int replay__functions_add(sqlite3 *db)
{
    const int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY;
    int code = sqlite3_create_function(db, "variant_is_known", 1, flags, NULL, variant_is_known,
                                       NULL, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_create_function(db, "game_first_mark", 2, flags, NULL, game_first_mark, NULL,
                                       NULL);
    if (code == SQLITE_OK)
        code = sqlite3_create_function(db, "given_fault", 3, flags, NULL, given_fault, NULL, NULL);
    if (code != SQLITE_OK)
        return code;
    return sqlite3_create_function(db, "game_fault", FAULT_VALUES, flags, NULL, game_fault, NULL,
                                   NULL);
}

/* ------------------------------------------------------------------ games in progress */

/* `game` are columns of the game, of a schema that has them: what was laid out, and whether it goes
 * by turns. */
#define LOG_SQL(game)                                                                              \
    "SELECT l.game, l.seq, l.kind, l.seat, l.action, g.variant, " game " FROM game_log l "         \
    "JOIN game g ON g.id = l.game WHERE g.ended_ms IS NULL AND l.id > g.log_after "                \
    "AND variant_is_known(g.variant) ORDER BY l.game, l.seq"

/* Correspondence games have a log of their own, from the second schema on. */
#define SLOW_LOG_SQL(game)                                                                         \
    "SELECT l.game, l.seq, l.kind, l.seat, l.action, g.variant, " game " FROM slow_log l "         \
    "JOIN game g ON g.id = l.game WHERE g.ended_ms IS NULL AND variant_is_known(g.variant) "       \
    "ORDER BY l.game, l.seq"

enum log_column {
    COLUMN_GAME,
    COLUMN_SEQ,
    COLUMN_KIND,
    COLUMN_SEAT,
    COLUMN_ACTION,
    COLUMN_VARIANT,
    COLUMN_GIVEN,
    COLUMN_BY_TURNS
};

static const char *column_text(sqlite3_stmt *row, int column)
{
    const char *text = (const char *)sqlite3_column_text(row, column);
    return text == NULL ? "" : text;
}

/* The game that is being replayed. */
struct replay {
    const struct store_check_listener *listener;
    int64_t id; /* 0 before the first */
    int64_t seq;
    bool is_faulty;     /* told already; the rest of its entries is passed over */
    enum seat takeback; /* who asks for one */
    int given;          /* plies of what was laid out */
    enum takeback_unit unit;
    struct game game;
};

static void replay_tell(struct replay *replay, const char *what)
{
    char id[24];
    char text[128];
    (void)snprintf(id, sizeof(id), "%" PRId64, replay->id);
    (void)snprintf(text, sizeof(text), "%s, at event %" PRId64 " of its log", what, replay->seq);
    replay->listener->found(replay->listener->ctx,
                            &(struct store_finding){.kind = "log", .id = id, .what = text});
    replay->is_faulty = true;
}

static void replay_end(struct replay *replay)
{
    if (replay->id != 0 && !replay->is_faulty && game_status(&replay->game) != GAME_OPEN)
        replay_tell(replay, "the game is in progress, and its board is decided");
}

static void replay_begin(struct replay *replay, sqlite3_stmt *row)
{
    const char *key = column_text(row, COLUMN_VARIANT);
    replay_end(replay);
    replay->id = sqlite3_column_int64(row, COLUMN_GAME);
    replay->seq = 0;
    replay->is_faulty = false;
    replay->takeback = SEAT_NONE;
    const struct variant *variant = variant_find(key, strlen(key));
    const char *given = column_text(row, COLUMN_GIVEN);
    if (game_parse(&replay->game, variant, given, strlen(given), NULL) != 0) {
        game_init(&replay->game, variant); /* given_fault() tells of it */
        replay->is_faulty = true;
    }
    replay->given = replay->game.ply;
    replay->unit = sqlite3_column_int(row, COLUMN_BY_TURNS) != 0 ? TAKEBACK_TURN : TAKEBACK_ACTION;
}

static const char *action_fault(struct game *game, sqlite3_stmt *row)
{
    struct action action;
    const char *text = column_text(row, COLUMN_ACTION);
    if (sqlite3_column_int(row, COLUMN_SEAT) != (int)game_to_act(game))
        return "it is not this player's turn";
    if (action_parse(game->variant, text, strlen(text), &action) != 0 ||
        game_act(game, action) != 0)
        return "the action is not legal";
    return NULL;
}

static const char *takeback_fault(struct replay *replay, enum seat granted)
{
    struct game *game = &replay->game;
    enum seat asked = seat_other(granted);
    if (replay->takeback != asked)
        return "nobody had asked for a takeback";
    int ply = game_takeback_ply(game, asked, (unsigned)replay->given, replay->unit);
    if (ply < 0)
        return "there was nothing to take back";
    while (game->ply > ply)
        game_undo(game);
    replay->takeback = SEAT_NONE;
    return NULL;
}

/* Does one entry; NULL, or what is wrong with it. */
static const char *entry_fault(struct replay *replay, sqlite3_stmt *row)
{
    int kind = sqlite3_column_int(row, COLUMN_KIND);
    int seat = sqlite3_column_int(row, COLUMN_SEAT);
    replay->seq++;
    if (sqlite3_column_int64(row, COLUMN_SEQ) != replay->seq)
        return "an event is missing or doubled";
    if (kind < 0 || kind >= LOG_KIND_COUNT || seat < 0 || seat >= SEAT_COUNT)
        return "there is no such kind of event or seat";
    /* No default: a new kind needs a case here that says what it does to the board. */
    switch ((enum log_kind)kind) {
    case LOG_ACTION:
        replay->takeback = SEAT_NONE;
        return action_fault(&replay->game, row);
    case LOG_TAKEBACK_ASK:
        replay->takeback = (enum seat)seat;
        break;
    case LOG_TAKEBACK:
        return takeback_fault(replay, (enum seat)seat);
    case LOG_TAKEBACK_REFUSE:
        replay->takeback = SEAT_NONE;
        break;
    case LOG_DRAW_OFFER:
    case LOG_DRAW_REFUSE:
    case LOG_GIVE_TIME:
    case LOG_DAYS_OFF:
    case LOG_KIND_COUNT:
        break;
    }
    return NULL;
}

static void entry_replay(struct replay *replay, sqlite3_stmt *row)
{
    if (sqlite3_column_int64(row, COLUMN_GAME) != replay->id)
        replay_begin(replay, row);
    if (replay->is_faulty)
        return;
    const char *fault = entry_fault(replay, row);
    if (fault != NULL)
        replay_tell(replay, fault);
}

static int log_replay(sqlite3 *db, const char *sql, const struct store_check_listener *listener)
{
    struct replay replay = {.listener = listener};
    sqlite3_stmt *row = NULL;
    int code = sqlite3_prepare_v2(db, sql, -1, &row, NULL);
    if (code != SQLITE_OK)
        return code;
    while ((code = sqlite3_step(row)) == SQLITE_ROW)
        entry_replay(&replay, row);
    if (code == SQLITE_DONE)
        replay_end(&replay);
    (void)sqlite3_finalize(row);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

/* A file of the first schema has one log; a later one that lacks the other is told of by its
 * schema. */
static bool has_slow_log(sqlite3 *db)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(db, "SELECT game FROM slow_log", -1, &statement, NULL);
    (void)sqlite3_finalize(statement);
    return code == SQLITE_OK;
}

int replay__log_check(sqlite3 *db, int version, const struct store_check_listener *listener)
{
    static const struct {
        int schema;
        const char *log;
        const char *slow_log;
    } statements[] = {
#define OF(schema, columns) {schema, LOG_SQL(columns), SLOW_LOG_SQL(columns)}
        OF(TURNS_SCHEMA, "g.given_actions, g.by_turns"),
        OF(GIVEN_SCHEMA, "g.given_actions, 0"),
        OF(0, "'', 0"),
#undef OF
    };
    size_t i = 0;
    while (version < statements[i].schema)
        i++;
    int code = log_replay(db, statements[i].log, listener);
    if (code != SQLITE_OK || !has_slow_log(db))
        return code;
    return log_replay(db, statements[i].slow_log, listener);
}
