/* SPDX-License-Identifier: MIT */
/*
 * The shapes of proto/shape.h, made from proto/messages.def: one constant row of data for each row
 * of the table, and the look-ups by number and by name.
 */
#include "proto/shape.h"

#include "proto/frame.h"
#include "proto/require.h"

#include <string.h>

/* clang-format off */

/* Fields name what encloses them (S); these are the structs that they lie in. */
typedef struct request_head fields_of_request_head;
typedef struct event_head fields_of_event_head;
typedef struct error_body fields_of_error_body;
#define RECORD(id, doc) typedef struct id##_record fields_of_##id;
#define OP(ID_, id, wire, who, cost, burst, per_ms, repeat, doc) \
    typedef struct id##_request fields_of_##id##_request; \
    typedef struct id##_reply fields_of_##id##_reply;
#define EVENT(ID_, id, wire, stream, doc) typedef struct id##_event fields_of_##id##_event;
#include "proto/message_rows.h"

#define NEED_REQUIRED false
#define NEED_OPTIONAL true
#define FIELD_AT(S, name_, type_, need_, doc_) \
    .name = #name_, .name_len = sizeof(#name_) - 1, .key = ",\"" #name_ "\":", .doc = DOC(doc_), \
    .type = FIELD_##type_, .is_optional = NEED_##need_, .offset = offsetof(fields_of_##S, name_)
#define FIELDS(id) static const struct field id##_fields[] = {
#define FIELDS_END {.name = NULL}};

#define INT(S, name, need, absent_, min_, max_, doc) \
    {FIELD_AT(S, name, INT, need, doc), .absent = (absent_), .min = (min_), .max = (max_)},
#define BOOL(S, name, need, absent_, doc) {FIELD_AT(S, name, BOOL, need, doc), .absent = (absent_)},
#define TEXT(S, name, need, min_, max_, doc) \
    {FIELD_AT(S, name, TEXT, need, doc), .min = (min_), .max = (max_)},
