/* SPDX-License-Identifier: MIT */
/*
 * People and programs: what they know (only what their connections brought them), and what they do
 * with it. person.c has what they hear, person_tables.c what they then know of tables,
 * act*.c what they do.
 */
#ifndef PENTAD_TESTS_SIM_PERSON_H
#define PENTAD_TESTS_SIM_PERSON_H

#include "engine/game.h"
#include "proto/codec.h"
#include "tests/sim/link.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sim;

#define PERSON_TABLES 6
#define PERSON_LINKS 3
#define PERSON_OPEN_ROOMS 4

/* A table that the person knows. */
struct table {
    uint64_t room; /* 0: none */
    uint64_t game; /* 0: nobody joined yet */
    int seat;      /* in the game; SEAT_NONE: watches, or not known */
    bool is_mine;  /* the person sits there */
    bool is_over;
    bool needs_sync;
    bool offer_is_theirs; /* the opponent's draw offer is open */
    bool takeback_is_theirs;
    bool can_be_claimed; /* it has no clock of days */
    bool is_timed;       /* it has one that runs in real time */
    bool rematch_is_offered;
    bool is_stale; /* nothing more comes of it: to be left */
    uint32_t seq;
    int64_t room_seq; /* of the last event of the room; 0: none */
    struct game board;
    /* the last action sent and not answered */
    bool has_sent;
    int64_t sent_ply;
    char sent_text[ACTION_TEXT_SIZE];
};

/* A letter that was written, until it is answered. */
struct letter_kept {
    bool is_open;
    char to[TRUTH_NAME_SIZE];
    char text[40]; /* its key, too */
    int64_t since_ms;
    unsigned keys_given; /* by the person until then */
};

/* The last request with a key, until it is answered. */
struct kept_ask {
    struct link *link; /* NULL: none */
    size_t index;      /* of its asks */
    int64_t since_ms;
    unsigned keys_given;
};

struct person {
    struct sim *sim;
    size_t index;
    /* the character, per 1000 */
    unsigned talks;
    unsigned wanders; /* goes away */
    unsigned errs;    /* out of turn, wrong ply, taken squares, other people's games */
    unsigned repeats; /* sends the same again */
    unsigned quits;   /* resigns, leaves, aborts */
    unsigned draws;
    unsigned reads;
    unsigned changes; /* settings, blocks, passwords, logins */
    unsigned writes;  /* letters */
    unsigned meets;   /* invites, waits for anybody, watches the lobby */
    unsigned watches; /* a room that could be joined */
    unsigned claims;  /* the game of who is away */
    unsigned solos;   /* plays against the computer */
    unsigned rests;   /* of changes: takes days off */
    unsigned plans;   /* sets conditional moves, and plays with days a move */
    unsigned logs_in; /* with the password, though there is a token */
    /* the same, of changes: one kind of them before all others; 0 but for a habit (habits.def) */
    unsigned blocks;
    unsigned follows;
    unsigned shows;   /* the own face */
    unsigned renews;  /* the password, or the recovery code */
    unsigned revokes; /* logins */
    unsigned browses; /* comes as a page of a browser does */
    unsigned looks;   /* around, before logging in */
    unsigned lends;   /* tokens with fewer rights, and comes with them */
    unsigned accuses; /* others, to moderators */
    unsigned opens;   /* a room, whatever else there is to do */
    unsigned lingers; /* plays on while the account is deleted */
    unsigned lies;    /* answers old heartbeats, as whoever wants to seem far away */
    unsigned flees;   /* breaks a rated game off that has hardly begun, and stays away */
    bool wants_account;
    bool likes_rated;
    size_t links_wanted;
    /* who the person is now */
    char name[TRUTH_NAME_SIZE];    /* empty: nobody yet */
    char speaker[TRUTH_NAME_SIZE]; /* who said something at a table last; empty: nobody */
    char token[80];                /* empty: none */
    char lent[80];                 /* one with fewer rights; empty: none */
    char password[32];
    char new_password[32]; /* asked for, and perhaps it counts */
    unsigned passwords;    /* asked for so far */
    char recovery[32];     /* the recovery code that was told last; empty: none */
    bool is_registered;
    bool may_be_deleted; /* that was asked for */
    bool keeps_order;    /* was given a role, and did not hear of its end */
    bool has_fled;       /* broke a game off, and goes away next */
    unsigned names_tried;
    unsigned lines_said;
    unsigned profiles; /* asked for so far */
    unsigned keys_given;
    struct kept_ask kept;
    struct letter_kept letter;
    size_t letters_written;
    char letter_from[TRUTH_NAME_SIZE]; /* whose letter came last, empty: none */
    uint64_t letter_heard;             /* and which that was */
    uint64_t memo;                     /* the newest that was heard of and not confirmed, 0: none */
    struct link *links[PERSON_LINKS];
    struct link *file; /* over which a page has a file; NULL: none */
    struct table tables[PERSON_TABLES];
    uint64_t open_rooms[PERSON_OPEN_ROOMS]; /* of the last list */
    size_t open_room_count;
    bool found_nobody; /* in the last list */
    uint64_t linked;   /* a room of one's own that is kept for a link; 0: none */
    uint64_t wished;   /* variants for which any opponent will do, bit n: the one with id n */
    bool was_paired;   /* since then */
    uint64_t photo;    /* the last that was heard of; 0: none */
    uint64_t invited;  /* a room where a seat is kept; 0: none */
    int64_t seq;       /* of the last of the person's own events; 0: none */
};

