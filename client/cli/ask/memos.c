/* SPDX-License-Identifier: MIT */
/*
 * What the player is to be told: penta memos. What was listed is confirmed by a second request:
 * were it lost, the memos would be told once more.
 */
#include "client/cli/ask/ask.h"
#include "client/cli/ask/query.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/words/words.h"

/* Kinds that this client does not know are left out, and confirmed with the others. */
static void put_memo(struct query *query, const struct memo_record *memo)
{
    char at[WORDS_SIZE];
    char text[INK_TEXT_SIZE];
    words_memo(memo, text, sizeof(text));
    if (text[0] == '\0')
        return;
    words_time(memo->at, at, sizeof(at));
    ink_put(&query->ink, COLOUR_DIM, "%s  ", at);
    ink_put_line(&query->ink, memo->seen ? COLOUR_PLAIN : COLOUR_BOLD, "%s", text);
}

static void show_memos(struct query *query, const union reply_body *reply)
{
    const struct memo_list_reply *list = &reply->memo_list;
    if (query->request.op != OP_MEMO_LIST)
        return;
    bool is_json =
        query_put_records(query, RECORD_memo, list->memos, list->memos_count, sizeof(*list->memos));
    for (size_t i = 0; i < list->memos_count && !is_json; i++)
        put_memo(query, &list->memos[i]);
    if (list->memos_count == 0 && !is_json)
        query_put_line(query, COLOUR_DIM, _("No news for you."));
    if (list->memos_count == 0 || list->memos[0].seen)
        return;
    query->request = (struct request){.op = OP_MEMO_SEEN, .as.memo_seen.upto = list->memos[0].memo};
    query->asks_again = true;
}

enum exit_code run_memos(const struct invocation *invocation)
{
    const struct request request = {.op = OP_MEMO_LIST};
    return query_ask(invocation, QUERY_SELF, &request, show_memos);
}
