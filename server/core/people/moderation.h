/* SPDX-License-Identifier: MIT */
/*
 * Moderation: the right to act on a player, the record of acts, and the effect of bans and mutes on
 * the players who have them. The commands are in command_mod.c and command_report.c.
 */
#ifndef PENTAD_SERVER_CORE_MODERATION_H
#define PENTAD_SERVER_CORE_MODERATION_H

#include "server/core/state.h"

/* The row ABOUT of an operation in proto/messages.def says whom it may be about; test_reach.c tries
 * all of them with all ranks. */

/* Returns 0 if the call's connection may act on the player, or look, else an error: nobody may with
 * themselves, or with somebody whose role is not below their own. The operator at the server's own
 * machine may do everything. */
int moderation_check_target(const struct call *call, const struct player *player);
/* The same for the players of a game, as the store told it: 0, ERR_OWN_AFFAIR or
 * ERR_NOT_ALLOWED. */
int moderation_check_game(const struct call *call, const struct store_annullable_game *game);
/* The lowest role out of the asker's reach; ROLE_COUNT: none is. */
enum player_role moderation_reach(const struct call *call);

/* True if the asker sees what moderators see. */
bool moderation_is_kept_over(const struct call *call);

/* Writes the record of an act by the call's asker; `act` lacks the actor and the time. Returns the
 * index of the operation. */
size_t moderation_record(struct call *call, const struct store_act *act);

/* Adds the time left of a ban or a mute and its reason to the call's error; returns `error`. */
int moderation_refuse(struct call *call, int error, int64_t until_ms, const char *reason);
/* Returns 0 if the player may log in, else ERR_BANNED. Memory wins over the store's answer. The
 * error tells how the appeal against the ban stands, if the store knew of the same ban. */
int moderation_check_ban(struct call *call, const struct store_player *stored);
/* Returns 0 if the call's player may write to others, else ERR_MUTED. */
int moderation_check_mute(struct call *call);
/* Returns 0 if the asker may say this on this server, else ERR_CHAT_IS_OFF or ERR_ONLY_PHRASES. */
int moderation_check_words(const struct call *call, const char *text);

/* A ban or a mute as a record, in the arena; it borrows the reason. NULL if it does not hold. */
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
    uint64_t customer;     /* the network (desk/address.h) from which it was made, or 0 */
    enum player_role role; /* when the report was made */
};
/* Tells everybody who may judge the report: of reports on one player once in ten minutes, and of at
 * most REPORTS_TOLD_KEPT reports in that time. All are listed. */
void moderation_tell_report(struct core *core, const struct report_parties *parties,
                            const struct mod_reported_event *event);
/* Notes that reports on the player were judged: the next one is told. */
void moderation_reports_judged(struct core *core, uint64_t player);

/* Tells everybody who may judge the appeal. Both parties are the player who wrote it. */
void moderation_tell_appeal(struct core *core, const struct report_parties *parties,
                            const struct mod_appealed_event *event);

/* Says `bye` to all connections of a player because of a ban that was stored, with its end and its
 * reason, even if it was changed since. */
void moderation_send_away(struct core *core, uint64_t player, int64_t until_ms, const char *reason);

/* The number of bans and mutes given, lifted or judged: it tells if there was one meanwhile. */
uint64_t moderation_sanctions(const struct core *core);

/* ------------------------------------------------------------------ memos */
/*
 * Memos: news for a player, told at the next login at the latest. A player who is here is told at
 * once, whatever operation adds the memo; the store keeps it until it was seen.
 */

/* The id of memos that are about to be written; one operation may give it to many players. */
uint64_t memos_id(struct core *core);

/* True if the player may have memos that were not seen. `query` is the number of the query that
 * told of the player: memos added since are not in its answer. */
bool memos_may_wait(const struct core *core, const struct store_player *stored, uint64_t query);

/* A memo as a record; it borrows the texts. */
struct memo_record memos_view(const struct store_memo_row *memo);

/* Tells a player who is here of the memo that a stored fine left; `points` were lost. */
void memos_tell_fine(struct core *core, struct player *player, const struct store_fine *fine,
                     int points);

/* Writes a memo for a player who does not see the game with that opponent end now. */
void memos_add_game_over(struct core *core, const struct player *player, uint64_t game,
                         uint64_t opponent, enum score score);

/* Listens to stored operations: tells players in memory of memos that were added. */
void memos_stored(struct core *core, const struct store_op *op);

#endif
