/* SPDX-License-Identifier: MIT */
/*
 * Rights are looked at when a request comes and again when it goes on: a role may have been taken
 * away, and a login taken back, while a query was under way.
 */
#include "server/core/people/asker.h"

#include "base/memory.h"
#include "server/core/desk/conn.h"
#include "server/core/people/login.h"
#include "server/core/people/player.h"
#include "server/core/people/state.h"
#include "server/core/turn/call.h"
#include "server/core/turn/queries.h"
#include "server/core/turn/wait.h"
#include "server/core/turn/writes.h"

#include <stdio.h>
#include <stdlib.h>

struct asker asker_of(const struct core *core, uint64_t conn)
{
    const struct player *player = login_player(core, conn);
    if (player != NULL)
        return (struct asker){.player = player->id, .rights = player_rights(player)};
    if (conn_is_local(core, conn))
        return (struct asker){.rights = WHO_OPERATOR, .is_local = true};
    return (struct asker){.rights = WHO_STRANGER};
}

int asker_check(const struct call *call)
{
    enum who who = op_info(call->op)->who;
    const struct asker *asker = &call->asker;
    const struct player *player = call_player(call);
    if (player != NULL && player->is_leaving)
        return ERR_BUSY;
    if (who == WHO_STRANGER || (who >= WHO_MODERATOR && asker->is_local))
        return 0;
    if (asker->player == 0)
        return ERR_LOGIN_REQUIRED;
    if (who <= asker->rights)
        return 0;
    return asker->rights < WHO_ACCOUNT ? ERR_ACCOUNT_REQUIRED : ERR_NOT_ALLOWED;
}

/* ------------------------------------------------------------------ requests that waited */

/* A login that was not stored is taken back, whatever was asked meanwhile. */
static bool is_the_same(const struct wait *wait, const struct asker *asker)
{
    return op_info(wait->op)->who == WHO_STRANGER || asker->is_local ||
           (asker->player != 0 && asker->player == wait->asker.player);
}

/* The store may have been asked by the rank that the asker had then. */
static bool has_fallen(const struct wait *wait, const struct asker *asker)
{
    return op_info(wait->op)->who >= WHO_MODERATOR && asker->rights < wait->asker.rights;
}

/* Only a request that has written goes on whatever its asker may do by now: the batch has it. */
static int check_again(const struct wait *wait, struct call *call)
{
    if (!is_the_same(wait, &call->asker))
        return ERR_LOGIN_REQUIRED;
    int error = wait->kind == WAIT_STORED ? 0 : asker_check(call);
    if (error != 0 || wait->kind == WAIT_STORED || !has_fallen(wait, &call->asker))
        return error;
    call->retry_after_ms = QUERIES_RETRY_MS;
    return ERR_BUSY;
}

bool asker_call(struct core *core, const struct wait *wait, struct call *call_out)
{
    *call_out = (struct call){.core = core,
                              .origin = wait->origin,
                              .op = wait->op,
                              .use = wait->use,
                              .written = writes_added(core)};
    if (!conn_is_open(core, wait->origin.conn))
        return false;
    if (wait->is_refused) {
        call_out->retry_after_ms = QUERIES_RETRY_MS;
        call_error(call_out, ERR_BUSY);
        return false;
    }
    call_out->asker = asker_of(core, wait->origin.conn);
    int error = check_again(wait, call_out);
    if (error != 0)
        call_error(call_out, error);
    return error == 0;
}

bool asker_call_stored(struct core *core, const struct wait *wait, int status,
                       struct call *call_out)
{
    if (!asker_call(core, wait, call_out))
        return false;
    if (status == STORE_OK)
        return true;
    call_out->retry_after_ms = WRITES_PROBE_MS;
    call_error(call_out, ERR_STORAGE_UNAVAILABLE);
    return false;
}

/* ------------------------------------------------------------------ putting off */

/* A request that is carried out later. */
struct put_off {
    uint64_t subject;
    int (*again)(struct call *call, uint64_t subject);
};

static void put_off_over(struct core *core, struct wait *wait, int status,
                         enum store_op_result result)
{
    const struct put_off *put_off = wait->data;
    struct call call;
    (void)result;
    if (!asker_call_stored(core, wait, status, &call))
        return;
    int error = put_off->again(&call, put_off->subject);
    if (error != 0)
        call_error(&call, error);
}

int asker_put_off(struct call *call, uint64_t batch, uint64_t subject,
                  int (*again)(struct call *call, uint64_t subject))
{
    struct put_off *put_off = mem_alloc(sizeof(*put_off));
    *put_off = (struct put_off){subject, again};
    struct wait *wait = wait_new(call, put_off);
    wait->done.batch = put_off_over;
    writes_wait_for(call->core, wait, batch);
    return 0;
}

