/* SPDX-License-Identifier: MIT */
/*
 * Judges what players are told of memos: as they are added, at a login, and in their list.
 */
#include "tests/sim/ask.h"
#include "tests/sim/said.h"
#include "tests/sim/sim.h"

#include <string.h>

/* Whether the player has this memo as it is told. */
static bool is_stored(const struct truth *truth, uint64_t player, const struct memo_record *told)
{
    const struct truth_memo *memo = truth_memo(truth, player, told->memo);
    const struct truth_player *about = memo != NULL ? truth_player(truth, memo->about) : NULL;
    bool is_named =
        about == NULL ? told->name == NULL : told->name != NULL && truth_goes_by(about, told->name);
    return memo != NULL && is_named && told->kind == (int)memo->kind &&
           (memo->kind != MEMO_REPORT_JUDGED || told->verdict == (int)memo->number) &&
           ((memo->kind != MEMO_APPEAL_REFUSED && memo->kind != MEMO_APPEAL_UPHELD) ||
            told->against == (int)memo->number) &&
           (memo->kind != MEMO_GAME_OVER ||
            (told->score == (int)memo->number && told->game == memo->game)) &&
           (memo->kind != MEMO_FINED || told->points == -memo->number) &&
           (!told->seen || memo->is_seen);
}

void said__memo(struct link *link, const union event_body *body)
{
    const struct memo_record *told = body->memo_added.memo;
    link->sim->stats->memos_told++;
    CHECK_THAT(link->sim, CHECK_MEMOS,
               is_stored(&link->sim->truth, ask_player(link), told) && !told->seen,
               "link %llu is told of memo %llx, which its player does not have",
               (unsigned long long)link->number, (unsigned long long)told->memo);
}

/* The memos of the player that were written by then. */
static size_t count_by(const struct truth *truth, uint64_t player, uint64_t batches)
{
    size_t count = 0;
    for (size_t i = 0; i < truth->memo_count; i++)
        count += truth->memos[i].player == player && truth->memos[i].batch <= batches ? 1 : 0;
    return count < TRUTH_MEMOS ? count : TRUTH_MEMOS;
}

void said__memos(struct link *link, struct ask *ask, const union reply_body *reply)
{
    struct sim *sim = link->sim;
    const struct memo_list_reply *list = &reply->memo_list;
    for (size_t i = 0; i < list->memos_count; i++) {
        const struct memo_record *told = &list->memos[i];
        const struct truth_memo *memo = truth_memo(&sim->truth, link->player, told->memo);
        CHECK_THAT(sim, CHECK_MEMOS,
                   is_stored(&sim->truth, link->player, told) &&
                       (i == 0 || told->memo < list->memos[i - 1].memo),
                   "memo %llx is told to link %llu, and is not stored like this, or not there",
                   (unsigned long long)told->memo, (unsigned long long)link->number);
        CHECK_THAT(sim, CHECK_MEMOS, !sim->is_quiet || told->seen == memo->is_seen,
                   "memo %llx was confirmed, and is told as a new one",
                   (unsigned long long)told->memo);
    }
    CHECK_THAT(sim, CHECK_READS_ARE_FRESH,
               list->memos_count >= count_by(&sim->truth, link->player, ask->batches),
               "link %llu has %zu memos, and %zu were written", (unsigned long long)link->number,
               list->memos_count, count_by(&sim->truth, link->player, ask->batches));
    sim->stats->memos_read++;
}

void said__memos_seen(struct link *link, struct ask *ask, const union reply_body *reply)
{
    const struct truth *truth = &link->sim->truth;
    (void)reply;
    for (size_t i = 0; i < truth->memo_count; i++) {
        const struct truth_memo *memo = &truth->memos[i];
        CHECK_THAT(link->sim, CHECK_ACKNOWLEDGED_IS_STORED,
                   memo->player != link->player || memo->batch > ask->batches || memo->is_seen ||
                       memo->id > ask->request.as.memo_seen.upto,
                   "memo %llx was confirmed, and is not stored as seen",
                   (unsigned long long)memo->id);
    }
}

void said__memos_wait(struct link *link, const struct ask *ask, bool is_told)
{
    const struct truth *truth = &link->sim->truth;
    for (size_t i = 0; i < truth->memo_count; i++) {
        const struct truth_memo *memo = &truth->memos[i];
        bool has_to_be = memo->player == link->player && memo->batch <= ask->batches &&
                         !memo->is_seen && truth_is_kept(truth, memo);
        CHECK_THAT(link->sim, CHECK_MEMOS, is_told || !has_to_be,
                   "link %llu logs in, memo %llx waits, and that is not told",
                   (unsigned long long)link->number, (unsigned long long)memo->id);
    }
}
