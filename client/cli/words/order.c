/* SPDX-License-Identifier: MIT */
/*
 * The words of client/cli/words/order.h.
 */
#include "client/cli/words/order.h"

#include "client/cli/terminal/i18n.h"
#include "client/cli/words/words.h"

#include <stdio.h>
#include <string.h>

const char *words_role(int role)
{
    return role == ROLE_WORD_OPERATOR ? _("runs this server") : _("keeps order among players");
}

void words_banned(const char *name, int64_t until, char *text, size_t size)
{
    char when[64];
    if (until == NONE) {
        snprintf(text, size, _("%s is banned for good."), name);
    } else {
        words_time(until, when, sizeof(when));
        snprintf(text, size, _("%s is banned until %s."), name, when);
    }
}

void words_muted(const char *name, int64_t until, char *text, size_t size)
{
    char when[64];
    if (until == NONE) {
        snprintf(text, size, _("%s is muted for good."), name);
    } else {
        words_time(until, when, sizeof(when));
        snprintf(text, size, _("%s is muted until %s."), name, when);
    }
}

void words_own_mute(const struct sanction_record *mute, char *text, size_t size)
{
    char when[64];
    if (mute->until == NONE) {
        snprintf(text, size, "%s", _("You may not write to others any more."));
    } else {
        words_time(mute->until, when, sizeof(when));
        snprintf(text, size, _("You may not write to others until %s."), when);
    }
    size_t used = strlen(text);
    if (mute->reason != NULL && used + 1 < size) {
        text[used] = ' ';
        snprintf(text + used + 1, size - used - 1, _("Reason: %s."), mute->reason);
    }
}

void words_account(const struct account_changed_event *event, char *text, size_t size)
{
    text[0] = '\0';
    if (event->act == MOD_ACT_WORD_ROLE && event->role == ROLE_WORD_OPERATOR) {
        snprintf(text, size, "%s", _("You are an operator of this server now: penta help mod"));
    } else if (event->act == MOD_ACT_WORD_ROLE && event->role == ROLE_WORD_MODERATOR) {
        snprintf(text, size, "%s", _("You keep order among players now: penta help mod"));
    } else if (event->act == MOD_ACT_WORD_ROLE) {
        snprintf(text, size, "%s", _("You do not keep order here any more."));
    } else if (event->mute != NULL) {
        words_own_mute(event->mute, text, size);
    } else if (event->act == MOD_ACT_WORD_UNMUTE) {
        snprintf(text, size, "%s", _("You may write to others again."));
    }
}

void words_reported(const struct mod_reported_event *event, char *text, size_t size)
{
    snprintf(text, size, _("New report: %s reports %s: %s (penta mod reports)"), event->by,
             event->name, complaint_word_text(event->complaint));
}
