/* SPDX-License-Identifier: MIT */
/*
 * A connection: the bytes on their way in both directions, in any portions; what was asked on it;
 * and which events of games the server has sent to it. The core's peer is a struct link. Links live
 * until the seed ends; their number is their place in the sim's list.
 */
#ifndef PENTAD_TESTS_SIM_LINK_H
#define PENTAD_TESTS_SIM_LINK_H

#include "proto/codec.h"
#include "proto/frame.h"
#include "server/core/core.h"
#include "tests/sim/truth.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sim;
struct conn;

#define LINK_NOBODY SIZE_MAX       /* the auditor */
#define LINK_KEEPER (SIZE_MAX - 1) /* who keeps order: no person, and remembers nothing */
#define ASK_TEXT_SIZE 160

/* A request, kept as long as its link. Its id is its place in the list plus 1. */
struct ask {
    struct request request;          /* its texts are the two below: ask_restore() */
    struct clock_record clock;       /* of room.open */
    struct settings_record settings; /* of settings.set */
    char text[ASK_TEXT_SIZE];
    char password[ASK_TEXT_SIZE]; /* or the text of a message; then `text` is to whom */
    char key[48];                 /* empty: none */
    enum op op;
    enum deed deed;
    uint64_t subject;   /* the room or the game that it names, or 0 */
    uint64_t by;        /* for whom the server carried it out, if for anybody */
    uint64_t end_at;    /* of the stream of bytes up, behind its last copy */
    unsigned sent;      /* copies */
    unsigned delivered; /* copies that reached the server */
    unsigned answered;
    bool was_seated;      /* leave: the player sat there when it was delivered */
    bool was_done;        /* actions: it was stored already */
    bool was_in_force;    /* resume: so was the token */
    bool has_to_wait;     /* a question, and answers weighed too much when it was delivered */
    unsigned banned;      /* logins: the number of the ban for good that lay on the player, or 0 */
    uint32_t floor;       /* reads: the game's seq when it was delivered; mod.log: acts */
    size_t sessions;      /* how many there had ever been by then */
    uint64_t batches;     /* the same */
    int64_t delivered_ms; /* when that was */
    bool is_again;        /* it was sent over another connection before, and not answered */
    bool is_mischief;     /* its key was that of another request */
    unsigned heard;       /* answers that came down */
    unsigned focus;       /* game.focus: which of the player's in that game, as they arrived */
};

/* How far a connection is in a game. */
struct hearing {
    uint64_t game;
    uint32_t seq;    /* of the last event sent */
    bool resends;    /* events are being sent again */
    uint32_t resent; /* the last of these */
};

/* How far a connection is in the events of a room, or of its player. */
struct follow {
    uint64_t room;   /* 0: the player's */
    int64_t seq;     /* of the last event, NO_SEQ: not known */
    uint64_t seated; /* the operation by which its player sits there; 0: a watcher */
    bool resends;    /* events are being sent again */
    int64_t resent;  /* the last of these */
};

/* The presence of a player at a table, as a connection was last told. */
struct told_presence {
    uint64_t room;
    uint64_t player;
    bool is_there;
};

/* What the connection was told last of a player or of a room: said_gathered.c. */
struct last_word {
    enum event event; /* by which it is told */
    uint64_t room;
    uint64_t player;
    uint64_t word;   /* what was told, as a number; 0: any may follow */
    int64_t at_ms;   /* when it left */
    int64_t left_ms; /* the same; NONE if it may have been made before */
};

/* A room as the lobby of a connection has it. */
struct lobby_place {
    uint64_t room;
    bool is_there; /* its opener */
    int64_t place;
};

/* A line on its way down, as it was decoded when it left. */
struct heard {
    struct heard *next;
    struct incoming in;
    union reply_body reply;
};

struct bytes {
    char *at;
    size_t len;
    size_t cap;
};

