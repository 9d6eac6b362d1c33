/* SPDX-License-Identifier: MIT */
/*
 * Commands about opponents who wait: lobby, invitations, decline.
 */
#include "client/core/lobby.h"

#include "client/cli/ask/ask.h"
#include "client/cli/ask/lists.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/words/problem.h"
#include "client/cli/words/table.h"
#include "client/cli/words/words.h"
#include "client/core/table.h"
#include "client/core/turns.h"
#include "client/core/typed.h"
#include "client/core/variants.h"
#include "proto/error.h"
#include "proto/frame.h"
#include "proto/id.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define HERE_COLUMNS 50 /* of names, about */
#define PENTA "penta "  /* before a command */

/* ---------------------------------------------------------------- lobby */

/* A lobby that is shown, and followed if the person wants it. */
struct follower {
    struct query query; /* first: `show` gets it */
    struct lobby lobby;
    struct turn_news news; /* of the player's games, while the lobby is followed */
    struct request first;  /* the question that is asked again after a return */
    uint64_t answered;     /* the room of the invitation that was answered last, or 0 */
    uint64_t room;         /* to be played in by `play`; 0: where the player is awaited */
    bool is_answering;     /* the answer is on its way: nothing else is asked meanwhile */
    bool goes_to_table;
    bool is_shown;
};

static void put_figures(struct query *query, const struct lobby *lobby)
{
    unsigned long players = (unsigned long)lobby->players;
    unsigned long games = (unsigned long)lobby->games;
    ink_put(&query->ink, COLOUR_DIM,
            ngettext("%lu player online, ", "%lu players online, ", players), players);
    ink_put_line(&query->ink, COLOUR_DIM,
                 ngettext("%lu game in progress", "%lu games in progress", games), games);
}

/* Puts those who wait for any opponent, with the command that meets them. */
static void put_waiting(struct query *query, const struct waiting_record *waiting)
{
    char terms[2 * WORDS_SIZE];
    const struct time_control control = table_control(waiting->clock);
    unsigned long players = (unsigned long)waiting->players;
    words_terms(waiting->variant, &control, waiting->rated, terms, sizeof(terms));
    ink_put_line(&query->ink, COLOUR_PLAIN,
                 ngettext("%lu player waiting for any opponent: %s",
                          "%lu players waiting for any opponent: %s", players),
                 players, terms);
}

/* Puts the games in which it is the player's move now, as the events that were noted have it. */
static void show_moves(struct query *query, const struct player_games_reply *list)
{
    struct turns turns;
    char text[INK_TEXT_SIZE];
    const struct current_game_record *game;
    struct turn_news *news = &((struct follower *)query)->news;
    turns_take(&turns, list);
    unsigned count = (unsigned)turns.waiting;
    bool is_any = false;
    news->is_asked = false;
    while ((game = turn_news_next(news, &turns, 0)) != NULL) {
        words_your_move(game, list->name, text, sizeof(text));
        query_put_line(query, COLOUR_BOLD, text);
        is_any = true;
    }
    if (is_any)
        ink_put_line(&query->ink, COLOUR_PLAIN,
                     ngettext("%u game waits for you: penta play",
                              "%u games wait for you: penta play", count),
                     count);
}

/* Puts an account; who plays is not free now. */
static void put_present(struct query *query, const struct present_record *here, bool is_first)
{
    ink_put(&query->ink, COLOUR_DIM, "%s", is_first ? " " : ", ");
    ink_put(&query->ink, COLOUR_PLAIN, "%s", here->name);
    if (here->playing)
        ink_put(&query->ink, COLOUR_DIM, "%s", _(" (plays)"));
}

/* Puts the names of accounts, as many as fit in a line, and how many guests there are. */
static void put_here(struct query *query, const struct lobby_watch_reply *reply)
{
    unsigned long guests = (unsigned long)reply->guests;
    size_t columns = 0;
    size_t count = 0;
    if (reply->here_count == 0)
        return;
    ink_put(&query->ink, COLOUR_DIM, "%s", _("Online:"));
    for (; count < reply->here_count && columns < HERE_COLUMNS; count++) {
        columns += strlen(reply->here[count].name) + 2;
        put_present(query, &reply->here[count], count == 0);
    }
    if (count < reply->here_count)
        ink_put(&query->ink, COLOUR_DIM, "%s", _(" and others"));
    if (guests > 0)
        ink_put(&query->ink, COLOUR_DIM, ngettext("; %lu guest", "; %lu guests", guests), guests);
    ink_end_line(&query->ink);
}

