/* SPDX-License-Identifier: MIT */
/*
 * The monthly fine, worked out anew in UTC: who moved in which month, the day on which the fine for
 * a month falls, and whom it costs how much (docs/HOSTING.md).
 */
#include "tests/sim/sim.h"
#include "tests/sim/truth.h"

#include <time.h>

#define ID_FORMAT "%llx"
#define ID_ARG(id) ((unsigned long long)(id))

#define FINE 100
#define FLOOR 100
#define DAY_S 86400

int truth_month_of(int64_t wall_ms)
{
    time_t seconds = (time_t)(wall_ms / 1000);
    struct tm tm;
    gmtime_r(&seconds, &tm);
    return (tm.tm_year + 1900) * 12 + tm.tm_mon;
}

/* The first Monday to Friday of the month after it. */
static int64_t fine_ms(int month)
{
    int next = month + 1;
    struct tm tm = {.tm_year = next / 12 - 1900, .tm_mon = next % 12, .tm_mday = 1};
    time_t day = timegm(&tm);
    gmtime_r(&day, &tm);
    if (tm.tm_wday == 6)
        day += (time_t)2 * DAY_S;
    if (tm.tm_wday == 0)
        day += DAY_S;
    return (int64_t)day * 1000;
}

int truth_playing_month(const struct truth *truth, int64_t wall_ms)
{
    int month = truth_month_of(wall_ms);
    return month > truth->settled_month ? month : truth->settled_month + 1;
}

void truth__moved(const struct truth *truth, struct truth_game *game, enum seat seat, int64_t at_ms)
{
    uint64_t bit = UINT64_C(1) << (truth_playing_month(truth, at_ms) - TRUTH_MONTH);
    if (!game->rated || !game->variant->is_fined)
        return;
    game->moved_in[seat] |= bit;
    truth_player(truth, game->players[seat])->ratings[game->variant->id].moved_in |= bit;
}

/* The months in which the player made a move in another game of the variant that counts. */
static uint64_t moved_elsewhere(const struct truth *truth, uint64_t player,
                                const struct variant *variant)
{
    uint64_t months = 0;
    for (size_t i = 0; i < truth->game_count; i++) {
        const struct truth_game *game = truth->games[i];
        enum seat seat = truth_seat(game, player);
        if (seat != SEAT_NONE && game->variant == variant && !game->is_annulled)
            months |= game->moved_in[seat];
    }
    return months;
}

void truth_quit_asked(struct truth_player *player, uint64_t subject)
{
    for (size_t i = 0; i < TRUTH_QUITS; i++)
        if (i < player->quit_count && player->quits[i] == subject)
            return;
    player->quits[player->quit_count++ % TRUTH_QUITS] = subject;
}

static bool has_quit(const struct truth *truth, const struct truth_game *game, enum seat seat)
{
    const struct truth_player *player = truth_player(truth, game->players[seat]);
    for (size_t i = 0; i < TRUTH_QUITS && i < player->quit_count; i++)
        if (player->quits[i] == game->id || player->quits[i] == game->room || player->quits[i] == 0)
            return true;
    return false;
}

static bool has_claimed(const struct truth *truth, const struct truth_game *game, enum seat seat)
{
    return truth_player(truth, game->players[seat])->deeds[DEED_CLAIM].asked > 0;
}

/* Whether that is who broke the game off, or nobody did. Whoever asked to be out of it, or let the
 * time pass; not who waited for an opponent in a game of days. */
static bool broke_off(const struct truth *truth, const struct truth_game *game, enum reason reason,
                      enum seat seat)
{
    enum seat late = game_to_act(&game->board);
    bool is_by_time = reason == REASON_NO_START || reason == REASON_BROKEN_OFF ||
                      (reason == REASON_ABORTED && has_claimed(truth, game, seat_other(late)));
    bool is_by_asking = reason == REASON_ABORTED || reason == REASON_BROKEN_OFF;
    if (!game->rated || !game->variant->is_fined || (!is_by_time && !is_by_asking))
        return seat == SEAT_NONE;
    if (seat == SEAT_NONE)
        return truth_is_slow(game) && is_by_asking && has_quit(truth, game, seat_other(late));
    return (is_by_time && seat == late) || (is_by_asking && has_quit(truth, game, seat));
}

