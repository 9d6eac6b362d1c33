/* SPDX-License-Identifier: MIT */
/*
 * Variants: the rows of engine/variants.def as constants that live for ever. Borrowed freely,
 * never freed, safe on every thread.
 */
#ifndef PENTAD_ENGINE_VARIANT_H
#define PENTAD_ENGINE_VARIANT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum variant_id {
#define VARIANT(id, ...) VARIANT_##id,
#include "engine/variants.def"
#undef VARIANT
    VARIANT_COUNT
};

/* The worth of a row longer than the winning one: OVERLINE_NOTHING, OVERLINE_WINS,
 * OVERLINE_WINS_FOR_O. */
enum overline {
#define OVERLINE(ID, needs) OVERLINE_##ID,
#include "engine/overlines.def"
#undef OVERLINE
    OVERLINE_COUNT
};

/* The rules by which it is played: RULES_STANDARD, RULES_SWAP2, ... */
enum rules_id {
#define RULES(ID, id, levels, extent, actions, choices, state, last, line, text, needs) RULES_##ID,
#include "engine/rules.def"
#undef RULES
    RULES_COUNT
};

struct variant {
    enum variant_id id;
    const char *key;  /* "classic" */
    const char *name; /* for people, English */
    uint16_t width;
    uint16_t height;
    uint16_t row;    /* stones in a row that win */
    uint16_t stored; /* cells that a game keeps; 0: it looks them up among its stones */
    enum overline overline;
    enum rules_id rules;
    uint32_t needs; /* of whoever reads its games: variant_needs_of(rules, overline), or NEED_PLAIN
                       and more; 0: they are known to nobody */
    bool can_be_rated;
    bool is_fined;
    const char *clock; /* that a game of it usually has, as text of engine/clock.h */
};

/* The row of `id`; `id` is below VARIANT_COUNT. */
const struct variant *variant_get(enum variant_id id);

/* The row whose key is the `len` bytes at `key`, or NULL. */
const struct variant *variant_find(const char *key, size_t len);

/* The first row of the plain game (engine/needs.h) whose board has this size, or NULL. A record
 * that tells no more than the size is of this variant. */
const struct variant *variant_find_plain(size_t width, size_t height);

/* The needs that rules and overline bring along, NEED_PLAIN among them (engine/needs.h). */
uint32_t variant_needs_of(enum rules_id rules, enum overline overline);

/* Whether both are one variant: a client has copies of rows, as its server told them. NULL is none.
 */
bool variant_is_same(const struct variant *a, const struct variant *b);

/* Whether there is room for games of it here: its board is no larger than the largest of the table.
 * For variants that are no rows of the table, which clients are told of. */
bool variant_can_be_played(const struct variant *variant);

/* The fewest actions after which somebody can have won: the stones for it and those between them,
 * and a choice where the opening asks for one. */
size_t variant_plies_least(const struct variant *variant);

/* The most stones of a turn, behind the opening. */
size_t variant_turn(const struct variant *variant);

/* Numbers of the rules. */
struct variant_facts {
    unsigned limit;       /* of actions; 0: the board is full before */
    unsigned stones_each; /* that are placed before any is moved; 0: none is */
    unsigned points_win;  /* that win; 0: none do */
};

struct variant_facts variant_facts(const struct variant *variant);

/* Gives the row, a copy of one of the table, a board of this size. */
void variant_resize(struct variant *variant, size_t width, size_t height);

/* The points of a cell on a full board, where they count; else 0. */
unsigned variant_cell_points(const struct variant *variant, size_t cell);

/* Levels of the board: 1 of a flat one. Cells go row by row from a1, level by level from the
 * bottom.
 */
size_t variant_levels(const struct variant *variant);

/* Cells of the board: actions that place a stone name a cell from 0 to this number - 1. */
size_t variant_cells(const struct variant *variant);

/* Whether the board is so large that nobody walks over its cells: its stones are what counts. */
bool variant_is_sparse(const struct variant *variant);

/* The cell from which squares are counted where they have no letters: 0:0. */
size_t variant_origin(const struct variant *variant);

#endif
