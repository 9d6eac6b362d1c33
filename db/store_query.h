/* SPDX-License-Identifier: MIT */
/*
 * Part of db/store.h; include that. What can be asked, and the answers. Texts and arrays in an
 * answer are lent until the completion returns.
 */
#ifndef PENTAD_DB_STORE_QUERY_H
#define PENTAD_DB_STORE_QUERY_H

#ifndef PENTAD_DB_STORE_H
#error "include db/store.h"
#endif

enum store_query_kind {
    STORE_PLAYER_BY_NAME,  /* text: name key -> player, ranks */
    STORE_PLAYER_BY_TOKEN, /* token_hash -> player */
    STORE_LOGIN,           /* text: name key -> login. Costs the same whether or not there is one */
    STORE_PLAYER_BY_ID,    /* id -> player, ranks */
    STORE_GAME,            /* id -> game, in progress or over */
    STORE_HISTORY,         /* history -> history rows, the one that ended last first. Not found if
                              `before` is not in the history. */
    STORE_EXPORT,          /* history -> the same as whole games */
    STORE_STATS,           /* history: player, variant, opponent -> tallies, and without an opponent
                              forms */
    STORE_GRAPH,     /* player, variant, day_starts, days -> graph, graph_before, graph_first_ms */
    STORE_FIND,      /* text, after, limit; has_variant, variant -> found: registered players
                        (deleted accounts apart) whose name key begins with the text, by name key */
    STORE_TOP,       /* top -> standings */
    STORE_AROUND,    /* around -> standings with the player in the middle, full pages at both
                        ends, and the player's rank; none without a rating */
    STORE_TABLE,     /* id of a room that is not closed -> its table */
    STORE_FINES,     /* player, from, limit -> fines, the newest first */
    STORE_BLOCKS,    /* player -> blocks, by the id of who is blocked */
    STORE_SESSIONS,  /* player, limit -> sessions, the newest first */
    STORE_MAY_WRITE, /* player, text: name key, nonce -> player, what is between the two */
    STORE_THREADS,   /* player, before, limit -> threads, the newest first */
    STORE_MESSAGES,  /* player, text: name key, before, limit -> player, copies */
    STORE_MAIL,      /* player, text: name key, upto, limit; or player, id -> mail */
    STORE_REPORTS,   /* from, limit -> open reports from that number on */
    STORE_MOD_LOG,   /* player or 0, from (0: the newest), limit -> acts from there down */
    STORE_SANCTIONS, /* at_ms, player or 0, limit -> who is banned or muted then, behind that one */
    STORE_PHOTO,     /* player -> photo; not found if there is none */
    STORE_QUERY_COUNT
};

enum store_stake { STAKE_ANY, STAKE_RATED, STAKE_UNRATED, STAKE_COUNT };

/* Whatever the filters are, an answer costs no more than its rows. */
struct store_history_query {
    uint64_t player;
    int variant;       /* enum variant_id, or -1 for all */
    int score;         /* enum score, or -1 for all */
    uint64_t opponent; /* or 0 for all */
    uint64_t before;   /* only what stands behind this game of the history; 0 for all */
    uint32_t limit;
    enum store_stake stake;
    bool is_starred;  /* only favourites */
    int64_t since_ms; /* only games that ended then or later */
    int64_t until_ms; /* only games that ended before; 0 for all */
};

struct store_query {
    enum store_query_kind kind;
    uint64_t id;
    const char *text;
    const char *after; /* find: only name keys behind this one, which need not be anybody's; NULL
                          for all */
    uint8_t token_hash[STORE_TOKEN_HASH_SIZE];
    bool wants_tables; /* players by token and id: also the tables where they have a correspondence
                          game in progress */
    struct store_history_query history;
    enum variant_id variant; /* top, around */
    uint64_t from;           /* top, fines: position of the first line, from 1; reports, acts */
    uint64_t player;         /* around, fines, blocks, sessions, graph, messages, acts, sanctions,
                                photo */
    uint32_t limit;  /* top, around, fines, sessions, find, messages, reports, acts, sanctions */
    int64_t at_ms;   /* sanctions */
    uint64_t before; /* threads, messages: only with a smaller id; 0 for all */
    uint64_t upto;   /* mail */
    char nonce[STORE_NONCE_SIZE];
    bool has_variant;          /* find: ratings are wanted */
    const int64_t *day_starts; /* graph: when each day begins, and at last when the last one ends */
    size_t days;               /* graph: one less than there are of these; at least 1 */
};

