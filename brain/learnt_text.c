/* SPDX-License-Identifier: MIT */
/*
 * The text of brain/learnt.h: ".*o...... 0 10 13 ...". What a program writes is read back as it
 * was; anything else is refused as a whole.
 */
#include "brain/learnt.h"

#include <string.h>

#define BASE 3
#define POSITIONS 19683 /* BASE to the power of LEARNT_CELLS */

static const char marks[BASE + 1] = ".*o";

/* ---------------------------------------------------------------- writing */

static char *put_number(char *at, unsigned number)
{
    char digits[5];
    size_t count = 0;
    do
        digits[count++] = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    *at++ = ' ';
    while (count > 0)
        *at++ = digits[--count];
    return at;
}

static char *put_row(char *at, const struct learnt_row *row)
{
    unsigned left = row->position;
    for (unsigned share = POSITIONS / BASE; share > 0; share /= BASE) {
        *at++ = marks[left / share];
        left %= share;
    }
    for (size_t cell = 0; cell < LEARNT_CELLS; cell++)
        at = put_number(at, row->ratings[cell]);
    *at++ = '\n';
    return at;
}

void learnt_format(const struct learnt *learnt, char text_out[LEARNT_TEXT_SIZE])
{
    char *at = text_out;
    for (size_t i = 0; i < learnt->rows_count; i++)
        at = put_row(at, &learnt->rows[i]);
    *at = '\0';
}

/* ---------------------------------------------------------------- reading */

struct reading {
    const char *at;
    const char *end;
};

static bool take(struct reading *reading, char expected)
{
    if (reading->at == reading->end || *reading->at != expected)
        return false;
    reading->at++;
    return true;
}

/* Of at most four digits, without zeros that say nothing. */
static bool take_number(struct reading *reading, uint16_t *number_out)
{
    const char *first = reading->at;
    unsigned number = 0;
    while (reading->at < reading->end && reading->at - first < 4 && *reading->at >= '0' &&
           *reading->at <= '9')
        number = 10 * number + (unsigned)(*reading->at++ - '0');
    *number_out = (uint16_t)number;
    return reading->at > first && (*first != '0' || reading->at - first == 1);
}

static bool take_position(struct reading *reading, bool is_free_out[LEARNT_CELLS],
                          uint16_t *position_out)
{
    unsigned position = 0;
    for (size_t cell = 0; cell < LEARNT_CELLS; cell++) {
        char mark = reading->at < reading->end ? *reading->at++ : '\0';
        const char *place = mark != '\0' ? strchr(marks, mark) : NULL;
        if (place == NULL)
            return false;
        is_free_out[cell] = place == marks;
        position = BASE * position + (unsigned)(place - marks);
    }
    *position_out = (uint16_t)position;
    return true;
}

static bool take_row(struct reading *reading, struct learnt_row *row)
{
    bool is_free[LEARNT_CELLS];
    if (!take_position(reading, is_free, &row->position))
        return false;
    for (size_t cell = 0; cell < LEARNT_CELLS; cell++) {
        unsigned least = is_free[cell] ? LEARNT_LEAST : 0;
        unsigned most = is_free[cell] ? LEARNT_MOST : 0;
        if (!take(reading, ' ') || !take_number(reading, &row->ratings[cell]) ||
            row->ratings[cell] < least || row->ratings[cell] > most)
            return false;
    }
    return take(reading, '\n');
}

/* In the order of positions, each of them once, and with a cell to play on. */
static bool fits(const struct learnt *learnt, const struct learnt_row *row)
{
    bool has_room = false;
    for (size_t cell = 0; cell < LEARNT_CELLS; cell++)
        has_room = has_room || row->ratings[cell] > 0;
    return has_room && (learnt->rows_count == 0 ||
                        row->position > learnt->rows[learnt->rows_count - 1].position);
}

bool learnt_parse(struct learnt *learnt, const char *text, size_t len)
{
    struct reading reading = {text, text + len};
    memset(learnt, 0, sizeof(*learnt));
    while (reading.at < reading.end) {
        struct learnt_row row;
        if (learnt->rows_count == LEARNT_ROWS_MAX || !take_row(&reading, &row) ||
            !fits(learnt, &row)) {
            learnt_init(learnt);
            return false;
        }
        learnt->rows[learnt->rows_count++] = row;
    }
    return true;
}
