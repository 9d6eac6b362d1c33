/* SPDX-License-Identifier: MIT */
/*
 * The options that the manager told, and the time for a move.
 */
#include "pbrain/tell.h"

#include "pbrain/order.h"

#include <string.h>

/* The time of a game is for about so many moves more: few games last longer, and a move may be
 * worth more time than what is left when they do. */
#define MOVES_TO_COME 20

/* Between the end of a thought and the manager's clock lie a pipe and a scheduler that may have
 * others to serve. */
#define MARGIN_LEAST_MS 25
#define MARGIN_PART 15
#define MARGIN_MOST_MS 250
/* The factor by which the next stall may be longer than the longest one lately. */
#define STALLS 3

static const struct {
    const char *key;
    int64_t value;
} infos[INFO_COUNT] = {
#define INFO(ID, key, value, doc) [INFO_##ID] = {key, value},
#include "pbrain/infos.def"
#undef INFO
};

void tell_init(struct tell *tell)
{
    *tell = (struct tell){{0}, {false}, {false}};
    for (int i = 0; i < INFO_COUNT; i++)
        tell->values[i] = infos[i].value;
}

void tell_hear(struct tell *tell, const char *text, size_t len)
{
    size_t key_len = order_info_key(text, len);
    for (int i = 0; i < INFO_COUNT; i++) {
        int64_t value;
        if (strlen(infos[i].key) != key_len || memcmp(infos[i].key, text, key_len) != 0)
            continue;
        tell->is_wrong[i] = !order_info_number(text, len, &value);
        if (tell->is_wrong[i])
            continue;
        tell->values[i] = value;
        tell->is_told[i] = true;
    }
}

const char *tell_wrong_key(const struct tell *tell)
{
    for (int i = 0; i < INFO_COUNT; i++)
        if (tell->is_wrong[i])
            return infos[i].key;
    return NULL;
}

bool tell_overline(const struct tell *tell, enum overline *overline_out)
{
    int64_t rule = tell->values[INFO_RULE];
    *overline_out = rule == 1 ? OVERLINE_NOTHING : OVERLINE_WINS;
    return rule == 0 || rule == 1;
}

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* Time that is left for the game, TELL_UNLIMITED and more for ever. A manager that limits it tells
 * it before each move; one that does not is taken at its word once. */
static int64_t left_ms(const struct tell *tell, int64_t spent_ms)
{
    if (tell->is_told[INFO_TIME_LEFT])
        return tell->values[INFO_TIME_LEFT];
    if (tell->values[INFO_TIMEOUT_MATCH] > 0)
        return tell->values[INFO_TIMEOUT_MATCH] - spent_ms;
    return TELL_UNLIMITED;
}

int64_t tell_move_ms(const struct tell *tell, int64_t spent_ms, int64_t stall_ms)
{
    int64_t turn = larger(tell->values[INFO_TIMEOUT_TURN], 0);
    int64_t left = left_ms(tell, spent_ms);
    int64_t limit = left < TELL_UNLIMITED ? smaller(turn, larger(left, 0) / MOVES_TO_COME) : turn;
    int64_t margin = smaller(MARGIN_LEAST_MS + limit / MARGIN_PART, MARGIN_MOST_MS);
    /* Half of it is better thought about than given away to a machine that stands still. */
    margin = larger(margin, smaller(MARGIN_LEAST_MS + STALLS * stall_ms, limit / 2));
    return larger(limit - margin, 0);
}
