/* SPDX-License-Identifier: MIT */
/*
 * The help of client/cli/play/aid.h.
 */
#include "client/cli/play/aid.h"

#include "brain/weights.h"
#include "client/cli/connect/account.h"
#include "client/cli/play/table_needs.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/words/words.h"
#include "client/solo/weight_map.h"
#include "proto/error.h"

#include <stdio.h>
#include <string.h>

/* ---------------------------------------------------------------- giving */

static bool is_as_asked(const struct aid *aid)
{
    const struct table *table = &aid->visit->table;
    return aid->game == table->game_id && aid->ply == table->game.ply && table->result == NONE;
}

static void give_hint(struct aid *aid)
{
    const struct visit *visit = aid->visit;
    const struct opponent helper = opponent_strongest(visit->table.variant);
    if (!is_as_asked(aid) || !table_is_my_turn(&visit->table))
        return;
    if (helper.computer == NULL) {
        visit_refuse(visit, ERR_NOT_ITS_GAME);
        return;
    }
    aid->is_thinking = true;
    levels_note_help(aid->levels);
    visit->calls->think(visit->ctx, &helper, &visit->table.game, aid->game ^ (uint64_t)aid->ply);
}

/* Says how much a square weighs, beside the heaviest one. */
static void say_weight(struct aid *aid)
{
    struct weight_map map;
    const struct table *table = &aid->visit->table;
    if (!table_is_playing(table) || !weight_map_init(&map, &table->game)) {
        visit_say(aid->visit, COLOUR_ERROR, "%s", _("There are no weights right now."));
        return;
    }
    levels_note_help(aid->levels);
    unsigned weight = weight_map_tenths(&map, aid->cell);
    unsigned most = weight_map_tenths(&map, map.heaviest);
    visit_say(aid->visit, COLOUR_PLAIN, _("%s has weight %u.%u; the highest is %s: %u.%u."),
              words_action(table->variant, action_place(aid->cell)).text, weight / 10, weight % 10,
              words_action(table->variant, action_place(map.heaviest)).text, most / 10, most % 10);
}

static void show_weights(struct aid *aid)
{
    aid->weights_game = aid->visit->table.game_id;
    levels_note_help(aid->levels);
    visit_say(aid->visit, COLOUR_PLAIN, "%s",
              _("Squares that weigh something have a digit; 9 is the heaviest."));
}

static void begin_weights(struct aid *aid);

static void give(struct aid *aid, enum aid_wish wish)
{
    const struct game_takeback_request back = {.game = aid->visit->table.game_id,
                                               .answer = TAKEBACK_WORD_ASK};
    switch (wish) {
    case AID_HINT:
        give_hint(aid);
        break;
    case AID_WEIGHTS:
        preferences_say(&aid->assist->preferences, PREFERENCE_SHOW_WEIGHTS, true);
        show_weights(aid);
        break;
    case AID_WEIGHTS_AGAIN:
        show_weights(aid);
        break;
    case AID_WEIGH:
        say_weight(aid);
        break;
    case AID_TAKEBACK:
        visit_send(aid->visit, &(struct request){.op = OP_GAME_TAKEBACK, .as.game_takeback = back});
        break;
    case AID_ANALYSIS:
        review_begin(aid->review);
        break;
    case AID_LESSON:
    case AID_POSITION:
        begin_weights(aid);
        break;
    case AID_NONE:
        break;
    }
}

/* ---------------------------------------------------------------- asking the server */

/* A lesson shows how to win, and a position was set up: neither is a game without that. */
static void refuse(const struct aid *aid, enum aid_wish wish)
{
    if (wish == AID_LESSON || wish == AID_POSITION)
        visit_fail(aid->visit, EXIT_CODE_REFUSED, "%s",
                   gettext(error_message(ERR_RATED_GAME_RUNNING)));
    else
        visit_refuse(aid->visit, ERR_RATED_GAME_RUNNING);
}

void aid_take_games(struct aid *aid, const struct player_games_reply *reply)
{
    enum aid_wish wish = aid->wish;
    const struct game *game = &aid->visit->table.game;
    aid->wish = AID_NONE;
    if (wish == AID_NONE)
        return;
    help_read(&aid->help, reply);
    if (wish == AID_ANALYSIS ? help_may_pass(&aid->help, game) : help_may(&aid->help, game))
        give(aid, wish);
    else
        refuse(aid, wish);
}

