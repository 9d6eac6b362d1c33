/* SPDX-License-Identifier: MIT */
/*
 * Rules by the words of any program. A record that names a rule is of that rule or is refused: a
 * rule that is not known is never taken for another one.
 */
#include "engine/record_rule.h"

#include "engine/record.h"

#include <string.h>

_Static_assert(VARIANT_COUNT <= 64, "a bit for each row");

#define WORD_SIZE 64 /* longer names are none of ours */
#define YEAR_MIN 1900
#define YEAR_MAX 2199

enum rule_says {
    SAYS_NOTHING = 0,
    SAYS_EXACT = 1,
    SAYS_OR_MORE = 2,
    SAYS_SWAP2 = 4,
    SAYS_THREE = 8,
};

static const struct {
    const char *word;
    enum { PART, WHOLE } place;
    enum rule_says says;
} words[] = {
#define RULE_WORD(word, place, says) {word, place, says},
#include "engine/rule_words.def"
#undef RULE_WORD
};
#define WORD_COUNT (sizeof(words) / sizeof(words[0]))

/* ---------------------------------------------------------------- words */

/* Whether the byte may stand in a word: a plus and all that is not ASCII change what is said. */
static bool is_lettered(char byte)
{
    return text__is_letter(byte) || byte == '+' || (unsigned char)byte >= 0x80;
}

/* Takes the next run of letters, or of digits, off the front. */
static struct text_span take_token(struct text_span *rest)
{
    if (rest->len == 0)
        return *rest;
    while (rest->len > 0 && !is_lettered(*rest->text) && !text__is_digit(*rest->text))
        *rest = (struct text_span){rest->text + 1, rest->len - 1};
    struct text_span token = {rest->text, 0};
    bool is_number = rest->len > 0 && text__is_digit(*rest->text);
    while (token.len < rest->len &&
           (is_number ? text__is_digit(token.text[token.len]) : is_lettered(token.text[token.len])))
        token.len++;
    *rest = (struct text_span){rest->text + token.len, rest->len - token.len};
    return token;
}

/* Whether it says nothing of the rule: what the game is called, its size, a league and its year. */
static bool is_filler(struct text_span token, const struct record_naming *naming)
{
    static const char *const fillers[] = {"gomoku", "gomocup", "league", "rule", "rules", "game",
                                          "board",  "a",       "and",    "in",   "row",   "stones",
                                          "wins",   "win",     "the",    "x"};
    size_t number;
    struct text_span rest = token;
    if (text__take_number(&rest, &number))
        return number > 1 && (number == naming->width || number == naming->height ||
                              (number >= YEAR_MIN && number <= YEAR_MAX));
    for (size_t i = 0; i < sizeof(fillers) / sizeof(fillers[0]); i++)
        if (text__is_word(token, fillers[i]))
            return true;
    return false;
}

/* Writes what is left of the rule without the rest; false if that is too long. */
static bool squeeze(const struct record_naming *naming, char word[WORD_SIZE])
{
    size_t len = 0;
    struct text_span rest = naming->rule;
    struct text_span token;
    for (token = take_token(&rest); token.len > 0; token = take_token(&rest)) {
        if (is_filler(token, naming))
            continue;
        if (len + token.len >= WORD_SIZE)
            return false;
        for (size_t i = 0; i < token.len; i++)
            word[len++] = text__lower(token.text[i]);
    }
    word[len] = '\0';
    return true;
}

/* The longest word of the table with which the text begins; WORD_COUNT: none. */
static size_t longest_part(const char *text)
{
    size_t found = WORD_COUNT;
    for (size_t i = 0; i < WORD_COUNT; i++) {
        bool begins = strncmp(text, words[i].word, strlen(words[i].word)) == 0;
        bool is_longer = found == WORD_COUNT || strlen(words[i].word) > strlen(words[found].word);
        if (words[i].place == PART && begins && is_longer)
            found = i;
    }
    return found;
}

/* False: it is no rule that is known. */
static bool read_rule(const struct record_naming *naming, unsigned *says_out)
{
    char word[WORD_SIZE];
    *says_out = SAYS_NOTHING;
    if (!squeeze(naming, word))
        return false;
    for (size_t i = 0; i < WORD_COUNT; i++) {
        if (words[i].place == PART || strcmp(word, words[i].word) != 0)
            continue;
        *says_out = words[i].says;
        return true;
    }
    for (const char *rest = word; *rest != '\0';) {
        size_t part = longest_part(rest);
        if (part == WORD_COUNT)
            return false;
        *says_out |= words[part].says;
        rest += strlen(words[part].word);
    }
    return true;
}

