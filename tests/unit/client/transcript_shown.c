/* SPDX-License-Identifier: MIT */
/*
 * Texts that were written, and the steps that look at them.
 */
#include "client/cli/terminal/text.h"
#include "transcript.h"

#include <stdarg.h>

void shown_add(struct shown *shown, const char *bytes, size_t len)
{
    char *text = realloc(shown->text, shown->len + len + 1);
    if (text == NULL)
        abort();
    shown->text = text;
    for (size_t i = 0; i < len; i++) {
        bool ends_line = bytes[i] == '\n' && shown->len > shown->to && text[shown->len - 1] == '\r';
        shown->len -= ends_line ? 1 : 0;
        text[shown->len++] = bytes[i];
    }
    text[shown->len] = '\0';
}

void shown_clear(struct shown *shown)
{
    free(shown->text);
    *shown = (struct shown){0};
    shown_add(shown, "", 0);
}

/* Escapes and bells would be done, and not seen. */
static void print_shown(const struct shown *shown)
{
    for (size_t i = 0; i < shown->len; i++) {
        char at = shown->text[i];
        if (at == '\x1b')
            fputs("\\e", stderr);
        else if (at == '\r' || at == '\a')
            fputs(at == '\r' ? "\\r" : "\\a", stderr);
        else
            fputc(at, stderr);
        if (i + 1 == shown->from || i + 1 == shown->to)
            fputs("<<looked at up to here>>", stderr);
    }
}

void shown_fail(struct transcript *stage, const char *format, ...)
{
    char text[2048];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    fputs("---- what was shown:\n", stderr);
    print_shown(&stage->shown);
    fputs("\n----\n", stderr);
    script_fail(stage->script, "%s", text);
}

/* The text that a step looks at: what came behind the last text that was waited for, or, as long as
 * it goes on, what came before that. The caller frees it. */
static char *looked_at(const struct shown *shown)
{
    size_t from = shown->is_over ? shown->to : shown->from;
    /* The line before that is over is no part of it, but its end: a line begins there. */
    if (shown->is_over && from > 0 && from < shown->len && shown->text[from - 1] == '\n')
        from--;
    size_t to = shown->is_over ? shown->len : shown->to;
    char *text = strndup(shown->text != NULL ? shown->text + from : "", to - from);
    if (text == NULL)
        abort();
    return text;
}

static size_t count_of(const char *text, const char *part)
{
    size_t count = 0;
    while ((text = strstr(text, part)) != NULL) {
        count++;
        text++;
    }
    return count;
}

/* A text that is looked at; without a name it is what was shown. */
struct looked {
    const char *text;
    const char *name;
};

static void fail_in(struct step *step, const struct looked *looked, const char *word,
                    const char *why)
{
    if (looked->name == NULL)
        shown_fail(step->stage, "%s: %s", why, word);
    fprintf(stderr, "---- %s:\n%s\n----\n", looked->name, looked->text);
    script_fail(step->script, "%s: %s", why, word);
}

/* ['in order'|'once'|NUMBER 'times'] TEXT...: each is there; for the first time behind the first
 * one of the text before; just so often. */
void shown_check(struct step *step, const char *text, const char *what)
{
    const struct looked looked = {text, what};
    bool is_ordered = step_take(step, "in");
    if (is_ordered && !step_take(step, "order"))
        script_fail(step->script, "in order TEXT...");
    int64_t times = step_take(step, "once") ? 1 : 0;
    if (times == 0 && step->at + 1 < step->words->count &&
        strcmp(step->words->word[step->at + 1], "times") == 0) {
        times = step_int(step);
        step->at++;
    }
    const char *before = NULL;
    do {
        const char *word = step_word(step);
        const char *part = script_text(step->script, word);
        const char *found = strstr(text, part);
        if (part[0] == '\0')
            script_fail(step->script, "an empty text is everywhere");
        if (found == NULL)
            fail_in(step, &looked, word, "is not there");
        if (times > 0 && count_of(text, part) != (size_t)times)
            fail_in(step, &looked, word, "is not there so often");
        if (is_ordered && before != NULL && found <= before)
            fail_in(step, &looked, word, "comes too early");
        before = found;
    } while (step_has_more(step));
}

