/* SPDX-License-Identifier: MIT */
/*
 * Walks kinds.def once: define the rows that matter (see that file), and include this; nothing is
 * left defined. Rows that were not defined give nothing. Has no include guard, on purpose.
 */
#ifndef WORK_CLASS
#define WORK_CLASS(NAME, name, nice, doc)
#endif
#ifndef WORK
#define WORK(NAME, name, CLASS, stops, doc)
#endif
#ifndef END_WORK
#define END_WORK(name)
#endif
#ifndef SECRET
#define SECRET(K, name, doc)
#endif
#ifndef TEXT
#define TEXT(K, name, doc)
#endif
#ifndef NUMBER
#define NUMBER(K, name, doc)
#endif
#ifndef MADE_TEXT
#define MADE_TEXT(K, name, size, doc)
#endif
#ifndef MADE_BYTES
#define MADE_BYTES(K, name, size, doc)
#endif
#ifndef MADE_FLAG
#define MADE_FLAG(K, name, doc)
#endif
#ifndef MADE_NUMBER
#define MADE_NUMBER(K, name, doc)
#endif
#include "server/work/kinds.def"
#undef WORK_CLASS
#undef WORK
#undef END_WORK
#undef SECRET
#undef TEXT
#undef NUMBER
#undef MADE_TEXT
#undef MADE_NUMBER
#undef MADE_BYTES
#undef MADE_FLAG
