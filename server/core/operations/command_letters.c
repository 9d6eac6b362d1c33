/* SPDX-License-Identifier: MIT */
/*
 * Commands on a player's letters: message.threads, message.list, message.read, message.delete.
 *
 * Reading and deleting first ask the store which letters are meant, and how many of these are
 * unread; then they write, and the player's count in memory follows. If another connection changed
 * the player's letters in between, the store is asked again. New letters change nothing about older
 * ones.
 */
#include "base/memory.h"
#include "server/core/operations/request.h"
#include "server/core/operations/state.h"
#include "server/core/people/asker.h"
#include "server/core/people/moderation.h"
#include "server/core/people/player.h"
#include "server/core/rules/name.h"
#include "server/core/rules/text.h"
#include "server/core/turn/call.h"
#include "server/core/turn/queries.h"
#include "server/core/turn/wait.h"
#include "server/core/turn/writes.h"

#include <stdlib.h>

/* Messages that go at once. */
#define DELETED_MAX 1000
/* Characters of a thread's last message that are shown. */
#define EXCERPT_CHARS 100
/* Bytes that a message takes in a frame besides its text (the longest names, ids, times, fields),
 * and bytes of a frame that messages may take. */
#define MESSAGE_FRAME_BYTES 512
#define MESSAGES_BYTES (FRAME_REPLY_MAX - 1024)

/* ------------------------------------------------------------------ threads */

static int threads_read(struct call *call, const struct store_answer *answer)
{
    struct core *core = call->core;
    const struct store_threads *stored = &answer->as.threads;
    struct thread_record *threads =
        arena_alloc(&core->arena, stored->rows_count * sizeof(*threads));
    for (size_t i = 0; i < stored->rows_count; i++) {
        const struct store_thread *row = &stored->rows[i];
        threads[i] =
            (struct thread_record){.with = row->name,
                                   .message = row->letter,
                                   .own = row->is_own,
                                   .text = text_beginning(&core->arena, row->text, EXCERPT_CHARS),
                                   .at = row->at_ms,
                                   .unread = (int64_t)row->unread};
    }
    const struct message_threads_reply reply = {.threads = threads,
                                                .threads_count = stored->rows_count,
                                                .more = stored->has_more,
                                                .unread = player_unread(call_player(call))};
    return call_reply(call, &reply);
}

int command_message_threads(struct call *call)
{
    const struct message_threads_request *request = &call->request->message_threads;
    const struct store_query query = {.kind = STORE_THREADS,
                                      .as.threads = {.player = call->asker.player,
                                                     .from = request->before,
                                                     .limit = (uint32_t)request->limit}};
    return asker_ask(call, NULL, &query, threads_read, 0);
}

/* ------------------------------------------------------------------ a page of a thread */

/* Bytes that a text takes in JSON: of control characters it has line feeds only. */
static size_t text_bytes(const char *text)
{
    size_t bytes = 0;
    for (; *text != '\0'; text++)
        bytes += *text == '"' || *text == '\\' || *text == '\n' ? 2 : 1;
    return bytes;
}

/* How many of the rows fit into one reply. */
static size_t rows_fitting(const struct store_letters *letters)
{
    size_t bytes = 0;
    size_t count = 0;
    while (count < letters->rows_count) {
        bytes += MESSAGE_FRAME_BYTES + text_bytes(letters->rows[count].text);
        if (bytes > MESSAGES_BYTES)
            break;
        count++;
    }
    return count;
}

static int list_read(struct call *call, const struct store_answer *answer)
{
    const char *own = player_name(call_player(call));
    const struct store_letters *letters = &answer->as.letters;
    const char *other = letters->name;
    size_t count = rows_fitting(letters);
    struct message_record *messages = arena_alloc(&call->core->arena, count * sizeof(*messages));
    for (size_t i = 0; i < count; i++) {
        const struct store_letter_row *row = &letters->rows[i];
        messages[i] = (struct message_record){.message = row->letter,
                                              .from = row->is_own ? own : other,
                                              .to = row->is_own ? other : own,
                                              .text = row->text,
                                              .at = row->at_ms};
    }
    const struct message_list_reply reply = {.messages = messages,
                                             .messages_count = count,
                                             .more =
                                                 letters->has_more || count < letters->rows_count};
    return call_reply(call, &reply);
}

int command_message_list(struct call *call)
{
    const struct message_list_request *request = &call->request->message_list;
    char key[NAME_KEY_SIZE];
    call->fault.field = "with";
    if (!name_key(request->with, key))
        return ERR_NO_SUCH_PLAYER;
    const struct store_query query = {.kind = STORE_LETTERS,
                                      .as.letters = {.player = call->asker.player,
                                                     .name_key = key,
                                                     .before = request->before,
                                                     .limit = (uint32_t)request->limit}};
    return asker_ask(call, NULL, &query, list_read, ERR_NO_SUCH_PLAYER);
}

/* ------------------------------------------------------------------ reading and deleting */

/* Which messages a request means, while the store is asked. */
struct mail {
    char with_key[NAME_KEY_SIZE]; /* empty: the one with the id */
    struct store_thread_span span;
};

