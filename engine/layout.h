/* SPDX-License-Identifier: MIT */
/*
 * Private to engine/. The layout of the body of a game: the cells, if it keeps any; then, from an
 * even byte on, room for the actions of the variant's longest game; then the state of its rules.
 */
#ifndef PENTAD_ENGINE_LAYOUT_H
#define PENTAD_ENGINE_LAYOUT_H

#include "engine/game.h"
#include "engine/rules.h"

static inline size_t layout__cell_count(const struct variant *variant)
{
    return variant->stored;
}

/* The room of the cells, which lie before the actions, in units of an action. */
static inline size_t layout__cell_units(const struct variant *variant)
{
    return (layout__cell_count(variant) + 1) / 2;
}

/* The cells, each an enum mark. */
static inline const uint8_t *layout__cells(const struct game *game)
{
    return (const uint8_t *)game->body;
}

static inline uint8_t *layout__cells_to_write(struct game *game)
{
    return (uint8_t *)game->body;
}

/* The action list; the first `ply` of its entries count. */
static inline const struct action *layout__actions(const struct game *game)
{
    return game->body + layout__cell_units(game->variant);
}

/* The number of actions in the longest game. */
static inline size_t layout__actions_max(const struct variant *variant)
{
    const struct rules *rules = rules__all[variant->rules];
    return rules->actions > 0 ? rules->actions : layout__cell_count(variant) + rules->choices;
}

/* The state of the rules, as many bytes as they say. It comes last, so that actions are found
 * without asking the rules; games of the standard rules have none. */
static inline const void *layout__state(const struct game *game)
{
    return layout__actions(game) + layout__actions_max(game->variant);
}

static inline void *layout__state_to_write(struct game *game)
{
    return (void *)layout__state(game);
}

static inline struct action *layout__actions_to_write(struct game *game)
{
    return game->body + layout__cell_units(game->variant);
}

#endif
