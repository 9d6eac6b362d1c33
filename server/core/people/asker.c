/* SPDX-License-Identifier: MIT */
/*
 * Rights are checked when a request comes and again when it goes on: while a query was under way a
 * role may have been taken away, or a login undone.
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
    struct login_token token;
    const struct player *player = login_player_by(core, conn, &token);
    if (player != NULL)
        return (struct asker){.player = player->id,
                              .rights = player_rights(player),
                              .token = token.rights,
                              .is_over = token.is_over};
    if (conn_is_local(core, conn))
        return (struct asker){.rights = WHO_OPERATOR, .is_local = true};
    return (struct asker){.rights = WHO_STRANGER};
}

bool asker_only_asks(enum op op)
{
    enum cost_word cost = op_info(op)->cost;
    return cost == COST_WORD_READ || cost == COST_WORD_HEAVY;
}

/* Whether the token may do that at all: what strangers may, every token may. */
static bool has_token_for(const struct asker *asker, enum op op)
{
    const struct op_info *info = op_info(op);
    bool looks = info->who == WHO_STRANGER || (asker_only_asks(op) && info->who <= WHO_ACCOUNT);
    return asker->token == RIGHTS_ALL || looks || op == OP_AUTH_LOGOUT ||
           (asker->token == RIGHTS_PLAY && info->plays);
}

int asker_check(const struct call *call)
{
    enum who who = op_info(call->op)->who;
    const struct asker *asker = &call->asker;
    const struct player *player = call_player(call);
    if (player != NULL && player->is_leaving)
        return ERR_BUSY;
    if (!has_token_for(asker, call->op))
        return ERR_TOKEN_RIGHTS;
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
                              .reply_to = wait->reply_to,
                              .op = wait->op,
                              .use = wait->use,
                              .written = writes_added(core)};
    if (!conn_is_open(core, wait->reply_to.conn))
        return false;
    if (wait->is_refused) {
        call_out->retry_after_ms = QUERIES_RETRY_MS;
        call_error(call_out, ERR_BUSY);
        return false;
    }
    call_out->asker = asker_of(core, wait->reply_to.conn);
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

/* ------------------------------------------------------------------ asking the store */

static void answered(struct core *core, struct wait *wait, int status,
                     const struct store_answer *answer)
{
    struct call call;
    if (!asker_call(core, wait, &call))
        return;
    call.wait = wait;
    if (status == STORE_OK) {
        status = wait->then(&call, answer);
    } else {
        bool is_missing = status == STORE_NOT_FOUND && wait->missing != 0;
        call.fault.field = is_missing ? wait->missing_field : NULL;
        call.retry_after_ms = is_missing ? 0 : WRITES_PROBE_MS;
        status = is_missing ? wait->missing : ERR_STORAGE_UNAVAILABLE;
    }
    if (status != 0)
        call_error(&call, status);
}

static struct wait *prepare(const struct call *call, struct wait *wait, wait_then_fn *then,
                            int missing)
{
    wait->then = then;
    wait->missing = missing;
    wait->missing_field = call->fault.field;
    return wait;
}

int asker_ask(struct call *call, void *take_data, const struct store_query *query,
              wait_then_fn *then, int missing)
{
    struct wait *wait = prepare(call, wait_new(call, take_data), then, missing);
    return queries_ask(call, wait, query, answered);
}

int asker_ask_next(struct call *call, const struct store_query *query, wait_then_fn *then,
                   int missing)
{
    struct wait *wait = prepare(call, wait_again(call->wait), then, missing);
    queries_ask_admitted(call->core, wait, query, answered);
    return 0;
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
    writes_wait_for(call->core, wait_new(call, put_off), batch, put_off_over);
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

int question_look_up(struct call *call, struct question *take_question, const char *name,
                     wait_then_fn *then)
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
    return asker_ask(call, take_question, &query, then, ERR_NO_SUCH_PLAYER);
}

/* ------------------------------------------------------------------ and then asking */

static int ask(struct call *call, const struct question *question)
{
    int missing = question->missing != 0 ? question->missing : ERR_NO_SUCH_PLAYER;
    return asker_ask_next(call, &question->query, question->read, missing);
}

static int opponent_found(struct call *call, const struct store_answer *answer)
{
    struct question *question = call->wait->data;
    const struct store_player *player = &answer->as.player_by_name.player;
    snprintf(question->opponent, sizeof(question->opponent), "%s", player->names.name);
    *question->opponent_id = player->id;
    return ask(call, question);
}

static void remember(struct question *question, const struct store_player *player)
{
    snprintf(question->name, sizeof(question->name), "%s", player->names.name);
    for (size_t i = 0; i < player->ratings_count; i++)
        if ((int)player->ratings[i].variant == question->variant)
            question->rating = player->ratings[i];
    *question->player_id = player->id;
}

static int player_found(struct call *call, const struct store_answer *answer)
{
    struct question *question = call->wait->data;
    remember(question, question_player(answer));
    int error = question->check != NULL ? question->check(call, question) : 0;
    if (error != 0)
        return error;
    if (question->opponent_key[0] == '\0')
        return ask(call, question);
    const struct store_query by_name = {.kind = STORE_PLAYER_BY_NAME,
                                        .as.player_by_name = {question->opponent_key}};
    call->fault.field = question->opponent_field;
    return asker_ask_next(call, &by_name, opponent_found, ERR_NO_SUCH_PLAYER);
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

int question_ask_of(struct call *call, struct question *take_question, const char *name)
{
    if (name != NULL)
        return question_ask_about(call, take_question, name, NULL);
    return asker_ask(call, take_question, &take_question->query, take_question->read, 0);
}
