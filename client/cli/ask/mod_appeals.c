/* SPDX-License-Identifier: MIT */
/*
 * Replies to the acts of penta mod about appeals, for people.
 */
#include "client/cli/ask/mod.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/words/words.h"

/* The sanction first, and who imposed it: somebody else judges better. */
static void put_appeal(struct ink *ink, const struct appeal_record *appeal)
{
    char at[WORDS_SIZE];
    words_time(appeal->at, at, sizeof(at));
    ink_put(ink, COLOUR_DIM, "%lld  %s  ", (long long)appeal->n, at);
    ink_put(ink, COLOUR_PLAIN, _("%s appeals %s (by %s)"), appeal->name,
            words_sanction(appeal->against),
            appeal->by != NULL ? appeal->by : _("(the server's machine)"));
    if (appeal->until != NONE) {
        words_time(appeal->until, at, sizeof(at));
        ink_put(ink, COLOUR_PLAIN, _(" until %s"), at);
    }
    if (appeal->ended)
        ink_put(ink, COLOUR_LOST, "  %s", _("(no longer in force)"));
    ink_end_line(ink);
    if (appeal->reason != NULL) {
        char reason[INK_TEXT_SIZE];
        words_why(appeal->reason, reason, sizeof(reason));
        mod_report_put_text(ink, COLOUR_DIM, reason);
    }
    mod_report_put_text(ink, COLOUR_CHAT, appeal->text);
}

void show_appeals(struct ink *ink, const union reply_body *reply)
{
    const struct mod_appeals_reply *list = &reply->mod_appeals;
    for (size_t i = 0; i < list->appeals_count; i++)
        put_appeal(ink, &list->appeals[i]);
    if (list->appeals_count == 0) {
        ink_put_line(ink, COLOUR_DIM, "%s", _("No open appeals."));
    } else if (list->more) {
        ink_put_line(ink, COLOUR_DIM, _("More: penta mod appeals %lld"),
                     (long long)list->appeals[list->appeals_count - 1].n + 1);
    }
}

void show_answer(struct ink *ink, const union reply_body *reply)
{
    const struct mod_answer_reply *answer = &reply->mod_answer;
    if (answer->lifted)
        ink_put_line(ink, COLOUR_PLAIN, _("The appeal of %s is upheld; the mute or ban is lifted."),
                     answer->name);
    else
        ink_put_line(ink, COLOUR_PLAIN, _("The appeal of %s is decided."), answer->name);
}
