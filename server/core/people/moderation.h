/* SPDX-License-Identifier: MIT */
/*
 * Moderation: the right to act on a player, the record of acts, and the effect of bans and mutes on
 * the players who have them. The commands are in command_mod.c and command_report.c.
 */
#ifndef PENTAD_SERVER_CORE_MODERATION_H
#define PENTAD_SERVER_CORE_MODERATION_H

#include "server/core/state.h"

/* About whom an operation may be, its row ABOUT in proto/messages.def says; tests walk all of them,
 * by all ranks (test_reach.c). */

/* Whether the call's connection may act on the player, or look: nobody does at himself, or at
 * somebody whose role is not below his own. At the server's own machine one may everything. */
int moderation_check_target(const struct call *call, const struct player *player);
/* The same for those who played a game, as the store told it: 0, ERR_OWN_AFFAIR or
 * ERR_NOT_ALLOWED. */
int moderation_check_game(const struct call *call, const struct store_annullable_game *game);
/* The lowest role that is out of the asker's reach; ROLE_COUNT: none is. */
enum player_role moderation_reach(const struct call *call);

/* Whether the asker sees what moderators see. */
bool moderation_is_kept_over(const struct call *call);

/* Writes the record of an act by the one who asked for `call`; `act` lacks the actor and the time.
 * Returns the index of the operation. */
size_t moderation_record(struct call *call, const struct store_act *act);

/* Adds the time left of a ban or a mute and its reason to the call's error; returns `error`. */
int moderation_refuse(struct call *call, int error, int64_t until_ms, const char *reason);
/* Whether the player may log in: 0, or ERR_BANNED. Memory wins over the store's answer.
 * The error tells how the answer to the ban stands, if the store knew of the same ban. */
int moderation_check_ban(struct call *call, const struct store_player *stored);
/* Whether the call's player may write to others: 0, or ERR_MUTED. */
int moderation_check_mute(struct call *call);
/* Whether the asker may say this on this server: 0, ERR_CHAT_IS_OFF or ERR_ONLY_PHRASES. */
int moderation_check_words(const struct call *call, const char *text);

/* A ban or a mute as it is told, in the arena; it borrows the reason. NULL if it does not hold. */
const struct sanction_record *moderation_view(struct core *core, int64_t until_ms,
                                              const char *reason);
/* The player's mute. */
const struct sanction_record *moderation_view_mute(struct core *core, const struct player *player);
/* Tells all connections of the player what was done to the account. */
void moderation_tell_account(struct core *core, struct player *player, enum mod_act act);

/* The two players whom a report concerns. */
struct report_parties {
    uint64_t by;
    uint64_t player;       /* the one reported */
    uint64_t customer;     /* from which network (desk/address.h) it was made, or 0 */
    enum player_role role; /* when the report was made */
};
/* Tells everybody who may judge the report; of reports on one player not more than once in ten
 * minutes, and of no more in that time than REPORTS_TOLD_KEPT says. All are listed. */
void moderation_tell_report(struct core *core, const struct report_parties *parties,
                            const struct mod_reported_event *event);
/* Reports on the player were judged: the next one is told. */
void moderation_reports_judged(struct core *core, uint64_t player);

/* Tells everybody who may judge the appeal: both parties are the player who wrote it. */
void moderation_tell_appeal(struct core *core, const struct report_parties *parties,
                            const struct mod_appealed_event *event);

/* Says `bye` to all connections of a player because of a ban that is stored by now, with its end
 * and its reason, whatever became of it since. */
void moderation_send_away(struct core *core, uint64_t player, int64_t until_ms, const char *reason);

/* How many bans and mutes were spoken, lifted or judged: whether any was meanwhile. */
uint64_t moderation_sanctions(const struct core *core);

/* ------------------------------------------------------------------ memos */
/*
 * Memos: what players are to be told at their next login at the latest. Whatever operation adds
 * one, the player is told at once if one is here; the store keeps it until it was seen.
 */

/* The id of memos that are about to be written; one operation may give it to many players. */
uint64_t memos_id(struct core *core);

/* Whether the player may have memos that were not seen. `query` is the number of the query that
 * answered about the player: memos that were told since are not in its answer. */
bool memos_may_wait(const struct core *core, const struct store_player *stored, uint64_t query);

/* A memo as it is told; it borrows the texts. */
struct memo_record memos_view(const struct store_memo_row *memo);

/* Tells a player who is there of the memo that a stored fine left: `points` went. */
void memos_tell_fine(struct core *core, struct player *player, const struct store_fine *fine,
                     int points);

/* Writes a memo for a player who does not see that the game with that opponent ends now. */
void memos_add_game_over(struct core *core, const struct player *player, uint64_t game,
                         uint64_t opponent, enum score score);

/* Listens to stored operations: tells players in memory of memos that were added. */
void memos_stored(struct core *core, const struct store_op *op);

#endif
