/* SPDX-License-Identifier: MIT */
/*
 * Writes and reads PSQ, the format of Piskvork and Gomocup; engine/record.h describes it. The
 * reader is a parser of outside bytes: it takes one line after the other and never looks back.
 */
#include "engine/needs.h"
#include "engine/record.h"
#include "engine/record_rule.h"
#include "engine/text.h"

#include <string.h>

/* Stands before the key of the variant. No name can look like it, since names lose their colons. */
#define TAG "homo-pentad:"
/* The last word behind that key, of a game that was annulled. */
#define ANNULLED "annulled"
#define HEADER "Piskvorky"

/* Whether a record that says nothing more is of this variant. */
static bool is_plain(const struct variant *variant)
{
    return variant_find_plain(variant->width, variant->height) == variant;
}

static void put_header(struct text_writer *writer, const struct variant *variant)
{
    text__put_string(writer, "Piskvorky ");
    text__put_number(writer, variant->width);
    text__put(writer, 'x');
    text__put_number(writer, variant->height);
    text__put_string(writer, ", 11:11, 0\n");
}

/* Readers take it for an int. */
static size_t psq_ms(const struct record_tags *tags, size_t ply)
{
    int64_t ms = tags != NULL && tags->spent_ms != NULL ? tags->spent_ms[ply] : 0;
    return ms < 0 ? 0 : ms > INT32_MAX ? INT32_MAX : (size_t)ms;
}

static void put_stone(struct text_writer *writer, const struct variant *variant, size_t cell,
                      size_t ms)
{
    text__put_number(writer, cell % variant->width + 1);
    text__put(writer, ',');
    text__put_number(writer, variant->height - cell / variant->width);
    text__put(writer, ',');
    text__put_number(writer, ms);
    text__put(writer, '\n');
}

static void put_tag(struct text_writer *writer, const struct game *game, bool is_annulled)
{
    char word[ACTION_TEXT_SIZE];
    text__put_string(writer, TAG);
    text__put_string(writer, game->variant->key);
    const struct action *actions = game_actions(game);
    for (size_t ply = 0; ply < game->ply; ply++) {
        if (!action_is_choice(actions[ply]))
            continue;
        action_format(game->variant, actions[ply], word);
        text__put(writer, ' ');
        text__put_string(writer, word);
    }
    if (is_annulled)
        text__put_string(writer, " " ANNULLED);
    text__put(writer, '\n');
}

static void put_name(struct text_writer *writer, const char *name)
{
    text__put_string(writer, "homo-");
    for (; *name != '\0'; name++) {
        unsigned char byte = (unsigned char)*name;
        text__put(writer, byte < 0x20 || byte == 0x7F || byte == ':' ? ' ' : *name);
    }
    text__put(writer, '\n');
}

static void put_names(struct text_writer *writer, const struct game *game,
                      const struct record_tags *tags)
{
    enum seat first = game_seat_mark(game, SEAT_FIRST) == MARK_O ? SEAT_SECOND : SEAT_FIRST;
    const char *black = tags != NULL ? tags->player[first] : NULL;
    const char *white = tags != NULL ? tags->player[1 - first] : NULL;
    put_name(writer, black != NULL ? black : "1");
    put_name(writer, white != NULL ? white : "2");
}

int record_write_psq(const struct game *game, const struct record_tags *tags, char *text,
                     size_t size)
{
    const struct action *actions = game_actions(game);
    struct text_writer writer;
    if (!reader_knows(READER_PSQ, game->variant))
        return ERR_NO_RECORD;
    text__start(&writer, text, size);
    put_header(&writer, game->variant);
    for (size_t ply = 0; ply < game->ply; ply++)
        if (!action_is_choice(actions[ply]))
            put_stone(&writer, game->variant, action_cell(actions[ply]), psq_ms(tags, ply));
    bool is_annulled = tags != NULL && tags->is_annulled;
    if (!is_plain(game->variant) || is_annulled)
        put_tag(&writer, game, is_annulled);
    put_names(&writer, game, tags);
    text__put_string(&writer, "0\n");
    return text__end(&writer);
}

/* Takes the next line that is not blank off the front; its text is at the end when there is none.
 */
static struct text_span take_line(struct text_span *rest)
{
    struct text_span line;
    do {
        line = text__trim(text__take_until(rest, '\n'));
    } while (line.len == 0 && rest->len > 0);
    return line;
}

/* "Piskvorky 19x19, 11:11, 0": only the size matters, and programs write the rest in several ways.
 */
static bool header_parse(struct text_span line, struct record_naming *naming_out)
{
    struct text_span word = {line.text, sizeof(HEADER) - 1};
    if (line.len < word.len || !text__is_word(word, HEADER))
        return false;
    line = text__trim((struct text_span){line.text + word.len, line.len - word.len});
    *naming_out =
        (struct record_naming){.reader = READER_PSQ, .reader_of_ours = READER_PSQ, .size = line};
    return text__take_number(&line, &naming_out->width) && naming_out->width > 0 &&
           text__take_prefix(&line, "x") && text__take_number(&line, &naming_out->height);
}

/* Takes lines off the front up to a header, and that, too. False: there is none. */
static bool take_header(struct text_span *rest, struct record_naming *naming_out,
                        struct text_span *line_out)
{
    while (rest->len > 0) {
        *line_out = take_line(rest);
        if (header_parse(*line_out, naming_out))
            return true;
    }
    return false;
}