static void ask_games(struct query *query)
{
    query->request = (struct request){.op = OP_PLAYER_GAMES};
    query->asks_again = true;
}

/* The invitation is answered: the game is at a table, to which the caller goes. */
static void take_answered(struct query *query)
{
    struct follower *follower = (struct follower *)query;
    follower->is_answering = false;
    pages_remove(&follower->lobby.invitations, follower->answered);
    if (query->request.op == OP_ROOM_JOIN) {
        follower->room = follower->answered;
        follower->goes_to_table = true;
        query->is_done = true;
        return;
    }
    query_put_line(query, COLOUR_PLAIN, _("Declined."));
    follower->news.is_asked = follower->news.count > 0;
    if (follower->news.is_asked)
        ask_games(query);
}

static void show_lobby(struct query *query, const union reply_body *body)
{
    struct follower *follower = (struct follower *)query;
    struct lobby *lobby = &follower->lobby;
    const struct lobby_watch_reply *reply = &body->lobby_watch;
    if (query->request.op == OP_ROOM_JOIN || query->request.op == OP_ROOM_DECLINE) {
        take_answered(query);
        return;
    }
    if (follower->is_shown) {
        show_moves(query, &body->player_games);
        return;
    }
    follower->is_shown = true;
    query->is_patient = query->event != NULL; /* what it asks later, nobody has typed */
    if (query_put_rows(query, body))
        return;
    lobby_take_watch(lobby, query->request.as.lobby_watch.before, reply);
    lists_put_rooms(query, lobby);
    lists_put_rest(query, lobby,
                   reply->waiting_count > 0 ? _("No open rooms.")
                                            : _("Nobody is waiting. Open a room with: penta play"));
    for (size_t i = 0; i < reply->waiting_count; i++)
        put_waiting(query, &reply->waiting[i]);
    if (reply->waiting_count > 0)
        query_put_line(query, COLOUR_DIM,
                       _("To play: penta quick or penta play, with the same settings."));
    put_here(query, reply);
    put_figures(query, lobby);
}

/* Puts an event as it came, for programs. */
static void put_event(struct query *query, enum event event, const union event_body *body)
{
    char line[FRAME_REPLY_MAX + 1];
    int len = event_encode(event, NO_SEQ, body, line, sizeof(line));
    if (len > 0)
        ink_put_json(&query->ink, line, (size_t)len);
}

/* Finds the name of who waits in that room, "" where the lobby does not know it. */
static void find_opener(const struct lobby *lobby, uint64_t room, char name_out[TABLE_NAME_SIZE])
{
    const struct lobby_room *found = NULL;
    for (size_t i = 0; i < lobby->rooms.count; i++)
        if (lobby_room_at(lobby, i)->id == room)
            found = lobby_room_at(lobby, i);
    for (size_t i = 0; i < lobby->invitations.count; i++)
        if (lobby_invitation_at(lobby, i)->id == room)
            found = lobby_invitation_at(lobby, i);
    bool has_name = found != NULL && found->players_count > 0;
    snprintf(name_out, TABLE_NAME_SIZE, "%s", has_name ? found->players[0].name : "");
}

static uint64_t gone_room(enum event event, const union event_body *body)
{
    if (event == EVENT_LOBBY_GONE)
        return body->lobby_gone.room;
    return event == EVENT_ROOM_UNINVITED ? body->room_uninvited.room : 0;
}

static void put_invitation(struct query *query, const struct lobby_room *room)
{
    char terms[2 * WORDS_SIZE];
    const struct words_text id = words_id(room->id);
    const struct invocation_server server = invocation_server(query->invocation);
    words_terms(room->variant, &room->control, room->is_rated, terms, sizeof(terms));
    if (query->line != NULL) {
        ink_put_line(&query->ink, COLOUR_BOLD, _("%s invites you (%s). Type accept or refuse."),
                     room->players[0].name, terms);
        return;
    }
    ink_put_line(&query->ink, COLOUR_BOLD,
                 _("%s invites you (%s): penta play %s%s, or penta decline %s%s"),
                 room->players[0].name, terms, id.text, server.text, id.text, server.text);
}

