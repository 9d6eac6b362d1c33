/* SPDX-License-Identifier: MIT */
/*
 * Memos, told when they are stored.
 */
#include "server/core/people/memos.h"

#include "db/fine.h"
#include "server/core/people/player.h"
#include "server/core/people/state.h"
#include "server/core/rules/ids.h"
#include "server/core/turn/queries.h"
#include "server/core/turn/writes.h"

_Static_assert((int)MEMO_KIND_COUNT == (int)MEMO_KIND_WORD_COUNT &&
                   (int)MEMO_POINTS_BACK == (int)MEMO_KIND_WORD_POINTS_BACK &&
                   (int)MEMO_GAME_OVER == (int)MEMO_KIND_WORD_GAME_OVER,
               "memos are stored and told by the same numbers");

uint64_t memos_id(struct core *core)
{
    return ids_next(&core->last_id, core->now.wall_ms);
}

bool memos_may_wait(const struct core *core, const struct store_player *stored, uint64_t query)
{
    return stored->has_memos || core->people->memos_query >= query;
}

static const char *text_or_null(const char *text)
{
    return text[0] != '\0' ? text : NULL;
}

static bool is_of_appeal(const struct store_memo_row *memo)
{
    return memo->kind == MEMO_APPEAL_REFUSED || memo->kind == MEMO_APPEAL_UPHELD;
}

struct memo_record memos_view(const struct store_memo_row *memo)
{
    return (struct memo_record){
        .memo = memo->id,
        .at = memo->at_ms,
        .kind = (int)memo->kind,
        .name = memo->about_name,
        .game = memo->game,
        .verdict = memo->kind == MEMO_REPORT_JUDGED ? (int)memo->number : NONE,
        .points = memo->kind == MEMO_POINTS_BACK ? memo->number
                  : memo->kind == MEMO_FINED     ? -memo->number
                                                 : NONE,
        .score = memo->kind == MEMO_GAME_OVER ? (int)memo->number : NONE,
        .against = is_of_appeal(memo) ? (int)memo->number : NONE,
        .month = memo->kind == MEMO_FINED ? memo->text : NULL,
        .text = memo->kind == MEMO_FINED ? NULL : text_or_null(memo->text),
        .seen = memo->is_seen,
    };
}

static void tell(struct core *core, struct player *player, const struct store_memo *memo)
{
    const struct store_memo_row row = {
        .id = memo->id,
        .at_ms = memo->at_ms,
        .kind = memo->kind,
        .game = memo->game,
        .number = memo->number,
        .text = memo->text,
        .about_name = text_or_null(memo->about_name),
    };
    const struct memo_record record = memos_view(&row);
    const struct memo_added_event event = {.memo = &record};
    player_tell(core, player, EVENT_MEMO_ADDED, &event);
}

void memos_tell_fine(struct core *core, struct player *player, const struct store_fine *fine,
                     int points)
{
    char month[FINE_MONTH_SIZE];
    fine_month_text(fine->month, month);
    tell(core, player,
         &(struct store_memo){.id = fine->memo,
                              .at_ms = fine->at_ms,
                              .kind = MEMO_FINED,
                              .number = points,
                              .text = month});
}

void memos_add_game_over(struct core *core, const struct player *player, uint64_t game,
                         uint64_t opponent, enum score score)
{
    const struct store_op op = {.kind = STORE_MEMO_ADD,
                                .as.memo_add = {.player = player->id,
                                                .id = memos_id(core),
                                                .at_ms = core->now.wall_ms,
                                                .kind = MEMO_GAME_OVER,
                                                .about = opponent,
                                                .game = game,
                                                .number = (int64_t)score,
                                                .text = ""}};
    writes_add(core, &op);
}

void memos_stored(struct core *core, const struct store_op *op)
{
    if (op->memos_count > 0 || op->kind == STORE_FINE)
        core->people->memos_query = queries_last(core);
    for (size_t k = 0; k < op->memos_count; k++) {
        struct player *player = player_find(core, op->memos[k].player);
        if (player != NULL)
            tell(core, player, &op->memos[k]);
    }
}
