/* SPDX-License-Identifier: MIT */
/*
 * The tables of needs and of readers as constants. Pure functions of the variant.
 */
#include "engine/needs.h"

#include "engine/require.h"
#include "engine/text.h"
#include "engine/variant.h"

#include <stddef.h>

#define NOBODY 0
#define BY(ID) (1u << READER_##ID)

_Static_assert(READER_COUNT <= 32 && NEEDS__END <= 32, "a bit for each");

/* By the place of the need. */
static const struct {
    const char *key;
    uint32_t known; /* bit n: the reader n */
} needs[NEEDS__END] = {
    [NEEDS__PLAIN] = {"plain", (uint32_t)((UINT64_C(1) << READER_COUNT) - 1)},
#define NEED(ID, key, doc, known) [NEEDS__##ID] = {key, known},
#include "engine/needs.def"
#undef NEED
};

const char *reader_lacks(enum reader reader, const struct variant *variant)
{
    REQUIRE((unsigned)reader < READER_COUNT);
    if ((variant->needs & NEED_PLAIN) == 0 || (variant->needs & ~(uint32_t)NEEDS_ALL) != 0)
        return needs[NEEDS__PLAIN].key;
    for (unsigned place = 0; place < NEEDS__END; place++)
        if ((variant->needs >> place & 1) != 0 && (needs[place].known >> reader & 1) == 0)
            return needs[place].key;
    return NULL;
}

bool reader_knows(enum reader reader, const struct variant *variant)
{
    return reader_lacks(reader, variant) == NULL;
}

int needs_format(uint32_t set, char *text, size_t size)
{
    struct text_writer writer;
    bool is_first = true;
    text__start(&writer, text, size);
    for (unsigned place = NEEDS__PLAIN + 1; place < NEEDS__END; place++) {
        if ((set >> place & 1) == 0)
            continue;
        if (!is_first)
            text__put(&writer, ' ');
        text__put_string(&writer, needs[place].key);
        is_first = false;
    }
    return text__end(&writer);
}

bool needs_parse(const char *text, size_t len, uint32_t *needs_out)
{
    struct text_span span = {text, len};
    *needs_out = NEED_PLAIN;
    while (span.len > 0) {
        struct text_span word = text__take_until(&span, ' ');
        unsigned place = NEEDS__PLAIN + 1;
        while (place < NEEDS__END && !text__is_word(word, needs[place].key))
            place++;
        if (place == NEEDS__END)
            return false;
        *needs_out |= 1u << place;
    }
    return true;
}
