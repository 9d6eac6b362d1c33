/* SPDX-License-Identifier: MIT */
/*
 * The rows of engine/variants.def as constants, and how they are found. It owns the table, which
 * lives for ever and is never written: safe on every thread.
 */
#include "engine/variant.h"

#include "engine/limits.h"
#include "engine/needs.h"
#include "engine/require.h"
#include "engine/rules.h"

#include <string.h>

enum {
#define RULES(ID, id, levels, extent, actions, choices, state, last, line, text, needs)            \
    RULES_##ID##_NEEDS = (needs),
#include "engine/rules.def"
#undef RULES
#define OVERLINE(ID, needs) OVERLINE_##ID##_NEEDS = (needs),
#include "engine/overlines.def"
#undef OVERLINE
};

/* Holds that a column more is none that changes play. Such a thing is a row of rules.def or of
 * overlines.def, with its needs: as a column it would be a default that readers overlook. Whoever
 * adds one that players need not know makes this larger. */
_Static_assert(sizeof(void *) != 8 || sizeof(struct variant) == 56,
               "a new column is nothing that changes play");

static const struct variant variants[VARIANT_COUNT] = {
#define VARIANT(id, key, name, width, height, row, overline, rules, rated, fined, clock)           \
    [VARIANT_##id] = {VARIANT_##id,                                                                \
                      key,                                                                         \
                      name,                                                                        \
                      width,                                                                       \
                      height,                                                                      \
                      row,                                                                         \
                      LIMITS_STORED(rules, width, height),                                         \
                      overline,                                                                    \
                      rules,                                                                       \
                      NEED_PLAIN | rules##_NEEDS | overline##_NEEDS,                               \
                      rated,                                                                       \
                      fined,                                                                       \
                      clock},
#include "engine/variants.def"
#undef VARIANT
};

const struct variant *variant_get(enum variant_id id)
{
    REQUIRE((unsigned)id < VARIANT_COUNT);
    return &variants[id];
}

const struct variant *variant_find(const char *key, size_t len)
{
    for (size_t i = 0; i < VARIANT_COUNT; i++) {
        const char *candidate = variants[i].key;
        if (strlen(candidate) == len && memcmp(candidate, key, len) == 0)
            return &variants[i];
    }
    return NULL;
}

const struct variant *variant_find_plain(size_t width, size_t height)
{
    for (size_t i = 0; i < VARIANT_COUNT; i++) {
        const struct variant *variant = &variants[i];
        if (variant->needs == NEED_PLAIN && variant->width == width && variant->height == height)
            return variant;
    }
    return NULL;
}

uint32_t variant_needs_of(enum rules_id rules, enum overline overline)
{
    static const uint32_t of_rules[RULES_COUNT] = {
#define RULES(ID, id, levels, extent, actions, choices, state, last, line, text, needs)            \
    [RULES_##ID] = (needs),
#include "engine/rules.def"
#undef RULES
    };
    static const uint32_t of_overline[OVERLINE_COUNT] = {
#define OVERLINE(ID, needs) [OVERLINE_##ID] = (needs),
#include "engine/overlines.def"
#undef OVERLINE
    };
    return NEED_PLAIN | of_rules[rules] | of_overline[overline];
}

bool variant_is_same(const struct variant *a, const struct variant *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a->key, b->key) == 0);
}

bool variant_can_be_played(const struct variant *variant)
{
    return variant->width > 0 && variant->width <= GAME_SIDE_MAX && variant->height > 0 &&
           variant->height <= GAME_SIDE_MAX && variant->row <= GAME_ROW_MAX &&
           variant->stored <= GAME_CELLS_MAX &&
           variant->stored + rules__all[variant->rules]->choices <= GAME_ACTIONS_MAX;
}

size_t variant_plies_least(const struct variant *variant)
{
    const struct rules *rules = rules__all[variant->rules];
    return 2 * (size_t)rules->stones_to_win(variant) - 1 + (rules->choices > 0 ? 1 : 0);
}

size_t variant_turn(const struct variant *variant)
{
    return rules__all[variant->rules]->turn;
}

struct variant_facts variant_facts(const struct variant *variant)
{
    const struct rules *rules = rules__all[variant->rules];
    return (struct variant_facts){
        .limit = rules->actions,
        .stones_each = rules->stones_each,
        .points_win = rules->points_win,
    };
}

void variant_resize(struct variant *variant, size_t width, size_t height)
{
    size_t levels = rules__all[variant->rules]->levels > 0 ? 1 : height;
    variant->width = (uint16_t)width;
    variant->height = (uint16_t)height;
    variant->stored = (uint16_t)(width * height * levels);
}

unsigned variant_cell_points(const struct variant *variant, size_t cell)
{
    const char *points = rules__all[variant->rules]->grid.points;
    size_t from_top = variant->height - 1 - cell / variant->width;
    REQUIRE(points == NULL || strlen(points) == variant->stored);
    if (points == NULL)
        return 0;
    return (unsigned)(points[from_top * variant->width + cell % variant->width] - '0');
}

size_t variant_levels(const struct variant *variant)
{
    return rules__all[variant->rules]->levels > 0 ? 1 : variant->height;
}

size_t variant_cells(const struct variant *variant)
{
    return variant_is_sparse(variant) ? (size_t)variant->width * variant->height : variant->stored;
}

bool variant_is_sparse(const struct variant *variant)
{
    return variant->stored == 0;
}

size_t variant_origin(const struct variant *variant)
{
    bool has_floor = (variant->needs & NEED_SUPPORT) != 0;
    size_t row = has_floor ? 0 : variant->height / 2u;
    return row * variant->width + variant->width / 2u;
}
