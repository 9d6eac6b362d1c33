/* SPDX-License-Identifier: MIT */
/*
 * The SQLite back-end's load: what a server needs to go on, from one snapshot, on a connection of
 * its own that lives as long as the call; inline on the only one. On the owner's thread. What a
 * callback gets is in an arena that is reset after each.
 */
#include "db/sql/private.h"

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
    sqlite3_stmt *row = sql__start(load->sql, SQL_YOUNGEST, NULL, 0);
    int result = sql__step(row);
    *at_ms_out = 0;
    for (; result == 1; result = sql__step(row)) {
        uint64_t id = sql__column_id(row, 0);
        if (id < youngest)
            continue;
        youngest = id;
        *at_ms_out = sqlite3_column_int64(row, 1);
    }
    sql__end(row);
    return result;
}

static int marks_load(struct load *load)
{
    struct store_marks marks = {0};
    sqlite3_stmt *row = sql__start(load->sql, SQL_LAST_IDS, NULL, 0);
    int result = sql__step(row);
    for (int i = 0; i < 4 && result == 1; i++) {
        uint64_t id = sql__column_id(row, i);
        marks.last_id = id > marks.last_id ? id : marks.last_id;
    }
    sql__end(row);
    if (result != 1 ||
        sql__get_integer(load->sql, SQL_UPTIME_GET, NULL, 0, &marks.uptime_ms) != 1 ||
        sqlite__settled_month(load->sql, &marks.settled_month) != 0 ||
        youngest_load(load, &marks.youngest_ms) != 0)
        return -1;
    load->settled_month = marks.settled_month;
    load->loader->marks(load->loader->ctx, &marks);
    return 0;
}

static int players_load(struct load *load)
{
    sqlite3_stmt *row = sql__start(load->sql, SQL_LOAD_PLAYERS, NULL, 0);
    int result = sql__step(row);
    while (result == 1) {
        struct store_player player;
        sqlite__row_player(row, &load->arena, &player);
        if (sqlite__read_player(load->sql, &load->arena, &player) != 0) {
            result = -1;
            break;
        }
        player.settled_month = load->settled_month;
        load->loader->player(load->loader->ctx, &player);
        arena_reset(&load->arena);
        result = sql__step(row);
    }
    sql__end(row);
    return result;
}

/* ------------------------------------------------------------------ games */

/* Both statements are in the order of games, so they are walked side by side. Entries of games that
 * are not loaded any more are passed over. `state` is 1 while `log` is at an entry. */
static bool log_gather(sqlite3_stmt *log, int *state, uint64_t game, struct log_entries *entries,
                       struct arena *arena)
{
    while (*state == 1 && sql__column_id(log, 0) <= game) {
        struct store_log_entry entry;
        if (!sqlite__row_log(log, &entry))
            return false;
        if (entry.game == game)
            sqlite__entries_add(entries, &entry, arena);
        *state = sql__step(log);
    }
    return *state >= 0;
}

static int game_load(struct load *load, sqlite3_stmt *row, sqlite3_stmt *log, int *log_state)
{
    struct store_game game;
    struct log_entries entries = {0};
    if (!sqlite__row_game(row, &load->arena, &game) ||
        !log_gather(log, log_state, game.start.id, &entries, &load->arena) ||
        sqlite__read_changes(load->sql, &game) != 0)
        return -1;
    if (!game.is_over) {
        game.log = entries.entries;
        game.log_count = entries.count;
    }
    load->loader->game(load->loader->ctx, &game);
    arena_reset(&load->arena);
    return 0;
}

static int games_load(struct load *load)
{
    sqlite3_stmt *log = sql__start(load->sql, SQL_LOAD_LOG, NULL, 0);
    sqlite3_stmt *row = sql__start(load->sql, SQL_LOAD_GAMES, NULL, 0);
    int log_state = sql__step(log);
    int result = log_state < 0 ? -1 : sql__step(row);
    while (result == 1)
        result = game_load(load, row, log, &log_state) == 0 ? sql__step(row) : -1;
    sql__end(row);
    sql__end(log);
    return result;
}

/* ------------------------------------------------------------------ rooms */

static int sleepers_load(struct load *load)
{
    sqlite3_stmt *row = sql__start(load->sql, SQL_LOAD_SLEEPERS, NULL, 0);
    int result = sql__step(row);
    for (; result == 1; result = sql__step(row)) {
        const struct store_sleeper sleeper = {
            .room = sql__column_id(row, 0),
            .game = sql__column_id(row, 1),
            .players = {sql__column_id(row, 2), sql__column_id(row, 3)},
            .due_ms = sqlite3_column_int64(row, 4),
        };
        load->loader->sleeper(load->loader->ctx, &sleeper);
    }
    sql__end(row);
    return result;
}

static int rooms_load(struct load *load)
{
    sqlite3_stmt *row = sql__start(load->sql, SQL_LOAD_ROOMS, NULL, 0);
    int result = sql__step(row);
    while (result == 1) {
        struct store_room room;
        if (!sqlite__row_room(row, &room)) {
            result = -1;
            break;
        }
        load->loader->room(load->loader->ctx, &room);
        result = sql__step(row);
    }
    sql__end(row);
    return result;
}

static int chat_load(struct load *load, uint64_t room)
{
    struct chat_lines lines;
    int result = sqlite__read_chat(load->sql, room, &load->arena, &lines);
    for (size_t i = 0; i < lines.count && result == 0; i++)
        load->loader->chat(load->loader->ctx, &lines.first[i]);
    arena_reset(&load->arena);
    return result;
}

static int chats_load(struct load *load)
{
    sqlite3_stmt *row = sql__start(load->sql, SQL_LOAD_ROOMS, NULL, 0);
    int result = sql__step(row);
    while (result == 1)
        result = chat_load(load, sql__column_id(row, 0)) == 0 ? sql__step(row) : -1;
    sql__end(row);
    return result;
}

static int everything_load(struct load *load)
{
    if (sql__begin(load->sql) != 0 || marks_load(load) != 0 || sleepers_load(load) != 0 ||
        players_load(load) != 0 || games_load(load) != 0)
        return -1;
    return rooms_load(load) == 0 ? chats_load(load) : -1;
}

static int loader_open(struct sql_connection *sql, const char *path)
{
    bool is_open = sql__open(sql, path, SQL_LOADER) == SQLITE_OK &&
                   sql__configure(sql, SQL_LOADER, STORE_SYNC_FULL) == SQLITE_OK &&
                   sql__prepare(sql, SQL_LOADER) == SQLITE_OK;
    return is_open ? 0 : -1;
}

int sqlite__load(struct store *base, const struct store_loader *loader)
{
    struct store_sqlite *store = (struct store_sqlite *)base;
    struct sql_connection own = {0};
    char first_block[4096];
    struct load load = {.loader = loader, .sql = store->is_inline ? &store->writer.sql : &own};
    arena_init(&load.arena, first_block, sizeof(first_block));
    int result = store->is_inline ? 0 : loader_open(&own, store->path);
    if (result == 0)
        result = everything_load(&load);
    if (result != 0)
        sqlite__note_error(store, load.sql);
    if (store->is_inline)
        sql__rollback(load.sql); /* nothing was written */
    arena_deinit(&load.arena);
    sql__close(&own);
    return result == 0 ? STORE_OK : STORE_UNAVAILABLE;
}
