/* SPDX-License-Identifier: MIT */
/*
 * The plain store's memos.
 */
#include "tests/conformance/store_conformance.h"
#include "tests/conformance/store_model.h"

#include <string.h>

void model__memo_put(struct model *model, uint64_t id, const struct model_memo *memo)
{
    struct model_player *player = &model->players[id];
    if (player->memo_count == STORE_MEMOS_MAX)
        memmove(&player->memos[0], &player->memos[1],
                (size_t)(--player->memo_count) * sizeof(player->memos[0]));
    player->memos[player->memo_count++] = *memo;
    if (memo->id > model->last_memo)
        model->last_memo = memo->id;
}

enum model_outcome model__memo(struct model *model, const struct store_op *op)
{
    const struct store_memo *memo = &op->as.memo_add;
    if (model_player(model, memo->player) == NULL)
        return MODEL_REFUSED;
    model__memo_put(model, memo->player, &(struct model_memo){.id = memo->id, .kind = memo->kind});
    return MODEL_APPLIED;
}

enum model_outcome model__memos_seen(struct model *model, const struct store_op *op)
{
    const struct store_memos_seen *seen = &op->as.memos_seen;
    struct model_player *player = model_player(model, seen->player);
    for (int i = 0; player != NULL && i < player->memo_count; i++)
        player->memos[i].is_seen |= player->memos[i].id <= seen->upto;
    return MODEL_APPLIED;
}

void model_compare_memos(const struct model *model, struct harness *harness, uint64_t id)
{
    const struct model_player *player = &model->players[id];
    const struct store_memos *answer = ask_memos(harness, sample_memos(id));
    bool has_memos = false;
    assert_int_equal(answer->rows_count, player->memo_count);
    for (int i = 0; i < player->memo_count; i++) {
        const struct store_memo_row *row = &answer->rows[player->memo_count - 1 - i];
        assert_int_equal(row->id, player->memos[i].id);
        assert_int_equal(row->kind, player->memos[i].kind);
        assert_int_equal(row->is_seen, player->memos[i].is_seen);
        has_memos |= !player->memos[i].is_seen;
    }
    assert_int_equal(conformance_player(harness, id)->has_memos, has_memos);
}
