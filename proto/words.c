/* SPDX-License-Identifier: MIT */
/*
 * The lists of words of proto/words.def, by number and by text. Where a list mirrors an enumeration
 * of the engine, the build fails when the two come apart.
 */
#include "engine/clock.h"
#include "engine/game.h"
#include "engine/outcome.h"
#include "proto/message.h"
#include "proto/require.h"
#include "proto/shape.h"

#include <string.h>

#define MIRRORS(theirs, ours)                                                                      \
    _Static_assert((int)(theirs) == (int)(ours), #ours " is not " #theirs " of the engine")

MIRRORS(SEAT_FIRST, SEAT_WORD_FIRST);
MIRRORS(SEAT_SECOND, SEAT_WORD_SECOND);
MIRRORS(SEAT_COUNT, SEAT_WORD_COUNT);
MIRRORS(MARK_NONE, MARK_WORD_NONE);
MIRRORS(MARK_X, MARK_WORD_X);
MIRRORS(MARK_O, MARK_WORD_O);
MIRRORS(MARK_O + 1, MARK_WORD_COUNT);
MIRRORS(EXPECTS_STONE, EXPECTS_WORD_STONE);
MIRRORS(EXPECTS_CHOICE, EXPECTS_WORD_CHOICE);
MIRRORS(EXPECTS_NOTHING, EXPECTS_WORD_NOTHING);
MIRRORS(EXPECTS_NOTHING + 1, EXPECTS_WORD_COUNT);
MIRRORS(OVERLINE_COUNT, OVERLINE_WORD_COUNT);
#define OVERLINE(ID, needs) MIRRORS(OVERLINE_##ID, OVERLINE_WORD_##ID);
#include "engine/overlines.def"
#undef OVERLINE
MIRRORS(RESULT_COUNT, RESULT_WORD_COUNT);
MIRRORS(REASON_COUNT, REASON_WORD_COUNT);
MIRRORS(CLOCK_KIND_COUNT, CLOCK_KIND_WORD_COUNT);
#define CLOCK_KIND(id, doc) MIRRORS(CLOCK_##id, CLOCK_KIND_WORD_##id);
#include "engine/clocks.def"
#undef CLOCK_KIND
#define RESULT(id, word) MIRRORS(RESULT_##id, RESULT_WORD_##id);
#define REASON(id, word, phrase) MIRRORS(REASON_##id, REASON_WORD_##id);
#include "engine/outcomes.def"
#undef RESULT
#undef REASON

#define WORDS(list, LIST_ID) static const struct word_row list##_rows[] = {
#define WORD(LIST_ID, ID, word, doc) {word, DOC(doc)},
#define WORDS_END(list, LIST_ID)                                                                   \
    }                                                                                              \
    ;
#include "proto/words.def"
#undef WORDS
#undef WORD
#undef WORDS_END

static const struct word_list lists[WORD_LIST_COUNT] = {
#define WORDS(list, LIST_ID) [WORD_LIST_##list] = {#list, list##_rows, LIST_ID##_WORD_COUNT},
#define WORD(LIST_ID, ID, word, doc)
#define WORDS_END(list, LIST_ID)
#include "proto/words.def"
#undef WORDS
#undef WORD
#undef WORDS_END
};

const struct word_list *word__list(enum word_list_id id)
{
    REQUIRE(id < WORD_LIST_COUNT);
    return &lists[id];
}

int word__find(const struct word_list *list, const char *word, size_t len)
{
    for (int i = 0; i < list->count; i++)
        if (strlen(list->rows[i].word) == len && memcmp(list->rows[i].word, word, len) == 0)
            return i;
    return -1;
}

static const char *word_text(enum word_list_id id, int value)
{
    return value >= 0 && value < lists[id].count ? lists[id].rows[value].word : "";
}

#define WORDS(list, LIST_ID)                                                                       \
    const char *list##_word_text(int value)                                                        \
    {                                                                                              \
        return word_text(WORD_LIST_##list, value);                                                 \
    }
#define WORD(LIST_ID, ID, word, doc)
#define WORDS_END(list, LIST_ID)
#include "proto/words.def"
#undef WORDS
#undef WORD
#undef WORDS_END
