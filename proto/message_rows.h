/* SPDX-License-Identifier: MIT */
/*
 * Walks proto/messages.def once: define the rows that matter (see that file) and include this.
 * Other rows give nothing, and no row is left defined. It has no include guard, on purpose.
 */
#include "proto/maxima.h"

#ifndef RECORD
#define RECORD(id, doc)
#endif
#ifndef END_RECORD
#define END_RECORD(id)
#endif
#ifndef OP
#define OP(ID_, id, wire, who, cost, burst, per_ms, repeat, doc)
#endif
#ifndef REPLY
#define REPLY(id)
#endif
#ifndef REFUSES
#define REFUSES(S, situation, error)
#endif
#ifndef BY_HTTP
#define BY_HTTP(S, what)
#endif
#ifndef PLAYS
#define PLAYS(S)
#endif
#ifndef ABOUT
#define ABOUT(S, reach)
#endif
#ifndef END_OP
#define END_OP(id)
#endif
#ifndef EVENT
#define EVENT(ID_, id, wire, stream, doc)
#endif
#ifndef END_EVENT
#define END_EVENT(id)
#endif
#ifndef INT
#define INT(S, name, need, absent, min, max, doc)
#endif
#ifndef BOOL
#define BOOL(S, name, need, absent, doc)
#endif
#ifndef TEXT
#define TEXT(S, name, need, min, max, doc)
#endif
#ifndef ID
#define ID(S, name, need, doc)
#endif
#ifndef GAME_VARIANT
#define GAME_VARIANT(S, name, need, doc)
#endif
#ifndef WORD_OF
#define WORD_OF(S, name, need, absent, list, doc)
#endif
#ifndef OBJECT
#define OBJECT(S, name, need, record, doc)
#endif
#ifndef LIST
#define LIST(S, name, record, max, doc)
#endif

#include "proto/messages.def"

#undef RECORD
#undef END_RECORD
#undef OP
#undef REPLY
#undef REFUSES
#undef BY_HTTP
#undef PLAYS
#undef ABOUT
#undef END_OP
#undef EVENT
#undef END_EVENT
#undef INT
#undef BOOL
#undef TEXT
#undef ID
#undef GAME_VARIANT
#undef WORD_OF
#undef OBJECT
#undef LIST
