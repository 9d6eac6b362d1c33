/* SPDX-License-Identifier: MIT */
/*
 * A table as a client sees it: the room, its players, the game replayed through the engine, the
 * clocks, open offers, the result and the last lines of the chat. It is fed with the records and
 * events that the server sends and decides nothing. A plain value that owns nothing; texts in it
 * are as the server sent them and have to be made harmless before they are shown.
 *
 * Times that end in `_at_ms` or are called `now_ms` are of one monotonic clock of the client's own,
 * with any beginning. The server's times are of another clock and never compared with them.
 */
#ifndef PENTAD_CLIENT_CORE_TABLE_H
#define PENTAD_CLIENT_CORE_TABLE_H

#include "engine/clock.h"
#include "engine/game.h"
#include "proto/maxima.h"
#include "proto/message.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TABLE_NAME_SIZE 96
#define TABLE_SAID_SIZE 1028
#define TABLE_CHAT_MAX 20

struct table_person {
    char name[TABLE_NAME_SIZE]; /* "" for nobody */
    bool is_guest;
    char computer[MAXIMA_COMPUTER_KEY + 1]; /* the key of a computer player; "": a person */
    unsigned level;                         /* of that computer */
    bool is_connected;
    bool is_silent;      /* connected, but does not answer */
    int64_t claim_at_ms; /* when an absent player loses the game to a claim; NONE: never */
    int64_t off_until;   /* wall: when the days off end; 0: the player has none */
    int64_t rating;      /* NONE without one */
    bool is_provisional; /* that rating */
    int64_t gained;      /* the change of the rating by the table's last game */
    int64_t lag_ms;      /* there and back; NONE: not known */
};

struct table_change {
    char name[TABLE_NAME_SIZE];
    int64_t before;
    int64_t after;
    bool is_provisional; /* the rating was, before the game */
};

struct table_line {
    int64_t n; /* its number in the room */
    int64_t at_ms;
    char name[TABLE_NAME_SIZE];
    char text[TABLE_SAID_SIZE]; /* empty if it is hidden */
    bool from_watcher;
    bool is_hidden; /* by a moderator */
    bool is_old;    /* it was said long before it was received */
};

/* A move or a choice of the player that the server has not answered. */
struct table_pending {
    bool is_there;
    bool is_sent; /* else it waits for a connection */
    uint64_t game;
    size_t ply;
    struct action action;
};

struct table {
    char me[TABLE_NAME_SIZE];
    int64_t now_ms;        /* as of table_pass_time() */
    int64_t first_move_ms; /* the server's limit for a player's first action; 0: not known */

    uint64_t room; /* 0 before a room is known */
    const struct variant *variant;
    bool is_rated;
    bool resigns; /* its computer gives up what it has proven lost */
    struct time_control control;
    bool is_gone;   /* the room was closed */
    int room_state; /* enum room_state_word */
    int64_t watchers;
    struct table_person players[2]; /* those who sit there, the opener first */
    size_t players_count;
    char rematch_by[TABLE_NAME_SIZE]; /* the player who offers a rematch, or "" */

    uint64_t game_id; /* 0 before the first game */
    int64_t seq;      /* of the game's last event */
    struct game game;
    unsigned given;                     /* plies of it that were laid out before it began */
    int64_t spent_ms[GAME_ACTIONS_MAX]; /* the time of each action; NONE: not known */
    struct table_person seats[SEAT_COUNT];
    struct clock clocks[SEAT_COUNT]; /* as they stood at `clocks_at_ms`; table_clock() goes on */
    int64_t clocks_at_ms;            /* when the message with them arrived */
    int64_t clock_waits_until_ms;    /* the clock of the player to act stands until then; or 0 */
    bool is_cut_off;                 /* the connection was lost since these clocks came */
    bool has_clocks;
    bool is_earlier; /* made by table_at(); the clock of `runs` goes on */
    enum seat runs;
    struct table_pending pending; /* see table_pending() */
    int draw_offer;               /* enum seat_word, or NONE */
    int takeback;                 /* the seat that asks for one: enum seat_word, or NONE */
    int result;                   /* enum result_word, or NONE while the game is in progress */
    int reason;                   /* enum reason_word, or NONE */
    struct table_change changes[2];
    size_t changes_count;
    bool is_annulled; /* the points of the changes were taken back */

    struct table_line chat[TABLE_CHAT_MAX]; /* the oldest first */
    size_t chat_count;
};

/* The next thing to be done at the table, by table_to_act(). */
enum table_task {
    TABLE_TASK_NO_GAME,        /* an opponent is awaited */
    TABLE_TASK_OPENING,        /* a stone of the opening, before the first choice */
    TABLE_TASK_SHARED_OPENING, /* a stone of an opening in which both place some */
    TABLE_TASK_FIRST_CHOICE,   /* white, black or two_more */
    TABLE_TASK_TWO_MORE,       /* a stone of the opening after that: one of two_more */
    TABLE_TASK_SECOND_CHOICE,  /* white or black */
    TABLE_TASK_STONE,          /* an ordinary move */
    TABLE_TASK_OVER,           /* nothing: the game is over */
};

