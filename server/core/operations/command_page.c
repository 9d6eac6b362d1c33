/* SPDX-License-Identifier: MIT */
/*
 * A player's page: player.get. What moderators are told besides is read before the page.
 */
#include "base/memory.h"
#include "server/core/operations/request.h"
#include "server/core/people/conduct.h"
#include "server/core/people/login.h"
#include "server/core/people/moderation.h"
#include "server/core/people/player.h"
#include "server/core/people/question.h"
#include "server/core/rules/computer_id.h"
#include "server/core/turn/call.h"
#include "server/core/turn/queries.h"
#include "server/core/turn/wait.h"

#include <stdio.h>

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
static void tell(struct core *core, struct call *call, const struct store_player *stored,
                 const struct page_question *page)
{
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
    call_reply(call, &reply);
}

static void player_read(struct core *core, struct wait *wait, int status,
                        const struct store_answer *answer)
{
    struct call call;
    if (question_is_answered(core, wait, status, NULL, &call))
        tell(core, &call, question_player(answer), NULL);
}

static void page_read(struct core *core, struct wait *wait, int status,
                      const struct store_answer *answer)
{
    struct call call;
    if (question_is_answered(core, wait, status, NULL, &call))
        tell(core, &call, question_player(answer), wait->data);
}

static void file_read(struct core *core, struct wait *wait, int status,
                      const struct store_answer *answer)
{
    struct page_question *page = wait->data;
    const struct store_query query = {.kind = STORE_PLAYER_BY_ID,
                                      .as.player_by_id = {*page->question.player_id}};
    struct call call;
    if (!question_is_answered(core, wait, status, NULL, &call))
        return;
    keep_file(page, &answer->as.player_file);
    struct wait *next = wait_again(wait);
    next->done.query = page_read;
    queries_ask_admitted(core, next, &query);
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
