/* SPDX-License-Identifier: MIT */
/*
 * Part of proto/message.h; include that. The rows of proto/messages.def as types: enum op, enum
 * event, enum record, a struct for each record, request, reply and event, and the unions of them.
 */
#ifndef PENTAD_PROTO_MESSAGE_STRUCTS_H
#define PENTAD_PROTO_MESSAGE_STRUCTS_H

#ifndef PENTAD_PROTO_MESSAGE_H
#error "include proto/message.h"
#endif

/* clang-format off */

/* OP_HELLO, ... in the order of the table. */
enum op {
#define OP(ID_, id, wire, who, cost, burst, per_ms, repeat, doc) OP_##ID_,
#include "proto/message_rows.h"
    OP_COUNT
};

/* EVENT_HEARTBEAT, ... */
enum event {
#define EVENT(ID_, id, wire, stream, doc) EVENT_##ID_,
#include "proto/message_rows.h"
    EVENT_COUNT
};

/* RECORD_room, ... */
enum record {
#define RECORD(id, doc) RECORD_##id,
#include "proto/message_rows.h"
    RECORD_COUNT
};

/* Records may name records that come later in the table. */
#define RECORD(id, doc) struct id##_record;
#include "proto/message_rows.h"

/* Standard C has no struct without members, and some messages have no field: so every struct ends
 * in a byte that means nothing, and `= {0}` works for all of them. */
#define STRUCT_END char end_of_fields; };
#define RECORD(id, doc) struct id##_record {
#define END_RECORD(id) STRUCT_END
#define OP(ID_, id, wire, who, cost, burst, per_ms, repeat, doc) struct id##_request {
#define REPLY(id) STRUCT_END struct id##_reply {
#define END_OP(id) STRUCT_END
#define EVENT(ID_, id, wire, stream, doc) struct id##_event {
#define END_EVENT(id) STRUCT_END
#define INT(S, name, need, absent, min, max, doc) int64_t name;
#define BOOL(S, name, need, absent, doc) bool name;
#define TEXT(S, name, need, min, max, doc) const char *name;
#define ID(S, name, need, doc) uint64_t name;
#define GAME_VARIANT(S, name, need, doc) const struct variant *name;
#define WORD_OF(S, name, need, absent, list, doc) int name;
#define OBJECT(S, name, need, record, doc) const struct record##_record *name;
#define LIST(S, name, record, max, doc) const struct record##_record *name; size_t name##_count;
#include "proto/message_rows.h"
#undef STRUCT_END

/* Members have the names of the ops and events: hello, room_open, game_moved. */
union request_body {
#define OP(ID_, id, wire, who, cost, burst, per_ms, repeat, doc) struct id##_request id;
#include "proto/message_rows.h"
};

union reply_body {
#define OP(ID_, id, wire, who, cost, burst, per_ms, repeat, doc) struct id##_reply id;
#include "proto/message_rows.h"
};

union event_body {
#define EVENT(ID_, id, wire, stream, doc) struct id##_event id;
#include "proto/message_rows.h"
};

/* clang-format on */

#endif
