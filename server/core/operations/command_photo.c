/* SPDX-License-Identifier: MIT */
/*
 * Commands about the photo on a player's page: photo.set, photo.remove, photo.get. The core keeps
 * no photo: a worker makes it, it goes straight to the store, and is read from there when somebody
 * asks. The account has its id, which follows from the bytes.
 */
#include "base/base64.h"
#include "proto/id.h"
#include "server/core/operations/request.h"
#include "server/core/people/asker.h"
#include "server/core/people/moderation.h"
#include "server/core/people/player.h"
#include "server/core/people/question.h"
#include "server/core/turn/call.h"
#include "server/core/turn/wait.h"
#include "server/core/turn/writes.h"

#include <string.h>

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
    const struct photo_set_reply reply = {.photo = id};
    call_reply(&call, &reply);
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
    wait->done.work = photo_made;
    call->retry_after_ms = WAIT_WORK_RETRY_MS;
    status = wait_work(call->core, wait, &work);
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
    const struct photo_remove_reply reply = {0};
    call_reply(call, &reply);
    return 0;
}

/* ------------------------------------------------------------------ photo.get */

static void photo_read(struct core *core, struct wait *wait, int status,
                       const struct store_answer *answer)
{
    struct call call;
    if (!question_is_answered_or(core, wait, status, ERR_NO_PHOTO, &call))
        return;
    const struct store_photo *photo = &answer->as.photo;
    const struct photo_get_reply reply = {
        .photo = photo->id, .image = photo_text(core, photo->image, photo->image_size)};
    call_reply(&call, &reply);
}

int command_photo_get(struct call *call)
{
    struct question *question = question_new();
    question->query.kind = STORE_PHOTO;
    question->player_id = &question->query.as.photo.id;
    question->read = photo_read;
    return question_ask_about(call, question, call->request->photo_get.name, NULL);
}
