/* SPDX-License-Identifier: MIT */
/*
 * The line editor of client/cli/terminal/editor.h. Bytes of a character of several bytes are
 * collected until it is whole, bytes of an escape sequence until its final byte (ECMA-48, 5.4).
 */
#include "client/cli/terminal/editor.h"

#include "base/utf8.h"

#include <string.h>

#define CTRL(letter) ((letter)&0x1F)
#define ESCAPE 0x1B
#define DELETE 0x7F

void editor_init(struct editor *editor)
{
    *editor = (struct editor){0};
}

const char *editor_line(const struct editor *editor)
{
    return editor->done;
}

/* ---------------------------------------------------------------- the line */

static bool is_inside(char byte)
{
    return ((unsigned char)byte & 0xC0) == 0x80; /* not the first byte of a character */
}

static size_t before(const struct editor *editor, size_t at)
{
    do {
        at--;
    } while (at > 0 && is_inside(editor->text[at]));
    return at;
}

static size_t after(const struct editor *editor, size_t at)
{
    do {
        at++;
    } while (at < editor->len && is_inside(editor->text[at]));
    return at;
}

/* Removes the bytes from `from` to `to`; the cursor goes to `from`. */
static void cut(struct editor *editor, size_t from, size_t to)
{
    memmove(editor->text + from, editor->text + to, editor->len - to + 1);
    editor->len -= to - from;
    editor->cursor = from;
}

static void insert(struct editor *editor, const char *bytes, size_t len)
{
    if (editor->len + len + 1 > sizeof(editor->text))
        return;
    char *at = editor->text + editor->cursor;
    memmove(at + len, at, editor->len - editor->cursor + 1);
    memcpy(at, bytes, len);
    editor->len += len;
    editor->cursor += len;
}

void editor_add(struct editor *editor, const char *text)
{
    insert(editor, text, strlen(text));
}

static void cut_word(struct editor *editor)
{
    size_t from = editor->cursor;
    while (from > 0 && editor->text[from - 1] == ' ')
        from--;
    while (from > 0 && editor->text[from - 1] != ' ')
        from--;
    cut(editor, from, editor->cursor);
}

static void set_text(struct editor *editor, const char *text)
{
    editor->len = strlen(text); /* a line of the history is never longer than a line */
    memmove(editor->text, text, editor->len + 1);
    editor->cursor = editor->len;
}

/* ---------------------------------------------------------------- history */

static void look_back(struct editor *editor)
{
    if (editor->history_at > 0)
        set_text(editor, editor->history[--editor->history_at]);
}

static void look_forward(struct editor *editor)
{
    if (editor->history_at < editor->history_count) {
        editor->history_at++;
        bool is_past = editor->history_at == editor->history_count;
        set_text(editor, is_past ? "" : editor->history[editor->history_at]);
    }
}

static void remember(struct editor *editor)
{
    if (editor->len > 0) {
        if (editor->history_count == EDITOR_HISTORY) {
            editor->history_count--;
            memmove(editor->history[0], editor->history[1],
                    editor->history_count * sizeof(editor->history[0]));
        }
        memcpy(editor->history[editor->history_count++], editor->text, editor->len + 1);
    }
    editor->history_at = editor->history_count;
}

static enum editor_result finish(struct editor *editor)
{
    memcpy(editor->done, editor->text, editor->len + 1);
    remember(editor);
    set_text(editor, "");
    return EDITOR_LINE;
}

/* ---------------------------------------------------------------- keys */

static void erase_before(struct editor *editor)
{
    if (editor->cursor > 0)
        cut(editor, before(editor, editor->cursor), editor->cursor);
}

static void erase_after(struct editor *editor)
{
    if (editor->cursor < editor->len)
        cut(editor, editor->cursor, after(editor, editor->cursor));
}

static void go_left(struct editor *editor)
{
    editor->cursor = editor->cursor > 0 ? before(editor, editor->cursor) : 0;
}

static void go_right(struct editor *editor)
{
    editor->cursor = editor->cursor < editor->len ? after(editor, editor->cursor) : editor->len;
}

static void go_home(struct editor *editor)
{
    editor->cursor = 0;
}

static void go_end(struct editor *editor)
{
    editor->cursor = editor->len;
}

static void cut_before(struct editor *editor)
{
    cut(editor, 0, editor->cursor);
}

static void cut_after(struct editor *editor)
{
    cut(editor, editor->cursor, editor->len);
}

/* A key is one control character, or what stands behind ESC [ or ESC O. */
static const struct {
    char control;
    const char *sequence;
    void (*run)(struct editor *editor);
} key_rows[] = {
    {CTRL('A'), "H", go_home},
    {0, "1~", go_home},
    {0, "7~", go_home},
    {CTRL('E'), "F", go_end},
    {0, "4~", go_end},
    {0, "8~", go_end},
    {CTRL('B'), "D", go_left},
    {CTRL('F'), "C", go_right},
    {CTRL('P'), "A", look_back},
    {CTRL('N'), "B", look_forward},
    {CTRL('H'), "", erase_before},
    {DELETE, "", erase_before},
    {0, "3~", erase_after},
    {CTRL('W'), "", cut_word},
    {CTRL('U'), "", cut_before},
    {CTRL('K'), "", cut_after},
};

