/* SPDX-License-Identifier: MIT */
/*
 * The other side of a table without a server: one player, whose requests it takes, against a
 * computer player. It answers as a server does, with events and errors, so whatever follows a
 * server's table follows this one, in the same words. What the computer does comes from outside: it
 * says when a thought is wanted, and takes it when it is there. No thread, clock or chance; a plain
 * value that owns nothing.
 */
#ifndef PENTAD_CLIENT_SOLO_UMPIRE_H
#define PENTAD_CLIENT_SOLO_UMPIRE_H

#include "brain/computer.h"
#include "brain/manners.h"
#include "client/core/notice.h"
#include "client/core/table.h"
#include "engine/detail.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* News that wait to be taken: no request and no thought makes more than this. */
#define UMPIRE_NEWS_MAX 8

enum umpire_news_kind {
    UMPIRE_NEWS_ROOM, /* who sits there */
    UMPIRE_NEWS_STARTED,
    UMPIRE_NEWS_MOVED, /* by `by`, at `ply` */
    UMPIRE_NEWS_TAKEN_BACK,
    UMPIRE_NEWS_DRAW_OFFERED,
    UMPIRE_NEWS_DRAW_REFUSED,
    UMPIRE_NEWS_ENDED,
    UMPIRE_NEWS_REMATCH_OFFERED,
    UMPIRE_NEWS_REMATCH_REFUSED, /* by the player */
    UMPIRE_NEWS_ERROR,           /* `error` to a request of `op` */
};

struct umpire_news {
    enum umpire_news_kind kind;
    int64_t seq;
    enum seat by;
    int64_t ply;
    enum seat to_act;
    struct action action;
    enum op op;
    int error;
    char detail[DETAIL_SIZE]; /* of a refused move, "" for none */
};

struct umpire {
    const struct variant *variant;
    char me[TABLE_NAME_SIZE];
    char computer[TABLE_NAME_SIZE];
    enum seat my_seat;
    uint64_t game_id; /* 1 for the first game */
    int64_t seq;
    struct game game;
    int start_ply;        /* the player's and the computer's actions begin there */
    bool is_draw_offered; /* by the player, and not answered yet */
    int result;           /* enum result_word, or NONE while the game is in progress */
    int reason;
    struct manners manners; /* the computer's */
    bool resigns;           /* it gives up what it has proven lost; the player asked for that */
    struct umpire_news news[UMPIRE_NEWS_MAX];
    size_t news_count;
    size_t news_at;
    union { /* lent to the notice that was taken last */
        union event_body body;
        union reply_body reply;
    };
    struct game_record game_record;
    struct room_record room_record;
    struct person_record people[SEAT_COUNT];
    struct clock_record clock;
    char action_text[ACTION_TEXT_SIZE];
    char start_text[GAME_TEXT_SIZE]; /* the actions before */
};

/* Nothing has begun. The names are copied, and differ. */
void umpire_init(struct umpire *umpire, const struct variant *variant, const char *me);
/* Begins a game, the first or the next, with the player at this seat and a computer of this name.
 * It goes on from `from`, an open game of the variant, behind which nothing is taken back; NULL:
 * the empty board. */
void umpire_begin(struct umpire *umpire, enum seat my_seat, const char *computer,
                  const struct game *from);
/* Takes a request of the player: game.move, game.draw (an offer), game.takeback, game.resign or
 * room.rematch, which begins the next game from the same start with the seats swapped. Anything
 * else is an error that is told. */
void umpire_take(struct umpire *umpire, const struct request *request);

/* Whether it is for the computer to act. */
bool umpire_wants_thought(const struct umpire *umpire);
/* The computer's thought about the game as it is: accepts a draw that is offered, gives up if it
 * was asked to, or acts. Only if it is wanted. */
void umpire_take_thought(struct umpire *umpire, const struct thought *thought);

/* The next of the news; false if there is none. Lent until the next call that takes the umpire. */
bool umpire_next(struct umpire *umpire, struct notice *notice_out);

#endif
