/* SPDX-License-Identifier: MIT */
/*
 * Judgements on an analysis.
 */
#include "brain/analysis/verdict.h"

#include "brain/analysis/work.h"

#include <string.h>

/* ---------------------------------------------------------------- keys */

const char *analysis_mark_key(enum analysis_mark mark)
{
    static const char *const keys[] = {
#define MARK(ID, key) key,
#include "brain/analysis/marks.def"
#undef MARK
    };
    return keys[mark];
}

const char *analysis_threat_key(enum analysis_threat threat)
{
    static const char *const keys[] = {
#define THREAT(ID, key, spots) key,
#include "brain/analysis/threats.def"
#undef THREAT
    };
    return keys[threat];
}

const char *analysis_win_key(enum analysis_win win)
{
    static const char *const keys[] = {
#define WIN(ID, key) key,
#include "brain/analysis/wins.def"
#undef WIN
    };
    return keys[win];
}

/* ---------------------------------------------------------------- a move */

static enum analysis_mark mark_of(const struct analysis_place *place, const struct verdict *verdict)
{
    if (verdict->after == PROOF_WIN)
        return ANALYSIS_MARK_WINS;
    if (place->is_forced && action_equals(verdict->action, place->only))
        return ANALYSIS_MARK_ONLY;
    if (verdict->before == PROOF_LOSS)
        return ANALYSIS_MARK_LOST;
    if (verdict->after == PROOF_LOSS)
        return ANALYSIS_MARK_LOSING;
    if (verdict->before == PROOF_WIN)
        return ANALYSIS_MARK_MISSED;
    if (verdict->cost >= ANALYSIS_MISTAKE)
        return ANALYSIS_MARK_MISTAKE;
    return verdict->cost >= ANALYSIS_SLIP ? ANALYSIS_MARK_SLIP : ANALYSIS_MARK_GOOD;
}

struct verdict verdict_of(const struct analysis *analysis, unsigned ply)
{
    const struct analysis_place *place = &analysis->places[ply];
    struct verdict verdict = {.action = game_actions(&analysis->game)[ply],
                              .seat = (enum seat)analysis->seats[ply],
                              .mark = ANALYSIS_MARK_UNJUDGED,
                              .share_before = ANALYSIS_SHARE_ONE / 2,
                              .share_after = ANALYSIS_SHARE_ONE / 2};
    if (ply < analysis->first || !place->is_known)
        return verdict;
    verdict.before = (enum proof)place->proof;
    verdict.after = work__proof_behind(analysis, ply);
    verdict.share_before = place->share;
    verdict.share_after = place->after;
    if (verdict.share_before > verdict.share_after)
        verdict.cost = (uint16_t)(verdict.share_before - verdict.share_after);
    verdict.mark = mark_of(place, &verdict);
    return verdict;
}

/* Whether the player chose: a forced move is no mistake. */
static bool is_choice(const struct verdict *verdict)
{
    return verdict->mark != ANALYSIS_MARK_UNJUDGED && verdict->mark != ANALYSIS_MARK_ONLY;
}

/* ---------------------------------------------------------------- where it was lost */

static bool is_winning(const struct analysis_place *place)
{
    return place->is_known && (place->proof == PROOF_WIN || place->share >= ANALYSIS_WINNING);
}

/* Whether the winner's turn begins at the ply: what stands there is of the other's making. */
static bool begins_turn(const struct analysis *analysis, uint32_t ply, enum seat winner)
{
    return analysis_seat(analysis, ply) == winner && (enum seat)analysis->seats[ply - 1] != winner;
}

/* Whether the action gave a proven win back. */
static bool gives_back(const struct analysis *analysis, uint32_t ply, enum seat winner)
{
    struct verdict verdict = verdict_of(analysis, ply);
    return verdict.seat == winner && verdict.before == PROOF_WIN && verdict.after != PROOF_WIN &&
           verdict.share_after < ANALYSIS_WINNING;
}

/* The first position at which a turn of the winner begins, of those up to the end in which all are
 * won, and none of these wins was given back. */
static uint32_t first_won(const struct analysis *analysis, enum seat winner)
{
    uint32_t first = VERDICT_NOWHERE;
    for (uint32_t ply = analysis->game.ply; ply > analysis->first; ply--) {
        if (ply < analysis->game.ply && gives_back(analysis, ply, winner))
            break;
        if (!begins_turn(analysis, ply, winner))
            continue;
        if (!is_winning(&analysis->places[ply]))
            break;
        first = ply;
    }
    return first;
}

/* The first with a proof from there on. */
static uint32_t first_proven(const struct analysis *analysis, uint32_t first)
{
    enum seat winner = analysis_seat(analysis, first);
    for (uint32_t ply = first; ply <= analysis->game.ply; ply++)
        if (begins_turn(analysis, ply, winner) && analysis->places[ply].proof == PROOF_WIN)
            return ply;
    return VERDICT_NOWHERE;
}

