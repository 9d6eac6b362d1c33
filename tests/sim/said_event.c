/* SPDX-License-Identifier: MIT */
/*
 * Events: each is stored when it leaves, and those of a game come one after the other.
 */
#include "tests/sim/ask.h"
#include "tests/sim/said.h"
#include "tests/sim/said_gathered.h"
#include "tests/sim/sim.h"
#include "tests/sim/truth_times.h"

#include <stdio.h>
#include <string.h>

#define ID_ARG(id) ((unsigned long long)(id))

/* ------------------------------------------------------------------ the order */

/* Whether a request for all events from `seq` on has not been answered yet. */
static bool may_resend_from(const struct link *link, uint64_t game, uint32_t seq)
{
    for (size_t i = link->ask_count; i-- > 0;) {
        const struct ask *ask = &link->asks[i];
        if (ask->op == OP_GAME_SYNC && ask->subject == game && ask->answered < ask->delivered &&
            ask->request.as.game_sync.since + 1 == (int64_t)seq)
            return true;
    }
    return false;
}

static void hear(struct link *link, uint64_t game, int64_t number)
{
    uint32_t seq = (uint32_t)number;
    struct hearing *hearing = link_hearing(link, game);
    if (hearing == NULL) {
        hearing = link_hearing_make(link, game);
        hearing->seq = seq - 1;
    }
    bool is_next = seq == hearing->seq + 1;
    bool is_again = hearing->resends && seq == hearing->resent + 1;
    /* A client that learnt more over another connection may ask for events that this one does not
     * lack. */
    bool begins_again = may_resend_from(link, game, seq);
    CHECK_THAT(link->sim, CHECK_SEQUENCE, is_next || is_again || begins_again,
               "link %llu: event %u of game %llx after event %u", ID_ARG(link->number), seq,
               ID_ARG(game), hearing->seq);
    if (seq > hearing->seq)
        hearing->seq = seq;
    if (is_again || begins_again) {
        hearing->resends = true;
        hearing->resent = seq;
    }
}

/* ------------------------------------------------------------------ games */

static const struct truth_entry *entry_of(const struct link *link, uint64_t id, int64_t seq)
{
    const struct truth_game *game = truth_game(&link->sim->truth, id);
    if (game == NULL || seq < 1 || seq > (int64_t)game->log_count)
        return NULL;
    return &game->log[seq - 1];
}

/* Members that every event of a game has. */
struct told {
    uint64_t game;
    int64_t seq;
    int by;
    const struct clocks_record *clocks;
    int64_t server_now;
};

#define TOLD(body)                                                                                 \
    &(struct told)                                                                                 \
    {                                                                                              \
        (body)->game, (body)->seq, (body)->by, (body)->clocks, (body)->server_now                  \
    }

static bool clocks_are(const struct truth_game *game, const struct clocks_record *said,
                       const struct clock clocks[SEAT_COUNT])
{
    bool has_periods = game->clock.kind == CLOCK_BYOYOMI;
    if (game->clock.kind == CLOCK_NONE)
        return said == NULL;
    return said != NULL && said->first_ms == clocks[0].left_ms &&
           said->second_ms == clocks[1].left_ms &&
           said->first_periods == (has_periods ? clocks[0].periods : NONE) &&
           said->second_periods == (has_periods ? clocks[1].periods : NONE);
}

static void check_log(struct link *link, const struct told *told, enum log_kind kind)
{
    uint64_t game = told->game;
    int64_t seq = told->seq;
    int by = told->by;
    const struct truth_entry *entry = entry_of(link, game, seq);
    CHECK_THAT(link->sim, CHECK_SAID_IS_STORED,
               entry != NULL && entry->kind == kind && (int)entry->seat == by,
               "event %lld of game %llx, kind %d by seat %d, is not stored", (long long)seq,
               ID_ARG(game), kind, by);
    CHECK_THAT(link->sim, CHECK_CLOCKS,
               told->server_now == entry->at_ms && clocks_are(truth_game(&link->sim->truth, game),
                                                              told->clocks, entry->clocks_after),
               "event %lld of game %llx: its clocks or its time are not those that are stored",
               (long long)seq, ID_ARG(game));
    hear(link, game, seq);
}

