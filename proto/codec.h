/* SPDX-License-Identifier: MIT */
/*
 * Frames to structs and back. The server decodes requests and encodes replies, errors and events;
 * clients do the opposite. Decoding borrows memory from the caller's arena; encoding writes into
 * the caller's buffer without building trees. No I/O; any thread. The only state is the place where
 * jansson's trees live: codec_start() sets it for the process, each call of a decoder for its own
 * thread.
 */
#ifndef PENTAD_PROTO_CODEC_H
#define PENTAD_PROTO_CODEC_H

#include "base/arena.h"
#include "proto/error.h"
#include "proto/message.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The version of the protocol that these tables describe. */
#define PROTOCOL_VERSION 3

/* The longest key of a request, in bytes. */
#define REQUEST_KEY_MAX 64
/* The most bytes of the fields of a reply that the server can give again
 * (reply_fields_encode()). */
#define KEYED_REPLY_MAX 4096
/* The ids of requests are whole numbers from 0 to 2^53 - 1; the client chooses them. NO_REQUEST_ID
 * is none. */
#define NO_REQUEST_ID INT64_C(-1)
#define REQUEST_ID_MAX ((INT64_C(1) << 53) - 1)

/* The fault of a frame. */
struct fault {
    int error;         /* of the table, never 0 */
    const char *field; /* the field that is meant, or NULL; lives for ever or in the arena */
    int64_t retry_after_plies; /* actions to make before it can be right; or 0 */
    int64_t ply;               /* 1 + the ply of the action that is meant; 0: none */
    const char *detail;        /* more about a refused action, or NULL; likewise */
    const char *reason;        /* of the person who decided so, or NULL; lives like the fault */
    int appeal;                /* 1 + enum appeal_state_word; 0: not told */
};

/* One decoded request: `as` has the member named like the op (request.as.room_open). */
struct request {
    int64_t id; /* NO_REQUEST_ID if the frame had none that could be read */
    enum op op;
    const char *key; /* makes a repeat known (REPEAT_KEY); NULL: it has none */
    union request_body as;
};

/* Whether POST /session takes an op from a page in a browser. */
enum by_http {
    BY_HTTP_NO,
    BY_HTTP_TOKEN,  /* its reply has the token of a login, which a page does not see */
    BY_HTTP_SECRET, /* its reply has something to write down, which is told once */
    BY_HTTP_LOGIN,  /* it changes or ends a login */
};

/* Limits and rights of an op, from the table. */
struct op_info {
    const char *wire; /* "room.open" */
    enum who who;
    enum cost_word cost;
    uint32_t burst;
    uint32_t per_ms;
    enum repeat repeat;
    enum reach reach; /* of ops for moderators and operators */
    enum by_http by_http;
    bool plays; /* a token that may play is enough */
};
const struct op_info *op_info(enum op op);

/* The allowance of one player in a class of cost (proto/costs.def): `units` at once; they come back
 * evenly within `per_ms`. */
struct cost_info {
    int64_t units;
    int64_t per_ms;
};
const struct cost_info *cost_info(enum cost_word cost);

/* True if a client that does not know what became of the request may send it again. */
bool request_is_repeatable(const struct request *request);

/* The name of an event ("game.moved"). */
const char *event_wire(enum event event);
/* The stream of an event, from the table. */
enum event_stream event_stream(enum event event);
/* True if such an event has its number in its head. */
bool event_is_numbered(enum event event);
/* The room of a STREAM_ROOM event; 0 for all others. */
uint64_t event_room(enum event event, const union event_body *body);

/* The range of a field of a request, from the table. */
struct field_range {
    int64_t min; /* of a text: characters; of a number: its value */
    int64_t max;
    bool is_text;
};
/* Returns false, with nothing written, if the op's request has no such text or number. */
bool request_field_range(enum op op, const char *field, struct field_range *range_out);

/* From now on, puts the trees of frames in the caller's arena and takes everything else from
 * base/memory.h. Without this, trees are on the heap, and running out of memory aborts the process.
 * Call it once, before anything else here and before threads. */
void codec_start(void);

/* Decodes a frame (without LF). Returns 0, or a negative error with `fault_out` filled; `out->id`
 * is then the request's id if it could be read, else NO_REQUEST_ID.
 * Checked in this order: UTF-8, depth, JSON (duplicate keys), object, `id`, `op`, `key`, fields in
 * the order of the table. null means left out in an optional field, and is ERR_WRONG_TYPE in any
 * other. U+0000 and a NUL byte are ERR_BAD_JSON, and so is a line that is a number, a text, true,
 * false or null; a number that 64 bits cannot hold is ERR_OUT_OF_RANGE without a field.
 * frame_next() and the core check the length of the frame. */
