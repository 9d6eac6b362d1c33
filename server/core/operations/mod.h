/* SPDX-License-Identifier: MIT */
/*
 * An act of a moderator on a player: looks the player up, checks the rights, and carries it out.
 * The commands of command_mod.c, command_mod_game.c, command_player.c and command_appeal.c share
 * this.
 */
#ifndef PENTAD_SERVER_CORE_MOD_H
#define PENTAD_SERVER_CORE_MOD_H

#include "server/core/people/player.h"
#include "server/core/rules/name.h"
#include "server/core/state.h"
#include "server/core/turn/wait.h"

#define MOD_PASSWORD_SIZE 21

/* Carries an act out when the player is found and may be met: call->wait has the mod. Returns as
 * commands do. */
typedef int mod_act_fn(struct call *call, struct player *player);

/* An act under way: the data of its waits. */
struct mod {
    mod_act_fn *act;
    uint64_t player;           /* from then on */
    int64_t minutes;           /* mute, ban: how long; NONE for good */
    int role;                  /* enum role_word */
    uint64_t room;             /* close_room */
    struct name_keys to;       /* rename */
    uint64_t game;             /* annul: this one, or 0 */
    int64_t since_ms;          /* annul: those of the player since then */
    int64_t games;             /* annul: how many they are */
    bool has_more;             /* annul: there are more of them */
    int64_t limit;             /* related, points: of the page */
    int64_t from;              /* points: its first line, from 1 */
    int64_t appeal;            /* answer: its number */
    int verdict;               /* answer: enum verdict_word */
    enum mod_act against;      /* answer: what it is against */
    bool stands;               /* answer: and that holds, as of `sanctions` */
    uint64_t sanctions;        /* answer: of the core, when the appeal was asked for */
    char after[NAME_KEY_SIZE]; /* related: the last one of the page before, or empty */
    char reason[STORE_REASON_SIZE];
    const char *reason_field; /* what the request calls it */
    bool is_blank;            /* a reason was given, and there is nothing in it */
    char before[PLAYER_NAME_SIZE];
    char password[MOD_PASSWORD_SIZE]; /* reset_password; wiped when it was told */
    wait_then_fn *then;               /* of mod_ask() */
};

/* `act` may be NULL where no player is looked up, and `reason`. */
struct mod *mod_new(struct call *call, mod_act_fn *act, const char *reason);
/* Whether an act that waited may still be done to the player, who was held: 0 or an error. */
int mod_check_again(struct call *call, const struct player *player);
/* 0 or an error: a reason that is given has something in it. */
int mod_check_reason(struct call *call, const struct mod *mod);
/* Checks the reason, too. Then looks `name` up and then acts; returns as commands do. Takes the
 * mod. */
int mod_begin(struct call *call, struct mod *take_mod, const char *name);
/* The same where call->wait has the mod, for the player of an appeal. */
int mod_meet(struct call *call, uint64_t player);
/* Asks the store about the player of an act, who is held until `then` has the answer, and by then
 * may still be acted on. Where the store finds nothing, there is no player as `after` says. Returns
 * 0. */
int mod_ask(struct call *call, const struct store_query *query, wait_then_fn *then);

#endif
