/* SPDX-License-Identifier: MIT */
/*
 * Everything that was committed: players, sessions, rooms and games, kept by the simulator itself
 * from every batch that became durable, and judged by the rules while it is taken down. It shares
 * only the rules of the boards (engine/) with what it judges. Everything lives until the seed ends.
 */
#ifndef PENTAD_TESTS_SIM_TRUTH_H
#define PENTAD_TESTS_SIM_TRUTH_H

#include "db/store.h"
#include "engine/clock.h"
#include "engine/game.h"
#include "tests/sim/truth_appeal.h"
#include "tests/sim/truth_focus.h"
#include "tests/sim/truth_memo.h"
#include "tests/sim/truth_newcomers.h"
#include "tests/sim/truth_plan.h"
#include "tests/sim/truth_session.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ask;
struct link;
struct sim;

#define TRUTH_NAME_SIZE 81
#define TRUTH_HASH_SIZE 256
#define TRUTH_EVER_MAX 16
#define TRUTH_FORMER 4
#define TRUTH_QUITS 16
#define TRUTH_ABOUT_SIZE 32
#define TRUTH_IMAGE_SIZE 64

/* Kinds of deeds that leave exactly one trace in the store. */
enum deed {
    DEED_NONE,
    DEED_OPEN,
    DEED_JOIN, /* a seat beside somebody: by room.join or by room.quick */
    DEED_SAY,
    DEED_ACT,
    DEED_DRAW,
    DEED_PLAN,
    DEED_RESIGN,
    DEED_REMATCH,
    DEED_TAKEBACK,
    DEED_CLAIM,
    DEED_MESSAGE,
    DEED_GIVE,
    DEED_REST, /* days off */
    DEED_DELETE,
    DEED_REPORT,
    DEED_APPEAL,
    DEED_ORDER, /* an act of order, of somebody who has a role */
    DEED_PROFILE,
    DEED_PHOTO,
    DEED_COUNT
};

/* How often a player did something. At any time stored <= asked - refused. */
struct deed_count {
    uint32_t asked;   /* requests that reached the server */
    uint32_t refused; /* of these, answered with an error */
    uint32_t stored;  /* traces in the store */
};

struct truth_rating {
    int *points; /* after each rated game and each fine: points[0] is 1500, before any */
    size_t count, cap;
    size_t games;
    size_t *games_at; /* rated games by points[i] */
    size_t games_cap;
    int peak;
    int held; /* of the points, by wins for which nothing vouches, and the mark for them */
    int mark;
    int64_t established_ms; /* 0: provisional */
    bool was_established;   /* before games were annulled, too */
    uint64_t *opponents;    /* different ones, met while it was provisional */
    size_t opponent_count, opponents_cap;
    int since_month;   /* year * 12 + month - 1 in which the first rated game ended */
    uint64_t moved_in; /* bit month - TRUTH_MONTH: made a move in a rated game */
};

/* Months before that do not occur. */
#define TRUTH_MONTH (2025 * 12)

struct truth_block {
    uint64_t blocked;
    uint64_t since; /* the operation that made it */
    uint64_t batch; /* its batch */
    bool is_over;
};

/* Of a password that is none any more. */
struct truth_hash {
    char text[TRUTH_HASH_SIZE];
    uint64_t until; /* the batch that replaced it */
};

/* The page of a player that others read. */
struct truth_page {
    enum player_role role;
    char about[TRUTH_ABOUT_SIZE];
    char country[STORE_COUNTRY_SIZE];
    uint64_t photo;               /* its id */
    char image[TRUTH_IMAGE_SIZE]; /* its bytes, which are a text here */
    uint64_t since;               /* the batch that made it so */
};

/* The parts of a page that somebody was told. */
struct truth_told {
    enum player_role role; /* ROLE_COUNT: nothing */
    const char *about;     /* NULL: nothing */
    const char *country;   /* the same */
    const uint64_t *photo; /* the same */
    const char *image;     /* the same */
};

/* What was said by somebody, or from a house. */
struct truth_said {
    int64_t until_ms; /* of server time: when as much as ever may be said again */
    unsigned life;    /* of the server: when that was */
};

