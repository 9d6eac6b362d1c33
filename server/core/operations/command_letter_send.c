/* SPDX-License-Identifier: MIT */
/*
 * message.send. Asks the store for the receiver and the relation of the two players; then decides,
 * by the receiver in memory if memory is newer. While the letter is on its way to the disk the
 * receiver is kept in memory, so that a login meanwhile finds it counted.
 */
#include "base/memory.h"
#include "base/utf8.h"
#include "server/core/operations/request.h"
#include "server/core/operations/state.h"
#include "server/core/people/asker.h"
#include "server/core/people/moderation.h"
#include "server/core/people/player.h"
#include "server/core/people/spending.h"
#include "server/core/rules/account.h"
#include "server/core/rules/ids.h"
#include "server/core/rules/name.h"
#include "server/core/rules/text.h"
#include "server/core/turn/call.h"
#include "server/core/turn/queries.h"
#include "server/core/turn/wait.h"
#include "server/core/turn/writes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <utlist.h>

/* Letters of one player that wait for the store, over all connections. */
#define LETTERS_MAX 8
#define BUSY_RETRY_MS 1000
/* In this time a player may begin STORE_OPENINGS threads with people unknown. */
#define OPENINGS_MS (INT64_C(3600) * 1000)

/* A message before it is one. */
struct letter {
    struct letter *prev, *next; /* of all */
    uint64_t from;
    char to_key[NAME_KEY_SIZE];
    char text[STORE_LETTER_BYTES + 1];
};

/* ------------------------------------------------------------------ telling */

static void tell_both(const struct call *call, struct player *to, const struct store_letter *letter)
{
    struct player *from = call_player(call);
    const struct message_record record = {.message = letter->id,
                                          .from = player_name(from),
                                          .to = player_name(to),
                                          .text = letter->text,
                                          .at = letter->at_ms};
    const struct message_received_event received = {.message = &record,
                                                    .unread = player_unread(to)};
    const struct message_sent_event sent = {.message = &record};
    player_tell(call->core, to, EVENT_MESSAGE_RECEIVED, &received);
    player_tell(call->core, from, EVENT_MESSAGE_SENT, &sent);
}

/* ------------------------------------------------------------------ deciding */

/* Whether the receiver wants to hear from the sender. */
static int check_receiver(struct call *call, const struct store_may_write *may_write)
{
    const struct store_player *to = &may_write->player;
    const struct player *from = call_player(call);
    const struct player *known = player_find(call->core, to->id);
    const struct store_account *account = known != NULL ? player_account(known) : to->account;
    enum player_kind kind = known != NULL ? known_kind(player_known(known)) : to->kind;
    bool are_apart =
        known != NULL ? players_are_apart(from, known) : player_is_apart_from(from, to);
    int writers = account_setting(account, SETTING_MESSAGES_FROM);
    call->fault.field = "to";
    if (account->is_deleted || (known != NULL && player_is_leaving(known)))
        return ERR_NO_SUCH_PLAYER;
    if (to->id == player_id(from))
        return ERR_THAT_IS_YOU;
    if (are_apart)
        return ERR_BLOCKED;
    if (kind != PLAYER_REGISTERED || writers == CONTACTS_WORD_NOBODY ||
        (writers == CONTACTS_WORD_MET && !may_write->have_met))
        return ERR_NO_MESSAGES;
    call->fault.field = NULL;
    return 0;
}

/* Where chat is closed or only phrases are said, those who keep order can still be told of it. */
static int check_words(struct call *call, const char *text, const struct store_player *to)
{
    const struct player *known = player_find(call->core, to->id);
    const struct store_account *account = known != NULL ? player_account(known) : to->account;
    return account->role > ROLE_PLAYER ? 0 : moderation_check_words(call, text);
}

static bool is_opening(const struct store_may_write *may_write)
{
    return !may_write->have_met && !may_write->is_known;
}

static int check_openings(struct call *call, const struct store_may_write *may_write)
{
    int64_t again_ms = may_write->last_openings_ms + OPENINGS_MS;
    if (!is_opening(may_write) || again_ms <= call->core->now.wall_ms)
        return 0;
    call->retry_after_ms = again_ms - call->core->now.wall_ms;
    return ERR_TOO_MANY_OPENINGS;
}

/* Nobody gets more than so much from those who never played with the player. */
static int check_received(struct call *call, const struct store_may_write *may_write)
{
    if (may_write->have_met)
        return 0;
    call->retry_after_ms = receiver_spend(call->core, may_write->player.id, call->reply_to.conn);
    return call->retry_after_ms > 0 ? ERR_RATE_LIMITED : 0;
}

/* ------------------------------------------------------------------ sending */