static void check_action(struct link *link, uint64_t id, int64_t seq, const char *text)
{
    const struct truth_game *game = truth_game(&link->sim->truth, id);
    char stored[ACTION_TEXT_SIZE];
    action_format(game->variant, game->log[seq - 1].action, stored);
    CHECK_THAT(link->sim, CHECK_SAID_IS_STORED, strcmp(stored, text) == 0,
               "event %lld of game %llx is said to be %s; %s is stored", (long long)seq, ID_ARG(id),
               text, stored);
}

/* Checks that lag is told as it is stored. */
static void check_lag(struct link *link, uint64_t id, int64_t seq, int64_t lag_ms)
{
    const struct truth_game *game = truth_game(&link->sim->truth, id);
    CHECK_THAT(link->sim, CHECK_LAG, game->log[seq - 1].lag_ms == lag_ms,
               "event %lld of game %llx: %lld ms of lag are said, %lld are stored", (long long)seq,
               ID_ARG(id), (long long)lag_ms, (long long)game->log[seq - 1].lag_ms);
}

static bool is_text(const char *said, const char *text)
{
    return strcmp(said != NULL ? said : "", text) == 0;
}

/* Adds a word to a list of them. */
static void put_word(char *text, size_t size, const char *prefix, const char *word)
{
    size_t len = strlen(text);
    snprintf(text + len, size - len, "%s%s%s", len > 0 ? " " : "", prefix, word);
}

/* The squares on which the boards differ, with what stands there afterwards. */
static void find_changes(const struct game *before, const struct game *after, char *text,
                         size_t size)
{
    static const char *const marks[] = {[MARK_NONE] = ".", [MARK_X] = "x", [MARK_O] = "o"};
    char at[ACTION_TEXT_SIZE];
    bool is_sparse = variant_is_sparse(after->variant); /* nothing but stones is ever added there */
    text[0] = '\0';
    for (size_t i = 0; i < (is_sparse ? after->ply : variant_cells(after->variant)); i++) {
        size_t cell = is_sparse ? action_cell(game_actions(after)[i]) : i;
        if (game_cell(before, cell) == game_cell(after, cell))
            continue;
        action_format_cell(after->variant, cell, at);
        put_word(text, size, marks[game_cell(after, cell)], at);
    }
}

static void find_choices(const struct game *board, char *text, size_t size)
{
    struct action action;
    char word[ACTION_TEXT_SIZE];
    text[0] = '\0';
    if (variant_is_sparse(board->variant))
        return; /* there are none, and 65,000 squares to look at */
    for (size_t at = 0; game_next_legal(board, &at, &action);) {
        if (!action_is_choice(action))
            continue;
        action_format(board->variant, action, word);
        put_word(text, size, "", word);
    }
}

/* Checks its meaning for the board against the truth's own boards before and behind the event. */
static void check_meaning(struct link *link, const struct game_moved_event *moved)
{
    struct game before, board;
    char changes[512];
    char choices[64];
    const struct truth_game *game = truth_game(&link->sim->truth, moved->game);
    const struct board_moved_record *said = moved->board;
    truth_replay(game, (uint32_t)moved->seq, &board);
    game_copy(&before, &board);
    game_undo(&before);
    find_changes(&before, &board, changes, sizeof(changes));
    find_choices(&board, choices, sizeof(choices));
    unsigned points[SEAT_COUNT] = {0};
    (void)game_points(&board, points); /* none where nothing counts them */
    bool is_choice = action_is_choice(game_actions(&board)[board.ply - 1]);
    int first_mark = is_choice ? (int)game_seat_mark(&board, SEAT_FIRST) : NONE;
    CHECK_THAT(link->sim, CHECK_SAID_IS_STORED,
               moved->to_act == (int)game_to_act(&board) &&
                   said->expects == (int)game_expects(&board) && said->first_mark == first_mark &&
                   is_text(said->cells, changes) && is_text(said->choices, choices) &&
                   said->first_points == (int64_t)points[SEAT_FIRST] &&
                   said->second_points == (int64_t)points[SEAT_SECOND],
               "event %lld of game %llx: what it led to is wrong", (long long)moved->seq,
               ID_ARG(moved->game));
}

