/* SPDX-License-Identifier: MIT */
/*
 * A part of db/store.h: what is stored of those who keep order, and what players report.
 */
#ifndef PENTAD_DB_STORE_MOD_H
#define PENTAD_DB_STORE_MOD_H

#include <stdint.h>

/* Reports of one player that may be open. */
#define STORE_REPORTS_OPEN_MAX 10

/* What somebody who keeps order did. */
enum mod_act {
    MOD_MUTE,
    MOD_UNMUTE,
    MOD_BAN,
    MOD_UNBAN,
    MOD_RENAME,
    MOD_CLOSE_ROOM,
    MOD_RESET_PASSWORD,
    MOD_ROLE,
    MOD_RESOLVE,
    MOD_CLEAR_PROFILE,
    MOD_ACT_COUNT
};

/* The record of an act. What it does to an account, a password, sessions, a room is written beside
 * it in the same batch; a new name and a judged report it brings about itself, or is a conflict. */
struct store_mod_action {
    int64_t n; /* in answers: its number, counted from 1; ignored when writing */
    enum mod_act act;
    int64_t at_ms;
    uint64_t by;        /* 0: somebody at the server's own machine */
    uint64_t player;    /* on whom; 0: nobody */
    uint64_t room;      /* MOD_CLOSE_ROOM; 0: none */
    int64_t report;     /* MOD_RESOLVE: the number of an open one, else conflict; 0: none */
    int verdict;        /* the same: the server's words */
    int64_t until_ms;   /* MOD_MUTE, MOD_BAN: the end; 0: no time belongs to it */
    const char *reason; /* never NULL */
    const char *detail; /* never NULL */
    struct {            /* MOD_RENAME: conflict when the key or the skeleton is another's */
        const char *name;
        const char *name_key;
        const char *skeleton;
    } renamed;               /* ignored otherwise, and NULL in answers */
    const char *by_name;     /* in answers: NULL for 0; ignored when writing */
    const char *player_name; /* the same */
};

/* What a player says of another one, until somebody judged it. It is STORE_ALREADY if the same
 * player has an open one about the same player and game, else a conflict if the player has
 * STORE_REPORTS_OPEN_MAX open ones. */
struct store_report {
    int64_t n; /* in answers: its number, counted from 1; ignored when writing */
    int64_t at_ms;
    uint64_t by;
    uint64_t player;
    uint64_t game;           /* 0: none */
    int complaint;           /* the server's words */
    const char *text;        /* never NULL */
    const char *by_name;     /* in answers; ignored when writing */
    const char *player_name; /* the same */
};

/* In answers: a player who is banned or muted. What does not hold ended at the time asked about, or
 * was never there. */
struct store_sanction {
    uint64_t player;
    const char *name;
    int64_t banned_until_ms;
    int64_t muted_until_ms;
    const char *ban_reason;  /* never NULL */
    const char *mute_reason; /* never NULL */
};

#endif
