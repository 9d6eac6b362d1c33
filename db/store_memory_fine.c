/* SPDX-License-Identifier: MIT */
/*
 * The monthly fine in the memory back-end: who made a move in a month, the fines of a month for
 * everybody, and how both are taken back.
 */
#include "db/fine.h"
#include "db/store_memory_private.h"

/* ------------------------------------------------------------------ moves */

static int active_apply(struct memory *memory, const struct store_op *op, struct memory_undo *undo)
{
    const struct store_active *active = &op->as.active;
    struct memory_player *player = memory__player_find(memory, active->player);
    if (player == NULL || player->value.ratings[active->variant].games == 0)
        return OP_REFUSED;
    struct store_rating *rating = &player->value.ratings[active->variant];
    undo->subject = player;
    undo->old.active.variant = active->variant;
    undo->old.active.months = rating->active_months;
    rating->active_months |= fine_bit(active->month);
    return OP_DONE;
}

static void active_revert(struct memory *memory, struct memory_undo *undo)
{
    (void)memory;
    struct memory_player *player = undo->subject;
    player->value.ratings[undo->old.active.variant].active_months = undo->old.active.months;
}

/* ------------------------------------------------------------------ a month */

/* A rating as it was before its month was settled. */
struct settled_rating {
    struct memory_player *player;
    enum variant_id variant;
    struct store_rating before;
    bool was_fined;
};

/* Everything that settling a month changed. */
struct settling {
    int settled_month; /* before */
    struct settled_rating *ratings;
    size_t count;
    size_t cap;
};

static void fine_note(struct memory_player *player, enum variant_id variant,
                      const struct store_fine *fine)
{
    int before = player->value.ratings[variant].points;
    player->fines =
        memory__grow(player->fines, player->fine_count, &player->fine_cap, sizeof(*player->fines));
    player->fines[player->fine_count++] = (struct store_fine_row){
        .variant = variant,
        .month = fine->month,
        .before = before,
        .after = fine_after(before),
        .at_ms = fine->at_ms,
    };
    memory__ledger_add(
        player, &(struct memory_ledger_line){variant, false, fine_after(before), fine->at_ms});
}

static void rating_settle(struct memory *memory, struct memory_player *player,
                          enum variant_id variant, const struct store_fine *fine,
                          struct settling *settling)
{
    struct store_rating before = player->value.ratings[variant];
    bool is_spared = fine_spares(&player->account.value, fine->at_ms);
    bool is_fined = !is_spared && fine_applies(&before, fine->month);
    struct store_rating after =
        fine_settle(&before, settling->settled_month, fine->month, is_spared);
    if (before.games == 0)
        return;
    settling->ratings = memory__grow(settling->ratings, settling->count, &settling->cap,
                                     sizeof(*settling->ratings));
    settling->ratings[settling->count++] =
        (struct settled_rating){player, variant, before, is_fined};
    if (is_fined)
        fine_note(player, variant, fine);
    memory__rating_set(memory, player, variant, &after);
}

static int fine_apply(struct memory *memory, const struct store_op *op, struct memory_undo *undo)
{
    const struct store_fine *fine = &op->as.fine;
    if (fine->month <= memory->settled_month)
        return OP_CONFLICT;
    struct settling *settling = memory__new(sizeof(*settling));
    settling->settled_month = memory->settled_month;
    for (struct map_node *node = memory->players.first; node != NULL; node = map__next(node))
        for (int i = 0; i < VARIANT_COUNT; i++)
            if (variant_get((enum variant_id)i)->is_fined)
                rating_settle(memory, node->owner, (enum variant_id)i, fine, settling);
    memory->settled_month = fine->month;
    undo->subject = settling;
    return OP_DONE;
}

static void fine_keep(struct memory *memory, struct memory_undo *undo)
{
    (void)memory;
    struct settling *settling = undo->subject;
    free(settling->ratings);
    free(settling);
}

static void fine_revert(struct memory *memory, struct memory_undo *undo)
{
    struct settling *settling = undo->subject;
    for (size_t i = settling->count; i > 0; i--) {
        const struct settled_rating *rating = &settling->ratings[i - 1];
        if (rating->was_fined) {
            rating->player->fine_count--;
            memory__ledger_remove(rating->player);
        }
        memory__rating_set(memory, rating->player, rating->variant, &rating->before);
    }
    memory->settled_month = settling->settled_month;
    fine_keep(memory, undo);
}

/* ------------------------------------------------------------------ what somebody was fined */

int memory__answer_fines(struct memory *memory, struct work_query *question)
{
    const struct store_query *query = &question->query;
    struct store_answer *answer = &question->answer;
    const struct memory_player *player = memory__player_find(memory, query->player);
    if (player == NULL)
        return STORE_NOT_FOUND;
    uint64_t before = query->from == 0 ? 0 : query->from - 1;
    size_t rest = before < player->fine_count ? player->fine_count - (size_t)before : 0;
    size_t count = query->limit < rest ? query->limit : rest;
    struct store_fine_row *rows = arena_alloc(&question->arena, count * sizeof(*rows));
    for (size_t i = 0; i < count; i++)
        rows[i] = player->fines[rest - 1 - i];
    answer->fines = rows;
    answer->fines_count = count;
    answer->has_more = rest > count;
    return STORE_OK;
}

const struct memory_rule memory__rating_active = {active_apply, active_revert, NULL};
const struct memory_rule memory__fine = {fine_apply, fine_revert, fine_keep};