void said__moved(struct link *link, const union event_body *body)
{
    const struct game_moved_event *moved = &body->game_moved;
    check_log(link, TOLD(moved), LOG_ACTION);
    check_action(link, moved->game, moved->seq, moved->action);
    check_meaning(link, moved);
    check_lag(link, moved->game, moved->seq, moved->lag_ms);
    said_turn_took(link, moved);
}

static void check_given(struct link *link, uint64_t id, int64_t seq, int64_t ms)
{
    const struct truth_game *game = truth_game(&link->sim->truth, id);
    CHECK_THAT(link->sim, CHECK_SAID_IS_STORED, game->log[seq - 1].given_ms == ms,
               "event %lld of game %llx gives %lld ms, which is not what is stored", (long long)seq,
               ID_ARG(id), (long long)ms);
}

void said__time_given(struct link *link, const union event_body *body)
{
    const struct game_time_given_event *given = &body->game_time_given;
    check_log(link, TOLD(given), LOG_GIVE_TIME);
    check_given(link, given->game, given->seq, given->ms);
}

void said__days_off_taken(struct link *link, const union event_body *body)
{
    const struct game_days_off_event *off = &body->game_days_off;
    check_log(link, TOLD(off), LOG_DAYS_OFF);
    check_given(link, off->game, off->seq, off->ms);
}

void said__draw_offered(struct link *link, const union event_body *body)
{
    const struct game_draw_offered_event *offered = &body->game_draw_offered;
    check_log(link, TOLD(offered), LOG_DRAW_OFFER);
}

void said__takeback_asked(struct link *link, const union event_body *body)
{
    check_log(link, TOLD(&body->game_takeback_asked), LOG_TAKEBACK_ASK);
}

void said__takeback_refused(struct link *link, const union event_body *body)
{
    check_log(link, TOLD(&body->game_takeback_refused), LOG_TAKEBACK_REFUSE);
}

void said__taken_back(struct link *link, const union event_body *body)
{
    const struct game_taken_back_event *taken = &body->game_taken_back;
    struct game board;
    check_log(link, TOLD(taken), LOG_TAKEBACK);
    truth_replay(truth_game(&link->sim->truth, taken->game), (uint32_t)taken->seq, &board);
    CHECK_THAT(link->sim, CHECK_TAKEBACKS,
               taken->ply == board.ply && taken->to_act == (int)game_to_act(&board) &&
                   taken->board->expects == (int)game_expects(&board),
               "game %llx is said to be at ply %lld again; it is at %u", ID_ARG(taken->game),
               (long long)taken->ply, board.ply);
}

void said__fined(struct link *link, const union event_body *body)
{
    const struct rating_fined_event *fined = &body->rating_fined;
    const struct truth_player *player = truth_player(&link->sim->truth, link->player);
    const struct truth_rating *rating =
        player != NULL ? &player->ratings[fined->variant->id] : NULL;
    bool is_there = false;
    for (size_t i = 1; rating != NULL && i < rating->count && !is_there; i++)
        is_there = rating->points[i - 1] == fined->before && rating->points[i] == fined->after;
    CHECK_THAT(link->sim, CHECK_FINES, is_there, "a fine is told that was not stored: %lld -> %lld",
               (long long)fined->before, (long long)fined->after);
}

