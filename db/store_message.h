/* SPDX-License-Identifier: MIT */
/*
 * Part of db/store.h: private messages as the store keeps them, and what it answers about them.
 * Plain values; texts are copied or lent as store.h says.
 */
#ifndef PENTAD_DB_STORE_MESSAGE_H
#define PENTAD_DB_STORE_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Characters and bytes of a message, and a nonce with its NUL. */
#define STORE_MESSAGE_CHARS 2000
#define STORE_MESSAGE_BYTES (4 * STORE_MESSAGE_CHARS)
#define STORE_NONCE_SIZE 41

/* A private message. Both players have a copy, until they delete theirs. */
struct store_message {
    uint64_t id;   /* larger than that of every message before */
    uint64_t from; /* registered, as the next one */
    uint64_t to;   /* another one */
    const char *text;
    int64_t at_ms;
    char nonce[STORE_NONCE_SIZE]; /* the sender's name for it; empty: none. Not given before to a
                                     message to the same player */
    bool is_opening;              /* the first one to somebody whom the sender does not know */
};

/* A player's copies of messages with another one, from `first` to `upto`. A text goes with its
 * second copy, its message stays without. */
struct store_mail {
    uint64_t player;
    uint64_t other;
    uint64_t first; /* deleting; ignored in reading, which counts from the beginning */
    uint64_t upto;
};

/* How many of the last openings STORE_MAY_WRITE looks at. */
#define STORE_OPENINGS 20

/* What decides whether one player may write to another. */
struct store_may_write {
    bool have_met;            /* played a game that had a result */
    bool is_known;            /* the other one has a thread with the player */
    uint64_t repeated;        /* the player's message to the other one with the nonce; 0: none */
    int64_t repeated_ms;      /* when that was sent */
    int64_t last_openings_ms; /* when the oldest of the last STORE_OPENINGS openings was sent; 0 if
                                 there are fewer */
};

/* A player's messages with another one: the last of them, and how many are not read. */
struct store_thread_row {
    uint64_t other;
    const char *name;
    uint64_t message;
    bool is_own; /* written by the player */
    const char *text;
    int64_t at_ms;
    uint64_t unread;
};

struct store_message_row {
    uint64_t message;
    bool is_own;
    const char *text;
    int64_t at_ms;
};

/* A part of a thread: of the copies up to query.upto (0: of all) the oldest query.limit (0: all).
 * Or one copy, by the id of its message; not found if the player has none. */
struct store_mail_part {
    uint64_t other;
    const char *name;
    uint64_t first;  /* the oldest copy in it; 0: there is none */
    uint64_t upto;   /* the youngest one */
    uint64_t unread; /* how many in it are not read */
    bool has_more;   /* there are more, up to what was asked for */
};

/* Answers about messages. Lists are the newest first. */
struct store_post {
    struct store_may_write may_write;
    const struct store_thread_row *threads;
    size_t threads_count;
    const struct store_message_row *messages;
    size_t messages_count;
    struct store_mail_part mail;
};

#endif