void aid_take_error(struct aid *aid)
{
    aid->wish = AID_NONE;
}

/* Without a server it is the player who was logged in last at the one that would be asked. */
static void ask(struct aid *aid, enum aid_wish wish)
{
    struct login login;
    const struct visit *visit = aid->visit;
    struct request request = {.op = OP_PLAYER_GAMES};
    aid->wish = wish;
    aid->game = visit->table.game_id;
    aid->ply = visit->table.game.ply;
    if (visit->plan == PLAN_SOLO && !account_load(visit->invocation, &login)) {
        aid_take_games(aid, NULL);
        return;
    }
    if (!visit_is_ready(visit)) {
        aid->wish = AID_NONE;
        visit_say(visit, COLOUR_ERROR, "%s",
                  _("There is no connection right now; try again in a moment."));
        return;
    }
    if (visit->plan == PLAN_SOLO)
        request.as.player_games.name = login.name;
    visit_send(visit, &request);
}

/* ---------------------------------------------------------------- commands */

/* A player that takes any move knows nothing to be asked for. */
static bool has_hints(const struct variant *variant)
{
    const struct opponent helper = opponent_strongest(variant);
    return helper.computer != NULL && helper.computer->id != COMPUTER_RANDOM;
}

void aid_do_hint(struct aid *aid, const char *rest)
{
    bool is_play = strcmp(rest, "play") == 0;
    if (!table_need_check(TABLE_NEED_AID, aid->visit))
        return;
    if (!is_play && rest[0] != '\0') {
        visit_say(aid->visit, COLOUR_ERROR, "%s", _("Type hint, or hint play to have it played."));
        return;
    }
    if (!has_hints(aid->visit->table.variant)) {
        visit_say(aid->visit, COLOUR_ERROR, "%s",
                  _("There are no hints in this game: no computer player knows it."));
    } else if (aid->visit->table.result != NONE) {
        visit_say(aid->visit, COLOUR_ERROR, "%s", _("The game is over."));
    } else if (!table_is_my_turn(&aid->visit->table)) {
        visit_say(aid->visit, COLOUR_ERROR, "%s", _("You can ask for a hint only on your turn."));
    } else if (!aid_is_busy(aid)) {
        aid->is_to_be_played = is_play;
        ask(aid, AID_HINT);
    }
}

static void switch_off(struct aid *aid)
{
    preferences_say(&aid->assist->preferences, PREFERENCE_SHOW_WEIGHTS, false);
    visit_say(aid->visit, COLOUR_PLAIN, "%s", _("Weights are off."));
}

void aid_do_weights(struct aid *aid, const char *rest)
{
    struct action action;
    const struct variant *variant = aid->visit->table.variant;
    bool is_on = strcmp(rest, "on") == 0;
    bool is_off = strcmp(rest, "off") == 0;
    bool is_square = variant != NULL && action_parse(variant, rest, strlen(rest), &action) == 0 &&
                     !action_is_choice(action);
    if (!is_on && !is_off && !is_square) {
        visit_say(aid->visit, COLOUR_ERROR, "%s",
                  _("Type weights on, weights off, or a square: weights h8."));
    } else if (is_off) {
        switch_off(aid);
    } else if (!table_need_check(TABLE_NEED_AID, aid->visit)) {
        return;
    } else if (!weights_apply(variant)) {
        visit_say(aid->visit, COLOUR_ERROR, "%s", _("This game has no weights."));
    } else if (!aid_is_busy(aid)) {
        aid->cell = is_square ? action_cell(action) : 0;
        ask(aid, is_square ? AID_WEIGH : AID_WEIGHTS);
    }
}

void aid_do_takeback(struct aid *aid)
{
    if (aid->wish == AID_NONE)
        ask(aid, AID_TAKEBACK);
}

void aid_do_analyse(struct aid *aid)
{
    if (aid->wish == AID_NONE && review_may_begin(aid->review))
        ask(aid, AID_ANALYSIS);
}