/* ---------------------------------------------------------------- variants */

static uint64_t bit_of(const struct variant *variant)
{
    return variant->id < VARIANT_COUNT ? (uint64_t)1 << variant->id : 0;
}

/* Whether the row is by the rule that is said. Where nothing is said, it may be any without an
 * opening: those are named. */
static bool is_by(const struct variant *variant, unsigned says)
{
    unsigned of_row = variant->row == 3 ? SAYS_THREE : 0;
    if (variant->row == 5)
        of_row = variant->overline == OVERLINE_NOTHING ? SAYS_EXACT : SAYS_OR_MORE;
    bool is_swap2 = (says & SAYS_SWAP2) != 0;
    return variant->rules == (is_swap2 ? RULES_SWAP2 : RULES_STANDARD) &&
           (says & ~(unsigned)SAYS_SWAP2 & ~of_row) == 0;
}

static bool is_of_size(const struct variant *variant, const struct record_naming *naming)
{
    return naming->width == 0 ||
           (variant->width == naming->width && variant->height == naming->height);
}

/* The rows that the reader knows of this size and by the rule, and all of this size. A name of our
 * own is that of one row. */
static uint64_t rows_by(const struct record_naming *naming, uint64_t *sized_out)
{
    unsigned says;
    uint64_t set = 0;
    bool is_known = read_rule(naming, &says);
    *sized_out = 0;
    for (unsigned i = 0; i < VARIANT_COUNT; i++) {
        const struct variant *variant = variant_get((enum variant_id)i);
        if (!is_of_size(variant, naming) || !reader_knows(naming->reader, variant))
            continue;
        *sized_out |= bit_of(variant);
        if (text__is_word(naming->rule, variant->name) || text__is_word(naming->rule, variant->key))
            return bit_of(variant);
        if (is_known && is_by(variant, says))
            set |= bit_of(variant);
    }
    return set;
}

static int fault(struct record_attempt *attempt, struct text_span span, int error)
{
    attempt->fault = span;
    return error;
}

/* Finds all rows that the record may be of. */
static int find_possible(struct record_attempt *attempt, const struct record_naming *naming)
{
    const struct variant *told = attempt->told->variant;
    const struct variant *key = variant_find(naming->key.text, naming->key.len);
    uint64_t sized;
    uint64_t set = rows_by(naming, &sized);
    if (key != NULL && !reader_knows(naming->reader, key) &&
        reader_knows(naming->reader_of_ours, key) && is_of_size(key, naming)) {
        attempt->possible = bit_of(key); /* by our own properties */
        return 0;
    }
    if (naming->key.text != NULL && (key == NULL || !reader_knows(naming->reader, key)))
        return fault(attempt, naming->key, ERR_UNKNOWN_RULE);
    if (key != NULL && !is_of_size(key, naming))
        return fault(attempt, naming->key, ERR_BAD_RECORD);
    if (sized == 0)
        return fault(attempt, naming->size, ERR_UNKNOWN_SIZE);
    if (key != NULL && (naming->rule.len == 0 || (set & bit_of(key)) != 0))
        set = bit_of(key);
    else if (key != NULL)
        set = 0;
    if (told != NULL && (set & bit_of(told)) != 0)
        set = bit_of(told);
    else if (told != NULL && set == 0 && key == NULL)
        set = sized & bit_of(told); /* it was asked to be read so, whatever that rule is */
    attempt->possible = set;
    return set != 0 ? 0 : fault(attempt, naming->rule, ERR_UNKNOWN_RULE);
}

int record__next_variant(struct record_attempt *attempt, const struct record_naming *naming,
                         const struct variant **variant_out)
{
    int error = find_possible(attempt, naming);
    if (error != 0)
        return error;
    unsigned id = 0;
    while ((attempt->possible & ~attempt->tried) >> id != 0 &&
           ((attempt->possible & ~attempt->tried) >> id & 1) == 0)
        id++;
    *variant_out = variant_get((enum variant_id)id);
    attempt->tried |= bit_of(*variant_out);
    return 0;
}

/* ------------------------------------------------------------------ records of any kind */

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