/* Puts one line for all the player's rooms. */
static void put_presence(struct query *query, const struct lobby_presence_event *event)
{
    ink_put_line(&query->ink, COLOUR_DIM, event->connected ? _("%s is back.") : _("%s is offline."),
                 event->name);
}

/* Puts the invitations that waited for the login; a program gets them like those that come later.
 */
static void on_lobby_ready(struct query *query, const struct notice *ready)
{
    struct follower *follower = (struct follower *)query;
    struct lobby *lobby = &follower->lobby;
    query->request = follower->first;
    follower->is_shown = false;
    follower->is_answering = false;
    follower->news.is_asked = false;
    if (ready->is_return) {
        query_put_line(query, COLOUR_DIM, _("Connected again."));
        return;
    }
    if (query_is_json(query)) {
        for (size_t i = 0; i < ready->invitations_count; i++) {
            const union event_body body = {.room_invited = {.room = &ready->invitations[i]}};
            put_event(query, EVENT_ROOM_INVITED, &body);
        }
        return;
    }
    lobby_take_invitations(lobby, ready->invitations, ready->invitations_count);
    for (size_t i = 0; i < lobby->invitations.count; i++)
        put_invitation(query, lobby_invitation_at(lobby, i));
}

static bool is_personal(enum event event)
{
    return event == EVENT_ACCOUNT_CHANGED || event == EVENT_MOD_REPORTED ||
           event == EVENT_MOD_APPEALED || event == EVENT_MEMO_ADDED || event == EVENT_FOLLOW_CAME;
}

static bool is_of_lobby(enum event event)
{
    return event == EVENT_LOBBY_ROOM || event == EVENT_LOBBY_GONE ||
           event == EVENT_LOBBY_PRESENCE || event == EVENT_ROOM_INVITED ||
           event == EVENT_ROOM_UNINVITED || is_personal(event);
}

/* Puts an event about the player and not about rooms. */
static void put_personal(struct query *query, enum event event, const union event_body *body)
{
    char text[INK_TEXT_SIZE];
    if (event == EVENT_MOD_REPORTED)
        words_reported(&body->mod_reported, text, sizeof(text));
    else if (event == EVENT_MOD_APPEALED)
        words_appealed(&body->mod_appealed, text, sizeof(text));
    else if (event == EVENT_FOLLOW_CAME)
        words_came(&body->follow_came, invocation_server(query->invocation).text, text,
                   sizeof(text));
    else if (event == EVENT_MEMO_ADDED)
        words_memo(body->memo_added.memo, text, sizeof(text));
    else
        words_account(&body->account_changed, text, sizeof(text));
    if (text[0] != '\0')
        query_put_line(query, COLOUR_BOLD, text);
}

static void put_news(struct query *query, enum event event, const union event_body *body)
{
    char opener[TABLE_NAME_SIZE];
    const struct lobby_room *room;
    struct lobby *lobby = &((struct follower *)query)->lobby;
    find_opener(lobby, gone_room(event, body), opener);
    if (!lobby_take_event(lobby, event, body, &room))
        return;
    if (event == EVENT_LOBBY_ROOM)
        lists_put_room(query, room);
    else if (event == EVENT_ROOM_INVITED)
        put_invitation(query, room);
    else if (event == EVENT_LOBBY_PRESENCE)
        put_presence(query, &body->lobby_presence);
    else
        ink_put_line(&query->ink, COLOUR_DIM,
                     event == EVENT_LOBBY_GONE ? _("%s waits no more.")
                                               : _("The invitation of %s is over."),
                     opener);
}

static void on_lobby_event(struct query *query, enum event event, const union event_body *body)
{
    struct follower *follower = (struct follower *)query;
    if (follower->is_shown && !query_is_json(query) &&
        turn_news_take_event(&follower->news, event, body, 0, 0)) {
        follower->news.is_asked = !follower->is_answering;
        if (!follower->is_answering)
            ask_games(query);
    }
    if (!is_of_lobby(event))
        return;
    if (query_is_json(query))
        put_event(query, event, body);
    else if (is_personal(event))
        put_personal(query, event, body);
    else
        put_news(query, event, body);
}