int request_decode(const char *bytes, size_t len, struct arena *arena, struct request *out,
                   struct fault *fault_out);

/* All encoders write one whole frame with its LF and no NUL, and return its length in bytes, or
 * ERR_TOO_SMALL. FRAME_REPLY_MAX + 1 bytes have room for every frame that may be sent. A struct
 * that lacks what is required (a NULL text, object or variant, an id of 0, a word that is not in
 * its list) is a bug of the caller and aborts the process. Bytes of a text that are not UTF-8 are
 * written as U+FFFD. */

int request_encode(const struct request *request, char *out, size_t size);
/* `reply` is the op's struct (struct room_open_reply). */
int reply_encode(enum op op, int64_t id, const void *reply, char *out, size_t size);
/* Write the fields of a reply as a JSON object, which ends with NUL and not with LF (the length
 * counts the NUL), and the whole frame of a reply with such fields. */
int reply_fields_encode(enum op op, const void *reply, char *out, size_t size);
int reply_again_encode(int64_t id, const char *fields, char *out, size_t size);
/* `id` may be NO_REQUEST_ID ("re":null); `fault->field` may be NULL; retry_after_ms 0 is left out.
 */
int error_encode(int64_t id, const struct fault *fault, int64_t retry_after_ms, char *out,
                 size_t size);
/* `event` is the event's struct (struct game_moved_event), and `seq` its number if that is in its
 * head (STREAM_ROOM, STREAM_PLAYER): 1 to SEQ_MAX, or NO_SEQ for one that is not counted. */
int event_encode(enum event event, int64_t seq, const void *body, char *out, size_t size);
/* Writes one record alone as a JSON object, for programs that print what they received
 * ("--json"). */
int record_encode(enum record record, const void *body, char *out, size_t size);
/* The same for a row of the first list of the reply; returns 0 if there is no such row. */
int reply_row_encode(enum op op, const void *reply, size_t row, char *out, size_t size);

/* The object `error` of a reply. */
struct error_body {
    const char *code;
    const char *message;
    const char *field;         /* or NULL */
    int64_t retry_after_ms;    /* or 0 */
    int64_t retry_after_plies; /* or 0 */
    int64_t ply;               /* or NONE */
    const char *detail;        /* or NULL */
    const char *reason;        /* or NULL */
    int appeal;                /* enum appeal_state_word, or NONE */
};

/* The kinds of messages that a client receives. */
enum incoming_kind {
    INCOMING_REPLY,
    INCOMING_ERROR,
    INCOMING_EVENT,
    INCOMING_UNKNOWN_EVENT, /* of a newer server; to be ignored */
};

struct incoming {
    enum incoming_kind kind;
    int64_t re;             /* replies and errors: the request's id, or NO_REQUEST_ID */
    enum event event;       /* events */
    int64_t seq;            /* events with a number in their head, unknown ones, too; else NO_SEQ */
    uint64_t room;          /* unknown events: the room of its stream, or 0 */
    uint64_t game;          /* the same */
    union event_body *body; /* events: body->game_moved, in the arena */
    struct error_body error; /* errors; texts in the arena */
};

/* Look-ups that only clients need. */
struct incoming_lookup {
    /* Gives the op of the client's request `id`, so that its reply can be read. Returns false if
     * the client did not send it. Called once for a reply, never for an error. */
    bool (*op)(void *ctx, int64_t id, enum op *op_out);
    /* The variant with this key, or NULL. The function may be NULL: then it is variant_find(). */
    const struct variant *(*variant)(void *ctx, const char *key, size_t len);
    void *ctx;
    struct arena *arena; /* holds what is decoded */
};

/* Decodes a request that a program or a page gave to a client: like request_decode(), by the
 * variants that the client knows. */
int request_read(const char *text, const struct incoming_lookup *lookup, struct request *out,
                 struct fault *fault_out);

/* Decodes a frame of the server (without LF). `reply_out` receives the body of a reply
 * (reply_out->room_open). Tolerates newer servers: unknown fields are ignored, lists may be
 * missing, elements that cannot be read are left out, an event with an unknown word or variant is
 * an unknown event, and a reply with one is the error `client_too_old`. Returns 0 or a negative
 * error: those of request_decode(), and ERR_BAD_VALUE for a reply to a request that was not
 * sent. */
int incoming_decode(const char *bytes, size_t len, const struct incoming_lookup *lookup,
                    struct incoming *out, union reply_body *reply_out);

#endif