/* ------------------------------------------------------------------ questions */

struct question *question_new(void)
{
    struct question *question = mem_zero(sizeof(*question));
    question->variant = -1;
    return question;
}

enum store_computers question_computers(int word)
{
    if (word == NONE)
        return COMPUTERS_ANY;
    return word == COMPUTERS_WORD_ONLY ? COMPUTERS_ONLY : COMPUTERS_WITHOUT;
}

static void fail(struct call *call, int status, int error)
{
    call->retry_after_ms = status == STORE_NOT_FOUND ? 0 : WRITES_PROBE_MS;
    call_error(call, status == STORE_NOT_FOUND ? error : ERR_STORAGE_UNAVAILABLE);
}

bool question_is_answered(struct core *core, const struct wait *wait, int status, const char *field,
                          struct call *call_out)
{
    if (!asker_call(core, wait, call_out))
        return false;
    call_out->fault.field = field;
    if (status != STORE_OK)
        fail(call_out, status, ERR_NO_SUCH_PLAYER);
    return status == STORE_OK;
}

bool question_is_answered_or(struct core *core, const struct wait *wait, int status, int error,
                             struct call *call_out)
{
    if (!asker_call(core, wait, call_out))
        return false;
    if (status != STORE_OK)
        fail(call_out, status, error);
    return status == STORE_OK;
}

int question_look_up(struct call *call, struct question *take_question, const char *name,
                     question_done_fn *done)
{
    char key[NAME_KEY_SIZE];
    struct store_query query = {.kind = STORE_PLAYER_BY_NAME, .as.player_by_name = {key}};
    if (name == NULL && call->asker.player == 0) {
        free(take_question);
        return ERR_LOGIN_REQUIRED;
    }
    if (name == NULL) {
        query = (struct store_query){.kind = STORE_PLAYER_BY_ID,
                                     .as.player_by_id = {call->asker.player}};
    } else if (!name_key(name, key)) {
        free(take_question);
        return ERR_NO_SUCH_PLAYER;
    }
    struct wait *wait = wait_new(call, take_question);
    wait->done.query = done;
    return queries_ask(call, wait, &query);
}

/* ------------------------------------------------------------------ and then asking */

/* The next question for the same request. */
static void ask(struct core *core, struct wait *wait, const struct store_query *query,
                question_done_fn *done)
{
    struct wait *next = wait_again(wait);
    next->done.query = done;
    queries_ask_admitted(core, next, query);
}

static void opponent_found(struct core *core, struct wait *wait, int status,
                           const struct store_answer *answer)
{
    struct question *question = wait->data;
    struct call call;
    if (!question_is_answered(core, wait, status, question->opponent_field, &call))
        return;
    const struct store_player *player = &answer->as.player_by_name.player;
    snprintf(question->opponent, sizeof(question->opponent), "%s", player->names.name);
    *question->opponent_id = player->id;
    ask(core, wait, &question->query, question->read);
}

static void remember(struct question *question, const struct store_player *player)
{
    snprintf(question->name, sizeof(question->name), "%s", player->names.name);
    for (size_t i = 0; i < player->ratings_count; i++)
        if ((int)player->ratings[i].variant == question->variant)
            question->rating = player->ratings[i];
    *question->player_id = player->id;
}

static void player_found(struct core *core, struct wait *wait, int status,
                         const struct store_answer *answer)
{
    struct question *question = wait->data;
    struct call call;
    if (!question_is_answered(core, wait, status, NULL, &call))
        return;
    remember(question, question_player(answer));
    int error = question->check != NULL ? question->check(&call, question) : 0;
    const struct store_query by_name = {.kind = STORE_PLAYER_BY_NAME,
                                        .as.player_by_name = {question->opponent_key}};
    if (error != 0)
        call_error(&call, error);
    else if (question->opponent_key[0] != '\0')
        ask(core, wait, &by_name, opponent_found);
    else
        ask(core, wait, &question->query, question->read);
}

const struct store_player *question_player(const struct store_answer *answer)
{
    return answer->kind == STORE_PLAYER_BY_ID ? &answer->as.player_by_id.player
                                              : &answer->as.player_by_name.player;
}

int question_ask_about(struct call *call, struct question *take_question, const char *name,
                       const char *opponent)
{
    if (opponent != NULL && !name_key(opponent, take_question->opponent_key)) {
        call->fault.field = take_question->opponent_field;
        free(take_question);
        return ERR_NO_SUCH_PLAYER;
    }
    return question_look_up(call, take_question, name, player_found);
}
