/* SPDX-License-Identifier: MIT */
/*
 * Reads files of time zones: a header with six counts and a block of that many things, with times
 * of 32 bits; from version 2 on once more with 64 bits, and behind that the rule for later times.
 */
#include "server/core/rules/zone.h"

#include "server/core/rules/zone_rule.h"

#include <string.h>

#define HEADER_SIZE 44
#define TYPES_MAX 256 /* a type has a number of one byte */
#define DAY_S INT64_C(86400)
#define BEGIN_S (-2 * DAY_S)                /* the first day of 1970 begins later in every zone */
#define END_S (INT64_C(7258118400) + DAY_S) /* 2200-01-02 */

/* ------------------------------------------------------------------ a zone that grows */

void zone_set_utc(struct zone *zone_out)
{
    zone_out->count = 1;
    zone_out->from_ms[0] = INT64_MIN / 2;
    zone_out->offset_ms[0] = 0;
}

/* Takes a change that is not before the last one; another one at the same instant replaces it. */
static bool change_add(struct zone *zone, int64_t at_s, int32_t offset_s)
{
    size_t last = zone->count - 1;
    if (offset_s < -ZONE_OFFSET_MAX_S || offset_s > ZONE_OFFSET_MAX_S)
        return false;
    if (at_s >= END_S || offset_s * 1000 == zone->offset_ms[last])
        return true;
    if (at_s > BEGIN_S ? at_s * 1000 == zone->from_ms[last] : last == 0) {
        zone->offset_ms[last] = offset_s * 1000;
        return true;
    }
    if (at_s <= BEGIN_S || at_s * 1000 < zone->from_ms[last] || last + 1 == ZONE_CHANGES_MAX)
        return false;
    zone->from_ms[zone->count] = at_s * 1000;
    zone->offset_ms[zone->count++] = offset_s * 1000;
    return true;
}

/* ------------------------------------------------------------------ blocks */

struct block {
    size_t time_size;
    size_t times;
    size_t types;
    const uint8_t *at; /* behind the header */
    const uint8_t *end;
};

static int64_t number_at(const uint8_t *bytes, size_t size)
{
    uint64_t number = bytes[0] >= 0x80 ? UINT64_MAX : 0;
    for (size_t i = 0; i < size; i++)
        number = number << 8 | bytes[i];
    return (int64_t)number;
}

static size_t count_at(const uint8_t *header, int place)
{
    return (size_t)(number_at(header + 20 + 4 * place, 4) & UINT32_MAX);
}

/* Whether a whole block without leap seconds begins with `bytes`. */
static bool block_read(const uint8_t *bytes, size_t size, size_t time_size, struct block *block_out)
{
    if (size < HEADER_SIZE || memcmp(bytes, "TZif", 4) != 0)
        return false;
    struct block block = {.time_size = time_size,
                          .times = count_at(bytes, 3),
                          .types = count_at(bytes, 4),
                          .at = bytes + HEADER_SIZE};
    uint64_t length = (uint64_t)block.times * (time_size + 1) + (uint64_t)block.types * 6 +
                      count_at(bytes, 5) + count_at(bytes, 0) + count_at(bytes, 1);
    if (count_at(bytes, 2) != 0 || length > size - HEADER_SIZE)
        return false;
    block.end = block.at + length;
    *block_out = block;
    return true;
}

static int32_t type_offset_s(const struct block *block, size_t type)
{
    const uint8_t *types = block->at + block->times * (block->time_size + 1);
    return (int32_t)number_at(types + 6 * type, 4);
}

/* The first type holds before the first change. `last_s_out`: when the last change is. */
static bool block_use(const struct block *block, struct zone *zone, int64_t *last_s_out)
{
    const uint8_t *types = block->at + block->times * block->time_size;
    *last_s_out = INT64_MIN;
    if (block->types == 0 || block->types > TYPES_MAX ||
        !change_add(zone, BEGIN_S, type_offset_s(block, 0)))
        return false;
    for (size_t i = 0; i < block->times; i++) {
        int64_t at_s = number_at(block->at + i * block->time_size, block->time_size);
        if (types[i] >= block->types || (i > 0 && at_s <= *last_s_out) ||
            !change_add(zone, at_s, type_offset_s(block, types[i])))
            return false;
        *last_s_out = at_s;
    }
    return true;
}

/* ------------------------------------------------------------------ the rule behind them */

/* A line of its own; an empty one says that nothing is known of later times. */
static bool rule_use(const uint8_t *at, const uint8_t *end, int64_t last_s, struct zone *zone)
{
    struct zone_rule rule;
    if (at == end || *at++ != '\n')
        return false;
    const uint8_t *line_end = memchr(at, '\n', (size_t)(end - at));
    if (line_end == NULL)
        return false;
    if (line_end == at)
        return true;
    if (!zone_rule_parse((const char *)at, (size_t)(line_end - at), &rule))
        return false;
    for (int year = ZONE_YEAR_FIRST - 1; rule.has_summer && year <= ZONE_YEAR_LAST + 1; year++) {
        struct zone_change changes[2];
        zone_rule_year(&rule, year, changes);
        for (int i = 0; i < 2; i++)
            if (changes[i].at_s > last_s && !change_add(zone, changes[i].at_s, changes[i].offset_s))
                return false;
    }
    return true;
}

bool zone_parse(const uint8_t *bytes, size_t size, struct zone *zone_out)
{
    struct block block;
    int64_t last_s;
    const uint8_t *end = bytes + size;
    zone_set_utc(zone_out);
    if (!block_read(bytes, size, 4, &block))
        return false;
    bool is_old = bytes[4] < '2'; /* with 32 bits only, and without a rule */
    if (!is_old && !block_read(block.end, (size_t)(end - block.end), 8, &block))
        return false;
    return block_use(&block, zone_out, &last_s) &&
           (is_old || rule_use(block.end, end, last_s, zone_out));
}
