/* SPDX-License-Identifier: MIT */
/*
 * The command distances: how far the boards of a nested game are from one another, or those of a
 * send map in a file. No server is asked.
 */
#include "engine/distances.h"

#include "client/cli/ask/ask.h"
#include "client/cli/ask/record_file.h"
#include "client/cli/draw/heat.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/words/guide.h"
#include "client/cli/words/problem.h"
#include "client/cli/words/words.h"
#include "engine/needs.h"

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define LINE_COLUMNS 80      /* where there is no window, in a pipe */
#define FILE_BYTES_MAX 16384 /* a map has less than 3 KB without its comments */
#define MEAN_SIZE 40
#define BAR_COLUMNS 50
#define DISTANCE_COLUMNS 10
#define PAIRS_COLUMNS 7

struct subject {
    char name[WORDS_SIZE];
    struct send_map map;
    struct distances distances;
    size_t from; /* the board whose distances are drawn */
};

/* ---------------------------------------------------------------- the map */

static enum exit_code tell_fault(const char *path, enum send_map_fault fault, size_t line)
{
    static const char *const texts[] = {
        [SEND_MAP_NO_BOARD] = N_("%s, line %u: a word is no board: 1 to 9, or 11 to 99 without 0."),
        [SEND_MAP_NOT_NINE] = N_("%s, line %u: each line has nine boards, one for each place."),
        [SEND_MAP_TOO_LONG] = N_("%s, line %u: there are more lines than boards."),
        [SEND_MAP_TOO_SHORT] = N_("%s, line %u: the map ends before its 9th or 81st board."),
    };
    problem_tell(gettext(texts[fault]), path, (unsigned)line);
    return EXIT_CODE_TROUBLE;
}

static enum exit_code read_file(const char *path, struct send_map *map_out)
{
    char bytes[FILE_BYTES_MAX];
    size_t len = 0;
    size_t line;
    int failed = record_file_bytes(path, bytes, sizeof(bytes), &len);
    if (failed == ENOENT)
        problem_tell(_("\"%s\" is neither a game nor a file."), path);
    else if (failed != 0)
        problem_tell("%s: %s", path, strerror(failed));
    if (failed != 0)
        return EXIT_CODE_TROUBLE;
    enum send_map_fault fault = send_map_read(map_out, bytes, len, &line);
    return fault == SEND_MAP_SOUND ? EXIT_CODE_OK : tell_fault(path, fault, line);
}

static enum exit_code find_map(const char *word, struct subject *subject)
{
    const struct variant *variant = variant_find(word, strlen(word));
    if (variant == NULL) {
        snprintf(subject->name, sizeof(subject->name), "%s", word);
        return read_file(word, &subject->map);
    }
    if ((variant->needs & NEED_NESTED) == 0) {
        problem_tell(_("In %s (%s) no board sends to another; games in which one does are listed "
                       "under \"%s\" by: penta games --of"),
                     words_variant(variant), variant->key, guide_kind_name(GUIDE_NESTED));
        return EXIT_CODE_UNSUITED;
    }
    snprintf(subject->name, sizeof(subject->name), "%s (%s)", words_variant(variant), variant->key);
    send_map_of(variant, &subject->map);
    return EXIT_CODE_OK;
}

/* The board that the command line names, or the one in the middle. */
static enum exit_code find_board(const struct invocation *invocation, struct subject *subject)
{
    const struct send_map *map = &subject->map;
    subject->from = map->boards / 2;
    if (invocation->arguments_count < 2)
        return EXIT_CODE_OK;
    const char *word = invocation->arguments[1];
    if (send_map_find(map, word, strlen(word), &subject->from))
        return EXIT_CODE_OK;
    problem_tell(_("\"%s\" is no board of that map; their numbers are %u to %u, without a zero."),
                 word, send_map_number(map, 0), send_map_number(map, map->boards - 1));
    return EXIT_CODE_USAGE;
}

/* ---------------------------------------------------------------- for people */

/* A mean in ten-thousandths, rounded. */
static unsigned decimals(struct distance_mean mean)
{
    uint64_t twice = 2 * (uint64_t)mean.denominator;
    return (unsigned)(((uint64_t)mean.numerator * 20000 + mean.denominator) / twice);
}

static const char *mean_text(const struct distance_tally *tally, char text[MEAN_SIZE])
{
    struct distance_mean mean = distance_tally_mean(tally);
    unsigned parts = decimals(mean);
    if (mean.denominator == 1)
        snprintf(text, MEAN_SIZE, "%u", mean.numerator);
    else
        snprintf(text, MEAN_SIZE, _("%u/%u = %u.%04u"), mean.numerator, mean.denominator,
                 parts / 10000, parts % 10000);
    return text;
}

