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
    struct store_names renamed; /* of sample_rename() */
};

/* The kinds by the names of their rows, and with them any operation and question by its fields:
 * SAMPLE_OP(star, .player = 1, .game = 20). */
enum sample_kind {
#define OPERATION(ID, id, record, how, doc) SAMPLE_OP_##id = STORE_##ID,
#include "db/operations.def"
#undef OPERATION
#define QUERY(ID, id, record, answer, about, cost, doc) SAMPLE_QUERY_##id = STORE_##ID,
#include "db/queries.def"
#undef QUERY
};
#define SAMPLE_OP(id, ...)                                                                         \
    ((struct store_op){.kind = (enum store_op_kind)SAMPLE_OP_##id, .as.id = {__VA_ARGS__}})
#define SAMPLE_QUERY(id, ...)                                                                      \
    ((struct store_query){.kind = (enum store_query_kind)SAMPLE_QUERY_##id, .as.id = {__VA_ARGS__}})

/* When what sample_end() says ended, for ratings. */
#define SAMPLE_MONTH 24000
/* Times are this and something of the record. */
#define SAMPLE_MS INT64_C(1700000000000)
#define SAMPLE_REPORTS 500 /* the largest number of one that is judged alone */

/* A guest, or an account with the password hash "hash". `names` holds the texts. */
struct store_op sample_guest(uint64_t id, const char *name, struct sample_names *names);
/* A computer, which is stored like a guest. */
struct store_op sample_computer(uint64_t id, const char *name, struct sample_names *names);
struct store_op sample_register(uint64_t id, const char *name, struct sample_names *names);
struct store_op sample_delete(uint64_t id, const char *name, struct sample_names *names);
#define sample_password(player_, hash_)                                                            \
    SAMPLE_OP(password_set, .player = (player_), .hash = (hash_))
/* Every byte of the token is `token`. */
struct store_op sample_session(uint8_t token, uint64_t player);
struct store_op sample_logout(uint8_t token);
/* Times are SAMPLE_MS and these; a session lasts for 1000 ms. */
struct store_op sample_session_end(uint8_t token, int64_t at);
struct store_op sample_session_use(uint8_t token, int64_t at);
#define sample_guessed(name_, day_, guesses_)                                                      \
    SAMPLE_OP(guessed, .name = (name_), .day = (day_), .guesses = (guesses_))
/* All of the player's sessions but this one. */
struct store_op sample_logout_others(uint8_t token, uint64_t player);
struct store_op sample_room(uint64_t id, uint64_t opener, uint64_t joiner, uint64_t game);
#define sample_room_close(id_) SAMPLE_OP(room_close, .room = (id_))
struct store_op sample_chat(uint64_t room, uint32_t n, uint64_t player, const char *text);
/* A game of classic in room 0. */
struct store_op sample_start(uint64_t id, bool rated, uint64_t first, uint64_t second);
/* That begins behind these actions, so many. */
void sample_lay_out(struct store_op *start, const char *actions, uint32_t given);
/* An action; the seats alternate. */
struct store_op sample_log(uint64_t game, uint32_t seq, const char *action);
/* Ratings do not move. */
struct store_op sample_end(uint64_t game, enum result result, const char *actions);
/* They do, if the game is rated and of two accounts. */
struct store_op sample_rated_end(uint64_t game, enum result result);

/* Classic. */
#define sample_active(player_, month_)                                                             \
    SAMPLE_OP(rating_active, .player = (player_), .variant = VARIANT_CLASSIC, .month = (month_),   \
              .game = 19)
#define sample_conduct(player_, broken_, games_)                                                   \
    SAMPLE_OP(conduct_put, .player = (player_), .broken = (broken_), .games = (games_),            \
              .pauses = 1, .paused_until_ms = SAMPLE_MS)
#define sample_days_off(player_, days_)                                                            \
    SAMPLE_OP(days_off_put, .player = (player_), .year = 2026, .days = (days_),                    \
              .until_ms = SAMPLE_MS)
#define sample_written(player_, owed_ms_)                                                          \
    SAMPLE_OP(written, .player = (player_), .owed_ms = (owed_ms_), .at_ms = SAMPLE_MS + (owed_ms_))
/* Networks that were seen before `forget_` may be forgotten. Times are SAMPLE_MS and these. */
#define sample_origin(player_, origin_, last_, forget_)                                            \
    SAMPLE_OP(origin_seen, .player = (player_), .origin = (origin_),                               \
              .last_ms = SAMPLE_MS + (last_), .forget_ms = SAMPLE_MS + (forget_))
/* Every byte is `byte`. */
struct store_op sample_secret(const char *name, uint8_t byte);
#define sample_fine(month_)                                                                        \
    SAMPLE_OP(fine, .month = (month_), .at_ms = SAMPLE_MS + (month_),                              \
              .fell_ms = SAMPLE_MS + (month_)-500, .memo = (uint64_t)(month_))

/* `account` is borrowed until the operation is added to a batch. */
struct store_op sample_account(uint64_t player, const struct store_account *account);
/* An account with a new photo, whose bytes are a text here. Borrows `account` until it is added. */
struct store_op sample_photo(uint64_t player, const struct store_account *account,
                             const char *photo);
#define sample_photo_of(player_) SAMPLE_QUERY(photo, .id = (player_))
#define sample_photo_by_id(photo_) SAMPLE_QUERY(photo_by_id, .id = (photo_))
#define sample_block(player_, blocked_)                                                            \
    SAMPLE_OP(block_add, .player = (player_), .other = (blocked_),                                 \
              .at_ms = SAMPLE_MS + (int64_t)(blocked_))
#define sample_unblock(player_, blocked_)                                                          \
    SAMPLE_OP(block_remove, .player = (player_), .other = (blocked_))
#define sample_follow(player_, followed_)                                                          \
    SAMPLE_OP(follow_add, .player = (player_), .other = (followed_),                               \
              .at_ms = SAMPLE_MS - (int64_t)(followed_))
#define sample_unfollow(player_, followed_)                                                        \
    SAMPLE_OP(follow_remove, .player = (player_), .other = (followed_))
#define sample_star(player_, game_, is_starred_)                                                   \
    SAMPLE_OP(star, .player = (player_), .game = (game_), .is_starred = (is_starred_))

/* A text of its own. */
struct store_op sample_message(uint64_t id, uint64_t from, uint64_t to);
#define sample_key(player_, slot_, key_, uptime_ms_, reply_)                                       \
    SAMPLE_OP(                                                                                     \
        key_put, .player = (player_), .reply = (reply_),                                           \
        .used = {                                                                                  \
            .slot = (slot_), .key = (key_), .request = (key_) + 1000, .uptime_ms = (uptime_ms_)})
#define sample_keyed(player_, slot_, key_)                                                         \
    SAMPLE_QUERY(keyed_reply, .player = (player_), .slot = (slot_), .key = (key_))
/* Of `kind` STORE_LETTER_READ or STORE_LETTER_DELETE. */
struct store_op sample_mail(enum store_op_kind kind, uint64_t player, uint64_t other,
                            uint64_t first, uint64_t upto);
/* Of no room and no report; a ban and a mute are for good. */
struct store_op sample_act(enum mod_act act, uint64_t by, uint64_t player);
/* Accounts of a class, as sample_register() makes them; borrowed. */
struct store_op sample_class(const struct store_registration *accounts, size_t count);
struct store_op sample_rename(uint64_t player, const char *name, struct sample_names *names);
/* Up to four games, up to the first 0. The months are one before SAMPLE_MONTH, of times up to
 * SAMPLE_MS + 1200, and that one; the memo is 900 and the first game. `annulled` holds the lists
 * until the operation is added. */
struct sample_annulled {
    struct store_annulment annulment;
    uint64_t games[4];
    int64_t month_starts[3];
};
struct store_op sample_annul(uint64_t player, const uint64_t games[4],
                             struct sample_annulled *annulled);
/* The memo that tells of it has the same number. */
/* Dismisses it; with `count` numbers those, which are kept by the caller. */
struct store_op sample_resolve(int64_t report);
struct store_op sample_resolve_all(const uint64_t *numbers, size_t count);
struct store_op sample_uphold(int64_t report);
struct store_op sample_warning(uint64_t player, uint64_t memo);
struct store_op sample_appeal(uint64_t player, enum mod_act against);
/* The verdict on the appeal against that act on the player; the memo has the number of the act. */
struct store_op sample_answer(int64_t appeal, uint64_t player, int verdict);

struct store_op sample_report(uint64_t by, uint64_t player, uint64_t game);

#define sample_memo(player_, id_, about_)                                                          \
    SAMPLE_OP(memo_add, .player = (player_), .id = (id_), .at_ms = SAMPLE_MS + (int64_t)(id_),     \
              .kind = MEMO_POINTS_BACK, .about = (about_), .number = 12, .text = "text")
#define sample_points_from(player_, from_, limit_)                                                 \
    SAMPLE_QUERY(points_from, .player = (player_), .from = (from_), .limit = (limit_))
#define sample_memos_seen(player_, upto_)                                                          \
    SAMPLE_OP(memos_seen, .player = (player_), .upto = (upto_))
#define sample_memos(player_) SAMPLE_QUERY(memos, .id = (player_))

#define sample_plan(game_, seat_, lines_)                                                          \
    SAMPLE_OP(plan_put, .game = (game_), .seat = (seat_), .lines = (lines_))
#define sample_focus_lost(game_, ply_, seat_)                                                      \
    SAMPLE_OP(focus_lost, .game = (game_), .ply = (ply_), .seat = (seat_))
#define sample_focus(game_) SAMPLE_QUERY(focus, .id = (game_))

#define sample_by_id(player_) SAMPLE_QUERY(player_by_id, .id = (player_))
#define sample_by_name(key_) SAMPLE_QUERY(player_by_name, .name_key = (key_))
#define sample_recovery(player_, code_)                                                            \
    SAMPLE_OP(recovery_put, .player = (player_), .code_hash = (code_))
#define sample_recover(player_, was_, code_, hash_)                                                \
    SAMPLE_OP(recover, .player = (player_), .was = (was_), .code_hash = (code_),                   \
              .password_hash = (hash_))
#define sample_recovery_of(key_) SAMPLE_QUERY(recovery, .name_key = (key_))
#define sample_login(key_) SAMPLE_QUERY(login, .name_key = (key_))
/* From SAMPLE_MS and `at_` on, for so long. */
#define sample_origin_ban(player_, origin_, at_, ms_)                                              \
    SAMPLE_OP(origin_ban, .player = (player_), .origin = (origin_), .at_ms = SAMPLE_MS + (at_),    \
              .until_ms = SAMPLE_MS + (at_) + (ms_))
#define sample_origin_unban(player_) SAMPLE_OP(origin_unban, .player = (player_))
#define sample_recent_origins(player_, since_, limit_)                                             \
    SAMPLE_QUERY(recent_origins, .player = (player_), .since_ms = SAMPLE_MS + (since_),            \
                 .limit = (limit_))
/* Of all roles; both came from there at SAMPLE_MS and `since_`, or later. */
#define sample_related(player_, since_, after_, limit_)                                            \
    SAMPLE_QUERY(related, .player = (player_), .since_ms = SAMPLE_MS + (since_),                   \
                 .below = ROLE_COUNT, .after = (after_), .limit = (limit_))
#define sample_login_from(key_, origin_)                                                           \
    SAMPLE_QUERY(login, .name_key = (key_), .origin = (origin_))
/* With a device that has this token. */
struct store_query sample_login_by(const char *key, uint8_t token);
#define sample_guesses(name_, day_)                                                                \
    SAMPLE_QUERY(login, .name_key = "", .name = (name_), .day = (day_))
struct store_query sample_by_token(uint8_t token);
#define sample_game(game_) SAMPLE_QUERY(game, .id = (game_))
#define sample_slow_games(player_) SAMPLE_QUERY(slow_games, .id = (player_))
#define sample_history(player_, limit_)                                                            \
    SAMPLE_QUERY(history, .player = (player_), .variant = -1, .score = -1, .limit = (limit_))
#define sample_table(room_) SAMPLE_QUERY(table, .room = (room_))
#define sample_top(from_, limit_)                                                                  \
    SAMPLE_QUERY(top, .variant = VARIANT_CLASSIC, .from = (from_), .limit = (limit_))
#define sample_around(player_, limit_)                                                             \
    SAMPLE_QUERY(around, .variant = VARIANT_CLASSIC, .player = (player_), .limit = (limit_))
#define sample_blocks(player_) SAMPLE_QUERY(blocks, .player = (player_))
#define sample_follows(player_) SAMPLE_QUERY(follows, .player = (player_))
#define sample_sessions(player_, limit_)                                                           \
    SAMPLE_QUERY(sessions, .player = (player_), .limit = (limit_))
#define sample_export(player_, limit_)                                                             \
    SAMPLE_QUERY(export, .player = (player_), .variant = -1, .score = -1, .limit = (limit_))
/* Of everybody if `opponent` is 0. */
#define sample_stats(player_, opponent_)                                                           \
    SAMPLE_QUERY(stats, .player = (player_), .variant = -1, .opponent = (opponent_))
/* Classic. `starts` has one more than there are days. */
#define sample_graph(player_, starts_, days_)                                                      \
    SAMPLE_QUERY(graph, .player = (player_), .variant = VARIANT_CLASSIC, .day_starts = (starts_),  \
                 .day_starts_count = (days_) + 1)
#define sample_find(text_, limit_)                                                                 \
    SAMPLE_QUERY(find, .text = (text_), .variant = VARIANT_CLASSIC, .limit = (limit_))
#define sample_acts(player_, from_, limit_)                                                        \
    SAMPLE_QUERY(acts, .player = (player_), .from = (from_), .below = ROLE_COUNT, .limit = (limit_))
#define sample_acts_for(reader_, below_)                                                           \
    SAMPLE_QUERY(acts, .reader = (reader_), .below = (below_), .limit = 99)
#define sample_report_by(n_) SAMPLE_QUERY(report, .n = (n_), .below = ROLE_COUNT)
#define sample_chat_of(room_) SAMPLE_QUERY(chat, .room = (room_))
#define sample_file(player_) SAMPLE_QUERY(player_file, .id = (player_))
#define sample_sanctions(at_ms_, after_, limit_)                                                   \
    SAMPLE_QUERY(sanctions, .at_ms = (at_ms_), .after = (after_), .limit = (limit_))
#define sample_appeals(from_, limit_)                                                              \
    SAMPLE_QUERY(appeals, .from = (from_), .below = ROLE_COUNT, .at_ms = SAMPLE_MS,                \
                 .limit = (limit_))
#define sample_appeals_for(judge_, below_)                                                         \
    SAMPLE_QUERY(appeals, .from = 1, .judge = (judge_), .below = (below_), .at_ms = SAMPLE_MS,     \
                 .limit = 99)
/* Open reports, and cases, at SAMPLE_MS. */
#define sample_reports(skip_, limit_)                                                              \
    SAMPLE_QUERY(reports, .skip = (skip_), .below = ROLE_COUNT, .at_ms = SAMPLE_MS,                \
                 .limit = (limit_))
#define sample_reports_on(player_)                                                                 \
    SAMPLE_QUERY(reports, .player = (player_), .below = ROLE_COUNT, .at_ms = SAMPLE_MS, .limit = 99)
#define sample_reports_for(judge_, below_)                                                         \
    SAMPLE_QUERY(reports, .judge = (judge_), .below = (below_), .at_ms = SAMPLE_MS, .limit = 99)
#define sample_cases(judge_, skip_, limit_)                                                        \
    SAMPLE_QUERY(cases, .judge = (judge_), .below = ROLE_COUNT, .at_ms = SAMPLE_MS,                \
                 .skip = (skip_), .limit = (limit_))
#define sample_to_judge(report_, with_older_, judge_, limit_)                                      \
    SAMPLE_QUERY(to_judge, .report = (report_), .with_older = (with_older_), .judge = (judge_),    \
                 .below = ROLE_COUNT, .limit = (limit_))
#define sample_fines(player_, from_, limit_)                                                       \
    SAMPLE_QUERY(fines, .player = (player_), .from = (from_), .limit = (limit_))

#define sample_may_write(player_, key_)                                                            \
    SAMPLE_QUERY(may_write, .player = (player_), .name_key = (key_))
#define sample_threads(player_, before_, limit_)                                                   \
    SAMPLE_QUERY(threads, .player = (player_), .from = (before_), .limit = (limit_))
#define sample_messages(player_, key_, before_, limit_)                                            \
    SAMPLE_QUERY(letters, .player = (player_), .name_key = (key_), .before = (before_),            \
                 .limit = (limit_))
/* The letters that `player` has with the one of the key; all of them with a limit of 0. */
#define sample_mail_with(player_, key_, upto_, limit_)                                             \
    SAMPLE_QUERY(thread_part, .player = (player_), .name_key = (key_), .upto = (upto_),            \
                 .limit = (limit_))
#define sample_mail_of(player_, message_)                                                          \
    SAMPLE_QUERY(thread_part, .player = (player_), .letter = (message_))

#endif
