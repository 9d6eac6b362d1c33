/* SPDX-License-Identifier: MIT */
/*
 * The times of tests/sim/truth_times.h.
 */
#include "tests/sim/truth_times.h"

#include "tests/sim/sim.h"

#include <stdio.h>
#include <string.h>

#define ID_ARG(id) ((unsigned long long)(id))

struct cost {
    int64_t spent_ms;
    int64_t lag_ms;
    bool planned;
};

/* Appends a number and a space. */
static void put_number(char *text, size_t size, int64_t number)
{
    size_t len = strlen(text);
    snprintf(text + len, size - len, len > 0 ? " %lld" : "%lld", (long long)number);
}

/* Does the entry, which ends a turn; returns the ply that it was about. */
static int step(struct game *board, unsigned given, const struct truth_entry *entry)
{
    int ply = board->ply;
    if (entry->kind == LOG_ACTION) {
        game_act(board, entry->action);
        return ply;
    }
    ply = game_takeback_ply(board, (enum seat)(1 - (int)entry->seat), given, TAKEBACK_TURN);
    while (board->ply > ply)
        game_undo(board);
    return ply;
}

void truth_times(const struct truth_game *game, uint32_t count, struct truth_times *out)
{
    struct cost costs[GAME_ACTIONS_MAX];
    struct game board;
    bool has_lag = false;
    int64_t turn_ms = 0;
    *out = (struct truth_times){.spent = ""};
    game_copy(&board, &game->start);
    for (uint32_t i = 0; i < count; i++) {
        const struct truth_entry *entry = &game->log[i];
        turn_ms += entry->spent_ms;
        out->last_ms = turn_ms;
        if (entry->kind != LOG_ACTION && entry->kind != LOG_TAKEBACK)
            continue;
        costs[step(&board, game->start.ply, entry) - game->start.ply] =
            (struct cost){turn_ms, entry->lag_ms, entry->planned};
        turn_ms = 0;
    }
    size_t plies = (size_t)(board.ply - game->start.ply);
    for (size_t ply = 0; ply < plies; ply++) {
        put_number(out->spent, sizeof(out->spent), costs[ply].spent_ms);
        put_number(out->lags, sizeof(out->lags), costs[ply].lag_ms);
        has_lag = has_lag || costs[ply].lag_ms > 0;
        if (costs[ply].planned)
            put_number(out->planned, sizeof(out->planned), game->start.ply + (int64_t)ply);
    }
    if (!has_lag)
        out->lags[0] = '\0';
}

void said_times(struct link *link, const struct game_record *record, const struct truth_game *game)
{
    struct truth_times times;
    bool is_over = record->result != NONE;
    const char *spent = record->spent != NULL ? record->spent : "";
    const char *lags = record->lags != NULL ? record->lags : "";
    truth_times(game, is_over ? (uint32_t)game->log_count : (uint32_t)record->seq, &times);
    CHECK_THAT(link->sim, CHECK_TIMES,
               strcmp(spent, times.spent) == 0 && strcmp(lags, is_over ? times.lags : "") == 0,
               "game %llx at event %lld is said to have taken \"%s\", lags \"%s\"; the log says "
               "\"%s\", \"%s\"",
               ID_ARG(game->id), (long long)record->seq, spent, lags, times.spent, times.lags);
    CHECK_THAT(link->sim, CHECK_PLANS,
               strcmp(record->planned != NULL ? record->planned : "", times.planned) == 0,
               "game %llx: \"%s\" are said to have been planned; \"%s\" were", ID_ARG(game->id),
               record->planned, times.planned);
}

void said_turn_took(struct link *link, const struct game_moved_event *moved)
{
    struct truth_times times;
    const struct truth_game *game = truth_game(&link->sim->truth, moved->game);
    truth_times(game, (uint32_t)moved->seq, &times);
    CHECK_THAT(link->sim, CHECK_TIMES, moved->spent_ms == times.last_ms,
               "event %lld of game %llx is said to have taken %lld ms; it took %lld",
               (long long)moved->seq, ID_ARG(game->id), (long long)moved->spent_ms,
               (long long)times.last_ms);
    CHECK_THAT(link->sim, CHECK_PLANS, moved->planned == game->log[moved->seq - 1].planned,
               "event %lld of game %llx is said to have been planned, or not to have been",
               (long long)moved->seq, ID_ARG(game->id));
}
