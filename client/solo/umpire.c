/* SPDX-License-Identifier: MIT */
/*
 * The game of client/solo/umpire.h. News are noted in the order in which a server would tell them,
 * and become notices when they are taken.
 */
#include "client/solo/umpire.h"

#include "engine/outcome.h"
#include "proto/error.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- noting down */

static struct umpire_news *note(struct umpire *umpire, enum umpire_news_kind kind)
{
    if (umpire->news_at == umpire->news_count)
        umpire->news_at = umpire->news_count = 0;
    if (umpire->news_count == UMPIRE_NEWS_MAX)
        abort(); /* nobody took them */
    struct umpire_news *news = &umpire->news[umpire->news_count++];
    *news = (struct umpire_news){.kind = kind};
    return news;
}

/* One of the game, which are numbered. */
static struct umpire_news *note_of_game(struct umpire *umpire, enum umpire_news_kind kind,
                                        enum seat by)
{
    struct umpire_news *news = note(umpire, kind);
    news->seq = ++umpire->seq;
    news->by = by;
    return news;
}

static struct umpire_news *refuse(struct umpire *umpire, enum op op, int error)
{
    struct umpire_news *news = note(umpire, UMPIRE_NEWS_ERROR);
    news->op = op;
    news->error = error;
    return news;
}

static bool is_playing(const struct umpire *umpire)
{
    return umpire->game_id != 0 && umpire->result == NONE;
}

static void end(struct umpire *umpire, int result, int reason)
{
    umpire->result = result;
    umpire->reason = reason;
    umpire->is_draw_offered = false;
    note_of_game(umpire, UMPIRE_NEWS_ENDED, umpire->my_seat);
    note(umpire, UMPIRE_NEWS_REMATCH_OFFERED);
}

/* ---------------------------------------------------------------- beginning */

void umpire_init(struct umpire *umpire, const struct variant *variant, const char *me)
{
    *umpire = (struct umpire){.variant = variant, .result = NONE, .reason = NONE};
    snprintf(umpire->me, sizeof(umpire->me), "%s", me);
}

void umpire_begin(struct umpire *umpire, enum seat my_seat, const char *computer,
                  const struct game *from)
{
    bool is_new = umpire->game_id == 0 || strcmp(umpire->computer, computer) != 0;
    snprintf(umpire->computer, sizeof(umpire->computer), "%s", computer);
    umpire->my_seat = my_seat;
    umpire->game_id++;
    umpire->seq = 0;
    umpire->result = NONE;
    umpire->reason = NONE;
    umpire->is_draw_offered = false;
    manners_forget(&umpire->manners);
    if (from != NULL)
        game_copy(&umpire->game, from);
    else
        game_init(&umpire->game, umpire->variant);
    umpire->start_ply = umpire->game.ply;
    (void)game_format(&umpire->game, umpire->start_text, sizeof(umpire->start_text));
    if (is_new)
        note(umpire, UMPIRE_NEWS_ROOM);
    note(umpire, UMPIRE_NEWS_STARTED);
}

/* ---------------------------------------------------------------- playing */

static void act(struct umpire *umpire, struct action action)
{
    struct umpire_news *news = note_of_game(umpire, UMPIRE_NEWS_MOVED, game_to_act(&umpire->game));
    news->ply = umpire->game.ply;
    news->action = action;
    game_do(&umpire->game, action);
    news->to_act = game_to_act(&umpire->game);
    if (game_status(&umpire->game) == GAME_OPEN)
        return;
    struct outcome outcome = outcome_of_board(&umpire->game);
    end(umpire, (int)outcome.result, (int)outcome.reason);
}

static int check_move(const struct umpire *umpire, const struct game_move_request *move,
                      struct action *action_out)
{
    if (!is_playing(umpire))
        return ERR_GAME_OVER;
    if (game_to_act(&umpire->game) != umpire->my_seat)
        return ERR_NOT_YOUR_TURN;
    if (move->ply != umpire->game.ply)
        return ERR_STALE_PLY;
    int error = action_parse(umpire->variant, move->action, strlen(move->action), action_out);
    return error != 0 ? error : game_check(&umpire->game, *action_out);
}

static void take_move(struct umpire *umpire, const struct game_move_request *move)
{
    struct action action = {0};
    int error = check_move(umpire, move, &action);
    if (error == 0) {
        act(umpire, action);
        return;
    }
    char *detail = refuse(umpire, OP_GAME_MOVE, error)->detail;
    if (!detail_of_refusal(&umpire->game, action, error, detail))
        detail[0] = '\0';
}

