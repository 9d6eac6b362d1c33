/* SPDX-License-Identifier: MIT */
/*
 * A store as plain as can be: arrays, and answers by looking at everything. What a back-end answers
 * is compared with it. A value: copy it to be able to go back.
 */
#ifndef PENTAD_TESTS_STORE_MODEL_H
#define PENTAD_TESTS_STORE_MODEL_H

#include "db/store.h"

#define MODEL_PLAYERS 24 /* ids from 1 */
#define MODEL_NAMES 30   /* "n0" ...: fewer than players and guests want */
#define MODEL_TOKENS 12
#define MODEL_ROOMS 12 /* ids from MODEL_FIRST_ROOM */
#define MODEL_GAMES 240
#define MODEL_LINES 2400
#define MODEL_FIRST_ROOM 100
#define MODEL_PLIES 4 /* of those before which somebody may have lost the focus */
#define MODEL_FIRST_GAME 1000
#define MODEL_FIRST_MONTH 24000
#define MODEL_MONTHS 40
#define MODEL_LETTERS 400
#define MODEL_FIRST_LETTER 2000
#define MODEL_APPEALS 32
#define MODEL_REPORTS 400
#define MODEL_CARRIED 3 /* lines of a report */
#define MODEL_CHAT 256
#define MODEL_KEYS 4
#define MODEL_ORIGINS 4 /* ids from 1 */

struct model_key {
    bool exists;
    struct store_used_key used;
    int number; /* in the reply */
};

struct model_memo {
    uint64_t id;
    enum memo_kind kind;
    bool is_seen;
};

struct model_player {
    bool exists;
    bool is_computer;
    enum player_kind kind;
    int name;                                       /* its number */
    int look;                                       /* the skeleton's number */
    int passwords;                                  /* 0 as registered, 1 set since, -1 deleted */
    struct store_rating ratings[VARIANT_COUNT];     /* without active_months, rank and listed */
    int64_t created_ms;                             /* of an account */
    int marks[VARIANT_COUNT];                       /* at the last game of the rating */
    bool counted[VARIANT_COUNT][MODEL_PLAYERS + 1]; /* opponents, by id */
    bool moved[VARIANT_COUNT][MODEL_MONTHS]; /* in MODEL_FIRST_MONTH and the following ones */
    bool fined[MODEL_MONTHS];
    int account; /* the number in its text */
    bool is_deleted;
    int64_t banned_until_ms;
    int judged_month; /* whether a ban spares from that month and earlier ones is known: only from
                         it */
    bool is_spared;
    int last_ban; /* the number of the act; 0: none */
    int last_warning;
    struct store_written written;
    struct store_conduct conduct;
    struct store_days_off days_off;
    struct model_key keys[MODEL_KEYS];  /* by slot */
    int64_t origins[MODEL_ORIGINS];     /* when a login came from there; 0: never */
    int64_t origin_days[MODEL_ORIGINS]; /* on how many days */
    int64_t origin_bans[MODEL_ORIGINS]; /* newcomers are refused until then; 0: not */
    uint64_t photo;                     /* the account's; 0: none */
    int photo_number;                   /* that its bytes are */
    bool blocked[MODEL_PLAYERS + 1];    /* by id */
    bool followed[MODEL_PLAYERS + 1];
    struct model_memo memos[STORE_MEMOS_MAX]; /* the oldest first */
    int memo_count;
};

struct model_game {
    bool exists;
    bool is_over;
    struct store_game_start start;
    uint32_t log_count; /* the actions follow from game and number */
    struct store_game_end end;
    struct store_change changes[SEAT_COUNT]; /* if it moved ratings */
    int held[SEAT_COUNT];                    /* of what it brought, still */
    uint64_t opponent_ranks[SEAT_COUNT];
    int unfocused[MODEL_PLIES]; /* by ply: 1 more than the seat, or 0 */
    bool stars[SEAT_COUNT];
    bool is_annulled;
};

/* A line of the ledger, which is about a game or a fine. */
struct model_line {
    uint64_t player;
    enum variant_id variant;
    uint64_t game; /* 0: a fine */
    bool takes_back;
    bool ends; /* the rating, with its last game */
    int before;
    int after;
};

struct model_line_said {
    uint64_t player;
    bool is_hidden;
};

struct model_room {
    bool exists;
    bool is_closed;
    struct store_room value;
    uint32_t lines;                          /* the texts follow from room and number */
    struct model_line_said said[MODEL_CHAT]; /* by number; older ones are forgotten */
};

struct model_report {
    uint64_t by;
    uint64_t player;
    bool is_open;
    int verdict;   /* once it is judged */
    uint64_t room; /* of the lines */
    uint32_t lines[MODEL_CARRIED];
    size_t line_count;
};

struct model_letter {
    uint64_t players[2]; /* sender and receiver */
    bool has[2];         /* whether they still have it */
    bool is_read;
};

