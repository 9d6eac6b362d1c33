/* SPDX-License-Identifier: MIT */
/*
 * Commands about a player's logins: session.list, session.revoke.
 */
#include "base/memory.h"
#include "server/core/operations/auth.h"
#include "server/core/operations/request.h"
#include "server/core/people/asker.h"
#include "server/core/people/login.h"
#include "server/core/people/player.h"
#include "server/core/people/session.h"
#include "server/core/turn/call.h"
#include "server/core/turn/keys.h"
#include "server/core/turn/queries.h"
#include "server/core/turn/wait.h"
#include "server/core/turn/writes.h"

#include <string.h>

#define LISTED_MAX 50
/* Older ones than so many are ended together with all others only. */
#define SEARCHED_MAX 1000

/* ------------------------------------------------------------------ the list */

static struct session_row_record view_session(const struct call *call,
                                              const struct store_session *session)
{
    return (struct session_row_record){
        .session = session_id(session->token_hash),
        .created = session->created_ms,
        .used = session->last_used_ms,
        .origin = session->origin[0] != '\0' ? session->origin : NULL,
        .client = session->client[0] != '\0' ? session->client : NULL,
        .connected = login_is_open(call->core, call_player(call), session->token_hash, true),
        .current = login_has_session(call->core, call->origin.conn, session->token_hash),
    };
}

static void list_read(struct core *core, struct wait *wait, int status,
                      const struct store_answer *answer)
{
    struct session_row_record rows[LISTED_MAX];
    struct call call;
    if (!asker_call_stored(core, wait, status, &call))
        return;
    const struct store_sessions *sessions = &answer->as.sessions;
    size_t count = 0;
    for (size_t i = 0; i < sessions->rows_count; i++)
        if (!session_is_over(core, &sessions->rows[i]))
            rows[count++] = view_session(&call, &sessions->rows[i]);
    const struct session_list_reply reply = {
        .rows = rows, .rows_count = count, .more = sessions->has_more};
    call_reply(&call, &reply);
}

static int ask(struct call *call, void *take_data, uint32_t limit,
               void (*done)(struct core *, struct wait *, int, const struct store_answer *))
{
    struct wait *wait = wait_new(call, take_data);
    wait->done.query = done;
    const struct store_query query = {
        .kind = STORE_SESSIONS, .as.sessions = {.player = call->asker.player, .limit = limit}};
    return queries_ask(call, wait, &query);
}

int command_session_list(struct call *call)
{
    return ask(call, NULL, LISTED_MAX, list_read);
}

/* ------------------------------------------------------------------ ending */

struct revocation {
    uint64_t player;
    uint64_t session;              /* 0: all but the one with the hash */
    uint8_t hash[TOKEN_HASH_SIZE]; /* of the one that ends, or that stays */
};

static void revoke_stored(struct core *core, struct wait *wait, int status,
                          enum store_op_result result)
{
    (void)result;
    const struct revocation *revocation = wait->data;
    struct call call;
    if (status == STORE_OK && revocation->session != 0) {
        session_removed(core, revocation->hash);
        login_say_bye(core, revocation->player, revocation->hash, true, 0);
    } else if (status == STORE_OK) {
        sessions_removed(core, revocation->player, revocation->hash);
        login_say_bye(core, revocation->player, revocation->hash, false, 0);
    }
    if (!asker_call_stored(core, wait, status, &call))
        return;
    const struct session_revoke_reply reply = {0};
    call_reply_stored(&call, &reply);
}

/* Takes the wait. */
static void revoke_write(struct core *core, struct wait *take_wait)
{
    const struct revocation *revocation = take_wait->data;
    take_wait->done.batch = revoke_stored;
    size_t index = revocation->session != 0
                       ? session_remove(core, revocation->hash)
                       : sessions_remove(core, revocation->player, revocation->hash);
    const struct session_revoke_reply reply = {0};
    keys_wait(core, take_wait, index, &reply);
}

static const struct store_session *find(const struct store_sessions *sessions, uint64_t id)
{
    for (size_t i = 0; i < sessions->rows_count; i++)
        if (session_id(sessions->rows[i].token_hash) == id)
            return &sessions->rows[i];
    return NULL;
}

static void revoke_found(struct core *core, struct wait *wait, int status,
                         const struct store_answer *answer)
{
    struct revocation *revocation = wait->data;
    struct call call;
    if (!asker_call_stored(core, wait, status, &call))
        return;
    const struct store_session *session = find(&answer->as.sessions, revocation->session);
    bool is_own = session != NULL && login_has_session(core, call.origin.conn, session->token_hash);
    int error = session == NULL || is_own ? ERR_NO_SUCH_SESSION : writes_ready(&call);
    if (error != 0) {
        call_error(&call, error);
        return;
    }
    memcpy(revocation->hash, session->token_hash, TOKEN_HASH_SIZE);
    revoke_write(core, wait_again(wait));
}

int command_session_revoke(struct call *call)
{
    int status = writes_ready(call);
    if (status == 0 && busy_is(call->core, call->asker.player, BUSY_REGISTERING))
        status = ERR_BUSY; /* the account's first session is on its way */
    if (status == ERR_BUSY)
        call->retry_after_ms = AUTH_BUSY_RETRY_MS;
    if (status != 0)
        return status;
    struct revocation *revocation = mem_zero(sizeof(*revocation));
    revocation->player = call->asker.player;
    revocation->session = call->request->session_revoke.session;
    memcpy(revocation->hash, login_hash(call->core, call->origin.conn), TOKEN_HASH_SIZE);
    if (revocation->session != 0)
        return ask(call, revocation, SEARCHED_MAX, revoke_found);
    revoke_write(call->core, wait_new(call, revocation));
    return 0;
}
