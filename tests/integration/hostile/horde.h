/* SPDX-License-Identifier: MIT */
/*
 * Attackers: many connections that one thread of the lowest priority opens, feeds and reads as its
 * plan says, so that the server is attacked and not the machine's processors. It only counts what
 * it is told; whether that was right is the test's to say. The test's thread starts and stops it.
 */
#ifndef PENTAD_TESTS_INTEGRATION_HOSTILE_HORDE_H
#define PENTAD_TESTS_INTEGRATION_HOSTILE_HORDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HORDE_STROKE_MAX 65536
#define HORDE_CODES_MAX 64

/* The bytes that one connection sends at once. */
struct stroke {
    long connection; /* of all that were opened, from 0 on */
    int member;      /* whose it is, from 0 on */
    int nth;         /* over this connection, from 0 on */
    char *bytes;     /* room for HORDE_STROKE_MAX */
};

/* Writes the stroke and returns its length. 0: the connection is dropped instead. */
typedef size_t horde_stroke_fn(void *ctx, const struct stroke *stroke);

/* Hears a line of a connection, cut after some hundred bytes. */
typedef void horde_hear_fn(void *ctx, long connection, const char *line);

/* Hears bytes of a member's connection in place of lines. True: an answer, as which it counts. */
typedef bool horde_heard_fn(void *ctx, int member, const char *bytes, size_t len);

struct horde_plan {
    int members;       /* connections at once */
    int addresses;     /* 127.0.0.2 and the next ones that they come from */
    int strokes_per_s; /* of all together; to open a connection is one, too */
    long strokes_max;  /* so many, and then it only listens; 0: as many as there is time for */
    bool is_patient;   /* who asked waits for the answer: that is no stroke */
    bool is_raw;       /* its strokes are all that is sent: no hello comes before */
    bool is_deaf;      /* never reads */
    bool comes_back;   /* who was closed connects again */
    horde_stroke_fn *stroke;
    horde_hear_fn *hear;   /* NULL: nobody listens */
    horde_heard_fn *heard; /* NULL: lines come */
    void *ctx;             /* the horde's until it is stopped */
};

struct horde_code {
    char code[32];
    long count;
};

struct horde_tally {
    long strokes;
    long connections; /* opened */
    long open;        /* at the end */
    long replies;     /* that are no errors */
    long events;      /* but for goodbyes */
    long news;        /* events, but for heartbeats, too */
    long news_bytes;  /* the bytes of these */
    long errors;      /* and goodbyes */
    long told_ends;   /* closed by the server behind an error or a goodbye */
    long untold_ends; /* closed without a word */
    long trouble;     /* of the machine: no more ports, no files */
    struct horde_code codes[HORDE_CODES_MAX];
    size_t code_count;
};

struct horde;

/* `port` is the server's; the plan is borrowed. */
struct horde *horde_start(const struct horde_plan *plan, uint16_t port);
/* Gives the tally so far. */
void horde_look(struct horde *horde, struct horde_tally *tally_out);
/* Drops all connections. */
void horde_stop(struct horde *horde, struct horde_tally *tally_out);

/* How often that code was told. */
long horde_count(const struct horde_tally *tally, const char *code);

#endif
