/* SPDX-License-Identifier: MIT */
/*
 * Walks db/records.def once: define the rows that matter (see that file) and include this. Other
 * rows give nothing, and no row is left defined. It has no include guard, on purpose.
 */
#ifndef RECORD
#define RECORD(id, doc)
#endif
#ifndef END_RECORD
#define END_RECORD(id)
#endif
#ifndef READ
#define READ
#endif
#ifndef INNER
#define INNER
#endif
#ifndef ID
#define ID(S, name, doc)
#endif
#ifndef ID_OR_NONE
#define ID_OR_NONE(S, name, doc)
#endif
#ifndef NUMBER
#define NUMBER(S, type, name, min, max, doc)
#endif
#ifndef NUMBER_OR_NONE
#define NUMBER_OR_NONE(S, type, name, max, doc)
#endif
#ifndef ENUM
#define ENUM(S, type, name, count, doc)
#endif
#ifndef BOOL
#define BOOL(S, name, doc)
#endif
#ifndef TEXT
#define TEXT(S, name, max, doc)
#endif
#ifndef TEXT_OR_NONE
#define TEXT_OR_NONE(S, name, max, doc)
#endif
#ifndef CHARS
#define CHARS(S, name, size, doc)
#endif
#ifndef HASH
#define HASH(S, name, doc)
#endif
#ifndef HASH_OR_NONE
#define HASH_OR_NONE(S, name, doc)
#endif
#ifndef BYTES
#define BYTES(S, name, max, doc)
#endif
#ifndef VARIANT
#define VARIANT(S, name, doc)
#endif
#ifndef CLOCK
#define CLOCK(S, name, doc)
#endif
#ifndef CLOCKS
#define CLOCKS(S, name, doc)
#endif
#ifndef OUTCOME
#define OUTCOME(S, name, doc)
#endif
#ifndef SCORE
#define SCORE(S, name, doc)
#endif
#ifndef REASON
#define REASON(S, name, doc)
#endif
#ifndef MONTH
#define MONTH(S, name, doc)
#endif
#ifndef IDS
#define IDS(S, name, doc)
#endif
#ifndef ONE
#define ONE(S, record, name, doc)
#endif
#ifndef BOTH
#define BOTH(S, record, name, doc)
#endif
#ifndef OF
#define OF(S, record, name, doc)
#endif
#ifndef LIST
#define LIST(S, record, name, doc)
#endif
#ifndef ID_LIST
#define ID_LIST(S, name, doc)
#endif
#ifndef TIME_LIST
#define TIME_LIST(S, name, doc)
#endif

#include "db/records.def"

#undef RECORD
#undef END_RECORD
#undef READ
#undef INNER
#undef ID
#undef ID_OR_NONE
#undef NUMBER
#undef NUMBER_OR_NONE
#undef ENUM
#undef BOOL
#undef TEXT
#undef TEXT_OR_NONE
#undef CHARS
#undef HASH
#undef HASH_OR_NONE
#undef BYTES
#undef VARIANT
#undef CLOCK
#undef CLOCKS
#undef OUTCOME
#undef SCORE
#undef REASON
#undef MONTH
#undef IDS
#undef ONE
#undef BOTH
#undef OF
#undef LIST
#undef ID_LIST
#undef TIME_LIST