/* Counts of letters that a player got of strangers, or of lines in a room by those who watch. */
struct truth_heard {
    struct truth_said of_all, of[TRUTH_HOUSES];
};

#define TRUTH_KEYS 64 /* that are remembered of a player */

/* A key that a request bore, as it is stored. */
struct truth_key {
    uint64_t key; /* 0: none */
    uint64_t request;
    int64_t uptime_ms;
    char *reply;
    uint64_t batch; /* that stored it */
    bool is_told;
};

/* As it lay on a player from then on, until it changed. */
struct truth_ban {
    int64_t from_ms;
    int64_t until_ms; /* 0: none lay */
};

#define TRUTH_CODE_SIZE 65 /* of a recovery code's hash, as text */
struct truth_player {
    uint64_t id;
    enum player_kind kind;
    bool is_computer;
    char name[TRUTH_NAME_SIZE];
    char guest_name[TRUTH_NAME_SIZE];           /* the one before, of who registered; else empty */
    char former[TRUTH_FORMER][TRUTH_NAME_SIZE]; /* the last names before that one, a ring */
    size_t former_count;
    int64_t banned_until_ms;
    uint64_t quits[TRUTH_QUITS]; /* the last rooms and games that the player asked to be out of, a
                                    ring */
    size_t quit_count;
    struct truth_ban *bans; /* as they changed, in that order */
    size_t ban_count, ban_cap;
    int64_t muted_until_ms;
    unsigned bans_laid; /* so far */
    char key[256];
    char password_hash[TRUTH_HASH_SIZE];    /* of guests: empty */
    uint64_t hash_batch;                    /* that set it */
    struct truth_hash hashes[TRUTH_FORMER]; /* the last ones before that, a ring */
    size_t hash_count;
    char kept_key[TRUTH_NAME_SIZE];  /* of the last name that was given up; empty: none */
    int64_t kept_until_ms;           /* so long nobody registers it */
    char code_hash[TRUTH_CODE_SIZE]; /* of the recovery code; empty: there is none */
    char code_used[TRUTH_CODE_SIZE]; /* of the one that was used last */
    struct truth_page *pages;        /* every one that there ever was; the last is in force */
    size_t page_count, page_cap;
    unsigned themes; /* bit n: word n was stored as the theme, ever */
    bool allows_takeback;
    int inviters; /* enum contacts_word; so is the next one */
    int writers;
    bool is_deleted;
    struct truth_block *blocks; /* every one that there ever was */
    size_t block_count, block_cap;
    struct truth_rating ratings[VARIANT_COUNT];
    struct deed_count deeds[DEED_COUNT];
    struct store_written written;
    struct store_conduct conduct; /* as it is stored */
    struct store_days_off off;    /* the same */
    struct truth_key *keys;       /* TRUTH_KEYS of them, by slot; NULL: none ever */
    struct truth_said said;
    struct truth_heard heard;
    struct truth_came came;
    size_t house;        /* below TRUTH_HOUSES, once a login was told */
    bool is_at_home;     /* that is known */
    enum seat due_side;  /* in the next game that begins by lot; the server's start forgets it */
    uint32_t rooms;      /* where the player sits now */
    uint32_t games_over; /* lines of the history */
    uint32_t won, lost, drawn, annulled; /* of these; annulled ones are none of these any more */
};

struct truth_entry {
    enum log_kind kind;
    enum seat seat;
    struct action action;
    enum seat offer_after; /* whose draw offer is open behind it */
    enum seat takeback_after;
    struct clock clocks_after[SEAT_COUNT];
    int64_t at_ms;
    int64_t spent_ms;
    int64_t lag_ms, given_ms;
    bool planned;
};

