/* SPDX-License-Identifier: MIT */
/* Writes what a store tells as text; see the header. */
#include "tests/migration/world_text.h"

#include "tests/conformance/store_samples.h"
#include "tests/unit/db/raw_database.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Databases of the first schemas know classic, swap2 and mini; of later variants they tell nothing,
 * and their texts were written before these were there. */
#define VARIANTS_TOLD (VARIANT_MINI + 1)

struct world {
    struct harness harness;
    FILE *out;
    sqlite3 *db; /* only to learn whom and what to ask for */
};

static const char *text_of(const char *text)
{
    return text == NULL ? "-" : text;
}

/* ------------------------------------------------------------------ printing */

static void player_print(struct world *world, const struct store_player *player)
{
    fprintf(world->out, "player %" PRIu64 " kind %d name %s key %s skeleton %s hash %s at %" PRId64,
            player->id, (int)player->kind, text_of(player->names.name),
            text_of(player->names.name_key), text_of(player->names.skeleton),
            text_of(player->password_hash), player->created_ms);
    for (size_t i = 0; i < player->ratings_count; i++) {
        const struct store_rating *rating = &player->ratings[i];
        fprintf(world->out, " %s %d peak %d games %" PRId64, variant_get(rating->variant)->key,
                rating->points, rating->peak, rating->games);
    }
    fputc('\n', world->out);
}

static void end_print(struct world *world, const struct store_game_over *end)
{
    fprintf(world->out, "  over %s %s plies %u seq %u at %" PRId64 ": %s\n",
            result_word(end->outcome.result), reason_word(end->outcome.reason), end->plies,
            end->last_seq, end->ended_ms, end->actions);
    for (int seat = 0; seat < SEAT_COUNT && end->moves_ratings; seat++)
        fprintf(world->out, "  rating %d to %d\n", end->changes[seat].before,
                end->changes[seat].after.points);
}

static void game_print(struct world *world, const struct store_game *game)
{
    const struct store_game_start *start = &game->start;
    fprintf(world->out, "game %" PRIu64 " room %" PRIu64 " %s rated %d at %" PRId64, start->id,
            start->room, variant_get(start->variant)->key, start->rated, start->started_ms);
    for (int seat = 0; seat < SEAT_COUNT; seat++)
        fprintf(world->out, " %" PRIu64 " %s kind %d", start->players[seat], game->seats[seat].name,
                (int)game->seats[seat].kind);
    fputc('\n', world->out);
    if (game->is_over)
        end_print(world, &game->end);
    for (size_t i = 0; i < game->log_count && !game->is_over; i++) {
        const struct store_log_entry *entry = &game->log[i];
        fprintf(world->out, "  %u kind %d seat %d '%s' at %" PRId64 "\n", entry->seq,
                (int)entry->kind, (int)entry->seat, entry->action, entry->at_ms);
    }
}

static void room_print(struct world *world, const struct store_room *room)
{
    fprintf(world->out,
            "room %" PRIu64 " %s rated %d first %d players %" PRIu64 " %" PRIu64 " rematch %d game "
            "%" PRIu64 " at %" PRId64 "\n",
            room->id, variant_get(room->variant)->key, room->rated, room->first, room->players[0],
            room->players[1], room->rematch_offer, room->game, room->opened_ms);
}

static void chat_print(struct world *world, const struct store_chat_line *line)
{
    fprintf(world->out, "chat %" PRIu64 " %u %" PRIu64 " %s at %" PRId64 ": %s\n", line->room,
            line->n, line->player, line->name, line->at_ms, line->text);
}

static void history_print(struct world *world, const struct store_history_row *row)
{
    fprintf(world->out,
            "  %" PRIu64 " %s rated %d at %" PRId64 " against %s (%" PRIu64
            ") %s %s %+d plies %u\n",
            row->game, variant_get(row->variant)->key, row->rated, row->ended_ms, row->opponent,
            row->opponent_rank, score_word(row->score), reason_word(row->reason), row->points,
            row->plies);
}

static void standings_print(struct world *world, const struct store_standings *page)
{
    fprintf(world->out, "  of %" PRIu64 ", rank %" PRIu64 "\n", page->total, page->rank);
    for (size_t i = 0; i < page->rows_count; i++) {
        const struct store_standing *line = &page->rows[i];
        fprintf(world->out, "  %" PRIu64 " %" PRIu64 " %s %d %" PRId64 "\n", line->rank,
                line->player, line->name, line->points, line->games);
    }
}

/* ------------------------------------------------------------------ asking */

static const struct store_answer *ask(struct world *world, struct store_query query)
{
    const struct store_answer *answer = harness_get(&world->harness, query);
    assert_non_null(answer);
    return answer;
}

static void around_tell(struct world *world, uint64_t player)
{
    for (int i = 0; i < VARIANTS_TOLD; i++) {
        struct store_query query = sample_around(player, 3);
        query.as.around.variant = (enum variant_id)i;
        standings_print(world, &ask(world, query)->as.around);
    }
}

