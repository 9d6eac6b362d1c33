/* SPDX-License-Identifier: MIT */
/*
 * The panel of client/cli/draw/panel.h. Lines are cleaned and cut here, because only here is their
 * width known.
 */
#include "client/cli/draw/panel.h"

#include "client/cli/draw/board.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/terminal/text.h"
#include "client/cli/words/table.h"
#include "client/cli/words/words.h"
#include "engine/needs.h"
#include "engine/nested.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAME_COLUMNS 8 /* of a name at least, if it is as long */
#define MARK_COLUMNS 4 /* in front of a name, without its stone */
#define MAP_GAP 3
#define MAP_COLUMNS (NESTED_BOARDS + 2 + MAP_GAP + NESTED_SIDE) /* of the map of a large board */
#define MAP_NOTES_MIN 2                                         /* lines that it leaves for notes */
#define PERSON_SIZE (2 * WORDS_SIZE + 64)

void panel_init(struct panel *panel, size_t width, size_t height, struct look look)
{
    panel->count = 0;
    panel->width = width;
    panel->height = height < PANEL_LINES_MAX ? height : PANEL_LINES_MAX;
    panel->look = look;
}

static void add_bytes(struct panel *panel, enum colour colour, const char *text, size_t len)
{
    if (panel->count < panel->height) {
        struct panel_line *line = &panel->lines[panel->count++];
        *line = (struct panel_line){.colour = colour};
        snprintf(line->text, sizeof(line->text), "%.*s", (int)len, text);
    }
}

/* Lines of clean text from number `skip` on, broken between words. */
static void add_lines(struct panel *panel, enum colour colour, const char *text, size_t skip)
{
    const char *line = text;
    for (size_t len; (len = text_wrap(&text, panel->width)) > 0; line = text)
        if (skip > 0)
            skip--;
        else
            add_bytes(panel, colour, line, len);
}

/* Formats a text of PANEL_LINE_SIZE that can be shown. */
static void put_clean(const struct panel *panel, const char *format, va_list args, char *text)
{
    char raw[PANEL_LINE_SIZE];
    vsnprintf(raw, sizeof(raw), format, args);
    text_clean(raw, panel->look.is_utf8, text, PANEL_LINE_SIZE);
}

