/* SPDX-License-Identifier: MIT */
/*
 * Replies and events about followed players.
 */
#include "tests/sim/ask.h"
#include "tests/sim/said.h"
#include "tests/sim/sim.h"

/* Another connection may have taken it back in the same batch: it was so once. */
static void check_follow(struct link *link, const char *name)
{
    struct sim *sim = link->sim;
    const struct truth_player *other = truth_player_named(&sim->truth, name);
    CHECK_THAT(sim, CHECK_ACKNOWLEDGED_IS_STORED,
               other != NULL && truth_follow(sim, link->player, other->id) != NULL,
               "link %llu is said to follow %s, and that is not stored",
               (unsigned long long)link->number, name);
}

void said__followed(struct link *link, struct ask *ask, const union reply_body *reply)
{
    (void)ask;
    check_follow(link, reply->follow_add.name);
}

void said__unfollowed(struct link *link, struct ask *ask, const union reply_body *reply)
{
    (void)ask;
    check_follow(link, reply->follow_remove.name);
}

void said__follows(struct link *link, struct ask *ask, const union reply_body *reply)
{
    const struct follow_list_reply *list = &reply->follow_list;
    (void)ask;
    for (size_t i = 0; i < list->rows_count; i++) {
        const struct follow_row_record *row = &list->rows[i];
        check_follow(link, row->name);
        CHECK_THAT(link->sim, CHECK_SAID_IS_STORED,
                   row->room == 0 || truth_room(&link->sim->truth, row->room) != NULL,
                   "%s is said to play in room %llx, which there is not", row->name,
                   (unsigned long long)row->room);
    }
}

/* Whether the connection heard of that one less than ten minutes ago, and followed all the time. */
static bool is_told_again(const struct link *link, const struct truth_follow *follow)
{
    return follow->told_link == link->number && follow->told_ms > follow->since_ms &&
           link->sim->now_ms - follow->told_ms < TRUTH_AWAY_MS;
}

void said__came(struct link *link, const union event_body *body)
{
    struct sim *sim = link->sim;
    const char *name = body->follow_came.name;
    uint64_t player = ask_player(link);
    if (truth_player(&sim->truth, player)->is_deleted)
        return; /* the turn in which the server hears that this is stored */
    const struct truth_player *other = truth_player_named(&sim->truth, name);
    struct truth_follow *follow = other != NULL ? truth_follow(sim, player, other->id) : NULL;
    CHECK_THAT(sim, CHECK_FOLLOWERS, follow != NULL && !follow->is_over,
               "link %llu hears that %s came, whom its player does not follow",
               (unsigned long long)link->number, name);
    CHECK_THAT(sim, CHECK_FOLLOWERS, !truth_are_known_apart(&sim->truth, player, other->id),
               "link %llu hears that %s came, and one of the two has blocked the other",
               (unsigned long long)link->number, name);
    CHECK_THAT(sim, CHECK_FOLLOWERS, !is_told_again(link, follow),
               "link %llu hears again that %s came, after %lld ms",
               (unsigned long long)link->number, name, (long long)(sim->now_ms - follow->told_ms));
    follow->told_link = link->number;
    follow->told_ms = sim->now_ms;
    sim->stats->came++;
}