/* While the computer thinks the offer waits for its thought. */
static void take_offer(struct umpire *umpire)
{
    if (!is_playing(umpire)) {
        refuse(umpire, OP_GAME_DRAW, ERR_GAME_OVER);
        return;
    }
    if (!umpire->is_draw_offered)
        note_of_game(umpire, UMPIRE_NEWS_DRAW_OFFERED, umpire->my_seat);
    umpire->is_draw_offered = true;
    if (umpire_wants_thought(umpire))
        return;
    umpire->is_draw_offered = false;
    if (manners_agree(&umpire->manners, &umpire->game))
        end(umpire, RESULT_WORD_DRAW, REASON_WORD_AGREED);
    else
        note_of_game(umpire, UMPIRE_NEWS_DRAW_REFUSED, seat_other(umpire->my_seat));
}

static void take_back(struct umpire *umpire)
{
    int ply = is_playing(umpire) ? game_takeback_ply(&umpire->game, umpire->my_seat,
                                                     (unsigned)umpire->start_ply, TAKEBACK_TURN)
                                 : -1;
    if (ply < 0) {
        refuse(umpire, OP_GAME_TAKEBACK,
               is_playing(umpire) ? ERR_NOTHING_TO_TAKE_BACK : ERR_GAME_OVER);
        return;
    }
    while (umpire->game.ply > ply)
        game_undo(&umpire->game);
    umpire->is_draw_offered = false;
    manners_forget(&umpire->manners);
    struct umpire_news *news =
        note_of_game(umpire, UMPIRE_NEWS_TAKEN_BACK, seat_other(umpire->my_seat));
    news->ply = ply;
    news->to_act = game_to_act(&umpire->game);
}

static void resign(struct umpire *umpire)
{
    if (!is_playing(umpire)) {
        refuse(umpire, OP_GAME_RESIGN, ERR_GAME_OVER);
        return;
    }
    int reason =
        (int)reason_of_giving_up(&umpire->game, (unsigned)umpire->start_ply, umpire->my_seat);
    end(umpire, reason == REASON_WORD_RESIGN ? (int)seat_other(umpire->my_seat) : RESULT_WORD_NONE,
        reason);
}

static void play_again(struct umpire *umpire)
{
    char computer[TABLE_NAME_SIZE];
    memcpy(computer, umpire->computer, sizeof(computer));
    if (umpire->game_id == 0 || is_playing(umpire)) {
        refuse(umpire, OP_ROOM_REMATCH, ERR_GAME_IN_PROGRESS);
        return;
    }
    while (umpire->game.ply > umpire->start_ply)
        game_undo(&umpire->game);
    struct game start;
    game_copy(&start, &umpire->game);
    umpire_begin(umpire, seat_other(umpire->my_seat), computer, &start);
}

void umpire_take(struct umpire *umpire, const struct request *request)
{
    switch (request->op) {
    case OP_GAME_MOVE:
        take_move(umpire, &request->as.game_move);
        break;
    case OP_GAME_DRAW:
        if (request->as.game_draw.answer == DRAW_WORD_OFFER)
            take_offer(umpire);
        else
            refuse(umpire, request->op, ERR_NO_DRAW_OFFER);
        break;
    case OP_GAME_TAKEBACK:
        if (request->as.game_takeback.answer == TAKEBACK_WORD_ASK)
            take_back(umpire);
        else
            refuse(umpire, request->op, ERR_NO_TAKEBACK);
        break;
    case OP_GAME_RESIGN:
        resign(umpire);
        break;
    case OP_ROOM_REMATCH:
        if (request->as.room_rematch.refuse && umpire->game_id != 0 && !is_playing(umpire))
            note(umpire, UMPIRE_NEWS_REMATCH_REFUSED);
        else
            play_again(umpire);
        break;
    default:
        refuse(umpire, request->op, ERR_UNKNOWN_OP);
        break;
    }
}

/* ---------------------------------------------------------------- the computer */

bool umpire_wants_thought(const struct umpire *umpire)
{
    return is_playing(umpire) && game_to_act(&umpire->game) != umpire->my_seat;
}

void umpire_take_thought(struct umpire *umpire, const struct thought *thought)
{
    const struct prospect *best = &thought->prospects[0];
    manners_note(&umpire->manners, &umpire->game, best->share, (enum proof)best->proof);
    if (umpire->is_draw_offered && manners_agree(&umpire->manners, &umpire->game)) {
        end(umpire, RESULT_WORD_DRAW, REASON_WORD_AGREED);
        return;
    }
    if (umpire->resigns &&
        manners_give_up(&umpire->manners, &umpire->game, (unsigned)umpire->start_ply)) {
        end(umpire, (int)umpire->my_seat, REASON_WORD_RESIGN);
        return;
    }
    umpire->is_draw_offered = false;
    act(umpire, best->action);
}

/* ---------------------------------------------------------------- telling */

static void fill_people(struct umpire *umpire)
{
    enum seat me = umpire->my_seat;
    umpire->people[me] = (struct person_record){.name = umpire->me};
    umpire->people[seat_other(me)] = (struct person_record){.name = umpire->computer};
    for (size_t i = 0; i < SEAT_COUNT; i++) {
        umpire->people[i].connected = true;
        umpire->people[i].claim_in_ms = NONE;
        umpire->people[i].rating = NONE;
        umpire->people[i].lag_ms = NONE;
    }
    umpire->clock = (struct clock_record){.kind = CLOCK_KIND_WORD_NONE};
}