/* ---------------------------------------------------------------- lines */

/* The word of the table that a line is, or ""; `rest` is what stands behind it. */
static const char *read_word(const char *typed, struct typed *line, const char **rest_out)
{
    static const char *const words[] = {NC_("command", "accept"),  NC_("command", "refuse"),
                                        NC_("command", "decline"), NC_("command", "yes"),
                                        NC_("command", "no"),      NC_("command", "quit"),
                                        NC_("command", "play")};
    struct typed_word rows[sizeof(words) / sizeof(words[0])];
    size_t count = sizeof(words) / sizeof(words[0]);
    for (size_t i = 0; i < count; i++)
        rows[i] = (struct typed_word){.word = words[i],
                                      .translated = i18n_in_context("command", words[i])};
    typed_read(typed, &(struct typed_words){.rows = rows, .count = count},
               &(struct typed_board){.variant = NULL}, line);
    char *text = line->lines[0];
    size_t len = strcspn(text, " ");
    *rest_out = text + len + strspn(text + len, " ");
    text[len] = '\0';
    for (size_t i = 0; i < count; i++)
        if (strcmp(words[i], text) == 0)
            return words[i];
    return "";
}

/* The invitation of this name, or the only one (""); NULL: what is wrong was said. */
static const struct lobby_room *find_invitation(struct query *query, const char *name)
{
    const struct lobby *lobby = &((struct follower *)query)->lobby;
    const struct lobby_room *found = NULL;
    size_t count = lobby->invitations.count;
    for (size_t i = 0; i < count; i++) {
        const struct lobby_room *room = lobby_invitation_at(lobby, i);
        if (name[0] == '\0' ? count == 1 : typed_is_same(room->players[0].name, name))
            found = room;
    }
    if (found == NULL && name[0] != '\0')
        ink_put_line(&query->ink, COLOUR_ERROR, _("You have no invitation from %s."), name);
    else if (found == NULL)
        query_put_line(query, COLOUR_ERROR,
                       count == 0 ? _("You have no invitations.")
                                  : _("More than one player invites you; name one: accept NAME, "
                                      "refuse NAME"));
    return found;
}

static void answer(struct query *query, bool is_yes, const char *name)
{
    struct follower *follower = (struct follower *)query;
    const struct lobby_room *room = find_invitation(query, name);
    if (room == NULL)
        return;
    if (is_yes && !variants_can_play(room->variant)) {
        char text[WORDS_SIZE];
        words_not_playable(room->variant, text, sizeof(text));
        query_put_line(query, COLOUR_ERROR, text);
        return;
    }
    follower->answered = room->id;
    follower->is_answering = true;
    follower->news.is_asked = false; /* that question is not waited for any more */
    query->asks_again = true;
    query->request = (struct request){.op = is_yes ? OP_ROOM_JOIN : OP_ROOM_DECLINE};
    if (is_yes)
        query->request.as.room_join.room = room->id;
    else
        query->request.as.room_decline =
            (struct room_decline_request){.room = room->id, .reason = DECLINE_WORD_NO_REASON};
}

/* Returns whether the line ends the following: `quit`, or `play` with or without a room. */
static bool ends(struct follower *follower, const char *word, const char *rest)
{
    follower->room = id_parse(rest, strlen(rest));
    follower->goes_to_table = strcmp(word, "play") == 0 && (rest[0] == '\0' || follower->room != 0);
    return follower->goes_to_table || strcmp(word, "quit") == 0;
}

/* Takes words of the table, and "penta play" as other lines have it, to be typed at a shell. */
static void do_line(struct query *query, const char *typed)
{
    struct typed line;
    const char *rest;
    struct follower *follower = (struct follower *)query;
    bool has_name = strncmp(typed, PENTA, strlen(PENTA)) == 0;
    const char *word = read_word(has_name ? typed + strlen(PENTA) : typed, &line, &rest);
    query->is_done = ends(follower, word, rest);
    if (query->is_done || follower->is_answering)
        return;
    if (word[0] == '\0' || strcmp(word, "play") == 0)
        query_put_line(query, COLOUR_ERROR, _("Type accept, refuse, penta play, or quit."));
    else
        answer(query, strcmp(word, "accept") == 0 || strcmp(word, "yes") == 0, rest);
}

