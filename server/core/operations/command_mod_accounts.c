/* SPDX-License-Identifier: MIT */
/*
 * Accounts for a class: mod.accounts. The names are looked up one after the other, then the
 * passwords are hashed one after the other, so that a class takes only one place in the queues for
 * the store and the workers. Finally all accounts and their record are one operation.
 */
#include "base/memory.h"
#include "server/core/operations/auth.h"
#include "server/core/operations/credentials.h"
#include "server/core/operations/mod.h"
#include "server/core/operations/request.h"
#include "server/core/people/asker.h"
#include "server/core/people/moderation.h"
#include "server/core/rules/ids.h"
#include "server/core/rules/spoken_code.h"
#include "server/core/rules/text.h"
#include "server/core/turn/call.h"
#include "server/core/turn/wait.h"
#include "server/core/turn/writes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An account that is to be made. */
struct pupil {
    struct name_keys keys;
    char asked[4 * 80 + 1]; /* the name as it was asked for */
    enum name_verdict_word verdict;
    char password[SPOKEN_PASSWORD_SIZE]; /* wiped when it was told */
    char hash[WORK_HASH_SIZE];
    struct recovery recovery;
};

/* A request under way: the data of its waits. */
struct class
{
    char reason[STORE_REASON_SIZE];
    size_t count;
    size_t at; /* the pupil whose name or password is worked on */
    struct pupil pupils[];
};

static void wipe(struct class *class)
{
    for (size_t i = 0; i < class->count; i++)
        secret_wipe(class->pupils[i].password, sizeof(class->pupils[i].password));
}

/* ------------------------------------------------------------------ the end */

/* The names that cannot be had. False: there are none. */
static bool tell_refused(struct call *call, const struct class *class)
{
    struct refused_name_record *refused =
        arena_alloc(&call->core->arena, class->count * sizeof(*refused));
    struct mod_accounts_reply reply = {.refused = refused};
    for (size_t i = 0; i < class->count; i++) {
        const struct pupil *pupil = &class->pupils[i];
        if (pupil->verdict != NAME_VERDICT_WORD_FREE)
            refused[reply.refused_count++] = (struct refused_name_record){
                .n = (int64_t)i + 1, .name = pupil->asked, .verdict = (int)pupil->verdict};
    }
    if (reply.refused_count > 0)
        call_reply(call, &reply);
    return reply.refused_count > 0;
}

static void tell_made(struct call *call, const struct class *class)
{
    struct made_account_record *made =
        arena_alloc(&call->core->arena, class->count * sizeof(*made));
    const struct mod_accounts_reply reply = {.accounts = made, .accounts_count = class->count};
    for (size_t i = 0; i < class->count; i++)
        made[i] = (struct made_account_record){.name = class->pupils[i].keys.name,
                                               .password = class->pupils[i].password,
                                               .recovery = class->pupils[i].recovery.code};
    call_reply_stored(call, &reply);
}

/* A name that was lost since it was looked up is told when the client asks again. */
static void accounts_stored(struct core *core, struct wait *wait, int status,
                            enum store_op_result result)
{
    struct class *class = wait->data;
    struct call call;
    if (asker_call_stored(core, wait, status, &call)) {
        call.retry_after_ms = AUTH_BUSY_RETRY_MS;
        if (result == STORE_APPLIED)
            tell_made(&call, class);
        else
            call_error(&call, ERR_BUSY);
    }
    wipe(class);
}

/* The accounts as the store takes them, in the arena. */
static const struct store_registration *register_all(struct core *core, struct class *class)
{
    struct store_registration *accounts =
        arena_alloc(&core->arena, class->count * sizeof(*accounts));
    struct store_name_hashes *hashes = arena_alloc(&core->arena, class->count * sizeof(*hashes));
    for (size_t i = 0; i < class->count; i++) {
        struct pupil *pupil = &class->pupils[i];
        pupil->recovery = recovery_new(core);
        hashes[i] = reserved_name_hashes(core, &pupil->keys);
        accounts[i] = (struct store_registration){
            .id = ids_next(&core->last_id, core->now.wall_ms),
            .names = {pupil->keys.name, pupil->keys.key, pupil->keys.skeleton},
            .password_hash = pupil->hash,
            .created_ms = core->now.wall_ms,
            .recovery = pupil->recovery.hash,
            .hashes = &hashes[i],
        };
    }
    return accounts;
}

static void write_accounts(struct call *call, struct wait *wait)
{
    struct class *class = wait->data;
    char detail[NAME_KEY_SIZE + 32];
    const struct store_act act = {.act = MOD_ACCOUNTS,
                                  .reason = class->reason,
                                  .detail = detail,
                                  .accounts = register_all(call->core, class),
                                  .accounts_count = class->count};
    snprintf(detail, sizeof(detail), "%s, %zu", class->pupils[0].keys.name, class->count);
    size_t index = moderation_record(call, &act);
    writes_wait(call->core, wait_again(wait), index, accounts_stored);
}

/* ------------------------------------------------------------------ passwords */

static void password_hashed(struct core *core, struct wait *wait, const struct work_result *result);

