/* SPDX-License-Identifier: MIT */
/*
 * Loading, from one snapshot. Each callback gets values in an arena that is reset after it.
 */
#include "db/sql/load.h"

#include "db/sql/fields.h"
#include "db/sql/fine.h"
#include "db/sql/game.h"
#include "db/sql/player.h"
#include "db/sql/rating.h"
#include "db/sql/table.h"

struct load {
    struct sql_connection *sql;
    const struct store_loader *loader;
    struct arena arena;
    int settled_month;
};

/* When what has the largest id was made: ids grow, whatever the clock does. */
static int youngest_load(struct load *load, int64_t *at_ms_out)
{
    uint64_t youngest = 0;
    struct sql_row row = sql__start(load->sql, SQL_YOUNGEST, NULL, 0);
    int result = sql__step(&row);
    *at_ms_out = 0;
    for (; result == 1; result = sql__step(&row)) {
        uint64_t id = sql__column_id(&row, 0);
        if (id < youngest)
            continue;
        youngest = id;
        *at_ms_out = sql__column(&row, 1);
    }
    sql__end(&row);
    return result;
}

/* Reads the uptime. Each key that is written says what it was, so that a crash does not take it
 * back behind a key. */
static int uptime_load(struct load *load, int64_t *uptime_ms_out)
{
    int64_t of_keys_ms = 0;
    if (sql__get_integer(load->sql, SQL_UPTIME_GET, NULL, 0, uptime_ms_out) != 1 ||
        sql__get_integer(load->sql, SQL_UPTIME_OF_KEYS, NULL, 0, &of_keys_ms) != 1)
        return -1;
    if (of_keys_ms > *uptime_ms_out)
        *uptime_ms_out = of_keys_ms;
    return 0;
}

static int marks_load(struct load *load)
{
    struct store_marks marks = {0};
    struct sql_row row = sql__start(load->sql, SQL_LAST_IDS, NULL, 0);
    int result = sql__step(&row);
    for (int i = 0; i < 5 && result == 1; i++) {
        uint64_t id = sql__column_id(&row, i);
        marks.last_id = id > marks.last_id ? id : marks.last_id;
    }
    sql__end(&row);
    if (result != 1 || uptime_load(load, &marks.uptime_ms) != 0 ||
        rating__settled_month(load->sql, &marks.settled_month) != 0 ||
        (marks.settled_month == 0 && fine__rated_month(load->sql, &marks.rated_month) != 0) ||
        youngest_load(load, &marks.youngest_ms) != 0)
        return -1;
    load->settled_month = marks.settled_month;
    load->loader->marks(load->loader->ctx, &marks);
    return 0;
}

/* ------------------------------------------------------------------ rows, each told */

typedef int tell_fn(struct load *load, const void *record);

/* Reads each row of a statement and tells it. Returns 0 or -1. */
static int rows_tell(struct load *load, struct sql_row row, enum record_id record, tell_fn *tell)
{
    int result = sql__step(&row);
    while (result == 1) {
        void *read = arena_alloc(&load->arena, record__shape(record)->size);
        if (!fields__read(&row, record, read, &load->arena) || tell(load, read) != 0)
            result = -1;
        else
            result = sql__step(&row);
        arena_reset(&load->arena);
    }
    sql__end(&row);
    return result;
}

/* Records that are told as they are read. */
#define TELL(name)                                                                                 \
    static int name##_tell(struct load *load, const void *record)                                  \
    {                                                                                              \
        load->loader->name(load->loader->ctx, record);                                             \
        return 0;                                                                                  \
    }
TELL(secret)
TELL(experience)
TELL(origin_ban)
TELL(rated_game)
TELL(sleeper)
TELL(room)
#undef TELL

static int player_tell(struct load *load, const void *record)
{
    struct store_player player = *(const struct store_player *)record;
    if (player__complete(load->sql, &load->arena, &player) != 0)
        return -1;
    player.settled_month = load->settled_month;
    load->loader->player(load->loader->ctx, &player);
    return 0;
}