struct truth_game {
    uint64_t id;
    uint64_t room;
    const struct variant *variant;
    bool rated;
    bool has_computer;
    uint64_t players[SEAT_COUNT];
    int64_t started_ms;
    struct truth_entry *log;
    size_t log_count, log_cap;
    struct game start, board; /* what was laid out before it began; as it stands */
    bool has_acted[SEAT_COUNT];
    uint64_t moved_in[SEAT_COUNT]; /* as of a rating, in this game; broken off: none */
    enum seat offer;
    unsigned offer_from_ply[SEAT_COUNT];
    struct time_control clock;
    struct clock clocks[SEAT_COUNT];
    int64_t turn_ms; /* uptime of the last event, from which the clock runs */
    bool is_held;    /* the turn was passed, and nobody was told yet: no clock runs */
    int64_t lag_quota_ms[SEAT_COUNT];
    int64_t given_ms[SEAT_COUNT];
    int64_t off_owed_ms;          /* so much longer its clock has to run by the next entry */
    int64_t turn_max_ms;          /* the same at the latest: after a start clocks may wait */
    bool was_loaded;              /* the server started with it in progress */
    int64_t turn_spent_ms;        /* what the turn had cost by then */
    int64_t acted_ms[SEAT_COUNT]; /* uptime of each player's last event; of the start, if none */
    enum seat takeback;
    unsigned takeback_from_ply[SEAT_COUNT], takebacks[SEAT_COUNT];
    bool has_to_grant;               /* what was just asked for: the opponent's settings say so */
    uint64_t start_batch, end_batch; /* that have its start, and its end */
    bool is_over;
    struct outcome outcome;
    bool moves_ratings;
    bool is_annulled;
    int points_at_start[SEAT_COUNT]; /* -1: no rating */
    int before[SEAT_COUNT], after[SEAT_COUNT];
    int held[SEAT_COUNT];             /* of what it brought, still */
    bool was_provisional[SEAT_COUNT]; /* before the game, if it moved ratings */
    int64_t ended_ms;
    struct truth_focus focus;
    struct truth_plan plans[SEAT_COUNT];
    bool stars[SEAT_COUNT], ever_starred[SEAT_COUNT][2]; /* was it ever without one, with one */
};

struct truth_line {
    char *text;
    uint64_t player;
    uint64_t during; /* the game that its speaker only watched */
    uint64_t since;  /* the operation that said it */
    int64_t at_ms;   /* as it is told; the clock may have been set meanwhile */
    struct truth_hidden hidden;
};

struct truth_room {
    uint64_t id;
    struct truth_heard heard;
    enum variant_id variant;
    bool rated;
    int first; /* enum first_word */
    bool is_closed;
    uint64_t players[2];
    uint64_t ever[TRUTH_EVER_MAX];        /* everybody who sat there */
    uint64_t ever_seated[TRUTH_EVER_MAX]; /* the last operation by which each sat down */
    size_t ever_count;
    uint64_t game;
    struct time_control clock;
    bool resigns; /* its computer, what it has lost */
    int rematch_offer;
    uint32_t rematch_offers[2]; /* by seat of the room, ever made */
    uint32_t reopenings;        /* times that its game was spoilt, and it waited again */
    uint32_t rematches_refused; /* offers that were taken away, by whomever */
    uint64_t link, invited;     /* by whose link, and for whom the free seat is kept; 0 nobody */
    uint64_t ever_invited;      /* that, for ever */
    int64_t waits_until_ms;  /* uptime: so long the free seat waits, wherever the opener is; or 0 */
    bool is_awaited;         /* the audit wants it to be there later */
    struct truth_line *chat; /* line n is chat[n - 1] */
    size_t chat_count;
    size_t chat_cap;
};

struct truth_message {
    uint64_t id;
    uint64_t from;
    uint64_t to;
    char text[64];
    bool has[2]; /* whether from and to have not deleted it */
    bool is_read;
};

/* An act of moderation; its number is its place in the list plus 1. */
struct truth_act {
    enum mod_act act;
    uint64_t by;     /* 0: at the server's own machine */
    uint64_t player; /* 0: nobody */
    uint64_t room;
    int64_t report;
    int64_t judged; /* how many reports */
    int64_t until_ms;
    char detail[TRUTH_NAME_SIZE];
    char reason[TRUTH_NAME_SIZE];
    uint64_t batch; /* that did it */
};