/* Of the ways of boards back to themselves. */
static const char *own_text(const struct distance_tally *own, char text[MEAN_SIZE])
{
    char range[MEAN_SIZE / 2];
    unsigned least = distance_tally_least(own);
    unsigned most = distance_tally_most(own);
    if (least < most)
        snprintf(range, sizeof(range), _("%u to %u"), least, most);
    else
        snprintf(range, sizeof(range), "%u", least);
    if (least == DISTANCE_NEVER)
        snprintf(text, MEAN_SIZE, "%s", _("never"));
    else if (own->pairs[DISTANCE_NEVER] > 0)
        snprintf(text, MEAN_SIZE, _("%s, or never"), range);
    else
        snprintf(text, MEAN_SIZE, "%s", range);
    return text;
}

static void put_folded(const struct send_map *folded, struct ink *ink)
{
    struct distances distances;
    struct distance_tally all;
    struct distance_tally own;
    char mean[MEAN_SIZE];
    char back[MEAN_SIZE];
    distances_find(folded, &distances);
    distances_tally_all(&distances, &all);
    distances_tally_own(&distances, &own);
    ink_put_line(ink, COLOUR_PLAIN,
                 _("The three boards of a row send alike; %u rows: mean %s, back %s"),
                 (unsigned)distances.boards, mean_text(&all, mean), own_text(&own, back));
}

static void put_figures(const struct subject *subject, const struct distance_tally *all,
                        bool has_means, struct ink *ink)
{
    struct distance_tally own;
    struct send_map folded;
    char text[MEAN_SIZE];
    unsigned boards = (unsigned)subject->map.boards;
    distances_tally_own(&subject->distances, &own);
    ink_put_line(ink, COLOUR_BOLD, ngettext("%s: %u board", "%s: %u boards", boards), subject->name,
                 boards);
    ink_put_line(ink, COLOUR_PLAIN,
                 has_means ? _("Mean distance: %s")
                           : _("Mean distance: %s, the same from each board"),
                 mean_text(all, text));
    ink_put_line(ink, COLOUR_PLAIN, _("Back to the same board: %s"), own_text(&own, text));
    if (send_map_fold(&subject->map, &folded))
        put_folded(&folded, ink);
}

static void put_pairs(const char *distance, uint32_t pairs, uint32_t all, struct ink *ink)
{
    ink_put_cell(ink, COLOUR_PLAIN, -DISTANCE_COLUMNS, "%s", distance);
    ink_put_cell(ink, COLOUR_PLAIN, -PAIRS_COLUMNS, "%u", pairs);
    ink_put_spaces(ink, 1);
    for (uint32_t i = 0; i < (pairs * BAR_COLUMNS + all - 1) / all; i++)
        ink_put(ink, COLOUR_WON, "%s", ink->look.is_utf8 ? "\xE2\x96\xA0" : "*"); /* a square */
    ink_end_line(ink);
}

/* How many pairs are how far apart; those without a way are told apart from them. */
static void put_distribution(const struct distance_tally *all, size_t boards, struct ink *ink)
{
    uint32_t pairs = (uint32_t)(boards * boards);
    ink_put_cell(ink, COLOUR_DIM, -DISTANCE_COLUMNS, "%s", _("distance"));
    ink_put_cell(ink, COLOUR_DIM, -PAIRS_COLUMNS, "%s", _("pairs"));
    ink_end_line(ink);
    for (unsigned stones = 1; stones <= distance_tally_most(all); stones++) {
        char text[MEAN_SIZE];
        snprintf(text, sizeof(text), "%u", stones);
        put_pairs(text, all->pairs[stones], pairs, ink);
    }
    if (all->pairs[DISTANCE_NEVER] == 0)
        return;
    put_pairs(_("never"), all->pairs[DISTANCE_NEVER], pairs, ink);
    ink_put_line(ink, COLOUR_PLAIN, "%s", _("Pairs without a way are in no mean."));
}