#define KEYS (sizeof(key_rows) / sizeof(key_rows[0]))

static enum editor_result control(struct editor *editor, char byte)
{
    switch (byte) {
    case '\r':
    case '\n':
        return finish(editor);
    case CTRL('L'):
        return EDITOR_REDRAW;
    case CTRL('I'):
        return editor->cursor == editor->len ? EDITOR_COMPLETE : EDITOR_MORE;
    case CTRL('D'):
        if (editor->len == 0)
            return EDITOR_END;
        erase_after(editor);
        return EDITOR_MORE;
    default:
        break;
    }
    for (size_t i = 0; i < KEYS; i++)
        if (key_rows[i].control == byte && byte != 0)
            key_rows[i].run(editor);
    return EDITOR_MORE;
}

/* A whole escape sequence. Unknown ones do nothing. */
static enum editor_result sequence(struct editor *editor, const char *name)
{
    bool is_control = editor->escape[1] == '[';
    if (is_control && (strcmp(name, "200~") == 0 || strcmp(name, "201~") == 0)) {
        editor->is_pasting = name[2] == '0';
        return EDITOR_MORE;
    }
    if (editor->is_pasting)
        return EDITOR_MORE;
    if (is_control && strcmp(name, "O") == 0)
        return EDITOR_FOCUS_LOST;
    if (is_control && strcmp(name, "I") == 0)
        return EDITOR_FOCUS_BACK;
    if (is_control && strcmp(name, "5~") == 0)
        return EDITOR_STEP_BACK;
    if (is_control && strcmp(name, "6~") == 0)
        return EDITOR_STEP_ON;
    for (size_t i = 0; i < KEYS; i++) {
        if (name[0] == '\0' || strcmp(key_rows[i].sequence, name) != 0)
            continue;
        if (key_rows[i].run == go_end && editor->len == 0)
            return EDITOR_STEP_LAST;
        key_rows[i].run(editor);
    }
    return EDITOR_MORE;
}

static enum editor_result escape_more(struct editor *editor, char byte)
{
    enum editor_result result = EDITOR_MORE;
    if (editor->escape_len + 1 == sizeof(editor->escape) || byte == ESCAPE) {
        editor->escape_len = byte == ESCAPE ? 1 : 0;
        return result;
    }
    editor->escape[editor->escape_len++] = byte;
    editor->escape[editor->escape_len] = '\0';
    bool is_introducer = editor->escape_len == 2 && (byte == '[' || byte == 'O');
    bool is_final = byte >= 0x40 && byte <= 0x7E && !is_introducer;
    bool is_short = editor->escape_len == 2 && !is_introducer; /* Alt and a key */
    if (is_final && !is_short)
        result = sequence(editor, editor->escape + 2);
    if (is_final || is_short)
        editor->escape_len = 0;
    return result;
}

/* Bytes above ASCII, one after the other. Those that cannot become a character are dropped. */
static void character_more(struct editor *editor, char byte)
{
    if (!is_inside(byte))
        editor->escape_len = 0;
    editor->escape[editor->escape_len++] = byte;
    if (utf8_char_len(editor->escape, editor->escape_len) == editor->escape_len) {
        insert(editor, editor->escape, editor->escape_len);
        editor->escape_len = 0;
    } else if (editor->escape_len >= 4) {
        editor->escape_len = 0;
    }
}

enum editor_result editor_take(struct editor *editor, char byte)
{
    bool is_in_escape = editor->escape_len > 0 && editor->escape[0] == ESCAPE;
    if (is_in_escape)
        return escape_more(editor, byte);
    if ((unsigned char)byte >= 0x80) {
        character_more(editor, byte);
        return EDITOR_MORE;
    }
    editor->escape_len = 0;
    if (byte == ESCAPE) {
        editor->escape[editor->escape_len++] = byte;
        return EDITOR_MORE;
    }
    if (((unsigned char)byte < 0x20 || byte == DELETE) && editor->is_pasting)
        byte = ' '; /* a line end in it does nothing, and a tab completes nothing */
    if ((unsigned char)byte < 0x20 || byte == DELETE)
        return control(editor, byte);
    insert(editor, &byte, 1);
    return EDITOR_MORE;
}

/* ------------------------------------------------------------------ keys */

bool keys_take(struct keys *keys, const char *bytes, size_t *len, int64_t now_ms)
{
    size_t count = *len;
    bool is_first = keys->has_escape && now_ms - keys->escape_ms < KEYS_ALONE_MS;
    while (count > 0 && bytes[count - 1] == KEYS_ESCAPE[0])
        count--;
    keys->has_escape = count < *len;
    keys->escape_ms = now_ms;
    *len = count;
    return is_first && count > 0;
}
