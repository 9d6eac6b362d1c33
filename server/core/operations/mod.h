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

/* Carries an act out when the player is found and may be acted on: call->wait has the mod. Returns
 * as commands do. */
typedef int mod_act_fn(struct call *call, struct player *player);

/* An act under way: the data of its waits. */
struct mod {
    mod_act_fn *act;
    uint64_t player;           /* once looked up */
    int64_t minutes;           /* mute, ban: how long; NONE for good */
    int role;                  /* enum role_word */
    uint64_t room;             /* close_room */
    struct name_keys to;       /* rename */
    uint64_t game;             /* annul: the one game, or 0 */
    int64_t since_ms;          /* annul: the player's games since then */
    int64_t games;             /* annul: the number of these */
    bool has_more;             /* annul: there are more of them */
    int64_t limit;             /* related, points: of the page */
    int64_t from;              /* points: its first line, from 1 */
    int64_t appeal;            /* answer: its number */
    int verdict;               /* answer: enum verdict_word */
    enum mod_act against;      /* answer: the act that the appeal is against */
    bool stands;               /* answer: that act still holds, as of `sanctions` */
    uint64_t sanctions;        /* answer: the core's number when the appeal was read */
    char after[NAME_KEY_SIZE]; /* related: the last one of the page before, or empty */
    char reason[STORE_REASON_SIZE];
    const char *reason_field; /* the request's field for it */
    bool is_blank;            /* a reason was given, but it is empty */
    char before[PLAYER_NAME_SIZE];
    char password[MOD_PASSWORD_SIZE]; /* reset_password; wiped after it was told */
    wait_then_fn *then;               /* of mod_ask() */
};

/* `act` may be NULL if no player is looked up; `reason` may be NULL. */
struct mod *mod_new(struct call *call, mod_act_fn *act, const char *reason);
/* Returns 0 if an act that waited may still be done to the player, who was held, else an error. */
int mod_check_again(struct call *call, const struct player *player);
/* Returns 0, or an error if the reason that was given is empty. */
int mod_check_reason(struct call *call, const struct mod *mod);
/* Checks the reason, looks `name` up, and acts. Returns as commands do. Takes the mod. */
int mod_begin(struct call *call, struct mod *take_mod, const char *name);
/* The same for the player of an appeal; call->wait has the mod. */
int mod_meet(struct call *call, uint64_t player);
/* Asks the store about the player of an act, who is held until `then` has the answer; `then` is
 * called only if the player may still be acted on. If the store finds nothing, the error is that
 * there is no player `after`. Returns 0. */
int mod_ask(struct call *call, const struct store_query *query, wait_then_fn *then);

#endif