/* 0 where the player has no rating. */
static void ranks_print(struct world *world, const struct store_player *player)
{
    uint64_t ranks[VARIANT_COUNT] = {0};
    for (size_t i = 0; i < player->ratings_count; i++)
        ranks[player->ratings[i].variant] = player->ratings[i].rank;
    for (int i = 0; i < VARIANTS_TOLD; i++)
        fprintf(world->out, "  rank %" PRIu64 "\n", ranks[i]);
}

static void player_tell(struct world *world, sqlite3_stmt *row)
{
    uint64_t id = (uint64_t)sqlite3_column_int64(row, 0);
    const struct store_answer *answer = ask(world, sample_by_id(id));
    char key[128];
    const struct store_player *player = &answer->as.player_by_id.player;
    player_print(world, player);
    ranks_print(world, player);
    (void)snprintf(key, sizeof(key), "%s", player->names.name_key);
    assert_int_equal(ask(world, sample_by_name(key))->as.player_by_name.player.id, id);
    answer = ask(world, sample_history(id, 100));
    for (size_t i = 0; i < answer->as.history.rows_count; i++)
        history_print(world, &answer->as.history.rows[i]);
    around_tell(world, id);
    harness_forget(&world->harness);
}

static void session_tell(struct world *world, sqlite3_stmt *row)
{
    struct store_query query = {.kind = STORE_PLAYER_BY_TOKEN};
    uint8_t *hash = query.as.player_by_token.token_hash;
    assert_int_equal(sqlite3_column_bytes(row, 0), STORE_TOKEN_HASH_SIZE);
    memcpy(hash, sqlite3_column_blob(row, 0), STORE_TOKEN_HASH_SIZE);
    for (size_t i = 0; i < 4; i++)
        fprintf(world->out, "%02x", hash[i]);
    fprintf(world->out, " of player %" PRIu64 "\n",
            ask(world, query)->as.player_by_token.player.id);
    harness_forget(&world->harness);
}

static void game_tell(struct world *world, sqlite3_stmt *row)
{
    game_print(world, &ask(world, sample_game((uint64_t)sqlite3_column_int64(row, 0)))->as.game);
    harness_forget(&world->harness);
}

static void each(struct world *world, const char *sql,
                 void (*tell)(struct world *world, sqlite3_stmt *row))
{
    sqlite3_stmt *row = NULL;
    assert_int_equal(sqlite3_prepare_v2(world->db, sql, -1, &row, NULL), SQLITE_OK);
    fprintf(world->out, "\n# %s\n", sql);
    while (sqlite3_step(row) == SQLITE_ROW)
        tell(world, row);
    assert_int_equal(sqlite3_finalize(row), SQLITE_OK);
}

static void loaded_tell(struct world *world)
{
    struct harness_loaded loaded;
    harness_load(&world->harness, &loaded);
    fprintf(world->out, "# loaded, last id %" PRIu64 "\n", loaded.marks.last_id);
    for (size_t i = 0; i < loaded.player_count; i++)
        player_print(world, &loaded.players[i]);
    for (size_t i = 0; i < loaded.game_count; i++)
        game_print(world, &loaded.games[i]);
    for (size_t i = 0; i < loaded.room_count; i++)
        room_print(world, &loaded.rooms[i]);
    for (size_t i = 0; i < loaded.line_count; i++)
        chat_print(world, &loaded.lines[i]);
    harness_forget(&world->harness);
}

static void tops_tell(struct world *world)
{
    for (int i = 0; i < VARIANTS_TOLD; i++) {
        struct store_query query = sample_top(1, 100);
        query.as.top.variant = (enum variant_id)i;
        fprintf(world->out, "\n# top of %s\n", variant_get(query.as.top.variant)->key);
        standings_print(world, &ask(world, query)->as.top);
    }
}

static void everything_tell(struct world *world)
{
    loaded_tell(world);
    each(world, "SELECT id FROM player ORDER BY id", player_tell);
    each(world, "SELECT token_hash FROM session ORDER BY token_hash", session_tell);
    each(world, "SELECT id FROM game ORDER BY id", game_tell);
    tops_tell(world);
}

char *world_text(const char *folder)
{
    char path[RAW_PATH_SIZE];
    char *text = NULL;
    size_t size = 0;
    struct world *world = calloc(1, sizeof(*world));
    assert_non_null(world);
    raw_path(folder, path);
    world->out = open_memstream(&text, &size);
    assert_non_null(world->out);
    harness_init_in(&world->harness, &RAW_SQLITE_BACKEND, folder);
    assert_int_equal(sqlite3_open_v2(path, &world->db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    everything_tell(world);
    assert_int_equal(sqlite3_close(world->db), SQLITE_OK);
    harness_leave(&world->harness);
    assert_int_equal(fclose(world->out), 0);
    free(world);
    return text;
}