/* Draws the next pupil's password and has it hashed. Returns 0 or an error. */
static int hash_next(struct call *call, struct wait *wait)
{
    struct class *class = wait->data;
    struct pupil *pupil = &class->pupils[class->at];
    uint8_t bytes[SPOKEN_PASSWORD_BYTES];
    call->core->ports.random(call->core->ports.ctx, bytes, sizeof(bytes));
    spoken_password_write(bytes, pupil->password);
    const struct work work = {.kind = WORK_PASSWORD_HASH,
                              .as.password_hash = {.password = pupil->password}};
    struct wait *next = wait_again(wait);
    call->retry_after_ms = AUTH_BUSY_RETRY_MS;
    int status = wait_work(call->core, next, &work, password_hashed);
    if (status != 0) {
        wipe(next->data);
        wait_free(next);
    }
    return status;
}

static void password_hashed(struct core *core, struct wait *wait, const struct work_result *result)
{
    struct class *class = wait->data;
    struct call call;
    if (!asker_call(core, wait, &call)) {
        wipe(class);
        return;
    }
    int status = password_check_hashed(&call, result);
    if (status != 0) {
        wipe(class);
        call_error(&call, status);
        return;
    }
    struct pupil *pupil = &class->pupils[class->at++];
    snprintf(pupil->hash, sizeof(pupil->hash), "%s", result->as.password_hash.hash);
    if (class->at == class->count) {
        write_accounts(&call, wait);
        return;
    }
    status = hash_next(&call, wait);
    if (status != 0)
        call_error(&call, status);
}

/* ------------------------------------------------------------------ names */

/* Goes to the next name that breaks no rule. False: there is none. */
static bool find_next(struct class *class)
{
    while (class->at < class->count && class->pupils[class->at].verdict != NAME_VERDICT_WORD_FREE)
        class->at++;
    return class->at < class->count;
}

static struct store_query name_question(const struct core *core, const struct class *class)
{
    const struct name_keys *keys = &class->pupils[class->at].keys;
    return (struct store_query){.kind = STORE_NAME_STATE,
                                .as.name_state = {.names = {keys->name, keys->key, keys->skeleton},
                                                  .hashes = reserved_name_hashes(core, keys)}};
}

static int names_known(struct call *call)
{
    struct class *class = call->wait->data;
    int status = writes_ready(call);
    if (status != 0 || tell_refused(call, class))
        return status;
    class->at = 0;
    return hash_next(call, call->wait);
}

static int name_read(struct call *call, const struct store_answer *answer)
{
    struct class *class = call->wait->data;
    const struct store_name_state *state = &answer->as.name_state;
    struct pupil *pupil = &class->pupils[class->at++];
    if (state->is_taken)
        pupil->verdict = NAME_VERDICT_WORD_TAKEN;
    else if (state->is_reserved)
        pupil->verdict = NAME_VERDICT_WORD_RESERVED;
    if (!find_next(class))
        return names_known(call);
    const struct store_query query = name_question(call->core, class);
    return asker_ask_next(call, &query, name_read, 0);
}

/* Whether it is like an earlier one of the class. */
static bool is_twin(const struct class *class, size_t at)
{
    const struct name_keys *keys = &class->pupils[at].keys;
    for (size_t i = 0; i < at; i++) {
        const struct name_keys *other = &class->pupils[i].keys;
        if (strcmp(keys->key, other->key) == 0 || strcmp(keys->skeleton, other->skeleton) == 0)
            return true;
    }
    return false;
}

/* Judges a name without the store. Names that break a rule have no keys. */
static void judge(const struct core *core, struct class *class, size_t at, const char *name)
{
    struct pupil *pupil = &class->pupils[at];
    enum name_fault fault = name_check(core->options.names, name, &pupil->keys);
    snprintf(pupil->asked, sizeof(pupil->asked), "%s", name);
    pupil->verdict = reserved_name_verdict(fault);
    if (fault != NAME_GOOD)
        pupil->keys = (struct name_keys){.name = ""};
    else if (is_twin(class, at))
        pupil->verdict = NAME_VERDICT_WORD_TAKEN;
}

static struct class *class_new(const struct core *core, const struct mod_accounts_request *request)
{
    size_t count = request->accounts_count;
    struct class *class = mem_zero(sizeof(*class) + count * sizeof(class->pupils[0]));
    class->count = count;
    for (size_t i = 0; i < count; i++)
        judge(core, class, i, request->accounts[i].name);
    return class;
}

static int check_request(struct call *call, const char *reason)
{
    call->fault.field = reason != NULL && text_is_blank(reason) ? "reason" : NULL;
    if (call->request->mod_accounts.accounts_count == 0)
        call->fault.field = "accounts";
    return call->fault.field != NULL ? ERR_OUT_OF_RANGE : writes_ready(call);
}

int command_mod_accounts(struct call *call)
{
    const struct mod_accounts_request *request = &call->request->mod_accounts;
    const char *reason =
        request->reason != NULL ? text_of_line(&call->core->arena, request->reason) : NULL;
    int status = check_request(call, reason);
    if (status != 0)
        return status;
    struct class *class = class_new(call->core, request);
    snprintf(class->reason, sizeof(class->reason), "%s", reason != NULL ? reason : "");
    if (!find_next(class)) {
        (void)tell_refused(call, class);
        free(class);
        return 0;
    }
    const struct store_query query = name_question(call->core, class);
    return asker_ask(call, class, &query, name_read, 0);
}
