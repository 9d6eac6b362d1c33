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
