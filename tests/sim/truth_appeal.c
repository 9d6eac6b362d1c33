/* SPDX-License-Identifier: MIT */
/*
 * Appeals that were committed, and verdicts on them.
 */
#include "tests/sim/sim.h"
#include "tests/sim/truth.h"

#define UPHELD 0

static struct truth_appeal *find(struct truth *truth, int64_t act)
{
    for (size_t i = 0; i < truth->appeals.count; i++)
        if (truth->appeals.rows[i].act == act && !truth->appeals.rows[i].is_gone)
            return &truth->appeals.rows[i];
    return NULL;
}

const struct truth_appeal *truth_appeal(const struct truth *truth, int64_t act)
{
    for (size_t i = 0; i < truth->appeals.count; i++)
        if (truth->appeals.rows[i].act == act)
            return &truth->appeals.rows[i];
    return NULL;
}

int64_t truth_last_act(const struct truth *truth, uint64_t player, enum mod_act act)
{
    for (size_t i = truth->order.act_count; i > 0; i--)
        if (truth->order.acts[i - 1].player == player && truth->order.acts[i - 1].act == act)
            return (int64_t)i;
    return 0;
}

int64_t truth_taken_back(const struct truth *truth, uint64_t player, uint64_t batches)
{
    int64_t count = 0;
    for (size_t i = 0; i < truth->appeals.count; i++) {
        const struct truth_appeal *appeal = &truth->appeals.rows[i];
        bool is_one = appeal->player == player && appeal->against == MOD_WARN &&
                      appeal->is_upheld && !appeal->is_gone;
        count += is_one && appeal->judged <= batches ? 1 : 0;
    }
    return count;
}

size_t truth_appeals_open(const struct truth *truth)
{
    size_t open = 0;
    for (size_t i = 0; i < truth->appeals.count; i++)
        open += truth->appeals.rows[i].judged == 0 && !truth->appeals.rows[i].is_gone ? 1 : 0;
    return open;
}

void truth__appeals_note(struct truth *truth, uint64_t id)
{
    const struct truth_player *player = truth_player(truth, id);
    truth->appeals.before.player = id;
    truth->appeals.before.banned_until_ms = player->banned_until_ms;
    truth->appeals.before.muted_until_ms = player->muted_until_ms;
}

void truth__appeals_forget(struct truth *truth)
{
    truth->appeals.before.player = 0;
}

/* When what an appeal is against ends, as it lies on the player now. */
static int64_t end_of(const struct truth_player *player, enum mod_act against)
{
    if (player->is_deleted)
        return 0;
    if (against == MOD_WARN)
        return STORE_FOR_GOOD;
    return against == MOD_BAN ? player->banned_until_ms : player->muted_until_ms;
}

void truth__appeal_add(struct sim *sim, const struct store_op *op)
{
    struct truth *truth = &sim->truth;
    const struct store_appeal *stored = &op->as.appeal_add;
    const struct truth_player *player = truth_player(truth, stored->player);
    int64_t act = truth_last_act(truth, stored->player, stored->against);
    enum store_op_result right = STORE_APPLIED;
    if (act == 0 || end_of(player, stored->against) <= stored->at_ms)
        right = STORE_CONFLICT;
    else if (find(truth, act) != NULL)
        right = STORE_ALREADY;
    CHECK_THAT(sim, CHECK_APPEALS, op->result == right,
               "an appeal of %s against act %lld came to %d, and should to %d", player->name,
               (long long)act, (int)op->result, (int)right);
    if (op->result != STORE_APPLIED)
        return;
    if (stored->against != MOD_BAN)
        truth__stored(sim, stored->player, DEED_APPEAL);
    struct truth_appeals *appeals = &truth->appeals;
    appeals->rows = sim_grow(appeals->rows, appeals->count, &appeals->cap, sizeof(*appeals->rows));
    appeals->rows[appeals->count++] = (struct truth_appeal){
        .act = act, .player = stored->player, .against = stored->against, .batch = truth->batches};
    sim->stats->appeals++;
}

/* What a verdict changed of one sanction: nothing, unless it may lift it; and that it has to, if it
 * was for good. */
static bool is_lifted_right(int64_t before_ms, int64_t after_ms, bool may_lift)
{
    if (before_ms == after_ms)
        return !may_lift || before_ms != STORE_FOR_GOOD;
    return may_lift && after_ms == 0;
}

/* A verdict lifts what the appeal is against if that is the last of its kind, and nothing else. */
static void check_lifted(struct sim *sim, const struct store_act *act,
                         const struct truth_appeal *appeal)
{
    const struct truth *truth = &sim->truth;
    const struct truth_player *player = truth_player(truth, act->player);
    bool is_noted = truth->appeals.before.player == act->player;
    int64_t banned_ms = is_noted ? truth->appeals.before.banned_until_ms : player->banned_until_ms;
    int64_t muted_ms = is_noted ? truth->appeals.before.muted_until_ms : player->muted_until_ms;
    bool may_lift = act->verdict == UPHELD &&
                    appeal->act == truth_last_act(truth, act->player, appeal->against);
    CHECK_THAT(sim, CHECK_APPEALS,
               is_lifted_right(banned_ms, player->banned_until_ms,
                               may_lift && appeal->against == MOD_BAN) &&
                   is_lifted_right(muted_ms, player->muted_until_ms,
                                   may_lift && appeal->against == MOD_MUTE),
               "the verdict on the appeal of %s against act %lld lifts what it should not, or not "
               "what it should",
               player->name, (long long)appeal->act);
}

void truth__appeal_judge(struct sim *sim, const struct store_op *op)
{
    const struct store_act *act = &op->as.act;
    struct truth_appeal *appeal = find(&sim->truth, act->appeal);
    bool was_open = appeal != NULL && appeal->judged == 0 && appeal->player == act->player;
    CHECK_THAT(sim, CHECK_APPEALS, was_open == (op->result == STORE_APPLIED),
               "the appeal against act %lld is judged, or is not, and it was %s",
               (long long)act->appeal, was_open ? "open" : "not open");
    if (!was_open)
        return;
    const struct store_memo memo = {.player = act->player,
                                    .kind = act->verdict == UPHELD ? MEMO_APPEAL_UPHELD
                                                                   : MEMO_APPEAL_REFUSED,
                                    .number = appeal->against,
                                    .text = act->reason};
    CHECK_THAT(sim, CHECK_MEMOS, truth__added(op, &memo),
               "the appeal against act %lld is judged, and its player does not get just that to "
               "read",
               (long long)act->appeal);
    check_lifted(sim, act, appeal);
    appeal->judged = sim->truth.batches;
    appeal->is_upheld = act->verdict == UPHELD;
    sim->stats->appeals_judged++;
}

void truth__appeals_gone(struct truth *truth, uint64_t player)
{
    for (size_t i = 0; i < truth->appeals.count; i++)
        if (truth->appeals.rows[i].player == player)
            truth->appeals.rows[i].is_gone = true;
}