void persons_make(struct sim *sim);
/* THING_ACT */
void person_acts(struct sim *sim, uint64_t index);
/* A whole line came down a link. */
void person_hears(struct link *link, const struct heard *heard);

/* Another key for a request. False: this one gets none. */
bool person_key(struct person *person, char *key_out, size_t size);
/* A request with a key was sent: it is sent again until it is answered. */
void person_keeps(struct person *person, struct link *link, size_t index);
/* The request was answered for good. */
void person_answered(struct person *person, const struct ask *ask);
/* Whether the server still has to know a key that was first used then. */
bool person_counts_on(const struct person *person, int64_t since_ms, unsigned keys_given);
/* NULL when the person does not know it. */
struct table *person_table(struct person *person, uint64_t room);
struct table *person_game_table(struct person *person, uint64_t game);
/* Makes place for a table; the oldest goes. */
struct table *person_table_make(struct person *person, uint64_t room);

/* act_login.c: the next step on the way in. */
void act__login(struct person *person, struct link *link);
void act__appeal(struct person *person, struct link *link);
/* Turns a guest into an account. */
void act__register(struct person *person, struct link *link);
/* act_table.c: asks for what was missed at all tables where the person sits, and of the person. */
void act__catch_up(struct person *person, struct link *link);
/* Something at a table. */
void act__table(struct person *person, struct link *link, struct table *table);
/* A stone somewhere, mostly next to another. */
struct action act__stone(struct sim *sim, const struct game *board);
/* act_plan.c: sets, clears or reads conditional moves. False: not now. */
bool act__plan(struct person *person, struct link *link, const struct table *table);
/* act_lobby.c: looks for a table, or looks around. */
void act__lobby(struct person *person, struct link *link);
/* Watches the lobby, or no more. */
void act__watch_lobby(struct person *person, struct link *link);
/* Looks around without a login. */
void act__look(struct person *person, struct link *link);
/* Opens a room. */
void act__open(struct person *person, struct link *link);
/* A clock for a rated game in place of none, mostly: some ask for what is refused. */
void act__clock_for_points(struct person *person, struct clock_record *clock);
void act__read(struct person *person, struct link *link);
/* act_self.c: something with one's own account. */
void act__self(struct person *person, struct link *link);
/* act_letter.c: writes, reads, deletes. */
void act__message(struct person *person, struct link *link);
/* act_again.c: sends a request again that was not answered. False: there is none. */
bool act__again(struct person *person, struct link *link);
/* A reply that may be an old one tells things as they were: looks how they are. */
void act__look_again(struct link *link, const struct ask *ask, const union reply_body *reply);
/* act_meet.c: invitations, any opponent, the lobby. False: nothing of that was done. */
/* Whether people open rooms for links; by the seed alone, so that other lives stay as they are. */
bool act__has_links(const struct sim *sim);
bool act__meet(struct person *person, struct link *link);
/* act_rubbish.c: what no good client does. */
void act__rubbish(struct person *person, struct link *link);

/* act_moderation.c: somebody keeps order: at the server's own machine; a person, or who would like
 * to.
 */
void act__moderation(struct sim *sim);
void act__keep_order(struct person *person, struct link *link);

bool person_chance(const struct person *person, unsigned permille);

#endif