/* Returns whether the means differ. */
static bool fill_means(const struct subject *subject, struct heat *heat)
{
    bool differ = false;
    *heat = (struct heat){
        .title = _("Mean distance from each board"), .boards = subject->map.boards, .columns = 5};
    for (size_t i = 0; i < heat->boards; i++) {
        struct distance_tally tally;
        distances_tally_from(&subject->distances, i, &tally);
        heat->board[i].value = decimals(distance_tally_mean(&tally));
        unsigned hundredths = (heat->board[i].value + 50) / 100;
        snprintf(heat->board[i].text, HEAT_TEXT_SIZE, _("%u.%02u"), hundredths / 100 % 100,
                 hundredths % 100);
        differ = differ || heat->board[i].value != heat->board[0].value;
    }
    return differ;
}

static void fill_distances(const struct subject *subject, const char *title, struct heat *heat)
{
    *heat = (struct heat){.title = title, .boards = subject->map.boards, .columns = 3};
    for (size_t i = 0; i < heat->boards; i++) {
        const char *mark = i == subject->from ? "*" : "";
        unsigned stones = subject->distances.stones[subject->from][i];
        heat->board[i].value = stones;
        if (stones == DISTANCE_NEVER)
            snprintf(heat->board[i].text, HEAT_TEXT_SIZE, "%s-", mark);
        else
            snprintf(heat->board[i].text, HEAT_TEXT_SIZE, "%s%u", mark, stones);
    }
}

static void put_text(const struct subject *subject, const struct distance_tally *all,
                     struct ink *ink)
{
    struct heat maps[2];
    char title[WORDS_SIZE];
    bool has_means = fill_means(subject, &maps[0]);
    size_t count = has_means ? 1 : 0;
    if (ink->columns == 0)
        ink_break_lines(ink, LINE_COLUMNS);
    put_figures(subject, all, has_means, ink);
    put_distribution(all, subject->map.boards, ink);
    snprintf(title, sizeof(title), _("Distances from %u (*)"),
             send_map_number(&subject->map, subject->from));
    fill_distances(subject, title, &maps[count++]);
    heat_draw(maps, count, ink);
}

/* ---------------------------------------------------------------- for programs */

static void put(struct ink *ink, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void put(struct ink *ink, const char *format, ...)
{
    char text[64];
    va_list args;
    va_start(args, format);
    int len = vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    ink_put_json(ink, text, (size_t)len);
}

static void put_mean(const struct distance_tally *tally, struct ink *ink)
{
    struct distance_mean mean = distance_tally_mean(tally);
    put(ink, "\"%u/%u\"", mean.numerator, mean.denominator);
}

/* The distances from a board, in the order of boards. */
static void put_stones(const struct distances *distances, size_t from, struct ink *ink)
{
    for (size_t to = 0; to < distances->boards; to++) {
        unsigned stones = distances->stones[from][to];
        put(ink, "%s", to > 0 ? "," : "[");
        if (stones == DISTANCE_NEVER)
            put(ink, "null");
        else
            put(ink, "%u", stones);
    }
    put(ink, "]");
}

static void put_json(const struct subject *subject, const struct distance_tally *all,
                     struct ink *ink)
{
    const struct distances *distances = &subject->distances;
    put(ink, "{\"boards\":%zu,\"mean\":", distances->boards);
    put_mean(all, ink);
    put(ink, ",\"never\":%u,\"pairs\":[", all->pairs[DISTANCE_NEVER]);
    for (unsigned stones = 1; stones <= distance_tally_most(all); stones++)
        put(ink, "%s%u", stones > 1 ? "," : "", all->pairs[stones]);
    put(ink, "],\"means\":[");
    for (size_t board = 0; board < distances->boards; board++) {
        struct distance_tally tally;
        distances_tally_from(distances, board, &tally);
        put(ink, "%s", board > 0 ? "," : "");
        put_mean(&tally, ink);
    }
    put(ink, "],\"distances\":[");
    for (size_t board = 0; board < distances->boards; board++) {
        put(ink, "%s", board > 0 ? "," : "");
        put_stones(distances, board, ink);
    }
    put(ink, "]}\n");
}

enum exit_code run_distances(const struct invocation *invocation)
{
    struct subject subject;
    struct distance_tally all;
    struct ink ink;
    enum exit_code code = find_map(invocation->arguments[0], &subject);
    if (code == EXIT_CODE_OK)
        code = find_board(invocation, &subject);
    if (code != EXIT_CODE_OK)
        return code;
    distances_find(&subject.map, &subject.distances);
    distances_tally_all(&subject.distances, &all);
    ink_init_for(&ink, STDOUT_FILENO, invocation_has(invocation, OPTION_NO_COLOR));
    if (invocation_has(invocation, OPTION_JSON))
        put_json(&subject, &all, &ink);
    else
        put_text(&subject, &all, &ink);
    return problem_print(&ink);
}