void said__points_annulled(struct link *link, const union event_body *body)
{
    const struct rating_annulled_event *annulled = &body->rating_annulled;
    const struct truth_player *player = truth_player(&link->sim->truth, link->player);
    const struct truth_rating *rating =
        player != NULL ? &player->ratings[annulled->variant->id] : NULL;
    int64_t after = annulled->after != NONE ? annulled->after : 1500;
    bool is_begun = false;
    bool is_there = false;
    for (size_t i = 1; rating != NULL && i < rating->count && !is_there; i++) {
        is_begun |= rating->points[i] == annulled->before;
        is_there = is_begun && rating->points[i] == after;
    }
    CHECK_THAT(link->sim, CHECK_ANNULMENTS, is_there && player->annulled >= annulled->games,
               "points are said to be taken back, and were not: %lld -> %lld",
               (long long)annulled->before, (long long)after);
}

void said__draw_refused(struct link *link, const union event_body *body)
{
    const struct game_draw_refused_event *refused = &body->game_draw_refused;
    check_log(link, TOLD(refused), LOG_DRAW_REFUSE);
}

void said__ended(struct link *link, const union event_body *body)
{
    const struct game_ended_event *ended = &body->game_ended;
    const struct truth_game *game = truth_game(&link->sim->truth, ended->game);
    CHECK_THAT(link->sim, CHECK_SAID_IS_STORED,
               game != NULL && game->is_over && ended->seq == truth_seq(game) &&
                   ended->result == (int)game->outcome.result &&
                   ended->reason == (int)game->outcome.reason,
               "the end of game %llx (%d, %d, event %lld) is not stored", ID_ARG(ended->game),
               ended->result, ended->reason, (long long)ended->seq);
    for (size_t i = 0; i < ended->changes_count; i++)
        CHECK_THAT(link->sim, CHECK_SAID_IS_STORED,
                   ended->changes[i].before == game->before[i] &&
                       ended->changes[i].after == game->after[i],
                   "game %llx: %lld -> %lld is said of seat %zu", ID_ARG(game->id),
                   (long long)ended->changes[i].before, (long long)ended->changes[i].after, i);
    CHECK_THAT(link->sim, CHECK_CLOCKS, clocks_are(game, ended->clocks, game->clocks),
               "game %llx ends with other clocks than are stored", ID_ARG(game->id));
    hear(link, ended->game, ended->seq);
}

/* A game begins with the points that its players have, not with those from before a game or a fine.
 */
static void check_points(struct link *link, const struct game_record *record)
{
    const struct truth_game *game = truth_game(&link->sim->truth, record->game);
    const struct person_record *people[SEAT_COUNT] = {record->first, record->second};
    for (int seat = 0; seat < SEAT_COUNT; seat++)
        CHECK_THAT(link->sim, CHECK_RATINGS,
                   people[seat]->rating ==
                       (game->points_at_start[seat] < 0 ? NONE : game->points_at_start[seat]),
                   "game %llx begins, and %s is said to have %lld points, not %d", ID_ARG(game->id),
                   people[seat]->name, (long long)people[seat]->rating,
                   game->points_at_start[seat]);
}

void said__started(struct link *link, const union event_body *body)
{
    const struct game_record *record = body->game_started.game;
    CHECK_THAT(link->sim, CHECK_SEQUENCE, link_hearing(link, record->game) == NULL,
               "link %llu: game %llx starts when it was heard of before", ID_ARG(link->number),
               ID_ARG(record->game));
    said__game(link, record, 0);
    said__base(link, record);
    gathered_followed(link->sim, 0);
    check_points(link, record);
}

/* ------------------------------------------------------------------ rooms */

/* The room has to be stored, and so has the player's seat there, if a name is given. */
static const struct truth_room *check_seat(struct link *link, uint64_t id, const char *name)
{
    const struct truth *truth = &link->sim->truth;
    const struct truth_room *room = truth_room(truth, id);
    CHECK_THAT(link->sim, CHECK_SAID_IS_STORED,
               room != NULL && (name == NULL || truth_sitter_named(truth, room, name) != NULL),
               "room %llx with %s is not stored", ID_ARG(id), name != NULL ? name : "nobody");
    return room;
}