/* Writes that the part was read or deleted, and counts. */
static void mail_write(struct call *call, enum store_op_kind kind,
                       const struct store_thread_part *part)
{
    struct core *core = call->core;
    struct player *player = call_player(call);
    const struct store_copies copies = {.player = player_id(player),
                                        .other = part->other,
                                        .first = part->first,
                                        .upto = part->upto};
    struct store_op op = {.kind = kind};
    if (kind == STORE_LETTER_READ)
        op.as.letter_read = copies;
    else
        op.as.letter_delete = copies;
    player_add_unread(core, player, -(int64_t)part->unread);
    *remembered_place(&core->operations->mail_queries, player_id(player)) = queries_last(core);
    writes_add(core, &op);
}

static int read_decide(struct call *call, const struct store_thread_part *part)
{
    const struct player *player = call_player(call);
    int status = part->unread > 0 ? writes_ready(call) : 0;
    if (status != 0)
        return status;
    if (part->unread > 0) {
        mail_write(call, STORE_LETTER_READ, part);
        const struct message_read_upto_event event = {
            .with = part->name, .upto = part->upto, .unread = player_unread(player)};
        player_tell(call->core, call_player(call), EVENT_MESSAGE_READ_UPTO, &event);
    }
    return call_reply(call, &(struct message_read_reply){.unread = player_unread(player)});
}

static int delete_decide(struct call *call, const struct store_thread_part *part)
{
    const struct player *player = call_player(call);
    if (part->first == 0)
        return ERR_NO_SUCH_MESSAGE;
    int status = writes_ready(call);
    if (status != 0)
        return status;
    mail_write(call, STORE_LETTER_DELETE, part);
    const struct message_deleted_event event = {.with = part->name,
                                                .first = part->first,
                                                .upto = part->upto,
                                                .unread = player_unread(player)};
    player_tell(call->core, call_player(call), EVENT_MESSAGE_DELETED, &event);
    const struct message_delete_reply reply = {.unread = player_unread(player),
                                               .more = part->has_more};
    return call_reply(call, &reply);
}

static int mail_read(struct call *call, const struct store_answer *answer);

/* Asks for the first time, or anew. */
static int mail_ask(struct call *call, struct mail *mail)
{
    bool is_single = mail->with_key[0] == '\0';
    int missing = is_single ? ERR_NO_SUCH_MESSAGE : ERR_NO_SUCH_PLAYER;
    struct store_query query = {.kind = STORE_THREAD_PART, .as.thread_part = mail->span};
    query.as.thread_part.player = call->asker.player;
    query.as.thread_part.name_key = is_single ? NULL : mail->with_key;
    call->fault.field = is_single ? "message" : "with";
    return call->wait == NULL ? asker_ask(call, mail, &query, mail_read, missing)
                              : asker_ask_next(call, &query, mail_read, missing);
}

static int mail_read(struct call *call, const struct store_answer *answer)
{
    uint64_t changed = remembered_get(&call->core->operations->mail_queries, call->asker.player);
    if (changed >= call->wait->number)
        return mail_ask(call, call->wait->data);
    return call->op == OP_MESSAGE_READ ? read_decide(call, &answer->as.thread_part)
                                       : delete_decide(call, &answer->as.thread_part);
}

/* Asks for the part with another player, or for one message if `with` is NULL. */
static int mail_begin(struct call *call, const char *with, const struct store_thread_span *span)
{
    struct mail *mail = mem_zero(sizeof(*mail));
    mail->span = *span;
    if (with != NULL && !name_key(with, mail->with_key)) {
        free(mail);
        call->fault.field = "with";
        return ERR_NO_SUCH_PLAYER;
    }
    int status = writes_ready(call);
    if (status != 0) {
        free(mail);
        return status;
    }
    return mail_ask(call, mail);
}

int command_message_read(struct call *call)
{
    const struct message_read_request *request = &call->request->message_read;
    const struct store_thread_span span = {.upto = request->upto};
    return mail_begin(call, request->with, &span);
}

int command_message_delete(struct call *call)
{
    const struct message_delete_request *request = &call->request->message_delete;
    const struct store_thread_span span = {
        .letter = request->message, .upto = request->upto, .limit = DELETED_MAX};
    call->fault.field = "message";
    if (request->message == 0 && request->with == NULL)
        return ERR_MISSING_FIELD;
    call->fault.field = "with";
    if (request->message != 0 && request->with != NULL)
        return ERR_BAD_VALUE;
    call->fault.field = "upto";
    if (request->message != 0 && request->upto != 0)
        return ERR_BAD_VALUE;
    call->fault.field = NULL;
    return mail_begin(call, request->with, &span);
}

/* ------------------------------------------------------------------ memos */

static int memo_list_read(struct call *call, const struct store_answer *answer)
{
    struct memo_record rows[STORE_MEMOS_MAX];
    const struct store_memos *memos = &answer->as.memos;
    for (size_t i = 0; i < memos->rows_count; i++)
        rows[i] = memos_view(&memos->rows[i]);
    return call_reply(call,
                      &(struct memo_list_reply){.memos = rows, .memos_count = memos->rows_count});
}

int command_memo_list(struct call *call)
{
    const struct store_query query = {.kind = STORE_MEMOS, .as.memos = {.id = call->asker.player}};
    return asker_ask(call, NULL, &query, memo_list_read, 0);
}

int command_memo_seen(struct call *call)
{
    const struct store_op op = {
        .kind = STORE_MEMOS_SEEN,
        .as.memos_seen = {.player = call->asker.player, .upto = call->request->memo_seen.upto}};
    int status = writes_ready(call);
    if (status != 0)
        return status;
    writes_add(call->core, &op);
    return call_reply(call, &call_nothing);
}
