/* SPDX-License-Identifier: MIT */
/*
 * Walks habits.def once: define the rows that matter (see that file), include this, and nothing is
 * left defined. Rows that were not defined give nothing. No include guard, on purpose.
 */
#ifndef HABIT
#define HABIT(ID, name, doc)
#endif
#ifndef PERSON_MORE
#define PERSON_MORE(ID, field, times, least)
#endif
#ifndef PERSON_IS
#define PERSON_IS(ID, field, value)
#endif
#ifndef LIFE_MORE
#define LIFE_MORE(ID, field, times, least)
#endif
#ifndef LIFE_IS
#define LIFE_IS(ID, field, value)
#endif
#ifndef RULE_IS
#define RULE_IS(ID, field, value)
#endif
#include "tests/sim/habits.def"
#undef HABIT
#undef PERSON_MORE
#undef PERSON_IS
#undef LIFE_MORE
#undef LIFE_IS
#undef RULE_IS