void said__joined(struct link *link, const union event_body *body)
{
    const struct person_record *player = body->room_joined.player;
    check_seat(link, body->room_joined.room, player->name);
    link_note_presence(link, body->room_joined.room, player->name, player->connected);
}

void said__left(struct link *link, const union event_body *body)
{
    const struct truth *truth = &link->sim->truth;
    const struct truth_room *room = check_seat(link, body->room_left.room, body->room_left.name);
    const struct truth_player *player = truth_sitter_named(truth, room, body->room_left.name);
    CHECK_THAT(link->sim, CHECK_SAID_IS_STORED, !truth_sits(room, player->id),
               "%s is said to have left room %llx, and sits there", player->name, ID_ARG(room->id));
}

/* Somebody else may have joined since. */
void said__reopened(struct link *link, const union event_body *body)
{
    const struct truth_room *room = check_seat(link, body->room_reopened.room, NULL);
    CHECK_THAT(link->sim, CHECK_SAID_IS_STORED, room->reopenings > 0,
               "room %llx is said to be open again, and has its game", ID_ARG(room->id));
}

void said__presence(struct link *link, const union event_body *body)
{
    const struct room_presence_event *presence = &body->room_presence;
    check_seat(link, presence->room, presence->name);
    gathered_presence(link, presence);
    link_note_presence(link, presence->room, presence->name, presence->connected);
}

void said__said(struct link *link, const union event_body *body)
{
    const struct chat_line_record *line = body->room_said.line;
    const struct truth_room *room = check_seat(link, body->room_said.room, NULL);
    CHECK_THAT(link->sim, CHECK_SAID_IS_STORED,
               said__line(link, room, line, said__asked_ms(link, room)),
               "line %lld of room %llx is not stored: %s", (long long)line->n, ID_ARG(room->id),
               line->text != NULL ? line->text : "(hidden)");
    said__line_is_for(link, room, line);
}

void said__rematch_offered(struct link *link, const union event_body *body)
{
    const struct truth_room *room =
        check_seat(link, body->room_rematch_offered.room, body->room_rematch_offered.name);
    CHECK_THAT(link->sim, CHECK_SAID_IS_STORED,
               room->rematch_offers[0] + room->rematch_offers[1] > 0,
               "room %llx: no offer of a rematch is stored", ID_ARG(room->id));
}

void said__rematch_refused(struct link *link, const union event_body *body)
{
    const struct truth_room *room =
        check_seat(link, body->room_rematch_refused.room, body->room_rematch_refused.name);
    CHECK_THAT(link->sim, CHECK_SAID_IS_STORED, room->rematches_refused > 0,
               "room %llx: no offer of a rematch was taken away", ID_ARG(room->id));
}

void said__closed(struct link *link, const union event_body *body)
{
    const struct truth_room *room = check_seat(link, body->room_closed.room, NULL);
    CHECK_THAT(link->sim, CHECK_SAID_IS_STORED, room->is_closed,
               "room %llx is said to be closed, and is not", ID_ARG(room->id));
}

void said__settings_changed(struct link *link, const union event_body *body)
{
    const struct settings_record *settings = body->settings_changed.settings;
    const struct truth_player *player = truth_player(&link->sim->truth, ask_player(link));
    CHECK_THAT(link->sim, CHECK_SAID_IS_STORED,
               player != NULL && (settings->theme == THEME_WORD_WOOD ||
                                  (player->themes >> (unsigned)settings->theme & 1) != 0),
               "link %llu hears of a theme that was never stored", ID_ARG(link->number));
}

