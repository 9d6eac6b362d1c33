/* SPDX-License-Identifier: MIT */
/*
 * Private to engine/. The rules of a game as functions: engine/game.h keeps the action list and
 * asks these for everything else. Pure functions of the game that they are given; constants that
 * live for ever. A state of zeros is the beginning of a game by any rules.
 */
#ifndef PENTAD_ENGINE_RULES_H
#define PENTAD_ENGINE_RULES_H

#include "engine/game.h"
#include "engine/outcome.h"
#include "engine/text.h"

/* The differences between the rules of engine/grid.c. */
enum grid_space {
    GRID_FLAT,
    GRID_CUBE,
    GRID_CYLINDER, /* the first column follows the last one */
};

enum grid_goal {
    GRID_ROW_WINS,
    GRID_ROW_LOSES,
    GRID_ROW_IS_FIRSTS, /* wins for the first player, whoever made it */
};

enum grid_full { /* a full board without a row */
                 GRID_FULL_IS_DRAWN,
                 GRID_FULL_IS_FIRSTS,
                 GRID_FULL_IS_SECONDS,
                 GRID_FULL_COUNTS, /* more points win */
};

struct grid {
    enum grid_space space;
    enum grid_goal goal;
    enum grid_full full;
    unsigned lines_out; /* rows that do not count: bit n, direction n of engine/space.h */
    const char *points; /* of the cells, a digit each, the top row first; NULL: none */
};

/* The actions by which a player may win at once (engine/sight.h). */
enum rules_wins {
    WINS_ANYWHERE,     /* any may */
    WINS_IN_ROWS,      /* those that complete a row of the player's marks */
    WINS_IN_ROWS_UPON, /* the same, but a stone makes the cell above it legal */
    WINS_BY_BOARDS,    /* any, once two boards of a line count for the player */
    WINS_BY_POINTS,    /* any, once few points are lacking */
};

struct rules {
    unsigned levels;      /* of the board; 0: as many as it has rows */
    unsigned actions;     /* the longest game; 0: a stone on every cell, and every choice */
    unsigned choices;     /* the most that a game has */
    unsigned state;       /* bytes that a game keeps beyond its cells */
    unsigned last;        /* 1: the legal actions depend on the last action, too */
    unsigned turn;        /* the most stones of a turn, after the opening */
    bool passes_over;     /* a player without a move is passed over: each action is a turn */
    unsigned stones_each; /* stones of a side, placed before any is moved; 0: none is moved */
    unsigned points_win;  /* points that win; 0: none do */
    enum rules_wins wins; /* WINS_ANYWHERE is true of all */
    struct grid grid;     /* of the rules in engine/grid.c */
    /* The fewest stones of one side that can win. */
    unsigned (*stones_to_win)(const struct variant *variant);
    /* Codes of actions that are no choices are below this. */
    size_t (*codes)(const struct variant *variant);
    /* The first code from this one on whose action may be legal and is not a choice. NULL: this one
     * itself; rules that allow few of many codes skip the others. */
    size_t (*next_code)(const struct game *game, size_t code);
    /* Returns 0 if the action may be done now, else an error. The game is open. */
    int (*check)(const struct game *game, struct action action);
    /* Carries out an action that was checked and has just been added to the list: changes cells and
     * stones, and status and winner if it ends the game. */
    void (*act)(struct game *game, struct action action);
    /* Takes that effect back. The action has just been taken off the list, and the game is open
     * again. */
    void (*undo)(struct game *game, struct action action);
    /* The kind of action that an open game asks for next, and the seat that does it. */
    enum game_expects (*expects)(const struct game *game);
    enum seat (*to_act)(const struct game *game);
    /* The mark of the next stone, if a stone is next. */
    enum mark (*next_mark)(const struct game *game);
    /* The mark of SEAT_FIRST, MARK_NONE until it is fixed; SEAT_SECOND has the other. */
    enum mark (*first_mark)(const struct game *game);
    /* As game_stones_left(), if a stone is next. */
    unsigned (*stones_left)(const struct game *game);
    /* As action_square(). */
    size_t (*square)(const struct variant *variant, struct action action);
    /* The mark on a cell of the board. */
    enum mark (*cell)(const struct game *game, size_t cell);
    /* As game_changed(), for an action that was just done. */
    size_t (*changed)(const struct game *game, struct action action, size_t *cells_out, size_t cap);
    /* The reason why the board ended the game, which is over. */
    enum reason (*reason)(const struct game *game);
    /* As game_points(); NULL where nothing counts points. */
    unsigned (*points)(const struct game *game, enum seat seat);
    /* As game_winning_line(), for a game that was won. */
    size_t (*line)(const struct game *game, size_t *cells_out, size_t cap);
    /* Reads an action that is no choice, as action_parse(). */
    int (*parse)(const struct variant *variant, struct text_span text, struct action *action_out);
    /* Writes an action that is no choice. */
    void (*format)(const struct variant *variant, struct action action, struct text_writer *writer);
};

#define RULES(ID, id, levels, extent, actions, choices, state, last, line, text, needs)            \
    extern const struct rules rules__##id;
#include "engine/rules.def"
#undef RULES

/* By enum rules_id. */
extern const struct rules *const rules__all[RULES_COUNT];

static inline const struct rules *rules__of(const struct game *game)
{
    return rules__all[game->variant->rules];
}

#endif
