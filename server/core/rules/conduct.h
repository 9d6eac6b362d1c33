/* SPDX-License-Identifier: MIT */
/*
 * Conduct: what becomes of players who spoil games of people whom they met by chance: who break
 * them off, do not begin them, stay away on their turn, or leave. The last STORE_CONDUCT_GAMES
 * games are kept. When more than a share of them were spoilt, and there are enough to judge by, one
 * more spoilt game pauses the player; each pause in a row is longer. A share that is small again
 * ends the row. As lichess does it ("playban").
 */
#ifndef PENTAD_SERVER_CORE_CONDUCT_RULES_H
#define PENTAD_SERVER_CORE_CONDUCT_RULES_H

#include "db/store.h"

#include <stdbool.h>

struct conduct_rules {
    int percent;      /* of the games that may be spoilt; 100: all */
    int games;        /* to judge by */
    int64_t pause_ms; /* the first pause; the next ones are 3, 12 and 288 times as long */
};

/* Whether more than that share was spoilt, of enough games. */
bool conduct_is_poor(const struct store_conduct *conduct, const struct conduct_rules *rules);
/* Whether fewer games were played well than are needed to judge by: whoever comes back under
 * another name is new, too. */
bool conduct_is_new(const struct store_conduct *conduct, const struct conduct_rules *rules);
/* How many of the games were spoilt. */
int conduct_broken(const struct store_conduct *conduct);
/* Whether the player spoilt two of the last five games: others are offered before such a player. */
bool conduct_ranks_behind(const struct store_conduct *conduct);
/* One more game has ended. */
void conduct_count(struct store_conduct *conduct, const struct conduct_rules *rules, bool is_broken,
                   int64_t wall_ms);

#endif
