/* SPDX-License-Identifier: MIT */
/*
 * The words of client/cli/words/complaint.h.
 */
#include "client/cli/words/complaint.h"

#include "client/cli/terminal/i18n.h"
#include "proto/message.h"

#include <stdio.h>
#include <string.h>

const char *words_complaint(int complaint)
{
    static const char *const complaints[COMPLAINT_WORD_COUNT] = {
        [COMPLAINT_WORD_CHEATING] = N_("cheating"), [COMPLAINT_WORD_STALLING] = N_("stalling"),
        [COMPLAINT_WORD_INSULT] = N_("insult"),     [COMPLAINT_WORD_NAME] = N_("offensive name"),
        [COMPLAINT_WORD_OTHER] = N_("other"),
    };
    return complaint >= 0 && complaint < COMPLAINT_WORD_COUNT ? gettext(complaints[complaint]) : "";
}

int words_complaint_find(const char *word)
{
    int i = 0;
    while (i < COMPLAINT_WORD_COUNT && strcmp(complaint_word_text(i), word) != 0 &&
           strcmp(words_complaint(i), word) != 0)
        i++;
    return i;
}

void words_complaints(char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; i < COMPLAINT_WORD_COUNT && used < size; i++) {
        const char *word = complaint_word_text(i);
        const char *meaning = words_complaint(i);
        bool says_more = strcmp(word, meaning) != 0;
        int len = snprintf(text + used, size - used, "%s%s%s%s%s", i > 0 ? ", " : "", word,
                           says_more ? " (" : "", says_more ? meaning : "", says_more ? ")" : "");
        used += len > 0 ? (size_t)len : 0;
    }
}
