/* SPDX-License-Identifier: MIT */
/*
 * The readings of client/core/typed.h.
 */
#include "client/core/typed.h"

#include "engine/action.h"
#include "engine/needs.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* ---------------------------------------------------------------- letters */

#define CYRILLIC_UPPER 0x410u /* thirty-two letters; the small ones follow them */
#define CYRILLIC_LOWER 0x430u
#define CYRILLIC_LETTERS 32u
#define IO_UPPER 0x401u
#define IO_LOWER 0x451u
#define IE_LOWER 0x435u
#define NO_CHARACTER 0x80000000u /* a byte that begins no character of two bytes */

/* By the order of the alphabet: the keys of QWERTY with these letters of JCUKEN, and the Latin
 * letters that look like small and capital ones; a space where there is none. */
static const char by_key[] = "f,dult;pbqrkvyjghcnea[wxio]sm'.z";
static const char by_look_lower[] = "a    e    k m o pc y x          ";
static const char by_look_upper[] = "a b  e    k mho pcty x          ";

/* The next character of one or two bytes; of a longer one, its bytes. */
static uint32_t next_code(const char *text, size_t len, size_t *used_out)
{
    const unsigned char *bytes = (const unsigned char *)text;
    *used_out = 1;
    if (bytes[0] < 0x80)
        return bytes[0];
    if ((bytes[0] & 0xE0u) != 0xC0u || len < 2 || (bytes[1] & 0xC0u) != 0x80u)
        return NO_CHARACTER | bytes[0];
    *used_out = 2;
    return (bytes[0] & 0x1Fu) << 6 | (bytes[1] & 0x3Fu);
}

/* Small letters for capital ones, and the letter without dots for the one with: people write both.
 */
static uint32_t fold(uint32_t code)
{
    if (code >= 'A' && code <= 'Z')
        return code + ('a' - 'A');
    if (code == IO_UPPER || code == IO_LOWER)
        return IE_LOWER;
    if (code >= CYRILLIC_UPPER && code < CYRILLIC_LOWER)
        return code + CYRILLIC_LETTERS;
    return code;
}

static bool is_same(const char *a, size_t a_len, const char *b, size_t b_len)
{
    size_t a_used;
    size_t b_used;
    while (a_len > 0 && b_len > 0) {
        if (fold(next_code(a, a_len, &a_used)) != fold(next_code(b, b_len, &b_used)))
            return false;
        a += a_used;
        a_len -= a_used;
        b += b_used;
        b_len -= b_used;
    }
    return a_len == 0 && b_len == 0;
}

bool typed_is_same(const char *a, const char *b)
{
    return is_same(a, strlen(a), b, strlen(b));
}

/* The Latin letter for a character; a space if there is none. ASCII stays as it is. */
static char latin(enum typed_way way, uint32_t code)
{
    if (code < 0x80)
        return (char)code;
    if (code < CYRILLIC_UPPER || code >= CYRILLIC_LOWER + CYRILLIC_LETTERS)
        return ' ';
    bool is_upper = code < CYRILLIC_LOWER;
    uint32_t at = code - (is_upper ? CYRILLIC_UPPER : CYRILLIC_LOWER);
    if (way == TYPED_BY_KEY)
        return by_key[at];
    return is_upper ? by_look_upper[at] : by_look_lower[at];
}

/* Writes a text without spaces in Latin letters. False: it is too long, or has a character without
 * one. */
static bool to_latin(enum typed_way way, const char *text, size_t len, char *out, size_t size)
{
    size_t written = 0;
    size_t used;
    for (size_t at = 0; at < len; at += used) {
        char letter = latin(way, next_code(text + at, len - at, &used));
        if (letter == ' ' || written + 1 >= size)
            return false;
        out[written++] = letter;
    }
    out[written] = '\0';
    return true;
}

bool typed_by_key(const char *text, char *out, size_t size)
{
    if (!to_latin(TYPED_BY_KEY, text, strlen(text), out, size))
        return false;
    for (char *at = out; *at != '\0'; at++)
        *at = (char)fold((unsigned char)*at);
    return true;
}