/* A game as stored. */
struct store_game {
    struct store_game_start start;
    const char *names[SEAT_COUNT];
    enum player_kind kinds[SEAT_COUNT];
    bool is_over;
    struct store_game_end end;         /* if it is over */
    const struct store_log_entry *log; /* if it is in progress */
    size_t log_count;
};

struct store_history_row {
    uint64_t game;
    enum variant_id variant;
    bool rated;
    int64_t ended_ms;
    const char *opponent;
    uint64_t opponent_rank; /* before this game moved ratings; 0 without a rating */
    enum score score;
    enum reason reason;
    int points; /* what the game did to the rating */
    uint32_t plies;
    enum seat seat;
    enum mark mark;      /* the player's stones */
    int opponent_points; /* before the game; 0 where it moved no rating */
    bool is_starred;
};

/* How many games of a variant, seat and mark a player won, lost and drew; alone or against one
 * opponent. */
struct store_tally {
    enum variant_id variant;
    enum seat seat;
    enum mark mark;
    int64_t won;
    int64_t lost;
    int64_t drawn;
};

/* What a player achieved in a variant: see db/form.h. */
struct store_form {
    enum variant_id variant;
    int64_t winning; /* games won in a row up to now */
    int64_t longest_winning;
    int64_t unbeaten;
    int64_t longest_unbeaten;
    int best_points;    /* of the strongest opponent beaten in a rated game, before it; 0: none */
    uint64_t best_game; /* the game */
    const char *best_name; /* the opponent */
};

/* A day on which a rating has a line in the ledger. */
struct store_day {
    size_t day;    /* its place among those asked for, from 0 */
    int points;    /* after the last of these lines */
    int64_t games; /* lines that are games */
};

struct store_found {
    uint64_t player;
    const char *name;
    struct store_rating rating; /* of the variant, if one was wanted */
    uint64_t rank;              /* 0 without a rating */
};

struct store_standing {
    uint64_t rank; /* 1 + how many have more points */
    uint64_t player;
    const char *name;
    int points;
    int64_t games;
};

/* A room that is not closed, with its current game, its players and the last lines of its chat. */
struct store_table {
    struct store_room room;
    struct store_game game;             /* start.id == 0: there is none */
    struct store_player players[2];     /* id == 0: the seat is free */
    const struct store_chat_line *chat; /* the oldest first */
    size_t chat_count;
};

/* What a month cost a player. */
struct store_fine_row {
    enum variant_id variant;
    int month;
    int before;
    int after;
    int64_t at_ms;
};

/* Somebody whom a player blocked. */
struct store_block_row {
    uint64_t player;
    const char *name;
    enum player_kind kind;
    int64_t at_ms;
};

struct store_photo {
    uint64_t id;
    const uint8_t *bytes;
    size_t size;
};

/* What a password is verified against. */
struct store_login {
    uint64_t player;
    const char *password_hash; /* NULL or "": has none */
    int64_t banned_until_ms;   /* 0: not banned */
    const char *ban_reason;
};

struct store_answer {
    enum store_query_kind kind;
    struct store_player player;
    struct store_login login;
    uint64_t ranks[VARIANT_COUNT]; /* 0 without a rating */
    struct store_game game;
    const struct store_history_row *history;
    size_t history_count;
    const struct store_standing *standings;
    size_t standings_count;
    const struct store_table *tables; /* by the order of rooms */
    size_t tables_count;
    uint64_t total; /* top, around: players with a rating in the variant */
    uint64_t rank;  /* around: the player's, 0 without a rating */
    bool has_more;  /* lists: there are more behind the last row */
    const struct store_fine_row *fines;
    size_t fines_count;
    const struct store_report *reports;
    size_t reports_count;
    const struct store_mod_action *acts;
    size_t acts_count;
    const struct store_sanction *sanctions; /* by the id of the player */
    size_t sanctions_count;
    const struct store_block_row *blocks;
    size_t blocks_count;
    const struct store_session *sessions;
    size_t sessions_count;
    const struct store_game *games; /* export */
    size_t games_count;
    const struct store_tally *tallies; /* by variant, seat and mark; none is without games */
    size_t tallies_count;
    const struct store_form *forms; /* by variant; only where there are games */
    size_t forms_count;
    const struct store_day *graph; /* the oldest first */
    size_t graph_count;
    int graph_before;       /* points before the first day, 0 if there was no rating */
    int64_t graph_first_ms; /* of the oldest line, 0 if there is none */
    const struct store_found *found;
    size_t found_count;
    struct store_post post; /* about messages */
    struct store_photo photo;
};

#endif
