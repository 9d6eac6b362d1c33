/* SPDX-License-Identifier: MIT */
/*
 * Operations and questions for tests of the store, with what does not matter filled in. Names are
 * borrowed until the operation is added to a batch.
 */
#ifndef PENTAD_TESTS_STORE_SAMPLES_H
#define PENTAD_TESTS_STORE_SAMPLES_H

#include "db/store.h"

/* The names' key and skeleton are made of the name: "x" has the key "key x", skeleton "look x". */
struct sample_names {
    char key[64];
    char skeleton[64];
};

/* A guest, or an account with the password hash "hash <name>". `names` holds the texts. */
struct store_op sample_guest(uint64_t id, const char *name, struct sample_names *names);
struct store_op sample_register(uint64_t id, const char *name, struct sample_names *names);
struct store_op sample_delete(uint64_t id, const char *name, struct sample_names *names);
struct store_op sample_password(uint64_t player, const char *hash);
/* Every byte of the token is `token`. */
struct store_op sample_session(uint8_t token, uint64_t player);
struct store_op sample_logout(uint8_t token);
/* All of the player's sessions but this one. */
struct store_op sample_logout_others(uint8_t token, uint64_t player);
struct store_op sample_room(uint64_t id, uint64_t opener, uint64_t joiner, uint64_t game);
struct store_op sample_room_close(uint64_t id);
struct store_op sample_chat(uint64_t room, uint32_t n, uint64_t player, const char *text);
/* A game of classic in room 0. */
struct store_op sample_start(uint64_t id, bool rated, uint64_t first, uint64_t second);
/* An action; the seats alternate. */
struct store_op sample_log(uint64_t game, uint32_t seq, const char *action);
/* Ratings do not move. */
struct store_op sample_end(uint64_t game, enum result result, const char *actions);

/* Classic. */
struct store_op sample_active(uint64_t player, int month);
struct store_op sample_fine(int month);

/* `account` is borrowed until the operation is added to a batch. */
struct store_op sample_account(uint64_t player, const struct store_account *account);
/* The same with a new photo, whose bytes are a text here. */
struct store_op sample_photo(uint64_t player, const struct store_account *account,
                             const char *photo);
struct store_query sample_photo_of(uint64_t player);
struct store_op sample_block(uint64_t player, uint64_t blocked);
struct store_op sample_unblock(uint64_t player, uint64_t blocked);
struct store_op sample_star(uint64_t player, uint64_t game, bool is_starred);

/* A text of its own; `nonce` may be NULL. */
struct store_op sample_message(uint64_t id, uint64_t from, uint64_t to, const char *nonce);
/* Of `kind` STORE_MESSAGE_READ or STORE_MESSAGE_DELETE. */
struct store_op sample_mail(enum store_op_kind kind, uint64_t player, uint64_t other,
                            uint64_t first, uint64_t upto);
/* Of no room and no report; a ban and a mute are for good. */
struct store_op sample_act(enum mod_act act, uint64_t by, uint64_t player);
struct store_op sample_rename(uint64_t player, const char *name, struct sample_names *names);
struct store_op sample_resolve(int64_t report);
struct store_op sample_report(uint64_t by, uint64_t player, uint64_t game);

struct store_query sample_by_id(uint64_t player);
struct store_query sample_by_name(const char *key);
struct store_query sample_login(const char *key);
struct store_query sample_by_token(uint8_t token);
struct store_query sample_game(uint64_t game);
struct store_query sample_history(uint64_t player, uint32_t limit);
struct store_query sample_table(uint64_t room);
struct store_query sample_top(uint64_t from, uint32_t limit);
struct store_query sample_around(uint64_t player, uint32_t limit);
struct store_query sample_blocks(uint64_t player);
struct store_query sample_sessions(uint64_t player, uint32_t limit);
struct store_query sample_export(uint64_t player, uint32_t limit);
/* Of everybody if `opponent` is 0. */
struct store_query sample_stats(uint64_t player, uint64_t opponent);
/* Classic. `starts` has one more than there are days. */
struct store_query sample_graph(uint64_t player, const int64_t *starts, size_t days);
struct store_query sample_find(const char *text, uint32_t limit);
struct store_query sample_acts(uint64_t player, uint64_t from, uint32_t limit);
struct store_query sample_sanctions(int64_t at_ms, uint64_t player, uint32_t limit);
struct store_query sample_reports(uint64_t from, uint32_t limit);
struct store_query sample_fines(uint64_t player, uint64_t from, uint32_t limit);

struct store_query sample_may_write(uint64_t player, const char *key, const char *nonce);
struct store_query sample_threads(uint64_t player, uint64_t before, uint32_t limit);
struct store_query sample_messages(uint64_t player, const char *key, uint64_t before,
                                   uint32_t limit);
/* What `player` has with the one of the key; all of it with a limit of 0. */
struct store_query sample_mail_with(uint64_t player, const char *key, uint64_t upto,
                                    uint32_t limit);
struct store_query sample_mail_of(uint64_t player, uint64_t message);

#endif
