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

/* The rules by which a variant is played: RULES_STANDARD, RULES_SWAP2, ... */
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
    uint32_t needs; /* knowledge that its readers need: variant_needs_of(rules, overline), or
                       NEED_PLAIN and more; 0: no reader knows it */
    bool can_be_rated;
    bool is_fined;
    const char *clock; /* the usual time control of a game, as text of engine/clock.h */
};

/* The row of `id`; `id` is below VARIANT_COUNT. */
const struct variant *variant_get(enum variant_id id);

/* The row whose key is the `len` bytes at `key`, or NULL. */
const struct variant *variant_find(const char *key, size_t len);

/* The first row of the plain game (engine/needs.h) whose board has this size, or NULL. A record
 * that tells no more than the size is of this variant. */
const struct variant *variant_find_plain(size_t width, size_t height);

/* The needs that follow from rules and overline, with NEED_PLAIN (engine/needs.h). */
uint32_t variant_needs_of(enum rules_id rules, enum overline overline);

/* True if both are one variant, by their keys: a client has copies of rows, as its server told
 * them. Either may be NULL, which is no variant. */
bool variant_is_same(const struct variant *a, const struct variant *b);

/* True if there is room for its games here: its board is no larger than the largest of the table.
 * For variants that a server tells its clients of and that are no rows of the table. */
bool variant_can_be_played(const struct variant *variant);

/* The fewest actions after which somebody can have won: the winner's stones, the loser's between
 * them, and a choice if the opening asks for one. */
size_t variant_plies_least(const struct variant *variant);

/* The most stones of a turn, after the opening. */
size_t variant_turn(const struct variant *variant);

/* Numbers of the rules. */
struct variant_facts {
    unsigned limit;       /* the most actions; 0: the board is full before any limit */
    unsigned stones_each; /* stones of a side, placed before any is moved; 0: none is moved */
    unsigned points_win;  /* points that win; 0: none do */
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

/* True if the board is so large that walks go over its stones, never over its cells. */
bool variant_is_sparse(const struct variant *variant);

/* The cell from which squares without letters are counted: 0:0. */
size_t variant_origin(const struct variant *variant);

#endif