static const union reply_body *room_reply(struct umpire *umpire)
{
    fill_people(umpire);
    umpire->room_record = (struct room_record){.variant = umpire->variant,
                                               .clock = &umpire->clock,
                                               .first = NONE,
                                               .state = ROOM_STATE_WORD_PLAYING,
                                               .players = umpire->people,
                                               .players_count = SEAT_COUNT};
    umpire->reply.room_sync = (struct room_sync_reply){.room = &umpire->room_record};
    return &umpire->reply;
}

static void fill_started(struct umpire *umpire)
{
    fill_people(umpire);
    umpire->game_record = (struct game_record){
        .game = umpire->game_id,
        .variant = umpire->variant,
        .clock = &umpire->clock,
        .first = &umpire->people[SEAT_FIRST],
        .second = &umpire->people[SEAT_SECOND],
        .actions = umpire->start_text,
        .given = umpire->start_ply,
        .to_act = (int)game_to_act(&umpire->game),
        .draw_offer = NONE,
        .takeback = NONE,
        .result = NONE,
        .reason = NONE,
    };
    umpire->body.game_started = (struct game_started_event){.game = &umpire->game_record};
}

static void fill_moved(struct umpire *umpire, const struct umpire_news *news)
{
    action_format(umpire->variant, news->action, umpire->action_text);
    umpire->body.game_moved =
        (struct game_moved_event){.game = umpire->game_id,
                                  .seq = news->seq,
                                  .by = (int)news->by,
                                  .ply = news->ply,
                                  .action = umpire->action_text,
                                  .spent_ms = NONE,
                                  .to_act = news->to_act == SEAT_NONE ? NONE : (int)news->to_act};
}

static enum event fill_event(struct umpire *umpire, const struct umpire_news *news)
{
    uint64_t game = umpire->game_id;
    union event_body *body = &umpire->body;
    memset(body, 0, sizeof(*body));
    switch (news->kind) {
    case UMPIRE_NEWS_MOVED:
        fill_moved(umpire, news);
        return EVENT_GAME_MOVED;
    case UMPIRE_NEWS_TAKEN_BACK:
        body->game_taken_back = (struct game_taken_back_event){.game = game,
                                                               .seq = news->seq,
                                                               .by = (int)news->by,
                                                               .ply = news->ply,
                                                               .to_act = (int)news->to_act};
        return EVENT_GAME_TAKEN_BACK;
    case UMPIRE_NEWS_DRAW_OFFERED:
        body->game_draw_offered =
            (struct game_draw_offered_event){.game = game, .seq = news->seq, .by = (int)news->by};
        return EVENT_GAME_DRAW_OFFERED;
    case UMPIRE_NEWS_DRAW_REFUSED:
        body->game_draw_refused =
            (struct game_draw_refused_event){.game = game, .seq = news->seq, .by = (int)news->by};
        return EVENT_GAME_DRAW_REFUSED;
    case UMPIRE_NEWS_ENDED:
        body->game_ended = (struct game_ended_event){
            .game = game, .seq = news->seq, .result = umpire->result, .reason = umpire->reason};
        return EVENT_GAME_ENDED;
    case UMPIRE_NEWS_REMATCH_OFFERED:
        body->room_rematch_offered.name = umpire->computer;
        return EVENT_ROOM_REMATCH_OFFERED;
    case UMPIRE_NEWS_REMATCH_REFUSED:
        body->room_rematch_refused.name = umpire->me;
        return EVENT_ROOM_REMATCH_REFUSED;
    default:
        fill_started(umpire);
        return EVENT_GAME_STARTED;
    }
}

bool umpire_next(struct umpire *umpire, struct notice *notice_out)
{
    if (umpire->news_at == umpire->news_count)
        return false;
    const struct umpire_news *news = &umpire->news[umpire->news_at++];
    *notice_out = (struct notice){.kind = NOTICE_EVENT, .seq = NO_SEQ};
    if (news->kind == UMPIRE_NEWS_ROOM) {
        notice_out->kind = NOTICE_REPLY;
        notice_out->op = OP_ROOM_SYNC;
        notice_out->reply = room_reply(umpire);
    } else if (news->kind == UMPIRE_NEWS_ERROR) {
        notice_out->kind = NOTICE_ERROR;
        notice_out->op = news->op;
        notice_out->error =
            (struct session_error){.code = error_code(news->error),
                                   .message = error_message(news->error),
                                   .detail = news->detail[0] != '\0' ? news->detail : NULL,
                                   .appeal = NONE};
    } else {
        notice_out->event = fill_event(umpire, news);
        notice_out->body = &umpire->body;
    }
    return true;
}
