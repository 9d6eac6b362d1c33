/* SPDX-License-Identifier: MIT */
/*
 * A player's page: player.get. The further facts for moderators are read before the page.
 */
#include "base/base64.h"
#include "base/memory.h"
#include "proto/id.h"
#include "server/core/operations/request.h"
#include "server/core/people/asker.h"
#include "server/core/people/conduct.h"
#include "server/core/people/login.h"
#include "server/core/people/moderation.h"
#include "server/core/people/player.h"
#include "server/core/rules/ids.h"
#include "server/core/turn/call.h"
#include "server/core/turn/wait.h"
#include "server/core/turn/writes.h"

#include <stdio.h>
#include <string.h>

_Static_assert((int)ROLE_PLAYER == (int)ROLE_WORD_PLAYER &&
                   (int)ROLE_MODERATOR == (int)ROLE_WORD_MODERATOR &&
                   (int)ROLE_OPERATOR == (int)ROLE_WORD_OPERATOR &&
                   (int)ROLE_COUNT == (int)ROLE_WORD_COUNT,
               "the store's roles are the words of the wire");

/* ------------------------------------------------------------------ what moderators know */

/* A question of a moderator, with what was read of the player's file. */
struct page_question {
    struct question question; /* first: the waits have it */
    int64_t warnings;
    bool is_warning_seen;
    struct {
        int64_t at_ms;
        char by[PLAYER_NAME_SIZE]; /* empty: at the server's own machine */
        char text[STORE_REASON_SIZE];
    } notes[STORE_NOTES_MAX];
    size_t notes_count;
};

static void keep_file(struct page_question *page, const struct store_player_file *file)
{
    page->warnings = file->warnings;
    page->is_warning_seen = file->is_warning_seen;
    page->notes_count = file->rows_count;
    for (size_t i = 0; i < file->rows_count; i++) {
        const struct store_act_row *row = &file->rows[i];
        page->notes[i].at_ms = row->at_ms;
        snprintf(page->notes[i].by, sizeof(page->notes[i].by), "%s",
                 row->by_name != NULL ? row->by_name : "");
        snprintf(page->notes[i].text, sizeof(page->notes[i].text), "%s", row->reason);
    }
}

static const struct player_file_record *view_file(struct core *core,
                                                  const struct page_question *page)
{
    struct player_file_record *file = arena_alloc(&core->arena, sizeof(*file));
    struct note_record *notes = arena_alloc(&core->arena, STORE_NOTES_MAX * sizeof(*notes));
    for (size_t i = 0; i < page->notes_count; i++) {
        const char *by = page->notes[i].by;
        notes[i] = (struct note_record){.at = page->notes[i].at_ms,
                                        .by = by[0] != '\0' ? by : NULL,
                                        .text = page->notes[i].text};
    }
    *file = (struct player_file_record){.warnings = page->warnings,
                                        .warning_seen = page->is_warning_seen,
                                        .notes = notes,
                                        .notes_count = page->notes_count};
    return file;
}

/* Nobody reads what is noted about oneself or one's equals. */
static bool may_read_file(const struct call *call, const struct store_player *stored,
                          const struct store_account *account)
{
    return moderation_is_kept_over(call) && stored->id != call->asker.player &&
           account->role < moderation_reach(call);
}

/* ------------------------------------------------------------------ the page */

static const struct player_rating_record *view_ratings(struct core *core,
                                                       const struct store_player *stored)
{
    struct player_rating_record *ratings =
        arena_alloc(&core->arena, stored->ratings_count * sizeof(*ratings));
    for (size_t i = 0; i < stored->ratings_count; i++) {
        const struct store_rating *rating = &stored->ratings[i];
        /* a provisional rating has no rank */
        ratings[i] = (struct player_rating_record){
            .variant = variant_get(rating->variant),
            .rating = rating->points,
            .games = rating->games,
            .rank = rating->rank > 0 ? (int64_t)rating->rank : NONE,
            .provisional = rating->established_ms == 0,
            .listed = rating->rank > 0 && rating->listed < rating->points ? rating->listed : NONE};
    }
    return ratings;
}

