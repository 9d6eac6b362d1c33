/* SPDX-License-Identifier: MIT */
/*
 * Lines, answers and errors; replies and events have files of their own.
 */
#include "tests/sim/said.h"

#include "proto/refusal.h"
#include "tests/sim/ask.h"
#include "tests/sim/said_stream.h"
#include "tests/sim/sim.h"
#include "tests/sim/truth_account.h"
#include "tests/sim/truth_provisional.h"

#include <string.h>

static void hash_bytes(struct sim *sim, const char *bytes, size_t len)
{
    for (size_t i = 0; i < len; i++)
        sim->output_hash = (sim->output_hash ^ (uint8_t)bytes[i]) * UINT64_C(0x100000001b3);
}

/* The ask of an answer, which it counts. */
static struct ask *take_answer(struct link *link, int64_t re)
{
    struct sim *sim = link->sim;
    struct ask *ask = link_ask_of(link, re);
    CHECK_THAT(sim, CHECK_ANSWERED_ONCE, ask != NULL && ask->answered < ask->delivered,
               "link %llu: an answer to request %lld, which was delivered %u times and answered "
               "%u times",
               (unsigned long long)link->number, (long long)re, ask != NULL ? ask->delivered : 0,
               ask != NULL ? ask->answered : 0);
    ask->answered++;
    return ask;
}

static void check_wrong(const struct link *link, const struct ask *ask)
{
    CHECK_THAT(link->sim, CHECK_RIGHT_PASSWORD,
               ask->op != OP_AUTH_LOGIN ||
                   !truth_has_password(&link->sim->truth, ask->text, ask->password, ask->batches),
               "link %llu: %s is not the password of %s, but it is stored",
               (unsigned long long)link->number, ask->password, ask->text);
}

/* The answer has a secret, and a page asks. */
static bool is_withheld(const struct link *link, const struct ask *ask)
{
    enum by_http by_http = op_info(ask->op)->by_http;
    return link->is_page && (by_http == BY_HTTP_TOKEN || by_http == BY_HTTP_SECRET);
}

/* Looking is for every token, as is what strangers may do, and playing for those that may play. */
static bool has_token_for(const struct link *link, enum op op)
{
    const struct truth_session *session = truth_session(&link->sim->truth, link->token_hash);
    const struct op_info *info = op_info(op);
    bool asks = info->cost == COST_WORD_READ || info->cost == COST_WORD_HEAVY;
    bool looks = info->who == WHO_STRANGER || (info->who <= WHO_ACCOUNT && asks);
    if (session == NULL || !link->has_token || session->rights == RIGHTS_ALL)
        return true;
    return looks || op == OP_AUTH_LOGOUT || (session->rights == RIGHTS_PLAY && info->plays);
}

void said__error(struct link *link, struct ask *ask, const struct incoming *in)
{
    struct sim *sim = link->sim;
    struct truth_player *player = truth_player(&sim->truth, ask->by);
    sim->stats->refused++;
    const char *code = in->error.code;
    /* An action that was done when the request arrived may have been taken back by what came before
     * the request. */
    bool was_done = ask->was_done && ask_is_done(truth_game(&sim->truth, ask->subject), ask);
    CHECK_THAT(sim, CHECK_REPEAT_IS_ANSWERED,
               !was_done || (strcmp(code, "stale_ply") != 0 && strcmp(code, "game_over") != 0 &&
                             strcmp(code, "not_your_turn") != 0),
               "link %llu sent the same action again, and got %s", (unsigned long long)link->number,
               code);
    CHECK_THAT(sim, CHECK_REFUSED_AS_ANNOUNCED, op_may_refuse(ask->op, error_from_code(code)),
               "link %llu: %s is refused with %s", (unsigned long long)link->number,
               op_info(ask->op)->wire, code);
    if (ask_is_keepers(link, ask))
        said__act_refused(link);
    CHECK_THAT(sim, CHECK_TOKENS,
               strcmp(code, "token_rights") != 0 || ask->op == OP_ROOM_LEAVE || /* of a seat */
                   !has_token_for(link, ask->op),
               "link %llu may do %s, and is told otherwise", (unsigned long long)link->number,
               op_info(ask->op)->wire);
    CHECK_THAT(sim, CHECK_PAGES, strcmp(code, "use_http") != 0 || is_withheld(link, ask),
               "link %llu is told to do %s over HTTP", (unsigned long long)link->number,
               op_info(ask->op)->wire);
    if (strcmp(code, "not_allowed") == 0)
        said__not_allowed(link, ask);
    if (strcmp(code, "key_used") == 0)
        said__key_used(link, ask);
    if (strcmp(code, "newcomers_refused") == 0)
        truth_refused(sim, link->house);
    if (strcmp(code, "no_photo") == 0)
        said__no_photo(link, ask);
    if (strcmp(code, "wrong_credentials") == 0)
        check_wrong(link, ask);
    if (strcmp(code, "banned") == 0)
        said__banned(link, ask, in->error.appeal);
    if (player == NULL)
        return;
    if (strcmp(code, "rated_pair_limit") == 0)
        truth_check_pair_refused(sim, player->id);
    struct deed_count *count = &player->deeds[ask->deed];
    count->refused++;
    CHECK_THAT(sim, CHECK_REFUSED_CHANGED_NOTHING,
               ask->deed == DEED_NONE || count->stored <= count->asked - count->refused,
               "%s was refused with %s: of deed %d, asked %u times and refused %u times, %u are "
               "stored",
               player->name, in->error.code, ask->deed, count->asked, count->refused,
               count->stored);
}