void truth__broken_off(struct sim *sim, struct truth_game *game, const struct store_game_end *end)
{
    enum seat seat = truth_seat(game, end->broken_off_by);
    CHECK_THAT(sim, CHECK_FINES,
               (seat != SEAT_NONE) == (end->broken_off_by != 0) &&
                   broke_off(&sim->truth, game, end->outcome.reason, seat),
               "game " ID_FORMAT " (%s) is broken off by " ID_FORMAT "", ID_ARG(game->id),
               reason_word(end->outcome.reason), ID_ARG(end->broken_off_by));
    if (seat == SEAT_NONE)
        return;
    game->moved_in[seat] = 0;
    truth_player(&sim->truth, end->broken_off_by)->ratings[game->variant->id].moved_in &=
        moved_elsewhere(&sim->truth, end->broken_off_by, game->variant);
}

void truth__ban_note(struct truth_player *player, int64_t at_ms)
{
    const struct truth_ban *last =
        player != NULL && player->ban_count > 0 ? &player->bans[player->ban_count - 1] : NULL;
    int64_t lies_until_ms = last != NULL ? last->until_ms : 0;
    if (player == NULL || player->banned_until_ms == lies_until_ms)
        return;
    /* a clock that went back changes nothing of what was so */
    int64_t from_ms = last != NULL && last->from_ms > at_ms ? last->from_ms : at_ms;
    player->bans =
        sim_grow(player->bans, player->ban_count, &player->ban_cap, sizeof(*player->bans));
    player->bans[player->ban_count++] =
        (struct truth_ban){.from_ms = from_ms, .until_ms = player->banned_until_ms};
}

/* Whether the player was banned when the fine fell, whatever became of that before it was settled.
 */
static bool was_banned(const struct truth_player *player, int month)
{
    size_t i = player->ban_count;
    while (i > 0 && player->bans[i - 1].from_ms >= fine_ms(month))
        i--;
    return i > 0 && player->bans[i - 1].until_ms > fine_ms(month);
}

/* Returns the points that the month costs the player in the variant. */
static int fine_player(struct truth *truth, struct truth_player *player, enum variant_id variant,
                       const struct store_fine *fine)
{
    int month = fine->month;
    const struct truth_rating *rating = &player->ratings[variant];
    int points = truth_points(player, variant);
    bool moved = (rating->moved_in >> (month - TRUTH_MONTH) & 1) != 0;
    if (rating->games == 0 || rating->since_month >= month || moved || points <= FLOOR ||
        was_banned(player, month) || player->is_deleted)
        return 0;
    int left = points - FINE < FLOOR ? FLOOR : points - FINE;
    truth__rating_push(player, variant, left);
    truth->fines++;
    return points - left;
}

static void fine_everywhere(struct sim *sim, struct truth_player *player,
                            const struct store_fine *fine)
{
    int points = 0;
    for (int variant = 0; variant < VARIANT_COUNT; variant++)
        if (variant_get((enum variant_id)variant)->is_fined)
            points += fine_player(&sim->truth, player, (enum variant_id)variant, fine);
    if (points > 0)
        truth__memo_add(
            sim, &(struct store_memo){
                     .player = player->id, .id = fine->memo, .kind = MEMO_FINED, .number = points});
}

void truth__fine(struct sim *sim, const struct store_op *op)
{
    struct truth *truth = &sim->truth;
    int month = op->as.fine.month;
    if (op->result == STORE_CONFLICT)
        return;
    CHECK_THAT(sim, CHECK_FINES,
               (truth->settled_month == 0 || month == truth->settled_month + 1) &&
                   op->as.fine.at_ms >= fine_ms(month),
               "month %d-%02d is settled after %d-%02d, at %lld", month / 12, month % 12 + 1,
               truth->settled_month / 12, truth->settled_month % 12 + 1,
               (long long)op->as.fine.at_ms);
    truth->settled_month = month;
    for (size_t i = 0; i < truth->player_count; i++)
        fine_everywhere(sim, truth->players[i], &op->as.fine);
    sim->stats->months_settled++;
    sim->stats->fines = sim->stats->fines + truth->fines;
    truth->fines = 0;
}
