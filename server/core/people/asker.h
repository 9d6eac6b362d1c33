/* SPDX-License-Identifier: MIT */
/*
 * The one who makes a request: who it is, with which rights, and whether that is still so when a
 * request that had to wait goes on.
 */
#ifndef PENTAD_SERVER_CORE_ASKER_H
#define PENTAD_SERVER_CORE_ASKER_H

#include "server/core/people/player.h"
#include "server/core/rules/name.h"
#include "server/core/state.h"

/* The one who asks over a connection, as things are now. */
struct asker asker_of(const struct core *core, uint64_t conn);
/* Whether the asker may make the request now: 0 or an error. */
int asker_check(const struct call *call);

/* The request of a wait as a call again, with the asker's rights as they are by now. False if its
 * connection is gone, or is not the asker's any more, or it gave way to others, or the asker may
 * not make it any more (enum wait_kind): then it is answered.
 */
bool asker_call(struct core *core, const struct wait *wait, struct call *call_out);
/* As asker_call(), if the store did not fail: else the request is answered with
 * ERR_STORAGE_UNAVAILABLE. */
bool asker_call_stored(struct core *core, const struct wait *wait, int status,
                       struct call *call_out);
/* Carries the request out again when the batch is settled: `again` gets `subject`, and returns as
 * commands do. Returns 0. */
int asker_put_off(struct call *call, uint64_t batch, uint64_t subject,
                  int (*again)(struct call *call, uint64_t subject));

/* ------------------------------------------------------------------ questions */
/*
 * Questions about a player: the name is looked up first, perhaps a second one, and then the store
 * is asked the question itself. Each step is a wait of the same request.
 */

typedef void question_done_fn(struct core *core, struct wait *wait, int status,
                              const struct store_answer *answer);

struct question {
    struct store_query query;
    question_done_fn *read; /* gets the answer to the query */
    /* Whether the query may be asked, once the players are known: an error or 0. May be NULL. */
    int (*check)(struct call *call, const struct question *question);
    uint64_t *player_id;              /* where the query has the player's id, */
    uint64_t *opponent_id;            /* and the opponent's; NULL: nowhere */
    const char *opponent_field;       /* what the request calls the opponent */
    char opponent_key[NAME_KEY_SIZE]; /* still to be looked up; empty for none */
    char name[PLAYER_NAME_SIZE];      /* whose, as shown */
    char opponent[PLAYER_NAME_SIZE];  /* as shown; empty for none */
    int variant;                      /* whose rating is wanted, -1: none */
    struct store_rating rating;       /* the player's, with its rank */
    int format;                       /* history.export */
    int64_t *day_starts;              /* rating.graph: behind the question, in its memory */
    int first_day;                    /* of them */
};

struct question *question_new(void);
/* The filter for which a word of the family `computers`, or NONE, asks the store. */
enum store_computers question_computers(int word);

/* Looks a player up: by name, or oneself if it is NULL. Takes the question. Returns 0 or an error.
 */
int question_look_up(struct call *call, struct question *take_question, const char *name,
                     question_done_fn *done);
/* The player whom a lookup found. */
const struct store_player *question_player(const struct store_answer *answer);
/* Looks up the player, as question_look_up() does, and `opponent` if that is not NULL, fills their
 * fields of the question in, and asks its query about them. Takes the question. Returns 0 or an
 * error. */
int question_ask_about(struct call *call, struct question *take_question, const char *name,
                       const char *opponent);
/* Whether the query of a wait was answered and its connection is still there; says what went wrong
 * otherwise (there is no such player, or the store fails), naming `field` if it is not NULL. */
bool question_is_answered(struct core *core, const struct wait *wait, int status, const char *field,
                          struct call *call_out);
/* As question_is_answered(), where the store's NOT_FOUND means `error`. */
bool question_is_answered_or(struct core *core, const struct wait *wait, int status, int error,
                             struct call *call_out);

#endif