/* ---------------------------------------------------------------- the course of the game */

static void begin_weights(struct aid *aid)
{
    const struct preferences *preferences = &aid->assist->preferences;
    if (preferences_has(preferences, PREFERENCE_SHOW_WEIGHTS) &&
        visit_is_against_computer(aid->visit) && weights_apply(aid->visit->table.variant))
        ask(aid, AID_WEIGHTS_AGAIN);
}

/* A puzzle is of a finished game of one's own, or a first step: no help in another game. */
void aid_begin(struct aid *aid)
{
    const struct solo_plan *solo = &aid->visit->solo;
    aid->wish = AID_NONE;
    if (solo->lesson != NULL && solo->puzzle == NULL)
        ask(aid, AID_LESSON);
    else if (solo->lesson == NULL && aid->visit->plan == PLAN_SOLO && aid->visit->table.given > 0)
        ask(aid, AID_POSITION);
    else
        begin_weights(aid);
}

/* Writes a certain result of the move, or what part of games it scores; empty for a rule of thumb.
 */
static void put_promise(const struct prospect *prospect, char *text, size_t size)
{
    text[0] = '\0';
    if (prospect->proof == PROOF_WIN)
        snprintf(text, size, "%s", _("It wins, whatever the answer."));
    else if (prospect->proof == PROOF_DRAW)
        snprintf(text, size, "%s", _("It is a draw, if both play their best."));
    else if (prospect->proof == PROOF_LOSS)
        snprintf(text, size, "%s", _("It loses, if the opponent plays the best."));
    else if (prospect->depth > 0)
        snprintf(text, size, _("It scores about %u of 100 such games, a draw as half."),
                 (prospect->share + 50u) / 100);
}

/* Names the move, and why it may be another than the heaviest squares, which the board may show. */
static void tell_hint(const struct aid *aid, const struct prospect *prospect)
{
    struct action action = prospect->action;
    char promise[WORDS_SIZE];
    char at[ACTION_TEXT_SIZE];
    struct weight_map map;
    const struct visit *visit = aid->visit;
    action_format(visit->table.variant, action, at);
    if (aid_shows_weights(aid) && !action_is_choice(action) &&
        weight_map_init(&map, &visit->table.game) &&
        weights_at(&map.board, action_cell(action)) < map.most) {
        visit_say(
            visit, COLOUR_BOLD,
            _("Hint: %s. %s weighs more, but weights do not look ahead. To play it: hint play"), at,
            words_action(visit->table.variant, action_place(map.heaviest)).text);
        return;
    }
    put_promise(prospect, promise, sizeof(promise));
    if (promise[0] != '\0')
        visit_say(visit, COLOUR_BOLD, _("Hint: %s. %s To play it: hint play"), at, promise);
    else
        visit_say(visit, COLOUR_BOLD, _("Hint: %s. To play it: hint play"), at);
}

void aid_take_thought(struct aid *aid, int error, const struct thought *thought)
{
    const struct visit *visit = aid->visit;
    aid->is_thinking = false;
    if (error != 0) {
        visit_refuse(visit, error);
    } else if (is_as_asked(aid) && aid->is_to_be_played) {
        visit_say(visit, COLOUR_BOLD, _("penta plays %s for you."),
                  words_action(visit->table.variant, thought->prospects[0].action).text);
        visit_send_action(visit, thought->prospects[0].action);
    } else if (is_as_asked(aid)) {
        tell_hint(aid, &thought->prospects[0]);
    }
}

void aid_settle(struct aid *aid)
{
    if (!aid->is_thinking || is_as_asked(aid))
        return;
    aid->is_thinking = false;
    aid->visit->calls->think(aid->visit->ctx, NULL, NULL, 0);
}

bool aid_is_busy(const struct aid *aid)
{
    return aid->wish != AID_NONE || aid->is_thinking;
}

bool aid_shows_weights(const struct aid *aid)
{
    const struct table *table = &aid->visit->table;
    return preferences_has(&aid->assist->preferences, PREFERENCE_SHOW_WEIGHTS) &&
           table->game_id != 0 && table->game_id == aid->weights_game &&
           help_may(&aid->help, &table->game);
}