/* ---------------------------------------------------------------- words */

#define WORD_SIZE 32 /* more than the longest English word */

static bool is_english(const struct typed_word *row, const char *word, size_t len)
{
    return is_same(row->word, strlen(row->word), word, len);
}

/* Whether the word is one of a list with spaces between. */
static bool is_among(const char *at, const char *word, size_t len)
{
    while (*at != '\0') {
        size_t one = strcspn(at, " ");
        if (is_same(at, one, word, len))
            return true;
        at += one + strspn(at + one, " ");
    }
    return false;
}

static bool is_translated(const struct typed_word *row, const char *word, size_t len)
{
    return is_among(row->translated, word, len);
}

static bool is_by_key(const struct typed_word *row, const char *word, size_t len)
{
    char typed[WORD_SIZE] = "";
    return to_latin(TYPED_BY_KEY, word, len, typed, sizeof(typed)) &&
           is_english(row, typed, strlen(typed));
}

const struct typed_word *typed_find(const struct typed_words *words, const char *word, size_t len)
{
    static bool (*const is_word[])(const struct typed_word *row, const char *word,
                                   size_t len) = {is_english, is_translated, is_by_key};
    for (size_t way = 0; way < sizeof(is_word) / sizeof(is_word[0]); way++)
        for (size_t i = 0; i < words->count; i++)
            if (is_word[way](&words->rows[i], word, len))
                return &words->rows[i];
    return NULL;
}

/* ---------------------------------------------------------------- squares */

#define SQUARE_TYPED_SIZE 16 /* letters of four bytes at the most, digits, a NUL */