/* [behind TEXT]: only what comes behind that counts */
static const char *read_behind(struct step *step, const char *text)
{
    if (!step_take(step, "behind"))
        return text;
    const char *word = step_word(step);
    const char *found = strstr(text, script_text(step->script, word));
    if (found == NULL)
        shown_fail(step->stage, "is not there: %s", word);
    return found + strlen(script_text(step->script, word));
}

/* shows [behind TEXT] ...: is on the terminal, or in what was printed */
void shown_has(struct step *step)
{
    char *text = looked_at(&step->stage->shown);
    shown_check(step, read_behind(step, text), NULL);
    free(text);
}

/* lacks [behind TEXT] TEXT...: nothing of that is there */
void shown_lacks(struct step *step)
{
    char *text = looked_at(&step->stage->shown);
    const char *at = read_behind(step, text);
    do {
        const char *word = step_word(step);
        const char *part = script_text(step->script, word);
        if (part[0] == '\0' || strstr(at, part) != NULL)
            shown_fail(step->stage, "is there: %s", word);
    } while (step_has_more(step));
    free(text);
}

static void check_range(struct step *step, size_t number, const char *what)
{
    char from[32] = "0";
    const char *range = step_word(step);
    const char *dots = strstr(range, "..");
    if (dots == NULL || dots - range >= (long)sizeof(from))
        script_fail(step->script, "FROM..TO");
    if (dots > range)
        snprintf(from, sizeof(from), "%.*s", (int)(dots - range), range);
    int64_t to = dots[2] != '\0' ? script_int(step->script, dots + 2) : INT64_MAX;
    if ((int64_t)number < script_int(step->script, from) || (int64_t)number > to)
        shown_fail(step->stage, "%zu %s", number, what);
}

/* lines FROM..TO: so many are there */
void shown_lines(struct step *step)
{
    char *text = looked_at(&step->stage->shown);
    size_t count = count_of(text, "\n");
    free(text);
    check_range(step, count, "lines");
}

/* columns FROM..TO [from TEXT|to TEXT]: that is the width of the longest line, or of those from a
 * text on, or before one */
void shown_columns(struct step *step)
{
    size_t widest = 0;
    struct step range = *step;
    char *text = looked_at(&step->stage->shown);
    const char *at = text;
    (void)step_word(step);
    if (step_take(step, "from"))
        at = strstr(text, step_text(step));
    char *end = at != NULL && step_take(step, "to") ? strstr(text, step_text(step)) : text;
    if (at == NULL || end == NULL)
        shown_fail(step->stage, "the text is not there");
    if (end > text)
        *end = '\0';
    while (*at != '\0') {
        char line[1024];
        size_t len = strcspn(at, "\n");
        snprintf(line, sizeof(line), "%.*s", (int)len, at);
        size_t width = text_width(line);
        widest = width > widest ? width : widest;
        at += len + (at[len] == '\n' ? 1 : 0);
    }
    free(text);
    check_range(&range, widest, "columns");
}

/* The column in which the text begins, behind a space. */
static size_t column_of(struct step *step, const char *text, const char *word)
{
    char before[1024];
    const char *found = strstr(text, script_text(step->script, word));
    if (found == NULL || found == text || found[-1] != ' ')
        shown_fail(step->stage, "is not there behind a space: %s", word);
    const char *line = found;
    while (line > text && line[-1] != '\n')
        line--;
    snprintf(before, sizeof(before), "%.*s", (int)(found - line), line);
    return text_width(before);
}

/* aligned TEXT...: each begins in the column of the first one */
void shown_aligned(struct step *step)
{
    char *text = looked_at(&step->stage->shown);
    size_t column = column_of(step, text, step_word(step));
    do {
        const char *word = step_word(step);
        if (column_of(step, text, word) != column)
            shown_fail(step->stage, "begins in another column: %s", word);
    } while (step_has_more(step));
    free(text);
}

/* said ...: that, as `shows`, since this was asked last; said nothing */
void shown_said(struct step *step)
{
    struct shown *shown = &step->stage->shown;
    if (step->stage->visited == NULL)
        script_fail(step->script, "said: of a visit");
    if (!step_take(step, "nothing"))
        shown_has(step);
    else if (shown->to < shown->len)
        shown_fail(step->stage, "something was said");
    shown->from = shown->to;
    shown->to = shown->len;
}

/* forgets: what was said until now is looked at no more */
void shown_forgets(struct step *step)
{
    step->stage->shown.to = step->stage->shown.len;
    inside_forget(step);
}
