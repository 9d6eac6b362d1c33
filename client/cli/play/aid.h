/* SPDX-License-Identifier: MIT */
/*
 * The help that a player asks for against a computer, at a server or without: hints, and weights on
 * the board. Nobody gets help against a person, nor about a rated game that is going on: the server
 * is asked for those first, by the visit's request player.games. Thoughts come by the visit's
 * calls.
 */
#ifndef PENTAD_CLIENT_CLI_PLAY_AID_H
#define PENTAD_CLIENT_CLI_PLAY_AID_H

#include "client/cli/play/assist.h"
#include "client/cli/play/opponent.h"
#include "client/cli/play/review.h"
#include "client/cli/play/visit.h"
#include "client/core/preferences.h"

#include <stdbool.h>
#include <stdint.h>

enum aid_wish {
    AID_NONE,
    AID_HINT,
    AID_WEIGHTS,       /* on the board, from now on */
    AID_WEIGHTS_AGAIN, /* the same in the game that has begun */
    AID_WEIGH,         /* one square */
    AID_TAKEBACK,      /* in games without a server; a server decides itself */
    AID_ANALYSIS,      /* of the game that is over, against any opponent */
    AID_LESSON,        /* a proven line, which has begun and ends if it is not allowed */
    AID_POSITION,      /* the same for a game alone from a position */
};

/* All but the first four members begin as zeros. */
struct aid {
    const struct visit *visit;
    struct assist *assist; /* the player's preferences */
    struct levels *levels;
    struct review *review;
    struct help help;   /* the help that the server allowed last */
    enum aid_wish wish; /* the server is asked to allow it; about this game: */
    uint64_t game;
    int64_t ply;
    size_t cell;           /* AID_WEIGH */
    bool is_thinking;      /* a hint about that game is on its way */
    bool is_to_be_played;  /* and is to be played at once */
    uint64_t weights_game; /* the game in which weights may be shown */
};

/* Do the commands `hint` and `weights` with their arguments, and `takeback` without a server. */
void aid_do_hint(struct aid *aid, const char *rest);
void aid_do_weights(struct aid *aid, const char *rest);
void aid_do_takeback(struct aid *aid);
/* The command `analyse`. */
void aid_do_analyse(struct aid *aid);

/* A game begins. */
void aid_begin(struct aid *aid);
/* Takes the player's games in progress, which were asked for; NULL: not known. */
void aid_take_games(struct aid *aid, const struct player_games_reply *reply);
/* Takes the server's refusal to tell. */
void aid_take_error(struct aid *aid);
/* Takes the thought that was asked for; `error` is 0, or one of the brain. */
void aid_take_thought(struct aid *aid, int error, const struct thought *thought);
/* Called when the table shows all that has happened: a hint for an earlier position is dropped. */
void aid_settle(struct aid *aid);

/* True if a script's next line has to wait for an answer. */
bool aid_is_busy(const struct aid *aid);
bool aid_shows_weights(const struct aid *aid);

#endif