/* Acts of who keeps order. */
struct truth_moderation {
    struct truth_act *acts;
    size_t act_count, act_cap;
    struct deed_count count; /* at the server's own machine */
    uint32_t recorded;       /* of anybody */
    uint32_t acknowledged;
    enum player_role role_before; /* of whom the last account was written, until then */
    struct {
        uint64_t player; /* whose page says nothing any more, and nobody knows yet by whom; or 0 */
        bool words;      /* it had some, or a country */
        bool photo;
    } emptied;
    uint64_t reset;            /* the player whose password was reset in this batch, 0: none */
    uint64_t unrecorded;       /* the player on whom something was laid in this batch, 0: none */
    uint64_t closed_game_room; /* where a game was closed in this batch, 0: nowhere */
};

/* The uptime that the server has to have. */
struct truth_uptime {
    int64_t stored_ms;
    int64_t started_ms; /* when the server started */
    int64_t base_ms;    /* at since_ms */
    int64_t since_ms;
    int64_t given_ms; /* when the last batch was given to the store */
    bool is_standing;
};

struct truth {
    unsigned lives; /* of the server, so far */
    struct truth_uptime uptime;
    struct truth_moderation order;
    struct truth_appeals appeals;
    struct truth_memo *memos; /* in the order in which they were written */
    size_t memo_count, memo_cap;
    int settled_month;     /* 0: none */
    size_t fines;          /* so far */
    uint64_t batches, ops; /* the same */
    bool is_telling; /* the server hears that the last batch is durable: what it held leaves */
    struct truth_player **players;
    size_t player_count, player_cap;
    struct truth_said said[TRUTH_HOUSES];
    struct truth_session *sessions;
    size_t session_count, session_cap;
    size_t just_ended;         /* place of the session that the last operation ended, 0: none */
    struct truth_room **rooms; /* in the order of opening */
    size_t room_count, room_cap;
    struct truth_game **games;
    size_t game_count, game_cap;
    struct truth_message *messages; /* in the order of ids */
    size_t message_count, message_cap;
    struct truth_report *reports;
    size_t report_count, report_cap;
    struct truth_bans bans;
    struct truth_experience *experience; /* NULL: nothing was learnt yet */
};

/* The server starts on what is stored. */
void truth_server_starts(struct sim *sim);
/* The server gives a batch to the store. */
void truth_given(struct sim *sim);
/* The server is told what became of it; what came since then was taken back if it failed. */
void truth_told(struct sim *sim, int status);
/* So many batches are known to whatever leaves the server now. What was held for the last one may
 * have been made before all that is in it. */
uint64_t truth_known(const struct truth *truth);
/* Takes down an operation that is durable; handlers.def has them all. */
typedef void truth_fn(struct sim *sim, const struct store_op *op);
#define STORED(kind, function) truth_fn function;
#include "tests/sim/handlers.def"
/* A batch became durable. */
void truth_take(struct sim *sim, const struct store_batch *batch);
void truth_free(struct truth *truth);

/* NULL when there is none. */
struct truth_player *truth_player(const struct truth *truth, uint64_t id);
struct truth_player *truth_player_named(const struct truth *truth, const char *name);
/* Whether it is the player's name, or was. */
bool truth_goes_by(const struct truth_player *player, const char *name);
struct truth_player *truth_player_keyed(const struct truth *truth, const char *key);
struct truth_room *truth_room(const struct truth *truth, uint64_t id);
/* The most lag of an action that is compensated with this clock: the rule of docs/HOSTING.md. */
int64_t truth__lag_cap_ms(const struct sim *sim, const struct time_control *clock);
/* Whether such a clock is measured in less than days, and whether one runs for the player. */
bool truth_clock_is_real_time(const struct time_control *clock);
bool truth_is_busy(const struct truth *truth, uint64_t player);
struct truth_game *truth_game(const struct truth *truth, uint64_t id);
const struct truth_session *truth_session(const struct truth *truth, const uint8_t *token_hash);
/* The session with which the connections of this one go on: a guest's with the account's. */
const struct truth_session *truth_session_now(const struct truth *truth, const uint8_t *token_hash);