void said__player_renamed(struct link *link, const union event_body *body)
{
    const struct truth *truth = &link->sim->truth;
    const struct truth_player *player = truth_player_named(truth, body->player_renamed.name);
    CHECK_THAT(link->sim, CHECK_SAID_IS_STORED,
               player != NULL && truth_player_named(truth, body->player_renamed.before) != NULL,
               "%s is said to have the name %s now, which is not stored",
               body->player_renamed.before, body->player_renamed.name);
}

void said__room_renamed(struct link *link, const union event_body *body)
{
    const struct truth *truth = &link->sim->truth;
    const struct room_renamed_event *renamed = &body->room_renamed;
    CHECK_THAT(link->sim, CHECK_SAID_IS_STORED,
               truth_player_named(truth, renamed->name) != NULL &&
                   truth_player_named(truth, renamed->before) != NULL &&
                   truth_room(truth, renamed->room) != NULL,
               "room %llx: %s is said to have the name %s now, which is not stored",
               ID_ARG(renamed->room), renamed->before, renamed->name);
}

void said__uninvited(struct link *link, const union event_body *body)
{
    const struct truth_room *room = check_seat(link, body->room_uninvited.room, NULL);
    CHECK_THAT(link->sim, CHECK_INVITATIONS,
               room->is_closed && room->ever_invited == ask_player(link),
               "link %llu hears that an invitation to room %llx is over", ID_ARG(link->number),
               ID_ARG(room->id));
}

void said__heartbeat(struct link *link, const union event_body *body)
{
    link->beat_n = body->heartbeat.n;
    link->beat_ms = link->sim->now_ms;
}

/* Checks nothing: letters that were read or deleted are compared with the truth when somebody asks
 * for them. */
void said__counted(struct link *link, const union event_body *body)
{
    (void)link;
    (void)body;
}

void said__bye(struct link *link, const union event_body *body)
{
    CHECK_THAT(link->sim, CHECK_PAGES,
               !link->is_for_file || strcmp(body->bye.code, "too_many_from_address") != 0,
               "link %llu is for a file, and is counted as a connection", ID_ARG(link->number));
    link->had_bye = true;
}

static said_event_fn *const handlers[EVENT_COUNT] = {
#define EVENT(event, function) [EVENT_##event] = function,
#include "tests/sim/handlers.def"
};

static bool is_logging_in(const struct link *link)
{
    for (size_t i = link->ask_count; i-- > 0;) {
        const struct ask *ask = &link->asks[i];
        if ((ask->op == OP_AUTH_RESUME || ask->op == OP_AUTH_LOGIN) &&
            ask->answered < ask->delivered)
            return true;
    }
    return false;
}

/* A stranger hears of what was asked to be shown, and of nothing that is a player's. */
static bool watches(const struct link *link)
{
    for (size_t i = 0; i < link->ask_count; i++)
        if (link->asks[i].delivered > 0 &&
            (link->asks[i].op == OP_LOBBY_WATCH || link->asks[i].op == OP_ROOM_WATCH))
            return true;
    return false;
}

/* Nobody is told of a player's things who is not logged in, or just about to be. */
static bool may_hear(const struct link *link, enum event event)
{
    return link->player != 0 || (event_stream(event) != STREAM_PLAYER && watches(link)) ||
           is_logging_in(link);
}

void said__event(struct link *link, enum event event, const union event_body *body)
{
    CHECK_THAT(link->sim, CHECK_VALID_LINES, handlers[event] != NULL,
               "event %d: the simulator does not know what it promises", event);
    CHECK_THAT(link->sim, CHECK_STRANGERS,
               link->player != 0 || event_stream(event) != STREAM_PLAYER || is_logging_in(link),
               "link %llu, a stranger's, hears event %d", ID_ARG(link->number), event);
    CHECK_THAT(link->sim, CHECK_REFUSED_CHANGED_NOTHING,
               event == EVENT_HEARTBEAT || event == EVENT_BYE || may_hear(link, event),
               "link %llu hears event %d, and every login on it was refused", ID_ARG(link->number),
               event);
    handlers[event](link, body);
}