static void letter_send(struct call *call, const struct letter *letter,
                        const struct store_may_write *may_write)
{
    struct core *core = call->core;
    struct player *from = call_player(call);
    struct player *to = player_take(core, &may_write->player);
    struct store_op op = {.kind = STORE_LETTER_SEND,
                          .as.letter_send = {.id = ids_next(&core->last_id, core->now.wall_ms),
                                             .sender = player_id(from),
                                             .receiver = player_id(to),
                                             .text = letter->text,
                                             .at_ms = core->now.wall_ms,
                                             .is_opening = is_opening(may_write)}};
    const struct store_letter *sent = &op.as.letter_send;
    player_add_unread(core, to, 1);
    if (sent->is_opening)
        *remembered_place(&core->operations->opening_queries, player_id(from)) = queries_last(core);
    writes_add(core, &op);
    tell_both(call, to, sent);
    call_reply(call, &(struct message_send_reply){.message = sent->id, .at = sent->at_ms});
    player_recheck(core, to);
}

/* Returns an error, or 0 when it has replied. */
static int decide(struct call *call, const struct letter *letter,
                  const struct store_may_write *may_write)
{
    int status = moderation_check_mute(call);
    if (status == 0)
        status = check_receiver(call, may_write);
    if (status == 0)
        status = check_words(call, letter->text, &may_write->player);
    if (status == 0)
        status = check_openings(call, may_write);
    if (status == 0)
        status = writes_ready(call);
    if (status == 0)
        status = check_received(call, may_write);
    if (status == 0)
        letter_send(call, letter, may_write);
    return status;
}

/* Lends the letter's texts. */
static struct store_query letter_query(uint64_t from, const struct letter *letter)
{
    return (struct store_query){.kind = STORE_MAY_WRITE,
                                .as.may_write = {.player = from, .name_key = letter->to_key}};
}

/* Its sender is held in memory until then. */
static void letter_read(struct core *core, struct wait *wait, int status,
                        const struct store_answer *answer)
{
    struct letter *letter = wait->data;
    struct player *from = player_find(core, wait->asker.player);
    struct call call;
    /* Another letter to a stranger may have gone since the store was asked. */
    if (status == STORE_OK && is_opening(&answer->as.may_write) &&
        remembered_get(&core->operations->opening_queries, wait->asker.player) >= wait->number) {
        const struct store_query query = letter_query(wait->asker.player, letter);
        queries_ask_admitted(core, wait_again(wait), &query, letter_read);
        return;
    }
    DL_DELETE(core->operations->letters, letter);
    player_let_go(core, from);
    if (!asker_call(core, wait, &call))
        return;
    if (status == STORE_OK) {
        status = decide(&call, letter, &answer->as.may_write);
    } else if (status == STORE_NOT_FOUND) {
        call.fault.field = "to";
        status = ERR_NO_SUCH_PLAYER;
    } else {
        call.retry_after_ms = WRITES_PROBE_MS;
        status = ERR_STORAGE_UNAVAILABLE;
    }
    if (status != 0)
        call_error(&call, status);
}

/* Whether one letter more may be under way. */
static int check_letters(struct call *call)
{
    const struct letter *letter;
    size_t count = 0;
    DL_FOREACH(call->core->operations->letters, letter)
        count += letter->from == call->asker.player ? 1 : 0;
    if (count < LETTERS_MAX)
        return 0;
    call->retry_after_ms = BUSY_RETRY_MS;
    return ERR_BUSY;
}

int command_message_send(struct call *call)
{
    const struct message_send_request *request = &call->request->message_send;
    char key[NAME_KEY_SIZE];
    const char *text = text_of_lines(&call->core->arena, request->text);
    call->fault.field = "text";
    if (text_is_blank(text) || utf8_length(text) > STORE_LETTER_CHARS)
        return ERR_OUT_OF_RANGE;
    call->fault.field = "to";
    if (!name_key(request->to, key))
        return ERR_NO_SUCH_PLAYER;
    call->fault.field = NULL;
    int status = writes_ready(call);
    if (status == 0)
        status = check_letters(call);
    if (status != 0)
        return status;
    struct letter *letter = mem_zero(sizeof(*letter));
    snprintf(letter->to_key, sizeof(letter->to_key), "%s", key);
    snprintf(letter->text, sizeof(letter->text), "%s", text);
    const struct store_query query = letter_query(call->asker.player, letter);
    status = queries_ask(call, wait_new(call, letter), &query, letter_read);
    if (status != 0)
        return status;
    letter->from = call->asker.player;
    DL_APPEND(call->core->operations->letters, letter);
    player_hold(call_player(call));
    return 0;
}