/* The number of a game's last event. */
uint32_t truth_seq(const struct truth_game *game);
/* The game as it was behind its event `seq`, which it has; returns whose offer was open. */
enum seat truth_replay(const struct truth_game *game, uint32_t seq, struct game *board_out);
/* Whether the player ever did this at the ply; it may have been taken back since. */
bool truth_did(const struct truth_game *game, uint64_t player, int64_t ply, const char *text);
/* The entry of the action at a ply; NULL if there is none. */
const struct truth_entry *truth_action_at(const struct truth_game *game, int64_t ply);
bool truth_sits(const struct truth_room *room, uint64_t player);
bool truth_ever_sat(const struct truth_room *room, uint64_t player);
/* The player who sat there at any time under that name, if several the one who has it now; NULL if
 * nobody did. */
const struct truth_player *truth_sitter_named(const struct truth *truth,
                                              const struct truth_room *room, const char *name);
enum seat truth_seat(const struct truth_game *game, uint64_t player);
int truth_points(const struct truth_player *player, enum variant_id variant);
bool truth_has_rating(const struct truth_player *player, enum variant_id variant);

/* truth_clock.c: the server's uptime at a moment of the simulation. */
int64_t truth_uptime_at(const struct sim *sim, int64_t now_ms);
bool truth_is_real_time(const struct truth_game *game);
int64_t truth_due_at_last_ms(const struct sim *sim, const struct truth_game *game);
/* When the game ends by itself (uptime) at the earliest, INT64_MAX: never by a clock. */
int64_t truth_due_ms(const struct sim *sim, const struct truth_game *game);
/* Both clocks at that uptime. */
void truth_clocks_at(const struct truth_game *game, int64_t uptime_ms,
                     struct clock clocks_out[SEAT_COUNT]);
/* By periods first, then by what is left. */
bool truth_clock_is_between(const struct clock *clock, const struct clock *least,
                            const struct clock *most);
bool truth_is_slow(const struct truth_game *game); /* correspondence, in progress */
/* Holds what an event says to have cost against the time that passed; then it is so. */
void truth__spend(struct sim *sim, struct truth_game *game, const struct store_log_entry *entry);
/* The clocks at the end, and what is kept of each action's time. */
void truth__end_times(struct sim *sim, const struct truth_game *game,
                      const struct store_game_end *end);
bool truth__ends_by_time(struct sim *sim, const struct truth_game *game,
                         const struct store_game_end *end);

/* Whether it is the player's password, or was one when so many batches were stored. */
bool truth_had_password(const struct truth_player *player, const char *password, uint64_t batches);
/* Whether the player often leaves, by the rule in docs/HOSTING.md. */
bool truth_is_poor(const struct sim *sim, const struct store_conduct *conduct);
/* An operation says what the uptime is. */
void truth__uptime(struct sim *sim, int64_t uptime_ms);
/* truth_key.c: keys of requests; a player's key, NULL if there is none. */
struct truth_key *truth_key(const struct truth_player *player, uint64_t key);
void truth__keys_forget(struct truth_player *player);
/* The player said something at that time of the server. */
void truth__said(struct sim *sim, uint64_t player, int64_t at_ms);
/* A request arrived; it was answered with so many bytes, and no error: whether it had to wait. */
void truth_asked(const struct link *link, struct ask *ask);
void truth_answered(struct link *link, const struct ask *ask, size_t bytes);
/* One thing more for a receiver, of somebody whom it need not know. */
void truth__heard(struct sim *sim, struct truth_heard *heard, uint64_t by, int64_t at_ms);
bool truth_has_blocked(const struct truth *truth, uint64_t id, uint64_t other);
/* Whether one of the two has blocked the other, or ever had. */
bool truth_are_apart(const struct truth *truth, uint64_t a, uint64_t b);
/* Likewise, and whatever leaves the server now has to know it. */
bool truth_are_known_apart(const struct truth *truth, uint64_t a, uint64_t b);
/* Whether the player blocked who said the line before that was said, and still does. */
bool truth_is_deaf_to(const struct truth *truth, uint64_t player, const struct truth_line *line);
/* Whether the two played a game that had a result. */
bool truth_have_met(const struct truth *truth, uint64_t a, uint64_t b);
/* Whether the player wants no letters of this other one. */
bool truth_is_unread_by(const struct truth *truth, const struct truth_player *player,
                        uint64_t other);