/* `page`: what was read for a moderator, or NULL. */
static int tell(struct call *call, const struct store_player *stored,
                const struct page_question *page)
{
    struct core *core = call->core;
    const struct player *known = player_find(core, stored->id);
    const struct store_account *account = known != NULL ? player_account(known) : stored->account;
    unsigned level = 0;
    const struct computer *computer = computer_of_player(stored->id, &level);
    bool is_kept = moderation_is_kept_over(call);
    bool is_own = known != NULL && known == call_player(call);
    const struct player_get_reply reply = {
        .name = stored->names.name,
        .about = account->about[0] != '\0' ? account->about : NULL,
        .country = account->country[0] != '\0' ? account->country : NULL,
        .role = (int)account->role,
        .deleted = account->is_deleted,
        .photo = account->photo,
        .guest = stored->kind == PLAYER_GUEST && computer == NULL,
        .computer = computer != NULL ? computer->key : NULL,
        .level = computer != NULL ? (int64_t)level : 0,
        .connected = computer != NULL || (known != NULL && player_is_here(known)),
        .created = stored->created_ms,
        .ratings = view_ratings(core, stored),
        .ratings_count = stored->ratings_count,
        .ban =
            is_kept ? moderation_view(core, account->banned_until_ms, account->ban_reason) : NULL,
        .mute = is_kept || is_own
                    ? moderation_view(core, account->muted_until_ms, account->mute_reason)
                    : NULL,
        .conduct = is_kept || is_own
                       ? player_conduct_view(core, known != NULL ? &player_past(known)->conduct
                                                                 : &stored->conduct)
                       : NULL,
        .off_until = player_days_off_until(core, known != NULL ? &player_past(known)->days_off
                                                               : &stored->days_off),
        .days_off_left = is_own && !known_is_guest(player_known(known))
                             ? player_days_off_left(core, known)
                             : NONE,
        .file = page != NULL && may_read_file(call, stored, account) ? view_file(core, page) : NULL,
    };
    return call_reply(call, &reply);
}

static int player_read(struct call *call, const struct store_answer *answer)
{
    return tell(call, question_player(answer), NULL);
}

static int page_read(struct call *call, const struct store_answer *answer)
{
    return tell(call, question_player(answer), call->wait->data);
}

static int file_read(struct call *call, const struct store_answer *answer)
{
    struct page_question *page = call->wait->data;
    const struct store_query query = {.kind = STORE_PLAYER_BY_ID,
                                      .as.player_by_id = {*page->question.player_id}};
    keep_file(page, &answer->as.player_file);
    return asker_ask_next(call, &query, page_read, ERR_NO_SUCH_PLAYER);
}

int command_player_get(struct call *call)
{
    const char *name = call->request->player_get.name;
    if (name == NULL || !moderation_is_kept_over(call))
        return question_look_up(call, question_new(), name, player_read);
    struct page_question *page = mem_zero(sizeof(*page));
    struct question *question = &page->question;
    question->variant = -1;
    question->query.kind = STORE_PLAYER_FILE;
    question->player_id = &question->query.as.player_file.id;
    question->read = file_read;
    return question_ask_about(call, question, name, NULL);
}

/* ------------------------------------------------------------------ photos */

_Static_assert(WORK_PHOTO_SIZE <= STORE_PHOTO_BYTES_MAX, "every photo can be stored");

static const char *photo_text(struct core *core, const uint8_t *bytes, size_t size)
{
    char *text = arena_alloc(&core->arena, BASE64_LENGTH(size) + 1);
    base64_write(bytes, size, text);
    return text;
}

/* An id made of the photo's content: clients that have the photo know it by its id, and nobody can
 * bring it about that two photos have the same id. */
static uint64_t photo_id(struct core *core, const uint8_t *bytes, size_t size)
{
    uint8_t hash[TOKEN_HASH_SIZE];
    uint64_t id = 0;
    core->ports.token_hash(core->ports.ctx, photo_text(core, bytes, size), hash);
    for (size_t i = 0; i < sizeof(id); i++)
        id = id << 8 | hash[i];
    return id % ID_MAX + 1;
}