/* Adds as many lines as the text needs. */
static void add_text(struct panel *panel, enum colour colour, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void add_text(struct panel *panel, enum colour colour, const char *format, ...)
{
    char text[PANEL_LINE_SIZE];
    va_list args;
    va_start(args, format);
    put_clean(panel, format, args, text);
    va_end(args);
    add_lines(panel, colour, text, 0);
}

/* One line, cut where it does not fit. */
static void add(struct panel *panel, enum colour colour, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void add(struct panel *panel, enum colour colour, const char *format, ...)
{
    char text[PANEL_LINE_SIZE];
    va_list args;
    va_start(args, format);
    put_clean(panel, format, args, text);
    va_end(args);
    add_bytes(panel, colour, text, text_fit(text, panel->width, NULL));
}

/* ---------------------------------------------------------------- the game */

/* Whether there are rows for what finds no room beside a name. */
static bool is_high(const struct panel *panel)
{
    return panel->height >= PANEL_HEAD_MIN;
}

static bool is_away(const struct table_person *person)
{
    return !person->is_connected || person->is_silent;
}

/* Things said of a person, from all to those that are left where there is no room for more. */
enum detail {
    DETAIL_ALL,
    DETAIL_NO_LAG,
    DETAIL_NO_RATING,
    DETAIL_SHORT,
    DETAIL_YOU_ALONE,
    DETAIL_NAME,
};

static void put_detail(const struct table *table, const struct table_person *person,
                       const char *name, enum detail detail, char text[PERSON_SIZE])
{
    char who[WORDS_SIZE];
    char link[WORDS_SIZE] = "";
    struct table_person shown = *person;
    bool is_me = strcmp(person->name, table->me) == 0;
    snprintf(shown.name, sizeof(shown.name), "%s", name);
    if (detail >= DETAIL_NO_LAG)
        shown.lag_ms = NONE;
    if (detail >= DETAIL_NO_RATING) {
        shown.rating = NONE;
        shown.is_guest = false;
        shown.computer[0] = '\0';
    }
    words_person(&shown, who, sizeof(who));
    if (detail < DETAIL_SHORT)
        words_connection(&shown, link, sizeof(link));
    else if (detail < DETAIL_NAME && is_away(person))
        snprintf(link, sizeof(link), "%s", _(" (away)"));
    if (is_me && detail >= DETAIL_YOU_ALONE) /* two names that are cut would not tell who one is */
        snprintf(text, PERSON_SIZE, "%s", _("you"));
    else
        snprintf(text, PERSON_SIZE, "%s%s%s", who, is_me ? _(", you") : "", link);
}

/* The person in words of at most `columns`, as many as leave a name its first letters; the time of
 * the way goes before a letter does. A name that is too long is cut, and says so. */
static enum detail put_person(const struct panel *panel, const struct table *table,
                              const struct table_person *person, size_t columns,
                              char text[PERSON_SIZE])
{
    char name[TABLE_NAME_SIZE];
    size_t width = 0;
    enum detail detail = DETAIL_ALL;
    text_clean(person->name, panel->look.is_utf8, name, sizeof(name) - 4);
    size_t whole = text_width(name);
    size_t spare = 0;
    enum detail last = is_high(panel) ? DETAIL_NAME : DETAIL_YOU_ALONE;
    for (;; detail++) {
        put_detail(table, person, name, detail, text);
        width = text_width(text);
        if (width <= columns + spare || detail == last)
            break;
        spare = whole > NAME_COLUMNS ? whole - NAME_COLUMNS : 0;
    }
    if (width <= columns)
        return detail;
    size_t cut = width - columns + 1;
    size_t left = text_fit(name, whole > cut + 1 ? whole - cut : 1, NULL);
    snprintf(name + left, sizeof(name) - left, "%s", panel->look.is_utf8 ? "\xe2\x80\xa6" : "~");
    put_detail(table, person, name, detail, text);
    return detail;
}

/* "X", or where stones are drawn "● X": the sentences go on to speak of X and O. */
static void put_mark(const struct panel *panel, enum mark mark, char *text, size_t size)
{
    const char *piece = board_piece(&panel->look, mark);
    const char *word = words_mark(mark);
    bool is_told = mark == MARK_NONE || strcmp(piece, word) == 0;
    snprintf(text, size, "%s%s%s", is_told ? "" : piece, is_told ? "" : " ", word);
}

/* `reserved` columns at the end of the line are for something else. Returns what it says. */
static enum detail add_person(struct panel *panel, const struct table *table,
                              const struct table_person *person, enum seat seat, size_t reserved)
{
    char who[PERSON_SIZE];
    enum mark mark = seat != SEAT_NONE ? game_seat_mark(&table->game, seat) : MARK_NONE;
    static const enum colour colours[] = {
        [MARK_NONE] = COLOUR_PLAIN, [MARK_X] = COLOUR_X, [MARK_O] = COLOUR_O};
    bool is_next = seat != SEAT_NONE && table_to_act(table) == seat;
    char shown[32] = "-";
    if (seat != SEAT_NONE)
        put_mark(panel, mark, shown, sizeof(shown));
    size_t taken = MARK_COLUMNS - 1 + text_width(shown) + reserved;
    enum detail detail =
        put_person(panel, table, person, panel->width > taken ? panel->width - taken : 1, who);
    add(panel, colours[mark], "%s %s %s", is_next ? ">" : " ", shown, who);
    return detail;
}

static bool clock_stands(const struct table *table, enum seat seat, int64_t now_ms)
{
    return table_on_clock(table) == seat && table_clock_stands(table, now_ms);
}

static void put_clock(const struct panel *panel, const struct table *table, enum seat seat,
                      int64_t now_ms, char end[PANEL_END_SIZE])
{
    char time[PANEL_END_SIZE];
    char raw[PANEL_END_SIZE + 4];
    bool is_urgent = words_clock_is_urgent(table, seat, now_ms);
    words_clock(table, seat, now_ms, time, sizeof(time));
    snprintf(raw, sizeof(raw), "%s%s",
             clock_stands(table, seat, now_ms) ? "|| "
             : is_urgent                       ? "! "
                                               : "",
             time);
    text_clean(raw, panel->look.is_utf8, end, PANEL_END_SIZE);
}

/* Puts the clock at the right end of the line that was added last; the name gives way to it. */
static void add_clock(struct panel *panel, const struct table *table, enum seat seat,
                      int64_t now_ms)
{
    struct panel_line *line = &panel->lines[panel->count - 1];
    bool is_urgent = words_clock_is_urgent(table, seat, now_ms);
    bool stands = clock_stands(table, seat, now_ms);
    put_clock(panel, table, seat, now_ms, line->end);
    size_t width = text_width(line->end);
    if (width + 1 >= panel->width) {
        line->end[0] = '\0';
        return;
    }
    size_t columns;
    line->text[text_fit(line->text, panel->width - width - 1, &columns)] = '\0';
    line->gap = panel->width - width - columns;
    line->end_colour = stands                          ? COLOUR_DIM
                       : is_urgent                     ? COLOUR_ALARM
                       : table_on_clock(table) == seat ? COLOUR_BOLD
                                                       : COLOUR_PLAIN;
}

/* A connection that found no room beside the name. */
static void add_absence(struct panel *panel, const struct table_person *person)
{
    char link[WORDS_SIZE];
    words_connection(person, link, sizeof(link));
    if (is_away(person))
        add(panel, COLOUR_DIM, "%*s%s", MARK_COLUMNS, "", link + strspn(link, ", "));
}

static void add_seats(struct panel *panel, const struct table *table, int64_t now_ms)
{
    for (enum seat seat = SEAT_FIRST; seat < SEAT_COUNT; seat++) {
        char clock[PANEL_END_SIZE] = "";
        size_t before = panel->count;
        if (table->has_clocks)
            put_clock(panel, table, seat, now_ms, clock);
        size_t reserved = table->has_clocks ? text_width(clock) + 1 : 0;
        enum detail detail = add_person(panel, table, &table->seats[seat], seat, reserved);
        if (table->has_clocks && panel->count > before)
            add_clock(panel, table, seat, now_ms);
        if (detail == DETAIL_NAME)
            add_absence(panel, &table->seats[seat]);
    }
}

void panel_add_players(struct panel *panel, const struct table *table, int64_t now_ms)
{
    if (table->game_id != 0)
        add_seats(panel, table, now_ms);
    for (size_t i = 0; table->game_id == 0 && i < table->players_count; i++)
        add_person(panel, table, &table->players[i], SEAT_NONE, 0);
}

void panel_add_head(struct panel *panel, const struct table *table, int64_t now_ms,
                    const char *legend)
{
    char control[WORDS_SIZE];
    if (table->variant != NULL) {
        add_text(panel, COLOUR_BOLD, "%s, %s", words_variant(table->variant),
                 words_rated(table->is_rated));
    }
    if (table->room != 0) {
        words_control(&table->control, control, sizeof(control));
        add_text(panel, COLOUR_DIM, _("Room %s, %s"), words_id(table->room).text, control);
    }
    if (table->resigns)
        add_text(panel, COLOUR_DIM, "%s", _("The computer resigns when lost"));
    if (table->watchers > 0) {
        unsigned long watchers = (unsigned long)table->watchers;
        add(panel, COLOUR_DIM, ngettext("%lu watching", "%lu watching", watchers), watchers);
    }
    add(panel, COLOUR_PLAIN, "%s", "");
    panel_add_players(panel, table, now_ms);
    add(panel, COLOUR_DIM, "%s", legend);
}

void panel_add_outside(struct panel *panel, size_t stones)
{
    unsigned long count = (unsigned long)stones;
    if (count > 0)
        add(panel, COLOUR_DIM, ngettext("%lu stone not in view", "%lu stones not in view", count),
            count);
}

void panel_add_points(struct panel *panel, const struct game *game)
{
    unsigned points[SEAT_COUNT];
    if (game_points(game, points))
        add(panel, COLOUR_PLAIN, _("Points: %s %u, %s %u"),
            words_mark(game_seat_mark(game, SEAT_FIRST)), points[SEAT_FIRST],
            words_mark(game_seat_mark(game, SEAT_SECOND)), points[SEAT_SECOND]);
}

/* Whether the next stone may be placed in that board, where not any will do. */
static bool is_next(const struct game *game, size_t board)
{
    struct nested_target next = nested_next(game);
    if (next.board != NESTED_ANY)
        return (size_t)next.board == board;
    return next.field != NESTED_ANY && (size_t)next.field == board / NESTED_BOARDS &&
           nested_owner(game, board) == NESTED_OPEN;
}

/* A row of the map: three boards of each of three fields, and on every third row three fields. */
static void put_map_row(const struct game *game, size_t row, char text[MAP_COLUMNS + 1])
{
    static const char signs[] = {
        [NESTED_OPEN] = '.', [NESTED_X] = 'x', [NESTED_O] = 'o', [NESTED_DRAWN] = '='};
    char *at = text;
    for (size_t column = 0; column < NESTED_BOARDS; column++) {
        size_t field = row / NESTED_SIDE * NESTED_SIDE + column / NESTED_SIDE;
        size_t small = row % NESTED_SIDE * NESTED_SIDE + column % NESTED_SIDE;
        size_t board = field * NESTED_BOARDS + small;
        if (column % NESTED_SIDE == 0 && column > 0)
            *at++ = ' ';
        *at++ = is_next(game, board) ? '+' : signs[nested_owner(game, board)];
    }
    for (size_t i = 0; row % NESTED_SIDE == 0 && i < NESTED_SIDE; i++) {
        at = i == 0 ? (char *)memset(at, ' ', MAP_GAP) + MAP_GAP : at;
        *at++ = signs[nested_field_owner(game, row / NESTED_SIDE * NESTED_SIDE + i)];
    }
    *at = '\0';
}

void panel_add_map(struct panel *panel, const struct game *game)
{
    char text[MAP_COLUMNS + 1];
    bool has_fields = (game->variant->needs & NEED_NESTED) != 0 && nested_levels(game->variant) > 1;
    if (!has_fields || panel->width < MAP_COLUMNS ||
        panel->height < panel->count + NESTED_BOARDS + MAP_NOTES_MIN)
        return;
    for (size_t row = 0; row < NESTED_BOARDS; row++) {
        put_map_row(game, row, text);
        add(panel, COLOUR_PLAIN, "%s", text);
    }
}

/* ---------------------------------------------------------------- the notes */

static size_t count_lines(const char *text, size_t width)
{
    size_t count = 0;
    while (text_wrap(&text, width) > 0)
        count++;
    return count;
}

/* The lines of one note from number `skip` on. */
static void add_note(struct panel *panel, const struct note *note, size_t skip)
{
    char text[INK_TEXT_SIZE];
    text_clean(note->text, panel->look.is_utf8, text, sizeof(text));
    add_lines(panel, note->colour, text, skip);
}

static size_t count_note(const struct panel *panel, const struct note *note)
{
    char text[INK_TEXT_SIZE];
    text_clean(note->text, panel->look.is_utf8, text, sizeof(text));
    return count_lines(text, panel->width);
}

size_t panel_count_answer(const struct panel *panel, const struct notes *notes)
{
    size_t lines = 0;
    for (size_t i = notes->count - notes->answer; i < notes->count; i++)
        lines += count_note(panel, &notes->notes[i]);
    return lines;
}

void panel_add_answer(struct panel *panel, const struct notes *notes, size_t skip)
{
    for (size_t i = notes->count - notes->answer; i < notes->count; i++) {
        size_t lines = count_note(panel, &notes->notes[i]);
        if (skip < lines)
            add_note(panel, &notes->notes[i], skip);
        skip = skip > lines ? skip - lines : 0;
    }
}

void panel_add_notes(struct panel *panel, const struct notes *notes)
{
    size_t room = panel->height - panel->count;
    size_t lines = 0;
    size_t first = notes->count;
    while (first > 0 && lines < room) {
        first--;
        lines += count_note(panel, &notes->notes[first]);
    }
    size_t skip = lines > room ? lines - room : 0;
    for (size_t i = first; i < notes->count; i++)
        add_note(panel, &notes->notes[i], i == first ? skip : 0);
}

/* ------------------------------------------------------------------ notes */

static char *text_copy(const char *text)
{
    char *copy = strdup(text);
    if (copy == NULL)
        abort();
    return copy;
}

void notes_add(struct notes *notes, enum colour colour, const char *text)
{
    if (notes->count == NOTES_MAX) {
        free(notes->notes[0].text);
        notes->count--;
        memmove(&notes->notes[0], &notes->notes[1], notes->count * sizeof(notes->notes[0]));
    }
    notes->answer = notes->is_answering ? notes->answer + 1 : 0;
    if (notes->answer > NOTES_MAX)
        notes->answer = NOTES_MAX;
    notes->notes[notes->count++] = (struct note){.text = text_copy(text), .colour = colour};
}

void notes_begin_answer(struct notes *notes)
{
    notes->answer = notes->parts_read = 0;
    notes->is_answering = true;
}

void notes_end_answer(struct notes *notes)
{
    notes->is_answering = false;
}

void notes_turn(struct notes *notes)
{
    notes->parts_read++;
}

bool notes_replace(struct notes *notes, const char *before, const char *now)
{
    bool has_replaced = false;
    for (size_t i = 0; i < notes->count; i++) {
        if (strcmp(notes->notes[i].text, before) != 0)
            continue;
        free(notes->notes[i].text);
        notes->notes[i].text = text_copy(now);
        has_replaced = true;
    }
    return has_replaced;
}

void notes_deinit(struct notes *notes)
{
    for (size_t i = 0; i < notes->count; i++)
        free(notes->notes[i].text);
    notes->count = 0;
}