/* Whether the player's settings let the other one invite. */
bool truth_may_be_invited_by(const struct truth *truth, const struct truth_player *player,
                             uint64_t other);
bool truth_ever_blocked(const struct truth_player *player, uint64_t other);

/* truth_page.c: the page that is in force. */
const struct truth_page *truth_page(const struct truth_player *player);
/* Whether the player had this role or more at some time since so many batches were stored; at any
 * time; this photo at any time; whether the page was as it is told at some time since then. */
bool truth_had_role(const struct truth_player *player, enum player_role role, uint64_t batches);
bool truth_kept_role(const struct truth_player *player, enum player_role role, uint64_t batches);
bool truth_kept_photo(const struct truth_player *player, uint64_t photo, uint64_t batches);
/* Whether the asker may have been above the player at some time since then. */
bool truth_was_below(const struct truth_player *player, const struct truth_player *asker,
                     uint64_t batches);
/* Whether the player could be met by somebody who keeps order, in an act of the last batch: was
 * somebody else, of a lower role when that batch came. An act is judged by what was known when it
 * was asked for. */
bool truth_was_met(const struct truth *truth, const struct truth_player *by,
                   const struct truth_player *player);
bool truth_had_page(const struct truth_player *player, const struct truth_told *told,
                    uint64_t batches);
void truth__page_add(struct sim *sim, struct truth_player *player, const struct truth_page *page);
void truth__page_put(struct sim *sim, struct truth_player *player,
                     const struct store_account_put *put);
/* Settle who emptied a page: a moderator, or else the player. */
void truth__page_cleared(struct sim *sim, uint64_t player);
void truth__page_emptied(struct sim *sim);

/* truth_fine.c */
int truth_month_of(int64_t wall_ms);
/* A month that is settled is over, whatever the clock says. */
int truth_playing_month(const struct truth *truth, int64_t wall_ms);
/* An act on the player was recorded, which may have changed a ban. */
void truth__ban_note(struct truth_player *player, int64_t at_ms);
void truth__moved(const struct truth *truth, struct truth_game *game, enum seat seat,
                  int64_t at_ms);
/* A request to be out of this room or game reached the server; 0: of everything. */
void truth_quit_asked(struct truth_player *player, uint64_t subject);
void truth__broken_off(struct sim *sim, struct truth_game *game, const struct store_game_end *end);

/* truth_letter.c */
const struct truth_message *truth_message(const struct truth *truth, uint64_t id);
/* The number of letters that the player has not read, of one other or (0) of all. */
int64_t truth_unread(const struct truth *truth, uint64_t player, uint64_t from);
/* truth_report.c */
/* NULL if there is none of that number. */
struct truth_report *truth_report(const struct truth *truth, int64_t n);
/* Of one player, or (0) of all. */
size_t truth_reports_open(const struct truth *truth, uint64_t by);
/* Whether there is one by the same player about the same player and game, or one that is open. */
bool truth_has_reported(const struct truth *truth, const struct truth_report *report, bool is_open);
void truth__report_judge(struct sim *sim, const struct store_op *op);
/* truth_moderation.c */
/* Names that were told before may still be under way: the last ones are kept. */
void truth__name_set(struct truth_player *player, const char *name, const char *key);
/* The number of the ban for good that lies on the player, 0: none does. */
unsigned truth_bans(const struct truth *truth, uint64_t player);
/* NULL if there is none of that number. */
const struct truth_act *truth_act(const struct truth *truth, int64_t n);
/* Whether it was ever done to the player, with this end (0: an act without one). */
bool truth_was_done(const struct truth *truth, uint64_t player, enum mod_act act, int64_t until_ms);
/* NULL: the player never was muted. */
const struct truth_act *truth_last_mute(const struct truth *truth, uint64_t player);
void truth__sanctions(struct sim *sim, const struct store_op *op);
void truth__moderation_check(struct sim *sim);

/* truth_game.c, for truth.c. */
void truth__rating_push(struct truth_player *player, enum variant_id variant, int points);
/* A deed left its trace. */
void truth__stored(struct sim *sim, uint64_t player, enum deed deed);

#endif