struct model {
    struct model_player players[MODEL_PLAYERS + 1];
    uint64_t tokens[MODEL_TOKENS];  /* the player, 0 where there is none */
    uint64_t devices[MODEL_TOKENS]; /* of those that ended: the same */
    struct model_room rooms[MODEL_ROOMS];
    struct model_game games[MODEL_GAMES];
    int games_begun;
    struct model_letter letters[MODEL_LETTERS]; /* in the order of ids */
    size_t letter_count;
    struct model_line ledger[MODEL_LINES];
    size_t line_count;
    int settled_month;  /* 0: none */
    bool was_applied;   /* the operation before in the batch */
    uint64_t last_memo; /* the largest id of one */
    int acts;           /* recorded */
    int reports;
    struct model_report report[MODEL_REPORTS];
    int appeals;
    struct model_appeal {
        uint64_t player; /* 0: the account is gone, and the appeal with it */
        int act;
        enum mod_act against;
        bool is_open;
    } appeal[MODEL_APPEALS];
};

/* The result of applying one operation. */
enum model_outcome {
    MODEL_APPLIED,
    MODEL_CONFLICT,
    MODEL_ALREADY,
    MODEL_REFUSED,
};

/* Names in operations are "n<number>", skeletons "look n<number>". */
enum model_outcome model_apply(struct model *model, const struct store_op *op);

/* NULL when there is no such id. */
struct model_player *model_player(struct model *model, uint64_t id);
struct model_game *model_game(struct model *model, uint64_t id);
struct model_room *model_room(struct model *model, uint64_t id);
/* The points by which the rating stands on the leaderboard; 0 without one. */
int model_listed(const struct model *model, uint64_t player, enum variant_id variant);
/* 0 without a rating. */
uint64_t model_rank(const struct model *model, uint64_t player, enum variant_id variant);
/* The leaderboard's players, first to last; returns how many. */
size_t model_order(const struct model *model, enum variant_id variant,
                   uint64_t players_out[MODEL_PLAYERS]);

/* store_model_logins.c */
enum model_outcome model__login(struct model *model, const struct store_op *op);
enum model_outcome model__login_end(struct model *model, const struct store_op *op);
enum model_outcome model__logout(struct model *model, const struct store_op *op);
enum model_outcome model__logout_others(struct model *model, const struct store_op *op);
/* Reports: added, judged; whether somebody who has an open one on the player does not count. */
enum model_outcome model__report(struct model *model, const struct store_op *op);
enum model_outcome model__judge(struct model *model, const struct store_act *act);
bool model_is_uncounted(const struct model *model, uint64_t by, uint64_t player);
enum model_outcome model__origin(struct model *model, const struct store_op *op);
enum model_outcome model__origin_ban(struct model *model, const struct store_op *op);
enum model_outcome model__origin_unban(struct model *model, const struct store_op *op);

/* store_model_memos.c */
struct harness;
enum model_outcome model__memo(struct model *model, const struct store_op *op);
enum model_outcome model__memos_seen(struct model *model, const struct store_op *op);
/* The player gets a memo. */
/* Appeals, and acts that answer them; an act on a player that was recorded. */
enum model_outcome model__appeal(struct model *model, const struct store_op *op);
enum model_outcome model__answer(struct model *model, const struct store_act *act);
void model__acted(struct model *model, const struct store_act *act);
void model__appeals_gone(struct model *model, uint64_t player);
void model__memo_put(struct model *model, uint64_t player, const struct model_memo *memo);
/* Fails unless the back-end answers about the player's memos as the model does. */
void model_compare_memos(const struct model *model, struct harness *harness, uint64_t player);
/* store_model_report_lines.c: whether the lines of chats are there that a report carries; a report
 * takes them; an upheld one hides those of the one reported. */
bool model__lines_are_there(struct model *model, const struct store_report *report);
void model__lines_carry(struct model_report *carrying, const struct store_report *report);
void model__lines_hide(struct model *model, const struct model_report *upheld);
/* Fails unless the back-end answers about reports and chats as the model does. */
void model_compare_report_lines(struct model *model, struct harness *harness);
/* store_model_ratings.c: moves the ratings of both players by the game, which is over. */
void model__ratings_move(struct model *model, struct model_game *game);
enum model_outcome model__release(struct model *model, const struct store_op *op);
void model__line_add(struct model *model, const struct model_line *line);
/* store_model_annulments.c */
enum model_outcome model__annul(struct model *model, const struct store_act *act);
/* store_model_letters.c */
enum model_outcome model__letter(struct model *model, const struct store_op *op);
enum model_outcome model__copies(struct model *model, const struct store_op *op);
/* Operations made of a random number: mostly of two accounts, and of a letter that there is. */
struct store_op model_make_letter(const struct model *model, uint64_t random);
struct store_op model_make_copies(const struct model *model, uint64_t random);
/* Fails unless the back-end answers about the player's letters as the model does. */
void model_compare_threads(const struct model *model, struct harness *harness, uint64_t player);
/* store_model_history.c */
/* Whether the game is in the history that is asked for; `seat_out` is the player's. */
bool model_line_is_wanted(const struct model *model, const struct model_game *game,
                          const struct store_history_filter *query, int *seat_out);
/* The games that are over, the one that ended first first; returns how many. */
size_t model_games_in_order(const struct model *model,
                            const struct model_game *games_out[MODEL_GAMES]);
/* Without best_game and best_name. */
struct store_form model_form(const struct model *model, uint64_t player, enum variant_id variant);
/* Of `query` player and opponent count. How many games the tally is about ended so. */
int64_t model_games_counted(const struct model *model, const struct store_stats_filter *query,
                            const struct store_tally *tally, enum score score);
/* How many games all tallies together are about. */
int64_t model_games_over(const struct model *model, const struct store_stats_filter *query);

#endif