/* A picture may be of words, which no phrase is. */
static int check_may_show(struct call *call)
{
    int status = moderation_check_mute(call);
    return status != 0 ? status : moderation_check_words(call, "");
}

/* ------------------------------------------------------------------ photo.set */

static int photo_check(struct call *call, const struct work_result *result)
{
    int error = wait_work_failed(result, &call->retry_after_ms);
    if (error != 0)
        return error;
    call->retry_after_ms = 0;
    if (result->is_unable)
        return ERR_PHOTOS_UNAVAILABLE;
    if (!result->ok) {
        call->fault.field = "image";
        return ERR_BAD_PHOTO;
    }
    int status = check_may_show(call); /* it may be new */
    return status != 0 ? status : writes_ready(call);
}

static void photo_made(struct core *core, struct wait *wait, const struct work_result *result)
{
    struct call call;
    if (!asker_call(core, wait, &call))
        return;
    int status = photo_check(&call, result);
    if (status != 0) {
        call_error(&call, status);
        return;
    }
    struct player *player = call_player(&call);
    const struct work_made_photo *made = &result->as.photo;
    uint64_t id = photo_id(core, made->photo, made->photo_size);
    if (id != player_account(player)->photo) {
        player_touch_account(core, player)->photo = id;
        player_put_photo(core, player, made->photo, made->photo_size);
    }
    call_reply(&call, &(struct photo_set_reply){.photo = id});
}

int command_photo_set(struct call *call)
{
    const struct work work = {.kind = WORK_PHOTO,
                              .as.photo = {.image = call->request->photo_set.image}};
    int status = check_may_show(call);
    if (status == 0)
        status = writes_ready(call);
    if (status != 0)
        return status;
    struct wait *wait = wait_new(call, NULL);
    call->retry_after_ms = WAIT_WORK_RETRY_MS;
    status = wait_work(call->core, wait, &work, photo_made);
    if (status != 0)
        wait_free(wait);
    return status;
}

/* ------------------------------------------------------------------ photo.remove */

int command_photo_remove(struct call *call)
{
    struct player *player = call_player(call);
    int status = player_account(player)->photo == 0 ? ERR_NO_PHOTO : writes_ready(call);
    if (status != 0)
        return status;
    player_touch_account(call->core, player)->photo = 0;
    player_put_account(call->core, player);
    return call_reply(call, &call_nothing);
}

/* ------------------------------------------------------------------ photo.get */

static int photo_tell(struct call *call, const struct store_photo *photo)
{
    const struct photo_get_reply reply = {
        .photo = photo->id, .image = photo_text(call->core, photo->image, photo->image_size)};
    return call_reply(call, &reply);
}

static int photo_read(struct call *call, const struct store_answer *answer)
{
    return photo_tell(call, &answer->as.photo);
}

static int photo_read_by_id(struct call *call, const struct store_answer *answer)
{
    return photo_tell(call, &answer->as.photo_by_id);
}

static int photo_ask_by_id(struct call *call)
{
    const struct photo_get_request *request = &call->request->photo_get;
    const struct store_query query = {.kind = STORE_PHOTO_BY_ID,
                                      .as.photo_by_id = {.id = request->photo}};
    call->fault.field = "photo";
    if (request->name != NULL)
        return ERR_BAD_VALUE;
    return asker_ask(call, NULL, &query, photo_read_by_id, ERR_NO_PHOTO);
}

int command_photo_get(struct call *call)
{
    if (call->request->photo_get.photo != 0)
        return photo_ask_by_id(call);
    struct question *question = question_new();
    question->query.kind = STORE_PHOTO;
    question->player_id = &question->query.as.photo.id;
    question->read = photo_read;
    question->missing = ERR_NO_PHOTO;
    return question_ask_about(call, question, call->request->photo_get.name, NULL);
}
