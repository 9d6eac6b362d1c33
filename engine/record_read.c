/* SPDX-License-Identifier: MIT */
/*
 * Reads a record of either format, as each variant that it may be of. Pure functions of bytes.
 */
#include "engine/record.h"
#include "engine/record_rule.h"

#include <string.h>

int record__take_mark(struct text_span *text)
{
    static const char *const wide[] = {"\xFF\xFE", "\xFE\xFF"};
    for (size_t i = 0; i < sizeof(wide) / sizeof(wide[0]); i++)
        if (text->len >= 2 && memcmp(text->text, wide[i], 2) == 0)
            return ERR_UTF16;
    if (text->len >= 2 && (text->text[0] == '\0') != (text->text[1] == '\0'))
        return ERR_UTF16;
    text__take_prefix(text, "\xEF\xBB\xBF");
    return 0;
}

/* Takes over what was found by one attempt. */
static void keep(const struct record_attempt *attempt, struct text_span text,
                 const struct game *game, struct game *game_out, struct record_reading *reading)
{
    game_copy(game_out, game);
    reading->start = attempt->start;
    reading->games = attempt->games;
    reading->is_choice_assumed = attempt->is_choice_assumed;
    reading->at = (size_t)(attempt->fault.text - text.text);
    reading->at_len = attempt->fault.len;
}

static enum record_rule rule_of(uint64_t possible, unsigned fits)
{
    if ((possible & (possible - 1)) == 0)
        return RECORD_RULE_NAMED;
    return fits > 1 ? RECORD_RULE_ASSUMED : RECORD_RULE_FOUND;
}

int record__read(record_attempt_fn *read, struct text_span text, struct game *game,
                 struct record_reading *reading)
{
    struct record_attempt attempt = {.told = reading};
    int result = 0;
    unsigned fits = 0;
    bool is_first = true;
    do {
        struct game read_game;
        attempt.fault = text;
        attempt.start = 0;
        attempt.is_choice_assumed = false;
        int error = read(&attempt, text, &read_game);
        bool is_further = (size_t)(attempt.fault.text - text.text) > reading->at;
        if (is_first || (fits == 0 && (error == 0 || is_further))) {
            keep(&attempt, text, &read_game, game, reading);
            result = error;
        }
        fits += error == 0;
        is_first = false;
    } while ((attempt.possible & ~attempt.tried) != 0);
    reading->rule = rule_of(attempt.possible, fits);
    return result;
}

int record_read(struct game *game, const char *text, size_t len, struct record_reading *reading)
{
    struct text_span span = {text, len};
    size_t sgf_at;
    size_t psq_at;
    bool is_sgf = record__find_sgf(span, &sgf_at);
    bool is_psq = record__find_psq(span, &psq_at);
    bool reads_psq = is_psq && (!is_sgf || psq_at < sgf_at);
    return record__read(reads_psq ? record__attempt_psq : record__attempt_sgf, span, game, reading);
}

/* The whole game of a record of one format. */
static int read_whole(record_attempt_fn *read, struct game *game, struct text_span text,
                      size_t *at_out)
{
    struct record_reading reading = {.variant = NULL};
    int error = record__read(read, text, game, &reading);
    if (error == 0 && reading.start > 0)
        error = ERR_SET_UP_STONES;
    if (error != 0 && at_out != NULL)
        *at_out = reading.at;
    return error;
}

int record_read_sgf(struct game *game, const char *text, size_t len, size_t *at_out)
{
    return read_whole(record__attempt_sgf, game, (struct text_span){text, len}, at_out);
}

int record_read_psq(struct game *game, const char *text, size_t len, size_t *at_out)
{
    return read_whole(record__attempt_psq, game, (struct text_span){text, len}, at_out);
}