/* `me` is the player's own name; copied. */
void table_init(struct table *table, const char *me);

/* Sets the time of arrival for all that is taken from now on. */
void table_pass_time(struct table *table, int64_t now_ms);

/* The player's seat; SEAT_NONE for a watcher or before the game. */
enum seat table_my_seat(const struct table *table);
/* The player's mark; MARK_NONE for a watcher, and while the opening has not fixed it. */
enum mark table_my_mark(const struct table *table);
/* True if the player sits in the room. */
bool table_is_seated(const struct table *table);
/* True if a game is in progress. */
bool table_is_playing(const struct table *table);
/* True if the player plays in it, with a clock that runs in real time. */
bool table_is_against_time(const struct table *table);
bool table_is_my_turn(const struct table *table);
enum seat table_to_act(const struct table *table);
enum table_task table_task(const struct table *table);
/* Notes a move of the player for the present position; and forgets it. */
void table_set_pending(struct table *table, struct action action, bool is_sent);
void table_drop_pending(struct table *table);
/* The noted move, as long as the position is the one that it was made for. */
bool table_pending(const struct table *table, struct action *action_out);
/* The stones that the player to act still has to place before somebody else acts or the task
 * changes: 3 to 1 in the opening of Swap2, 2 or 1 for two_more, 1 for an ordinary move, else 0. */
unsigned table_stones_left(const struct table *table);
/* The other player of the room, or NULL. */
const struct table_person *table_opponent(const struct table *table);
/* True if the player at `seat` has an open draw offer from the other player. */
bool table_is_draw_offered_to(const struct table *table, enum seat seat);
/* True if the other player asks the one at `seat` for a takeback. */
bool table_is_takeback_asked_of(const struct table *table, enum seat seat);
bool table_is_rematch_offered_to_me(const struct table *table);
/* The table as it was after `plies` plies of its game, at most all: the board and the player to
 * act. All else is as it is now, also the clock that runs. */
void table_at(const struct table *table, unsigned plies, struct table *out);
/* The last cell on which a stone was placed; false on an empty board. */
bool table_last_cell(const struct table *table, size_t *cell_out);

/* The seat whose clock runs, or would run: that of the player to act in the present position. */
enum seat table_on_clock(const struct table *table);
/* The time that the player at `seat` has left at `now_ms`: the clock of the player to act runs,
 * unless the game is over. Only if `has_clocks`. */
struct clock table_clock(const struct table *table, enum seat seat, int64_t now_ms);
/* The connection is gone. The server's clock goes on, and so does the one on show; but meanwhile a
 * move may have come, time may have been given, or the server may have restarted. */
void table_cut_off(struct table *table);
/* True if, for that reason, table_clock() of the player to act is a guess until new clocks come. */
bool table_clock_is_guess(const struct table *table, int64_t now_ms);
/* True if the clock of the player to act stands: after a start of the server it waits for its
 * player. */
bool table_clock_stands(const struct table *table, int64_t now_ms);
/* The ms from `now_ms` until the game can be claimed for the opponent's absence: 0 from then on,
 * NONE if it cannot be claimed. */
int64_t table_claim_in_ms(const struct table *table, int64_t now_ms);
/* The ms from `now_ms` until the game ends without a result because the player to act has not begun
 * to play; NONE if it does not. Time that was given before is not taken into account. */
int64_t table_start_in_ms(const struct table *table, int64_t now_ms);
/* The reason with which the game would end if the player resigned now: REASON_WORD_RESIGN, a loss,
 * or REASON_WORD_ABORTED or REASON_WORD_BROKEN_OFF, which are no loss. The server decides. */
int table_resigning_is(const struct table *table);
/* Converts a time control of the wire. An invalid one becomes none, so that no server can break the
 * client. */
struct time_control table_control(const struct clock_record *record);
/* True if a clock of the wire is this time control. */
bool table_clock_is(const struct clock_record *clock, const struct time_control *control);

/* For client/core/ only: */
/* The position has changed: drops the pending move, which if sent caused this or will be refused,
 * and if not sent no longer fits. */
void table__outdate_pending(struct table *table);
/* True if the names are the same and not empty. */
bool table__is_name(const char *a, const char *b);
/* The time at which an absence can be claimed, if `claim_in_ms` was told now; NONE: never. */
int64_t table__claim_at_ms(const struct table *table, bool is_connected, int64_t claim_in_ms);
/* Sets the clocks; NULL: the message had none, and the known ones stay. */
void table__set_clocks(struct table *table, const struct clocks_record *record);
/* Lets the clock of the player to act wait for `clock_waits_ms` from now; 0: it runs. */
void table__set_wait(struct table *table, int64_t clock_waits_ms);

#endif