static bool is_letter(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

static bool is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

/* Reads the text of a stone one way: letters and digits, which begin with a letter, and spaces
 * behind it where it stands alone before a digit; or numbers alone. What the rules of the game make
 * of it is theirs.
 */
static bool read_square(enum typed_way way, const char *text, char square[ACTION_TEXT_SIZE])
{
    size_t len = strlen(text);
    if (len < ACTION_TEXT_SIZE && len > 0 && strspn(text, "-:0123456789") == len) {
        memcpy(square, text, len + 1); /* counted from the first stone: no letters */
        return true;
    }
    size_t head = strcspn(text, " 0123456789");
    size_t spaces = strspn(text + head, " ");
    const char *rest = text + head + spaces;
    if (head == 0 || !is_digit(*rest) || !to_latin(way, text, head, square, ACTION_TEXT_SIZE))
        return false;
    size_t letters = strlen(square);
    if ((spaces > 0 && letters > 1) ||
        !to_latin(way, rest, strlen(rest), square + letters, ACTION_TEXT_SIZE - letters))
        return false;
    for (const char *at = square; *at != '\0'; at++)
        if (!is_letter(*at) && !is_digit(*at))
            return false;
    return true;
}

struct squares {
    char texts[TYPED_WAYS][ACTION_TEXT_SIZE];
    size_t count;
};

/* The squares that a text may name: two only where both are legal, and none the other. */
static bool find_squares(const char *text, const struct typed_board *board,
                         struct squares *squares_out)
{
    const struct variant *variant = board->variant;
    bool is_legal[TYPED_WAYS] = {false};
    struct action actions[TYPED_WAYS];
    struct squares *found = squares_out;
    found->count = 0;
    for (enum typed_way way = TYPED_BY_LOOK; variant != NULL && way < TYPED_WAYS; way++) {
        char *square = found->texts[found->count];
        struct action *action = &actions[found->count];
        if ((board->has_way && way != board->way) || !read_square(way, text, square) ||
            action_parse(variant, square, strlen(square), action) != 0)
            continue;
        is_legal[found->count] = board->game != NULL && game_check(board->game, *action) == 0;
        found->count++;
    }
    if (found->count == TYPED_WAYS && is_legal[TYPED_BY_KEY] && !is_legal[TYPED_BY_LOOK])
        memcpy(found->texts[0], found->texts[1], sizeof(found->texts[0]));
    if (found->count == TYPED_WAYS && (!is_legal[TYPED_BY_LOOK] || !is_legal[TYPED_BY_KEY] ||
                                       action_equals(actions[0], actions[1])))
        found->count = 1;
    return found->count > 0;
}

/* A column alone, one way, is its one square that takes a stone; false if it is none, or has not
 * one such square. */
static bool read_column(enum typed_way way, const char *text, const struct typed_board *board,
                        char square[ACTION_TEXT_SIZE])
{
    const struct variant *variant = board->variant;
    bool is_counted = variant_is_sparse(variant);
    struct action action;
    size_t found = 0;
    char column[ACTION_TEXT_SIZE - 4];
    char first[ACTION_TEXT_SIZE];
    if (!to_latin(way, text, strlen(text), column, sizeof(column)))
        return false;
    int len = snprintf(first, sizeof(first), "%s%s", column, is_counted ? ":0" : "1");
    if (action_parse(variant, first, (size_t)len, &action) != 0 || action_is_choice(action))
        return false;
    for (size_t cell = action_cell(action); cell < variant_cells(variant); cell += variant->width) {
        if (game_check(board->game, action_place(cell)) != 0)
            continue;
        action_format(variant, action_place(cell), square);
        found++;
    }
    return found == 1;
}

/* The moves that a text means where stones fall: by its column alone. */
static bool find_columns(const char *text, const struct typed_board *board,
                         struct squares *squares_out)
{
    struct squares *found = squares_out;
    found->count = 0;
    if (board->game == NULL || board->variant == NULL ||
        (board->variant->needs & NEED_SUPPORT) == 0)
        return false;
    for (enum typed_way way = TYPED_BY_LOOK; way < TYPED_WAYS; way++)
        if ((!board->has_way || way == board->way) &&
            read_column(way, text, board, found->texts[found->count]))
            found->count++;
    if (found->count == TYPED_WAYS && strcmp(found->texts[0], found->texts[1]) == 0)
        found->count = 1;
    return found->count > 0;
}

/* ---------------------------------------------------------------- lines */

/* The answers to any question, in both languages whatever penta speaks, also in the other layout.
 * The letter on the key of y begins the Russian no: one letter is never read by its key. NULL: the
 * word is none. */
static const char *find_answer(const char *word)
{
    static const char *const answers[][2] = {{"yes", "yes y да д lf нуы"},
                                             {"no", "no n нет н ytn тщ"}};
    for (size_t i = 0; i < sizeof(answers) / sizeof(answers[0]); i++)
        if (is_among(answers[i][1], word, strlen(word)))
            return answers[i][0];
    return NULL;
}

/* A word of the table with something behind it. */
static void put_line(struct typed *typed, const char *word, const char *rest)
{
    snprintf(typed->lines[typed->count], TYPED_SIZE, "%s%s%s", word, rest[0] != '\0' ? " " : "",
             rest);
    typed->count++;
}

static void put_command(struct typed *typed, const struct typed_word *command, const char *rest,
                        const struct typed_words *words, const struct squares *squares)
{
    const struct typed_word *argument = NULL;
    if (!command->is_before_text && rest[0] != '\0')
        argument = typed_find(words, rest, strlen(rest));
    if (argument != NULL) {
        put_line(typed, command->word, argument->word);
        return;
    }
    for (size_t i = 0; !command->is_before_text && i < squares->count; i++)
        put_line(typed, command->word, squares->texts[i]);
    if (typed->count == 0)
        put_line(typed, command->word, rest);
}

/* A square, and the word of a text with it; else the line means nothing. */
static void put_unknown(struct typed *typed, const char *line, const struct typed_words *words,
                        const struct typed_board *board)
{
    struct squares squares = {.count = 0};
    char square[SQUARE_TYPED_SIZE];
    char said[TYPED_SIZE - SQUARE_TYPED_SIZE - 1]; /* the square stands before it */
    size_t len = strcspn(line, " ");
    const char *word = line + len + strspn(line + len, " ");
    size_t word_len = strcspn(word, " ");
    const struct typed_word *row = word_len > 0 ? typed_find(words, word, word_len) : NULL;
    snprintf(square, sizeof(square), "%.*s", (int)len, line);
    if (row != NULL && row->is_before_text && len < sizeof(square))
        (void)find_squares(square, board, &squares);
    if (squares.count == 0) {
        put_line(typed, line, "");
        return;
    }
    const char *text = word + word_len + strspn(word + word_len, " ");
    snprintf(said, sizeof(said), "%s %s", row->word, text);
    for (size_t i = 0; i < squares.count; i++)
        put_line(typed, squares.texts[i], said);
}

static void put_squares(struct typed *typed, const struct squares *squares)
{
    for (size_t i = 0; i < squares->count; i++)
        put_line(typed, squares->texts[i], "");
}

void typed_read(const char *line, const struct typed_words *words, const struct typed_board *board,
                struct typed *typed_out)
{
    struct squares squares;
    typed_out->count = 0;
    if (find_squares(line, board, &squares)) {
        put_squares(typed_out, &squares);
        return;
    }
    const char *word = line + (line[0] == '/' ? 1 : 0); /* as in chats of other programs */
    size_t len = strcspn(word, " ");
    const char *rest = word + len + strspn(word + len, " ");
    const char *answer = find_answer(word);
    const struct typed_word *command = typed_find(words, word, len);
    if (answer != NULL) {
        put_line(typed_out, answer, "");
        return;
    }
    if (find_columns(line, board, &squares)) {
        put_squares(typed_out, &squares);
        return;
    }
    if (command == NULL) {
        put_unknown(typed_out, line, words, board);
        return;
    }
    (void)find_squares(rest, board, &squares);
    put_command(typed_out, command, rest, words, &squares);
}

/* ---------------------------------------------------------------- completion */

struct completion {
    char *rest;
    size_t len;
    bool is_any;
    bool is_one; /* all words so far are the same */
};

static bool begins_with(const char *word, size_t word_len, const char *part, size_t part_len)
{
    return part_len <= word_len && is_same(word, part_len, part, part_len);
}

/* Keeps of what is to be added only what this word has, too: whole characters. */
static void narrow(struct completion *completion, const char *rest, size_t len)
{
    size_t common = 0;
    if (!completion->is_any) {
        *completion = (struct completion){
            .rest = completion->rest, .len = len, .is_any = true, .is_one = true};
        memcpy(completion->rest, rest, len);
        return;
    }
    while (common < len && common < completion->len && rest[common] == completion->rest[common])
        common++;
    completion->is_one = completion->is_one && common == len && common == completion->len;
    while (common > 0 && common < len && ((unsigned char)rest[common] & 0xC0u) == 0x80u)
        common--;
    completion->len = common;
}

static void narrow_by_words(struct completion *completion, const char *list, const char *part)
{
    size_t part_len = strlen(part);
    while (*list != '\0') {
        size_t len = strcspn(list, " ");
        if (begins_with(list, len, part, part_len))
            narrow(completion, list + part_len, len - part_len);
        list += len + strspn(list + len, " ");
    }
}

void typed_complete(const struct typed_words *words, const char *line, char rest_out[TYPED_SIZE])
{
    struct completion completion = {.rest = rest_out};
    const char *space = strrchr(line, ' ');
    const char *part = space != NULL ? space + 1 : line + (line[0] == '/' ? 1 : 0);
    const struct typed_word *first = typed_find(words, line, strcspn(line, " "));
    rest_out[0] = '\0';
    if (part[0] == '\0' || (space != NULL && (first == NULL || first->is_before_text)))
        return;
    for (size_t i = 0; i < words->count; i++) {
        narrow_by_words(&completion, words->rows[i].word, part);
        narrow_by_words(&completion, words->rows[i].translated, part);
    }
    snprintf(rest_out + completion.len, TYPED_SIZE - completion.len, "%s",
             completion.is_one ? " " : "");
}