static int chat_tell(struct load *load, const void *record)
{
    const struct store_room *room = record;
    struct fields_list lines = {0};
    if (table__chat(load->sql, room->id, &load->arena, &lines) != 0)
        return -1;
    const struct store_chat_line *line = lines.rows;
    for (size_t i = 0; i < lines.count; i++)
        load->loader->chat(load->loader->ctx, &line[i]);
    return 0;
}

/* ------------------------------------------------------------------ games */

/* The log of all games in progress, walked beside them: both are in the order of games. */
struct log_walk {
    struct sql_row row;
    int state; /* of the last step */
};

/* Entries of games that are not loaded any more are passed over. Returns 0 or -1. */
static int log_gather(struct log_walk *walk, uint64_t game, struct fields_list *log,
                      struct arena *arena)
{
    while (walk->state == 1 && sql__column_id(&walk->row, 0) <= game) {
        if (sql__column_id(&walk->row, 0) == game &&
            !fields__read(&walk->row, STORED_log_entry,
                          fields__list_add(log, STORED_log_entry, arena), arena))
            return -1;
        walk->state = sql__step(&walk->row);
    }
    return walk->state < 0 ? -1 : 0;
}

static int game_tell(struct load *load, const struct sql_row *row, struct log_walk *walk)
{
    struct store_game game;
    struct fields_list log = {0};
    if (!game__read_row(row, &load->arena, &game) ||
        log_gather(walk, game.start.id, &log, &load->arena) != 0 ||
        game__read_changes(load->sql, &game) != 0)
        return -1;
    if (!game.is_over) {
        game.log = log.rows;
        game.log_count = log.count;
    }
    load->loader->game(load->loader->ctx, &game);
    arena_reset(&load->arena);
    return 0;
}

static int games_tell(struct load *load)
{
    struct log_walk walk = {.row = sql__start(load->sql, SQL_LOAD_LOG, NULL, 0)};
    struct sql_row row = sql__start(load->sql, SQL_LOAD_GAMES, NULL, 0);
    walk.state = sql__step(&walk.row);
    int result = walk.state < 0 ? -1 : sql__step(&row);
    while (result == 1)
        result = game_tell(load, &row, &walk) == 0 ? sql__step(&row) : -1;
    sql__end(&row);
    sql__end(&walk.row);
    return result;
}

/* ------------------------------------------------------------------ everything */

/* The kinds of what is told, in their order. */
static const struct {
    enum sql_statement statement;
    int values; /* how many it takes: the time since which games are rated */
    enum record_id record;
    tell_fn *tell; /* NULL: games_tell() */
} KINDS[] = {
    {SQL_LOAD_SECRETS, 0, STORED_secret, secret_tell},
    {SQL_LOAD_EXPERIENCE, 0, STORED_experience, experience_tell},
    {SQL_LOAD_ORIGIN_BANS, 0, STORED_origin_ban, origin_ban_tell},
    {SQL_LOAD_RATED_GAMES, 1, STORED_rated_game, rated_game_tell},
    {SQL_LOAD_SLEEPERS, 0, STORED_sleeper, sleeper_tell},
    {SQL_LOAD_PLAYERS, 0, STORED_player, player_tell},
    {SQL_LOAD_GAMES, 0, STORED_game, NULL},
    {SQL_LOAD_ROOMS, 0, STORED_room, room_tell},
    {SQL_LOAD_ROOMS, 0, STORED_room, chat_tell},
};

int load__everything(struct sql_connection *sql, const struct store_loader *loader)
{
    struct load load = {.loader = loader, .sql = sql};
    const struct sql_value since = sql_integer(loader->rated_since_ms);
    char first_block[8192];
    arena_init(&load.arena, first_block, sizeof(first_block));
    int result = marks_load(&load);
    for (size_t i = 0; i < sizeof(KINDS) / sizeof(KINDS[0]) && result == 0; i++)
        result =
            KINDS[i].tell != NULL
                ? rows_tell(&load, sql__start(sql, KINDS[i].statement, &since, KINDS[i].values),
                            KINDS[i].record, KINDS[i].tell)
                : games_tell(&load);
    arena_deinit(&load.arena);
    return result;
}
