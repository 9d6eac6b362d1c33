/* SPDX-License-Identifier: MIT */
/*
 * A visit to a table as the parts of this folder see it: its state, which they only read, and the
 * calls through which they tell, send or show something. course.c moves it on; play.c, or a test,
 * implements the calls.
 */
#ifndef PENTAD_CLIENT_CLI_PLAY_VISIT_H
#define PENTAD_CLIENT_CLI_PLAY_VISIT_H

#include "client/cli/invocation/exits.h"
#include "client/cli/invocation/invocation.h"
#include "client/cli/play/opponent.h"
#include "client/cli/terminal/ink.h"
#include "client/cli/words/event.h"
#include "client/core/session.h"
#include "client/core/table.h"
#include "engine/record_tree.h"

enum plan {
    PLAN_PLAY,
    PLAN_WATCH,
    PLAN_INVITE,
    PLAN_QUICK,
    PLAN_SOLO, /* without a server */
};

enum stage {
    STAGE_LOGGING_IN,
    STAGE_ASKING,   /* the person is asked to go on with a game in progress */
    STAGE_ENTERING, /* looking for a room, joining or opening one */
    STAGE_SEEKING,  /* room.quick: any opponent */
    STAGE_AT_TABLE,
    STAGE_LEAVING, /* room.leave or room.quick_cancel is on its way */
    STAGE_STOPPED,
};

/* The game to begin with. For PLAN_PLAY only the variant, the seat and `from` count, and only if
 * `from` is set. */
struct solo_plan {
    const struct variant *variant;
    struct opponent opponent;
    bool is_level_mine;      /* the levels follow the player's strength */
    enum seat seat;          /* the player's */
    const struct game *from; /* the games go on from there; NULL: from the empty board */
    /* A proven line that is played in place of a computer, checked and lent; NULL: none. */
    const struct record_tree *lesson;
    const char *puzzle;                /* its key, if the lesson is a puzzle; else NULL */
    const struct variant *puzzle_game; /* the variant whose list has it; NULL: the player's own */
    const char *lesson_words;          /* English, said before the lesson; NULL or "": none */
    const char *lesson_before;         /* likewise, before those */
    uint64_t seed;                     /* of all that is left to chance */
};

/* In requests for lists: rooms of any stakes, clock and ratings. */
#define ON_ANY_TERMS .stakes = NONE, .clock_kind = NONE, .min_rating = NONE, .max_rating = NONE

/* Calls of a visit. Each gets the visit's `ctx`. */
struct visit_calls {
    void (*say)(void *ctx, enum colour colour, const char *text);
    /* Changes the wording of earlier sentences. */
    void (*correct)(void *ctx, const char *before, const char *now);
    void (*send)(void *ctx, const struct request *request);
    /* Refuses the typed words, by an error of the table. */
    void (*refuse)(void *ctx, int error);
    /* Ends with this exit code, and tells `why` (may be NULL) when the terminal is the shell's
     * again. */
    void (*stop)(void *ctx, enum exit_code code, const char *why);
    void (*open_screen)(void *ctx); /* from now on there is something to see */
    void (*board)(void *ctx);       /* shows the board */
    void (*ring)(void *ctx);
    void (*take_settings)(void *ctx, const struct settings_record *settings);
    /* Asks for a thought about the game in place of any earlier one; NULL: for none. It comes by
     * course_take_thought(). */
    void (*think)(void *ctx, const struct opponent *who, const struct game *game, uint64_t seed);
    /* Asks for an analysis of the game, which `winner` won other than on the board; NULL: for none
     * any more. It comes by course_take_analysis(). */
    void (*analyse)(void *ctx, const struct game *game, enum seat winner);
};

struct visit {
    const struct invocation *invocation;
    enum plan plan;
    enum stage stage;
    bool is_person;          /* at a screen; else a script or a bot */
    struct session *session; /* NULL with PLAN_SOLO */
    struct solo_plan solo;
    struct table table;
    unsigned invitations; /* invitations to other rooms that a person can answer */
    const struct visit_calls *calls;
    void *ctx;
};

/* True if the player plays, or played, against a computer. */
bool visit_is_against_computer(const struct visit *visit);
/* True if requests may be made now; and if nothing is on its way. */
bool visit_is_ready(const struct visit *visit);
bool visit_is_calm(const struct visit *visit);
void visit_say(const struct visit *visit, enum colour colour, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void visit_refuse(const struct visit *visit, int error);
void visit_send(const struct visit *visit, const struct request *request);
/* Tells the clock of a rated game, if none was named. */
void visit_say_usual_clock(const struct visit *visit);
/* Sends a move or a choice for the table's game as it stands. */
void visit_send_action(const struct visit *visit, struct action action);
/* Asks for the whole game anew. */
void visit_send_sync(const struct visit *visit);
/* Says how to come back to a game that goes on at a server. */
void visit_say_goes_on(const struct visit *visit);
/* Tells that a move ended an open offer or request, unless it also ended the game. */
void visit_say_lapsed(const struct visit *visit, const struct words_lapse *lapse);
/* Ends with this exit code, for this reason. */
void visit_fail(const struct visit *visit, enum exit_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