/* A person at a terminal gets the lobby until they quit, and answers invitations there. */
static void follow(struct follower *follower)
{
    struct query *query = &follower->query;
    query->ready = on_lobby_ready;
    query->event = on_lobby_event;
    query->lasts = isatty(STDOUT_FILENO) != 0 && !query_is_json(query);
    if (query->lasts)
        query->line = do_line;
}

enum exit_code lobby_run(const struct invocation *invocation, bool *goes_out, uint64_t *room_out)
{
    struct follower follower = {.is_shown = false};
    struct query *query = &follower.query;
    query_init(query, invocation, OP_LOBBY_WATCH);
    struct lobby_watch_request *request = &query->request.as.lobby_watch;
    request->variant = invocation_variant(invocation);
    request->stakes = lists_stakes(invocation);
    request->clock_kind = invocation_word(invocation, OPTION_CLOCK_KIND);
    request->min_rating = invocation_number(invocation, OPTION_MIN_RATING, NONE);
    request->max_rating = invocation_number(invocation, OPTION_MAX_RATING, NONE);
    request->before = invocation_id(invocation, OPTION_BEFORE);
    request->limit = invocation_number(invocation, OPTION_LIMIT, 50);
    lobby_init(&follower.lobby, request->before);
    query->who = QUERY_SELF_OR_GUEST;
    query->show = show_lobby;
    follower.first = query->request;
    if (invocation_has(invocation, OPTION_FOLLOW))
        follow(&follower);
    enum exit_code code = query_run(query);
    *goes_out = follower.goes_to_table;
    *room_out = follower.room;
    lobby_deinit(&follower.lobby);
    return code;
}

/* ---------------------------------------------------------------- invitations */

static void show_invitations(struct query *query, const struct notice *ready)
{
    struct lobby lobby;
    for (size_t i = 0; query_is_json(query) && i < ready->invitations_count; i++)
        query_put_record(query, RECORD_room, &ready->invitations[i]);
    if (query_is_json(query))
        return;
    lobby_init(&lobby, 0);
    lobby_take_invitations(&lobby, ready->invitations, ready->invitations_count);
    if (lobby.invitations.count > 0)
        lists_put_rooms_head(query);
    for (size_t i = 0; i < lobby.invitations.count; i++)
        lists_put_room(query, lobby_invitation_at(&lobby, i));
    if (lobby.invitations.count == 0) {
        query_put_line(query, COLOUR_DIM, _("You have no invitations."));
    } else {
        query_put_line(query, COLOUR_DIM,
                       _("Accept with: penta play ROOM. Decline with: penta decline ROOM"));
    }
    lobby_deinit(&lobby);
}

enum exit_code run_invitations(const struct invocation *invocation)
{
    struct query query;
    query_init(&query, invocation, OP_COUNT);
    query.who = QUERY_SELF;
    query.ready = show_invitations;
    return query_run(&query);
}

static void show_declined(struct query *query, const union reply_body *reply)
{
    (void)reply;
    query_put_line(query, COLOUR_PLAIN, _("Declined."));
}

enum exit_code run_decline(const struct invocation *invocation)
{
    const char *room = invocation->arguments[0];
    int reason = invocation_word(invocation, OPTION_REASON);
    struct query query;
    query_init(&query, invocation, OP_ROOM_DECLINE);
    query.who = QUERY_SELF;
    query.show = show_declined;
    query.expected = ERR_NOT_INVITED; /* its words are for who wants to join */
    query.request.as.room_decline =
        (struct room_decline_request){.room = id_parse(room, strlen(room)),
                                      .reason = reason != NONE ? reason : DECLINE_WORD_NO_REASON};
    if (query.request.as.room_decline.room == 0) {
        problem_tell(_("\"%s\" is not a room; see your invitations with: penta invitations"), room);
        return EXIT_CODE_USAGE;
    }
    enum exit_code code = query_run(&query);
    if (query.was_expected)
        problem_tell("%s", _("You have no invitation to that room; see penta invitations"));
    return code;
}