#define ID(S, name, need, doc) {FIELD_AT(S, name, ID, need, doc)},
#define GAME_VARIANT(S, name, need, doc) {FIELD_AT(S, name, VARIANT, need, doc)},
#define WORD_OF(S, name, need, absent_, list, doc) \
    {FIELD_AT(S, name, WORD, need, doc), .absent = (absent_), .ref = WORD_LIST_##list},
#define OBJECT(S, name, need, record, doc) \
    {FIELD_AT(S, name, OBJECT, need, doc), .ref = RECORD_##record},
#define LIST(S, name, record, max_, doc) \
    {FIELD_AT(S, name, LIST, REQUIRED, doc), .max = (max_), .ref = RECORD_##record, \
     .count_offset = offsetof(fields_of_##S, name##_count)},

/* The fields around messages, which are not in their table. */
FIELDS(request_head)
INT(request_head, id, REQUIRED, NONE, 0, REQUEST_ID_MAX, "the client's number; the reply bears it")
TEXT(request_head, op, REQUIRED, 0, FRAME_REQUEST_MAX, "the operation")
TEXT(request_head, key, OPTIONAL, 1, REQUEST_KEY_MAX, "the client's own name for this request, by which a [repeat](#repeating-a-request) is known")
FIELDS_END

FIELDS(event_head)
INT(event_head, seq, REQUIRED, NONE, 1, SEQ_MAX, "the event's number in its [stream](#streams)")
FIELDS_END

FIELDS(error_body)
TEXT(error_body, code, REQUIRED, 1, 64, "one of the codes below; they never change")
TEXT(error_body, message, REQUIRED, 0, 256, "for people, in English")
TEXT(error_body, field, OPTIONAL, 1, 64, "the field of the request that is meant")
INT(error_body, retry_after_ms, OPTIONAL, 0, 0, INT64_MAX, "where waiting helps: so long")
INT(error_body, retry_after_plies, OPTIONAL, 0, 0, 1024, "where so many actions have to be made in the game before: then `retry_after_ms` is an estimate, from how long the game's actions took so far")
INT(error_body, ply, OPTIONAL, NONE, 0, 1024, "`illegal_position`: the ply of the first action that cannot be done")
TEXT(error_body, detail, OPTIONAL, 1, 16, "of a refused action, for programs: with `forbidden_point` `overline`, `double_four` or `double_three`; with `wrong_board` where to play instead, `board N` or, where any open board of it will do, `field N`, by the numbers of [nested_state](#record-nested_state)")
TEXT(error_body, reason, OPTIONAL, 0, 200, "where somebody who keeps order decided so: why")
WORD_OF(error_body, appeal, OPTIONAL, NONE, appeal_state, "`banned`, by `auth.login` and `auth.resume`: how the player's answer to the ban stands")
FIELDS_END

#define RECORD(id, doc) FIELDS(id##_record)
#define END_RECORD(id) FIELDS_END
#define OP(ID_, id, wire, who, cost, burst, per_ms, repeat, doc) FIELDS(id##_request)
#define REPLY(id) FIELDS_END FIELDS(id##_reply)
#define END_OP(id) FIELDS_END
#define EVENT(ID_, id, wire, stream, doc) FIELDS(id##_event)
#define END_EVENT(id) FIELDS_END
#include "proto/message_rows.h"

#define SHAPE(id, name_, doc_) \
    {.name = (name_), .name_len = sizeof(name_) - 1, .doc = DOC(doc_), .fields = id##_fields, \
     .count = sizeof(id##_fields) / sizeof(id##_fields[0]) - 1, .size = sizeof(struct id)}

const struct shape shape__request_head = SHAPE(request_head, "request", "A request.");
const struct shape shape__event_head = SHAPE(event_head, "event", "The head of an event.");
const struct shape shape__error = SHAPE(error_body, "error", "What was wrong.");

static const struct shape records[RECORD_COUNT] = {
#define RECORD(id, doc) [RECORD_##id] = SHAPE(id##_record, #id, doc),
#include "proto/message_rows.h"
};

static const struct shape requests[OP_COUNT] = {
#define OP(ID_, id, wire, who, cost, burst, per_ms, repeat, doc) [OP_##ID_] = SHAPE(id##_request, wire, doc),
#include "proto/message_rows.h"
};

static const struct shape replies[OP_COUNT] = {
#define OP(ID_, id, wire, who, cost, burst, per_ms, repeat, doc) [OP_##ID_] = SHAPE(id##_reply, wire, doc),
#include "proto/message_rows.h"
};

static const struct shape events[EVENT_COUNT] = {
#define EVENT(ID_, id, wire, stream, doc) [EVENT_##ID_] = SHAPE(id##_event, wire, doc),
#include "proto/message_rows.h"
};

static const enum event_stream streams[EVENT_COUNT] = {
#define EVENT(ID_, id, wire, stream, doc) [EVENT_##ID_] = STREAM_##stream,
#include "proto/message_rows.h"
};

/* An event of a room cannot be without one: it would not compile. */
#define ROOM_OF_GAME(id) 0
#define ROOM_OF_ROOM(id) body->id.room
#define ROOM_OF_PLAYER(id) 0
#define ROOM_OF_LOBBY(id) 0
#define ROOM_OF_CONNECTION(id) 0

uint64_t event_room(enum event event, const union event_body *body)
{
    switch (event) {
#define EVENT(ID_, id, wire, stream, doc) case EVENT_##ID_: return ROOM_OF_##stream(id);
#include "proto/message_rows.h"
    case EVENT_COUNT: break;
    }
    return 0;
}

/* An op for moderators or operators that does not say about whom it may be stops the build. */
enum about_of {
#define ABOUT(S, reach_) about_of_##S = REACH_##reach_,
#include "proto/message_rows.h"
};
#define ABOUT_STRANGER(id) REACH_NOBODY
#define ABOUT_PLAYER(id) REACH_NOBODY
#define ABOUT_ACCOUNT(id) REACH_NOBODY
#define ABOUT_MODERATOR(id) (enum reach)about_of_##id
#define ABOUT_OPERATOR(id) (enum reach)about_of_##id

static const struct op_info infos[OP_COUNT] = {
#define OP(ID_, id, wire_, who_, cost_, burst_, per_ms_, repeat_, doc) \
    [OP_##ID_] = {.wire = (wire_),                                                     \
                  .who = WHO_##who_,                                                   \
                  .cost = COST_WORD_##cost_,                                                \
                  .burst = (burst_),                                                   \
                  .per_ms = (per_ms_),                                                 \
                  .repeat = REPEAT_##repeat_,                                          \
                  .reach = ABOUT_##who_(id)},
#define BY_HTTP(S, what) [op_of_##S].by_http = BY_HTTP_##what,
#define PLAYS(S) [op_of_##S].plays = true,
#include "proto/message_rows.h"
};

static const struct cost_info costs[COST_WORD_COUNT] = {
#define COST(ID, id, units_, per_ms_, doc) [COST_WORD_##ID] = {.units = (units_), .per_ms = (per_ms_)},
#include "proto/costs.def"
#undef COST
};

/* clang-format on */

const struct shape *shape__record(enum record record)
{
    REQUIRE(record < RECORD_COUNT);
    return &records[record];
}

const struct shape *shape__request(enum op op)
{
    REQUIRE(op < OP_COUNT);
    return &requests[op];
}

const struct shape *shape__reply(enum op op)
{
    REQUIRE(op < OP_COUNT);
    return &replies[op];
}

const struct shape *shape__event(enum event event)
{
    REQUIRE(event < EVENT_COUNT);
    return &events[event];
}

const char *event_wire(enum event event)
{
    return shape__event(event)->name;
}

enum event_stream event_stream(enum event event)
{
    REQUIRE(event < EVENT_COUNT);
    return streams[event];
}

bool event_is_numbered(enum event event)
{
    return event_stream(event) == STREAM_ROOM || event_stream(event) == STREAM_PLAYER;
}

const struct op_info *op_info(enum op op)
{
    REQUIRE(op < OP_COUNT);
    return &infos[op];
}

const struct cost_info *cost_info(enum cost_word cost)
{
    REQUIRE(cost < COST_WORD_COUNT);
    return &costs[cost];
}

bool request_field_range(enum op op, const char *name, struct field_range *range_out)
{
    for (const struct field *field = shape__request(op)->fields; field->name != NULL; field++) {
        bool is_text = field->type == FIELD_TEXT;
        if ((is_text || field->type == FIELD_INT) && strcmp(field->name, name) == 0) {
            *range_out =
                (struct field_range){.min = field->min, .max = field->max, .is_text = is_text};
            return true;
        }
    }
    return false;
}

bool request_is_repeatable(const struct request *request)
{
    switch (op_info(request->op)->repeat) {
    case REPEAT_SAFE:
    case REPEAT_PLY:
        return true;
    case REPEAT_KEY:
        return request->key != NULL;
    case REPEAT_NEVER:
        break;
    }
    return false;
}

/* Lengths are compared first, so hardly any two names are. */
static int find(const struct shape *shapes, int count, const char *name, size_t len)
{
    for (int i = 0; i < count; i++)
        if (shapes[i].name_len == len && memcmp(shapes[i].name, name, len) == 0)
            return i;
    return -1;
}

int shape__find_op(const char *name, size_t len)
{
    return find(requests, OP_COUNT, name, len);
}

int shape__find_event(const char *name, size_t len)
{
    return find(events, EVENT_COUNT, name, len);
}