struct link {
    struct sim *sim;
    uint64_t number;
    size_t person;     /* LINK_NOBODY: the auditor's */
    size_t house;      /* from where it comes: below TRUTH_HOUSES, the auditor from another one */
    int64_t beat;      /* the number of the last heartbeat that came down, NONE before */
    struct conn *conn; /* NULL: the server does not know it */
    bool is_page;      /* of a browser: what it logs in by goes over HTTP */
    bool is_for_file;  /* the same, for one file: no opening of a connection */
    bool is_gone;      /* the server knows it no more */
    bool is_cut;       /* the client is gone */
    bool is_ended;     /* the server said its last word and closes */
    bool had_bye;
    bool is_live;       /* bytes pass at once: the auditor's */
    bool is_again;      /* the event in hand was sent before */
    int64_t opened_ms;  /* of simulated time */
    int64_t latency_ms; /* the most that bytes are under way, mostly */
    int64_t beat_n;     /* of the last heartbeat that the server sent */
    int64_t beat_ms;    /* when */
    int64_t trip_ms;    /* the longest time in which one was answered */
    struct bytes up;
    struct frame_rest rest; /* of what came up: the beginning of a line, as the shell keeps it */
    uint64_t up_total;      /* bytes ever written */
    uint64_t up_done;       /* bytes ever delivered */
    struct bytes down;
    size_t told_unsent;       /* window.c: as the server knows what of them waits for the network */
    bool has_taken;           /* some of it, since the server was told */
    bool is_changed;          /* in sim->changed */
    int64_t took_ms;          /* as the server knows when it took some */
    struct heard *first_down; /* the lines of `down`, in their order; in `arena` */
    struct heard **next_down; /* where the next one goes */
    struct arena arena;       /* forgotten whenever `down` is empty */
    char arena_block[1024];
    struct ask *asks;
    size_t ask_count;
    size_t ask_cap;
    size_t asks_done;       /* every copy of so many, from the first on, is delivered */
    size_t rubbish_sent;    /* lines that may be answered without an id */
    uint64_t player;        /* who it is logged in as, as far as the server said; 0 nobody */
    uint64_t drawn_by;      /* the player who drew answers over it last */
    int64_t drawn_until_us; /* when what these weigh is forgiven */
    uint64_t expected;      /* who it will be, from the login under way */
    bool knows_login;       /* the client has seen the answer */
    uint8_t token_hash[STORE_TOKEN_HASH_SIZE];
    char token[80]; /* that it came in with, or was given */
    bool has_token;
    struct hearing *hearings;
    size_t hearing_count;
    size_t hearing_cap;
    struct follow *follows;
    size_t follow_count;
    size_t follow_cap;
    struct told_presence *presences;
    size_t presence_count;
    size_t presence_cap;
    int64_t stalls_until_ms; /* does not read before */
    bool logs_in;            /* the client waits for the answer to a login */
    size_t listed;           /* rooms in the last list */
    uint64_t last_listed;    /* the last of them */
    uint64_t letter_due;     /* the last message that it has to hear of */
    uint64_t letter_heard;   /* the last one that it was told */
    bool is_in_lobby;
    bool lobby_is_partial;     /* there were more rooms than fit into the answer */
    struct lobby_place *lobby; /* the rooms that it was told */
    size_t lobby_count;
    size_t lobby_cap;
    struct last_word *words;
    size_t word_count;
    size_t word_cap;
};

/* Opens a connection to the server, which has to be up. */
struct link *link_open(struct sim *sim, size_t person);
/* The same as a page of a browser. */
struct link *link_open_as_page(struct sim *sim, size_t person);
/* One for a file that a page shows: a stranger's, whoever looks at the page. */
struct link *link_open_for_file(struct sim *sim, size_t person);
/* Opens a connection over the server's local socket. */
struct link *link_open_locally(struct sim *sim);
/* The client goes, at once; the server notices later. */
void link_cut(struct link *link);
bool link_is_usable(const struct link *link);
void links_free(struct sim *sim);
/* The server died: nothing goes through any more. */
void links_crash(struct sim *sim);

/* Writes a request; `id` is filled in. Returns what is kept of it. */
struct ask *link_ask(struct link *link, struct request *request);
/* Sends the bytes of a request again. */
void link_repeat(struct link *link, size_t ask);
/* Bytes that are no request; `lines` of them may be answered without an id. */
void link_write_rubbish(struct link *link, const char *bytes, size_t len, size_t lines);
/* Writes a request and cuts the connection in the middle of it. */
void link_ask_half(struct link *link, struct request *request);

/* The schedule's things. */
void link_bytes_up(struct link *link);
void link_bytes_down(struct link *link);
void link_hung_up(struct link *link);

/* The core's ports. */
void link_receive(struct link *link, const char *bytes, size_t len);
void link_end(struct link *link, enum close_kind kind);

/* Where the connection is in a game; NULL if it heard nothing of it. */
struct hearing *link_hearing(const struct link *link, uint64_t game);
struct hearing *link_hearing_make(struct link *link, uint64_t game);
void link_note_presence(struct link *link, uint64_t room, const char *name, bool is_there);
/* The ask of a reply; NULL if there is none. */
struct ask *link_ask_of(const struct link *link, int64_t id);

/* Decodes a line for this link: once, for those who judge it and for whoever will hear it. Returns
 * what incoming_decode() does; what came of it lives until the next line at least. */
int link_decode(struct link *link, const char *line, size_t len, const struct heard **heard_out);

#endif