static void check_null_error(struct link *link, const struct incoming *in)
{
    CHECK_THAT(link->sim, CHECK_ANSWERED_ONCE, link->rubbish_sent > 0,
               "link %llu: error %s answers nothing", (unsigned long long)link->number,
               in->error.code);
    link->rubbish_sent--;
}

static void check_line(struct link *link, const char *line, size_t len)
{
    struct sim *sim = link->sim;
    const struct heard *heard;
    int status = link_decode(link, line, len, &heard);
    const struct incoming *in = &heard->in;
    CHECK_THAT(sim, CHECK_VALID_LINES, status == 0 && in->kind != INCOMING_UNKNOWN_EVENT,
               "link %llu: status %d for %.*s", (unsigned long long)link->number, status,
               (int)(len < 400 ? len : 400), line);
    sim->stats->lines++;
    if (in->kind == INCOMING_EVENT) {
        /* What is sent again was judged when it was told, and may be over by now. */
        link->is_again = stream_event(link, in, line, len);
        if (!link->is_again || in->event == EVENT_ROOM_SAID)
            said__event(link, in->event, in->body);
    } else if (in->re == NO_REQUEST_ID) {
        check_null_error(link, in);
    } else {
        struct ask *ask = take_answer(link, in->re);
        if (in->kind == INCOMING_ERROR) {
            said__error(link, ask, in);
        } else {
            sim->stats->acknowledged++;
            CHECK_THAT(sim, CHECK_TOKENS, ask->op == OP_AUTH_RESUME || has_token_for(link, ask->op),
                       "link %llu does %s, which its token may not",
                       (unsigned long long)link->number, op_info(ask->op)->wire);
            CHECK_THAT(sim, CHECK_PAGES, !is_withheld(link, ask), "link %llu, a page, gets %.*s",
                       (unsigned long long)link->number, (int)(len < 200 ? len : 200), line);
            truth_answered(link, ask, len + 1);
            if (!said__is_repeated(link, ask, line, len))
                said__reply(link, ask, &heard->reply);
        }
    }
}

void said_check(struct link *link, const char *bytes, size_t len)
{
    struct sim *sim = link->sim;
    CHECK_THAT(sim, CHECK_LAST_WORD, !link->is_ended && !link->had_bye && !link->is_gone,
               "link %llu, which is at its end: %.*s", (unsigned long long)link->number,
               (int)(len < 200 ? len : 200), bytes);
    CHECK_THAT(sim, CHECK_VALID_LINES, len > 0 && bytes[len - 1] == '\n', "link %llu: half a line",
               (unsigned long long)link->number);
    hash_bytes(sim, bytes, len);
    while (len > 0) {
        size_t line_len = (size_t)((const char *)memchr(bytes, '\n', len) - bytes);
        SIM_TRACE(sim, "link %llu: S %.*s", (unsigned long long)link->number, (int)line_len, bytes);
        check_line(link, bytes, line_len);
        bytes += line_len + 1;
        len -= line_len + 1;
    }
}
