/* SPDX-License-Identifier: MIT */
/*
 * The state of people: players in memory, and the months that are settled.
 */
#ifndef PENTAD_SERVER_CORE_PEOPLE_STATE_H
#define PENTAD_SERVER_CORE_PEOPLE_STATE_H

#include "brain/computer.h"
#include "db/fine.h"
#include "db/store.h"
#include "server/core/desk/conn.h"
#include "server/core/people/player.h"
#include "server/core/people/session.h"
#include "server/core/rules/deadlines.h"
#include "server/core/turn/date.h"
#include "server/core/turn/stream.h"

/* ------------------------------------------------------------------ player.c, player.c, login.c */

/* player.c: players whom a player picked, by their ids; the store has them, too. */
struct player_list {
    size_t max;
    size_t count;
    uint64_t ids[];
};

/* follows.c: somebody whom players in memory follow. */
struct followed {
    struct followed *prev, *next; /* of those that followers are to be told of */
    uint64_t id;
    struct follow_link *links;     /* their followers */
    struct follow_link *next_told; /* the next one to be told; NULL: nobody is */
    int64_t left_ms; /* monotonic: when the last connection went; before: the server's start */
};

struct follow_link {
    struct follow_link *prev, *next; /* of the same one */
    struct follow_link *next_own;    /* of the same follower */
    struct followed *of;
    struct player *follower;
};

/* A player's name and kind, shared by everything that names the player. */
struct known {
    uint64_t id;
    uint32_t refs;
    uint32_t version; /* larger with each change */
    enum player_kind kind;
    unsigned level;                  /* of the computer */
    const struct computer *computer; /* that plays as this player; NULL: a person */
    char *name;                      /* borrowed from the computer until the player has another */
};

/* login.c. Times are of uptime. */
struct presence {
    uint32_t desks;        /* by which the player is here; today there is one */
    bool is_always;        /* here without any: a computer */
    bool was_here;         /* at a desk, since it was loaded */
    bool has_acted;        /* at a table, since the first of these desks came */
    int64_t away_since_ms; /* when the last desk went; before: when loaded */
    int64_t here_since_ms; /* when the first of these desks came */
    int64_t left_since_ms; /* as away_since_ms, but for short visits without an act */
};

/* There are very many players, so small fields stand together and rare data stands elsewhere. */
struct player {
    uint64_t id;
    struct player *prev, *next; /* all in memory */
    struct known *known;        /* held */
    int64_t created_ms;
    uint64_t network;              /* from which the last login came; 0: not known */
    int64_t unread;                /* letters; changed after writes_touch() */
    struct store_rating *ratings;  /* ratings.c: as they are stored; NULL: there are none */
    struct player_past *past;      /* NULL: has none; see player_past() */
    uint64_t ratings_gate;         /* ratings.c: the last batch that moves one of them */
    struct store_account *account; /* NULL: says nothing; see player_touch_account() */
    struct player_list *blocks;    /* NULL: nobody ever. Changed by player_block() only */
    struct player_list *follows;   /* the same, by player_follow() */
    struct follow_link *follow_links;
    struct player *writer_prev, *writer_next; /* in core->people->writers */
    struct stream stream;                     /* the events of the player */
    struct login *logins;
    struct presence presence;
    uint32_t rating_count;
    uint32_t holds;    /* requests under way that look at the player when they go on */
    uint32_t rechecks; /* under way: only the last one decides */
    int settled_month; /* fines.c: the last month whose fine the ratings have */
    bool is_spared;    /* fines.c: spared the fine that is on its way */
    bool has_written;  /* in core->people->writers */
    bool is_leaving;   /* the end of the account is on its way to the store */
};

/* A connection of a player. */
struct login {
    uint64_t conn;
    struct player *player;
    struct login *prev, *next; /* of the player */
    int32_t lag_ms;            /* at most LAG_MAX_MS; NONE: not known */
    bool is_silent;            /* heartbeats are not answered */
    uint8_t rights;            /* enum store_rights */
    uint64_t at_room; /* the player's room to which it came, or where it acted, last; 0: none */
    uint8_t token_hash[TOKEN_HASH_SIZE];
    /* wall: the day of the last use of the session that is stored, or on its way there; and of a
     * token with fewer rights the minute of its end, else 0 */
    int32_t used_day;
    int32_t ends_minute;
};

/* ------------------------------------------------------------------ moderation.c */

/* The most reports that moderators are told of in ten minutes; a quarter of that from one
 * network. */
#define REPORTS_TOLD_KEPT 64

/* The last reports that moderators were told of: a ring. */
struct reports_told {
    uint32_t count; /* ever */
    struct report_told {
        uint64_t player;   /* 0: the reports on the player were judged */
        uint64_t customer; /* the network (desk/address.h) of the one who reported, or 0 */
        int64_t at_ms;     /* monotonic */
    } last[REPORTS_TOLD_KEPT];
};

/* ------------------------------------------------------------------ session.c */

struct secret {
    uint8_t bytes[SECRET_SIZE];
    bool is_stored; /* or is on its way to the store */
};

/* ------------------------------------------------------------------ network.c */

#define ORIGIN_BANS_MAX 1024

/* Networks from which newcomers are refused, in any order. */
struct origin_bans {
    struct store_origin_ban rows[ORIGIN_BANS_MAX];
    size_t count;
};

/* ------------------------------------------------------------------ fines.c */

struct fines {
    int settled_month;   /* the last one that is stored, 0: none */
    int rated_month;     /* until one is: since when somebody has a rating, 0: nobody */
    int first_month;     /* the first one settled in this life, 0: none was */
    uint64_t batch;      /* the batch with the last fine that was written */
    int written_month;   /* the month of that fine */
    int64_t youngest_ms; /* wall: when the youngest record stored at the start was made */
    struct date next;    /* when the next month is settled */
};

/* ------------------------------------------------------------------ all of it */

/* Everything about people. */
struct people {
    struct player *players;
    struct id_table players_by_id;
    struct id_table known_by_id; /* those of players who are not in memory */
    size_t players_here;         /* with at least one connection */
    struct id_table logins_by_conn;
    struct fines fines;
    struct date held_release; /* the next look for points that are no longer held */
    uint64_t annulled_gate;   /* ratings.c: the last batch that annuls games */
    struct reports_told reports_told;
    uint64_t sanctions;   /* moderation.c: bans and mutes given, lifted or judged */
    uint64_t memos_query; /* moderation.c: the last query asked before a memo was told last */
    struct secret secrets[SECRET_COUNT];
    struct origin_bans origin_bans;
    struct ended_session *ended_sessions; /* session.c: the newest first */
    struct allowances *of_players;
    struct player *writers; /* spending.c: their allowance of bytes is not stored as it is */
    struct id_table followed_by_id; /* follows.c */
    struct followed *followed_due;  /* followers are to be told of these, in this order */
    struct deadline follows_deadline;
};

#endif
