/* SPDX-License-Identifier: MIT */
/*
 * Private to db/. A player's form in a variant: streaks and the best win, as a function of the
 * games in the order in which they ended. Every back-end and the check of a file use this one.
 */
#ifndef PENTAD_DB_FORM_H
#define PENTAD_DB_FORM_H

#include "db/store.h"

/* A game that ended, as one of its players saw it. */
struct form_game {
    uint64_t id;
    enum score score;
    int opponent_points; /* before the game, 0 where it moved no rating */
};

/* The stones of a seat, told by the first player's. */
enum mark form__mark(enum mark first_mark, int seat);

/* The next game has ended. Games without a result change nothing. */
void form__add(struct store_form *form, const struct form_game *game);
/* Only the streaks; the best win does not depend on the order. */
void form__add_to_streaks(struct store_form *form, enum score score);
/* As if there had been no streak yet. */
void form__clear_streaks(struct store_form *form);

#endif