bool record__find_psq(struct text_span text, size_t *at_out)
{
    struct record_naming naming;
    struct text_span line;
    struct text_span rest = text;
    if (record__take_mark(&rest) != 0 || !take_header(&rest, &naming, &line))
        return false;
    *at_out = (size_t)(line.text - text.text);
    return true;
}

/* Takes ", 12" off the front. */
static bool take_field(struct text_span *line, size_t *number_out)
{
    *line = text__trim(*line);
    if (!text__take_prefix(line, ","))
        return false;
    *line = text__trim(*line);
    return text__take_number(line, number_out);
}

/* Whether the line is meant for one of the moves, "10,10". A bare number is the error code. */
static bool is_move(struct text_span line)
{
    size_t number;
    if (!text__take_number(&line, &number))
        return false;
    line = text__trim(line);
    return text__take_prefix(&line, ",");
}

/* `line` is a move: its first number is there. */
static int move_act(struct game *game, struct text_span line)
{
    const struct variant *variant = game->variant;
    size_t column;
    size_t from_top;
    size_t ignored_ms;
    (void)text__take_number(&line, &column);
    if (!take_field(&line, &from_top))
        return ERR_BAD_RECORD;
    if (line.len > 0 && (!take_field(&line, &ignored_ms) || line.len > 0))
        return ERR_BAD_RECORD;
    if (column < 1 || column > variant->width || from_top < 1 || from_top > variant->height)
        return game_check(game, action_place(variant_cells(variant)));
    return game_act(game, action_place(column - 1 + (variant->height - from_top) * variant->width));
}

/* Makes the choices that the game asks for now. `fault_out` is set to where an error is. */
static int choices_act(struct game *game, struct text_span *words, struct text_span *fault_out)
{
    struct action action;
    while (words->len > 0 && game_expects(game) != EXPECTS_STONE) {
        struct text_span word = text__take_until(words, ' ');
        *fault_out = word;
        if (action_parse(game->variant, word.text, word.len, &action) != 0 ||
            !action_is_choice(action))
            return ERR_BAD_RECORD;
        int error = game_act(game, action);
        if (error != 0)
            return error;
    }
    return 0;
}

/* Plays the moves at the front of `text`, with the choices of the opening in between. */
static int moves_act(struct game *game, struct text_span text, struct text_span choices,
                     struct text_span *fault_out)
{
    for (struct text_span line = take_line(&text); is_move(line); line = take_line(&text)) {
        int error = choices_act(game, &choices, fault_out);
        if (error != 0)
            return error;
        *fault_out = line;
        error = move_act(game, line);
        if (error != 0)
            return error;
    }
    int error = choices_act(game, &choices, fault_out);
    if (error == 0 && choices.len > 0) { /* nobody asked for these */
        *fault_out = choices;
        return ERR_BAD_RECORD;
    }
    return error;
}

/* The line after the moves, where a key may stand. */
static struct text_span line_after_moves(struct text_span text)
{
    struct text_span line = take_line(&text);
    while (is_move(line))
        line = take_line(&text);
    return line;
}

/* Cuts the word off the end that is no choice. */
static void drop_annulled(struct text_span *choices)
{
    struct text_span word = *choices;
    while (memchr(word.text, ' ', word.len) != NULL)
        (void)text__take_until(&word, ' ');
    if (text__is_word(word, ANNULLED))
        *choices = text__trim((struct text_span){choices->text, choices->len - word.len});
}

/* Begins the game of the variant that the record may be of and that is tried next. */
static int variant_begin(struct record_attempt *attempt, struct record_naming *naming,
                         struct text_span moves, struct text_span *choices_out, struct game *game)
{
    const struct variant *variant;
    *choices_out = line_after_moves(moves);
    if (text__take_prefix(choices_out, TAG)) {
        naming->key = text__take_until(choices_out, ' ');
        drop_annulled(choices_out);
    } else {
        choices_out->len = 0;
    }
    int error = record__next_variant(attempt, naming, &variant);
    if (error == 0)
        game_init(game, variant);
    return error;
}

/* Cuts the text down to the game that is asked for, or the only one. */
static int find_game(struct record_attempt *attempt, struct text_span *text,
                     struct record_naming *naming_out)
{
    struct record_naming naming;
    struct text_span line;
    struct text_span rest = *text;
    unsigned wanted = attempt->told->game > 0 ? attempt->told->game : 1;
    attempt->games = 0;
    attempt->fault = text__trim(rest);
    while (take_header(&rest, &naming, &line)) {
        if (++attempt->games == wanted) {
            *text = rest;
            *naming_out = naming;
            attempt->fault = line;
        } else if (attempt->games == wanted + 1) {
            text->len = (size_t)(line.text - text->text);
        }
    }
    if (attempt->games == 0)
        return ERR_BAD_RECORD;
    bool is_told = attempt->told->game > 0 || attempt->games == 1;
    return is_told && wanted <= attempt->games ? 0 : ERR_SEVERAL_GAMES;
}

int record__attempt_psq(struct record_attempt *attempt, struct text_span text, struct game *game)
{
    struct record_naming naming = {0};
    struct text_span choices;
    game_init(game, variant_get((enum variant_id)0));
    int error = record__take_mark(&text);
    if (error == 0)
        error = find_game(attempt, &text, &naming);
    if (error == 0)
        error = variant_begin(attempt, &naming, text, &choices, game);
    return error != 0 ? error : moves_act(game, text, choices, &attempt->fault);
}
