/* SPDX-License-Identifier: MIT */
/*
 * Help that penta gives its player unasked, if the player wants that: it shows threats, plays the
 * answer that is forced, rings, and tells when an absence can be claimed. It says so when it plays,
 * and never plays for a watcher. While a rated game goes on threats are neither shown nor closed,
 * even if that is switched on, so that nobody gets help by a slip of a key. The account's settings
 * count only for a person at a screen; a script or a bot gets what it asks for.
 */
#ifndef PENTAD_CLIENT_CLI_PLAY_ASSIST_H
#define PENTAD_CLIENT_CLI_PLAY_ASSIST_H

#include "client/cli/play/visit.h"
#include "client/core/preferences.h"
#include "client/core/threat_map.h"

#include <stdbool.h>
#include <stdint.h>

struct assist {
    const struct visit *visit;
    struct preferences preferences;
    struct closing closing; /* the answers to threats that are played unasked */
    bool is_claim_told;     /* it was told that the game can be claimed */
};

/* Takes over the options of the command line. */
void assist_init(struct assist *assist, const struct visit *visit);
/* Takes over the account's settings. */
void assist_take_settings(struct assist *assist, const struct settings_record *settings);
bool assist_shows_threats(const struct assist *assist);
/* Says at the beginning of a game that the help that is switched on rests. */
void assist_tell_rest(const struct assist *assist);
/* Rings if the event is news that the person waits for and wants to hear. */
void assist_ring(const struct assist *assist, const struct notice *event);
/* Plays the forced answer, if the player wants that; only while a move may be made. */
void assist_close_threat(struct assist *assist);
/* Called after the table took a move back. */
void assist_take_back(struct assist *assist);
/* Says once that the game can be claimed, when `claim_ms` (table_claim_in_ms()) is 0. */
void assist_tell_claim(struct assist *assist, int64_t claim_ms);
/* Do the commands `threats` and `close`; the second returns true if threats are to be closed
 * now. */
void assist_do_threats(struct assist *assist, const char *rest);
bool assist_do_close(struct assist *assist, const char *rest);

#endif
