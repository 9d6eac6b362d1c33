/* SPDX-License-Identifier: MIT */
/*
 * The list of client/cli/draw/notes.h. It is short, so the oldest note is dropped by moving the
 * others.
 */
#include "client/cli/draw/notes.h"

#include <stdlib.h>
#include <string.h>

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
