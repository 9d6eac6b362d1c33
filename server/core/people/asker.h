/* SPDX-License-Identifier: MIT */
/*
 * The one who makes a request: who it is, with which rights, and if that still holds when a request
 * that had to wait goes on.
 */
#ifndef PENTAD_SERVER_CORE_ASKER_H
#define PENTAD_SERVER_CORE_ASKER_H

#include "server/core/people/player.h"
#include "server/core/rules/name.h"
#include "server/core/state.h"
#include "server/core/turn/wait.h"

/* The one who asks over a connection, as things are now. */
struct asker asker_of(const struct core *core, uint64_t conn);
/* True if the op only asks, by the class of its cost. */
bool asker_only_asks(enum op op);
/* Returns 0 if the asker may make the request now, else an error. */
int asker_check(const struct call *call);

/* Makes the request of a wait a call again, with the asker's present rights. False if its
 * connection is gone or no longer the asker's, if it gave way to others, or if the asker may no
 * longer make it (enum wait_kind); then it was answered, unless its connection is gone. */
bool asker_call(struct core *core, const struct wait *wait, struct call *call_out);
/* As asker_call(), unless the store failed: then the request is answered with
 * ERR_STORAGE_UNAVAILABLE. */
bool asker_call_stored(struct core *core, const struct wait *wait, int status,
                       struct call *call_out);
/* Carries the request out again when the batch is settled: `again` gets `subject`, and returns as
 * commands do. Returns 0. */
int asker_put_off(struct call *call, uint64_t batch, uint64_t subject,
                  int (*again)(struct call *call, uint64_t subject));

/* Asks the store for the call's request, which goes on with `then` when the store has answered and
 * the asker may still make the request; call->wait has `data` then. If the store finds nothing, the
 * request gets the error `missing` (0: it always finds something), with the field that the call's
 * fault names now. Returns as commands do. */
int asker_ask(struct call *call, void *take_data, const struct store_query *query,
              wait_then_fn *then, int missing);
/* Asks the next question of a request that asked one before; takes the data of call->wait. Returns
 * 0. */
int asker_ask_next(struct call *call, const struct store_query *query, wait_then_fn *then,
                   int missing);

/* ------------------------------------------------------------------ questions */
/*
 * Questions about a player: one name is looked up, perhaps a second one, and then the store is
 * asked the question itself. Each step is a wait of the same request.
 */

struct question {
    struct store_query query;
    wait_then_fn *read; /* gets the answer to the query */
    int missing;        /* the error if there is none; 0: ERR_NO_SUCH_PLAYER */
    /* Returns 0 if the query may be asked, once the players are known, else an error. May be
     * NULL. */
    int (*check)(struct call *call, const struct question *question);
    uint64_t *player_id;              /* the place of the player's id in the query */
    uint64_t *opponent_id;            /* that of the opponent's; NULL: it has none */
    const char *opponent_field;       /* the request's field for the opponent */
    char opponent_key[NAME_KEY_SIZE]; /* still to be looked up; empty for none */
    char name[PLAYER_NAME_SIZE];      /* the player's, as shown */
    char opponent[PLAYER_NAME_SIZE];  /* the opponent's; empty for none */
    int variant;                      /* of the rating that is wanted, -1: none */
    struct store_rating rating;       /* the player's, with its rank */
    int format;                       /* history.export */
    int64_t *day_starts;              /* rating.graph: behind the question, in its memory */
    int first_day;                    /* of them */
};

struct question *question_new(void);
/* The store's filter for a word of the family `computers`, or NONE. */
enum store_computers question_computers(int word);

/* Looks a player up by name; NULL: the asker. Takes the question. Returns 0 or an error. */
int question_look_up(struct call *call, struct question *take_question, const char *name,
                     wait_then_fn *then);
/* The player whom a lookup found. */
const struct store_player *question_player(const struct store_answer *answer);
/* Looks up the player, as question_look_up() does, and `opponent` if it is not NULL, fills in their
 * fields of the question, and asks its query about them. Takes the question. Returns 0 or an
 * error. */
int question_ask_about(struct call *call, struct question *take_question, const char *name,
                       const char *opponent);
/* Asks the question about the player of that name; NULL: asks the query as it is. Takes the
 * question. Returns 0 or an error. */
int question_ask_of(struct call *call, struct question *take_question, const char *name);

#endif
