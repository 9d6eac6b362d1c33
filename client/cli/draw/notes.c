/* SPDX-License-Identifier: MIT */
/*
 * The list of client/cli/draw/notes.h. It is short, so the oldest note is dropped by moving the
 * others.
 */
#include "client/cli/draw/notes.h"

#include <stdlib.h>
#include <string.h>

void notes_add(struct notes *notes, enum colour colour, const char *text)
{
    if (notes->count == NOTES_MAX) {
        free(notes->notes[0].text);
        notes->count--;
        memmove(&notes->notes[0], &notes->notes[1], notes->count * sizeof(notes->notes[0]));
    }
    char *copy = strdup(text);
    if (copy == NULL)
        abort();
    notes->notes[notes->count++] = (struct note){.text = copy, .colour = colour};
}

void notes_deinit(struct notes *notes)
{
    for (size_t i = 0; i < notes->count; i++)
        free(notes->notes[i].text);
    notes->count = 0;
}
