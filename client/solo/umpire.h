/* SPDX-License-Identifier: MIT */
/*
 * The other side of a table without a server: it takes the requests of one player, who plays
 * against a computer player, and answers as a server does, with events and errors, so that code for
 * a server's table works for this one. The computer's thoughts come from outside: the umpire tells
 * when it wants one, and takes it when it is there. No thread, clock or chance; a plain value that
 * owns nothing.
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

/* The most news that wait to be taken: no request and no thought makes more. */
#define UMPIRE_NEWS_MAX 8

enum umpire_news_kind {
    UMPIRE_NEWS_ROOM, /* the room and its players */
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
    int start_ply;        /* the players' own actions begin at this ply */
    bool is_draw_offered; /* by the player, and not answered yet */
    int result;           /* enum result_word, or NONE while the game is in progress */
    int reason;
    struct manners manners; /* the computer's */
    bool resigns;           /* it resigns a game that it has proven lost, as the player asked */
    struct umpire_news news[UMPIRE_NEWS_MAX];
    size_t news_count;
    size_t news_at;
    union { /* lent to the last notice */
        union event_body body;
        union reply_body reply;
    };
    struct game_record game_record;
    struct room_record room_record;
    struct person_record people[SEAT_COUNT];
    struct clock_record clock;
    char action_text[ACTION_TEXT_SIZE];
    char start_text[GAME_TEXT_SIZE]; /* the actions before start_ply */
};

/* Begins without a game. `me` is copied, and differs from the names of computers. */
void umpire_init(struct umpire *umpire, const struct variant *variant, const char *me);
/* Begins a game, the first or the next, with the player at this seat and a computer of this name.
 * It goes on from `from`, an open game of the variant whose actions are not taken back; NULL: the
 * empty board. */
void umpire_begin(struct umpire *umpire, enum seat my_seat, const char *computer,
                  const struct game *from);
/* Takes a request of the player: game.move, game.draw (an offer), game.takeback, game.resign or
 * room.rematch, which begins the next game from the same start with the seats swapped. Any other
 * request gets an error. */
void umpire_take(struct umpire *umpire, const struct request *request);

/* True if it is the computer's turn. */
bool umpire_wants_thought(const struct umpire *umpire);
/* Takes the computer's thought about the game as it stands: the computer accepts a draw offer,
 * resigns if that was asked for, or acts. Only if a thought is wanted. */
void umpire_take_thought(struct umpire *umpire, const struct thought *thought);

/* Gives the next of the news; false if there is none. Lent until the next call with the umpire. */
bool umpire_next(struct umpire *umpire, struct notice *notice_out);

#endif