/* The first move of anybody that gave the other side a proven win. */
static struct verdict_loss first_given(const struct analysis *analysis)
{
    for (unsigned ply = analysis->first; ply < analysis->game.ply; ply++)
        if (verdict_of(analysis, ply).mark == ANALYSIS_MARK_LOSING)
            return (struct verdict_loss){ply, ply, true};
    return (struct verdict_loss){VERDICT_NOWHERE, VERDICT_NOWHERE, false};
}

/* Where the game was lost, whoever is to blame. */
static struct verdict_loss first_losing(const struct analysis *analysis)
{
    if (analysis->winner == SEAT_NONE)
        return first_given(analysis);
    uint32_t first = first_won(analysis, (enum seat)analysis->winner);
    if (first == VERDICT_NOWHERE)
        return (struct verdict_loss){VERDICT_NOWHERE, VERDICT_NOWHERE, false};
    uint32_t proven = first_proven(analysis, first);
    uint32_t won = proven != VERDICT_NOWHERE ? proven : first;
    return (struct verdict_loss){won - 1, won - 1, analysis->places[won].proof == PROOF_WIN};
}

/* The move of the same player, up to this one, that cost most. */
static uint32_t costliest(const struct analysis *analysis, uint32_t last)
{
    uint32_t found = last;
    struct verdict dearest = verdict_of(analysis, last);
    for (uint32_t ply = last; ply-- > analysis->first;) {
        struct verdict verdict = verdict_of(analysis, ply);
        if (verdict.seat != dearest.seat || !is_choice(&verdict) || verdict.cost <= dearest.cost ||
            verdict.cost < ANALYSIS_SLIP)
            continue;
        found = ply;
        dearest = verdict;
    }
    return found;
}

/* Whether another move was better: what would have stopped the win, and was not lost likewise. */
static bool is_to_blame(const struct analysis *analysis, uint32_t ply)
{
    return analysis->places[ply].stops_count > 0 && verdict_of(analysis, ply).cost >= ANALYSIS_SLIP;
}

struct verdict_loss verdict_loss(const struct analysis *analysis)
{
    struct verdict_loss loss = first_losing(analysis);
    if (loss.ply == VERDICT_NOWHERE || is_to_blame(analysis, loss.ply))
        return loss;
    loss.ply = costliest(analysis, loss.losing);
    loss.is_proven = loss.is_proven && loss.ply == loss.losing;
    return loss;
}

/* ---------------------------------------------------------------- players */

/* The accuracy of a move by its cost, in hundredths: the curve of lichess.org,
 * 103.1668 exp(-0.04354 x) - 3.1669, where x is the cost in percent. */
static int accuracy_of(unsigned cost)
{
    int64_t value = 10316680000;
    for (unsigned percent = 0; percent < cost / 100; percent++)
        value = value * 957394 / 1000000;
    value -= value * 42606 / 1000000 * (cost % 100) / 100;
    int accuracy = (int)(value / 1000000) - 317;
    return accuracy < 0 ? 0 : accuracy > 10000 ? 10000 : accuracy;
}

int verdict_accuracy(const struct analysis *analysis, enum seat seat)
{
    int sum = 0;
    int count = 0;
    for (unsigned ply = analysis->first; ply < analysis->game.ply; ply++) {
        struct verdict verdict = verdict_of(analysis, ply);
        if (verdict.seat != seat || !is_choice(&verdict))
            continue;
        sum += accuracy_of(verdict.cost);
        count++;
    }
    return count > 0 ? (sum / count + 50) / 100 : -1;
}

/* Puts the ply where it belongs among `count` that are sorted. */
static size_t insert(const struct analysis *analysis, unsigned ply, uint16_t *plies, size_t count,
                     size_t cap)
{
    size_t at = count;
    unsigned cost = verdict_of(analysis, ply).cost;
    while (at > 0 && verdict_of(analysis, plies[at - 1]).cost < cost)
        at--;
    if (at == cap)
        return count;
    count = count < cap ? count + 1 : cap;
    memmove(&plies[at + 1], &plies[at], (count - at - 1) * sizeof(*plies));
    plies[at] = (uint16_t)ply;
    return count;
}

size_t verdict_mistakes(const struct analysis *analysis, enum seat seat, unsigned least,
                        uint16_t *plies_out, size_t cap)
{
    size_t all = 0;
    size_t count = 0;
    for (unsigned ply = analysis->first; ply < analysis->game.ply; ply++) {
        struct verdict verdict = verdict_of(analysis, ply);
        bool is_asked = seat == SEAT_NONE || seat == verdict.seat;
        if (!is_asked || !is_choice(&verdict) || verdict.cost < least || verdict.cost == 0)
            continue;
        all++;
        count = insert(analysis, ply, plies_out, count, cap);
    }
    return all;
}
