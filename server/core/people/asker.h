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
#include "server/core/turn/wait.h"

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

/* Asks the store for the call's request, which goes on with `then` when it has answered and the
 * asker may still make it: call->wait has `data` by then. Where the store finds nothing, the answer
 * is `missing` (0: it always finds something), with the field that the call's fault names now.
 * Returns as commands do. */
int asker_ask(struct call *call, void *take_data, const struct store_query *query,
              wait_then_fn *then, int missing);
/* Asks the next question of a request that asked one before: call->wait gives its data away.
 * Returns 0. */
int asker_ask_next(struct call *call, const struct store_query *query, wait_then_fn *then,
                   int missing);

/* ------------------------------------------------------------------ questions */
/*
 * Questions about a player: the name is looked up first, perhaps a second one, and then the store
 * is asked the question itself. Each step is a wait of the same request.
 */

struct question {
    struct store_query query;
    wait_then_fn *read; /* gets the answer to the query */
    int missing;        /* the error where it has none; 0: ERR_NO_SUCH_PLAYER */
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
                     wait_then_fn *then);
/* The player whom a lookup found. */
const struct store_player *question_player(const struct store_answer *answer);
/* Looks up the player, as question_look_up() does, and `opponent` if that is not NULL, fills their
 * fields of the question in, and asks its query about them. Takes the question. Returns 0 or an
 * error. */
int question_ask_about(struct call *call, struct question *take_question, const char *name,
                       const char *opponent);
/* Asks the question about the player of that name, or its query as it is if that is NULL. Takes the
 * question. Returns 0 or an error. */
int question_ask_of(struct call *call, struct question *take_question, const char *name);

#endif
