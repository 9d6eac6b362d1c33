/* SPDX-License-Identifier: MIT */
/*
 * What is typed at a table, or comes from a script: moves, choices and the commands of
 * play_commands.def.
 */
#include "client/cli/play/play_private.h"
#include "client/cli/terminal/i18n.h"
#include "client/core/table_clock.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a line of a script waits for. A person's lines never wait. */
enum waits_for {
    WAITS_FOR_NOTHING,
    WAITS_FOR_TURN,   /* one's own, or the end of the game */
    WAITS_FOR_GAME,   /* one in progress, or over */
    WAITS_FOR_OFFER,  /* of a draw or a rematch, a request to take back, or the end of the game */
    WAITS_FOR_CLAIM,  /* the opponent stays away for long enough, or the end of the game */
    WAITS_FOR_RESULT, /* the end of the game */
};

/* `rest` is what stands behind the word, without spaces in front. */
typedef void play_command_fn(struct play *play, const char *rest);

struct play_command {
    const char *word;
    const char *arguments;
    enum waits_for waits_for;
    const char *doc;
    play_command_fn *run;
};

/* ---------------------------------------------------------------- commands */

static void send_draw(struct play *play, enum draw_word answer)
{
    struct request request = {.op = OP_GAME_DRAW};
    request.as.game_draw.game = play->table.game_id;
    request.as.game_draw.answer = answer;
    play__send(play, &request);
}

static void do_draw(struct play *play, const char *rest)
{
    (void)rest;
    send_draw(play, DRAW_WORD_OFFER);
}

static void send_takeback(struct play *play, enum takeback_word answer)
{
    struct request request = {.op = OP_GAME_TAKEBACK};
    request.as.game_takeback.game = play->table.game_id;
    request.as.game_takeback.answer = answer;
    play__send(play, &request);
}

static void do_takeback(struct play *play, const char *rest)
{
    (void)rest;
    send_takeback(play, TAKEBACK_WORD_ASK);
}

#define GIVE_DEFAULT_S 15
#define GIVE_MAX_S 60

static void do_give(struct play *play, const char *rest)
{
    char *end;
    long seconds = rest[0] != '\0' ? strtol(rest, &end, 10) : GIVE_DEFAULT_S;
    if (seconds < 1 || seconds > GIVE_MAX_S || (rest[0] != '\0' && *end != '\0')) {
        play__say(play, COLOUR_ERROR, _("Give 1 to %d seconds, for instance: give 15"), GIVE_MAX_S);
        return;
    }
    struct request request = {.op = OP_GAME_GIVE_TIME};
    request.as.game_give_time.game = play->table.game_id;
    request.as.game_give_time.ms = seconds * CLOCK_SECOND_MS;
    play__send(play, &request);
}

static void do_claim(struct play *play, const char *rest)
{
    (void)rest;
    struct request request = {.op = OP_ROOM_CLAIM};
    request.as.room_claim.room = play->table.room;
    play__send(play, &request);
}

static void do_rematch(struct play *play, const char *rest)
{
    (void)rest;
    struct request request = {.op = OP_ROOM_REMATCH};
    request.as.room_rematch.room = play->table.room;
    play->is_rematch_wanted = true;
    play__send(play, &request);
}

/* A draw is offered to the player; says so if there is none. */
static bool is_draw_asked(struct play *play)
{
    if (table_is_draw_offered_to(&play->table, table_my_seat(&play->table))) {
        return true;
    }
    play__say(play, COLOUR_ERROR, "%s", _("Nothing is asked."));
    return false;
}

static void do_accept(struct play *play, const char *rest)
{
    if (table_is_takeback_asked_of(&play->table, table_my_seat(&play->table))) {
        send_takeback(play, TAKEBACK_WORD_ACCEPT);
    } else if (table_is_playing(&play->table)) {
        if (is_draw_asked(play)) {
            send_draw(play, DRAW_WORD_ACCEPT);
        }
    } else {
        do_rematch(play, rest);
    }
}

static void do_refuse(struct play *play, const char *rest)
{
    (void)rest;
    if (table_is_takeback_asked_of(&play->table, table_my_seat(&play->table))) {
        send_takeback(play, TAKEBACK_WORD_REFUSE);
    } else if (table_is_playing(&play->table)) {
        if (is_draw_asked(play)) {
            send_draw(play, DRAW_WORD_REFUSE);
        }
    } else {
        play__say(play, COLOUR_PLAIN, "%s", _("Type quit to leave the table."));
    }
}

static void send_resign(struct play *play)
{
    struct request request = {.op = OP_GAME_RESIGN};
    request.as.game_resign.game = play->table.game_id;
    play__send(play, &request);
}

static void do_resign(struct play *play, const char *rest)
{
    (void)rest;
    if (play->output == PLAY_SCREEN && table_is_playing(&play->table)) {
        play->is_resign_asked = true;
        play->is_dirty = true;
    } else {
        send_resign(play);
    }
}

static void do_abort(struct play *play, const char *rest)
{
    (void)rest;
    struct request request = {.op = OP_GAME_ABORT};
    request.as.game_abort.game = play->table.game_id;
    play__send(play, &request);
}

static void do_say(struct play *play, const char *rest)
{
    struct request request = {.op = OP_ROOM_SAY};
    request.as.room_say.room = play->table.room;
    request.as.room_say.text = rest;
    if (rest[0] == '\0') {
        play__say(play, COLOUR_ERROR, "%s", _("Say what? For instance: say Good game!"));
    } else {
        play__send(play, &request);
    }
}

static void do_board(struct play *play, const char *rest)
{
    (void)rest;
    play__show_board(play);
}

static void do_quit(struct play *play, const char *rest)
{
    (void)rest;
    play__quit(play);
}

static void do_help(struct play *play, const char *rest);

static const struct play_command commands[] = {
#define PLAY_COMMAND(word, arguments, waits_for, doc, function)                                    \
    {word, arguments, WAITS_FOR_##waits_for, doc, function},
#include "client/cli/play/commands.def"
#undef PLAY_COMMAND
};

#define COMMANDS (sizeof(commands) / sizeof(commands[0]))

static void do_help(struct play *play, const char *rest)
{
    (void)rest;
    play__say(play, COLOUR_PLAIN, "%-9s %s", "h8, white", _("a move, a Swap2 choice"));
    for (size_t i = 0; i < COMMANDS; i++) {
        char name[32];
        snprintf(name, sizeof(name), "%s %s", commands[i].word, commands[i].arguments);
        play__say(play, COLOUR_PLAIN, "%-9s %s", name, gettext(commands[i].doc));
    }
}

/* ---------------------------------------------------------------- moves */

void play__send_action(struct play *play, struct action action)
{
    struct request request;
    char text[ACTION_TEXT_SIZE];
    const struct table *table = &play->table;
    action_format(table->variant, action, text);
    if (action_is_choice(action)) {
        request = (struct request){.op = OP_GAME_CHOOSE};
        request.as.game_choose.game = table->game_id;
        request.as.game_choose.ply = table->game.ply;
        request.as.game_choose.choice = (int)action_choice(action);
    } else {
        request = (struct request){.op = OP_GAME_MOVE};
        request.as.game_move.game = table->game_id;
        request.as.game_move.ply = table->game.ply;
        request.as.game_move.at = text;
    }
    play__send(play, &request);
}

/* The server decides whether a move is legal; this only saves a question whose answer is known. */
static void do_action(struct play *play, struct action action)
{
    if (play->table.game_id == 0) {
        play__say(play, COLOUR_ERROR, "%s", _("The game has not begun."));
    } else {
        play__send_action(play, action);
    }
}

static int parse_action(const struct play *play, const char *line, struct action *action_out)
{
    const struct variant *variant = play->table.variant;
    return variant != NULL ? action_parse(variant, line, strlen(line), action_out)
                           : ERR_BAD_NOTATION;
}

/* ---------------------------------------------------------------- lines */

static const struct play_command *find_command(const char *line, const char **rest_out)
{
    size_t len = strcspn(line, " ");
    for (size_t i = 0; i < COMMANDS; i++) {
        if (strlen(commands[i].word) == len && strncmp(commands[i].word, line, len) == 0) {
            *rest_out = line + len + strspn(line + len, " ");
            return &commands[i];
        }
    }
    return NULL;
}

static void do_unknown(struct play *play, const char *line, int error)
{
    if (error == ERR_OFF_BOARD) {
        play__say(play, COLOUR_ERROR, _("There is no square %s on this board."), line);
    } else {
        play__say(play, COLOUR_ERROR, _("\"%s\" is no move and no command; type help."), line);
    }
}

static void do_line(struct play *play, const char *line)
{
    const char *rest = "";
    struct action action;
    const struct play_command *command = find_command(line, &rest);
    if (play->is_resign_asked) {
        play->is_resign_asked = false;
        if (strcmp(line, "yes") == 0 || strcmp(line, _("yes")) == 0) {
            send_resign(play);
        }
        return;
    }
    if (play->state == PLAY_ASKING) {
        play__answer_go_on(play, line);
        return;
    }
    if (play->state == PLAY_SEEKING) {
        if (strcmp(line, "quit") == 0) {
            play__quit(play);
        }
        return; /* there is no table yet */
    }
    if (line[0] == '\0') {
        return;
    }
    if (command != NULL) {
        command->run(play, rest);
        return;
    }
    int error = parse_action(play, line, &action);
    if (error != 0) {
        do_unknown(play, line, error);
    } else {
        do_action(play, action);
    }
}

/* Cuts spaces (and the CR of a file from elsewhere) off both ends. */
static char *trim(char *line)
{
    size_t len = strlen(line);
    while (len > 0 && isspace((unsigned char)line[len - 1])) {
        line[--len] = '\0';
    }
    return line + strspn(line, " \t");
}

static enum waits_for waits_for(const struct play *play, const char *line)
{
    const char *rest;
    struct action action;
    const struct play_command *command = find_command(line, &rest);
    if (command != NULL) {
        return command->waits_for;
    }
    /* Before the variant is known nothing can be said about a line: it waits like a move. */
    bool is_action = play->table.variant == NULL || parse_action(play, line, &action) == 0;
    return is_action ? WAITS_FOR_TURN : WAITS_FOR_NOTHING;
}

static bool is_over(const struct play *play)
{
    const struct table *table = &play->table;
    bool is_ended = table->game_id != 0 && table->result != NONE;
    return (is_ended && !play->is_rematch_wanted) || table->is_gone;
}

bool play__is_up_to_date(const struct play *play)
{
    const struct table *table = &play->table;
    bool is_board_over = table_is_playing(table) && table_task(table) == TABLE_TASK_OVER;
    return play->table.game.ply >= play->answered_ply && !is_board_over;
}

static bool may_go(const struct play *play, enum waits_for what)
{
    const struct table *table = &play->table;
    if (play->state == PLAY_SEEKING) {
        return what == WAITS_FOR_NOTHING && session_is_ready(play->session) &&
               !session_is_busy(play->session);
    }
    if (play->state != PLAY_AT_TABLE || !session_is_ready(play->session) ||
        session_is_busy(play->session) || !play__is_up_to_date(play)) {
        return false;
    }
    switch (what) {
    case WAITS_FOR_TURN:
        return is_over(play) || table_is_my_turn(table);
    case WAITS_FOR_GAME:
        return is_over(play) || table_is_playing(table);
    case WAITS_FOR_OFFER:
        return is_over(play) || table_is_draw_offered_to(table, table_my_seat(table)) ||
               table_is_takeback_asked_of(table, table_my_seat(table)) ||
               table_is_rematch_offered_to_me(table);
    case WAITS_FOR_CLAIM:
        return is_over(play) || table_claim_in_ms(table, play__now_ms(play)) == 0;
    case WAITS_FOR_RESULT:
        return is_over(play);
    default:
        return true;
    }
}

/* Takes the next line of the script off, if it may be done. */
static bool take_line(struct play *play, char *line, size_t size)
{
    struct bytes *typed = &play->typed;
    const char *end = typed->len > 0 ? memchr(typed->data, '\n', typed->len) : NULL;
    bool is_last = end == NULL && play->is_input_ended && typed->len > 0;
    if (end == NULL && !is_last) {
        return false;
    }
    size_t len = end != NULL ? (size_t)(end - typed->data) : typed->len;
    snprintf(line, size, "%.*s", (int)len, typed->data);
    if (!may_go(play, waits_for(play, trim(line)))) {
        return false;
    }
    bytes_take(typed, end != NULL ? len + 1 : len);
    return true;
}

void play__do_lines(struct play *play)
{
    char line[EDITOR_SIZE];
    while (play->state != PLAY_STOPPED && take_line(play, line, sizeof(line))) {
        do_line(play, trim(line));
    }
    /* Who only watches need not type anything: the end of the game ends that. */
    enum waits_for end = play->plan == PLAN_WATCH ? WAITS_FOR_RESULT : WAITS_FOR_NOTHING;
    if (play->is_input_ended && play->typed.len == 0 && may_go(play, end)) {
        play__quit(play);
    }
}

/* ---------------------------------------------------------------- bytes */

void play__take_bytes(void *ctx, const char *bytes, size_t len)
{
    struct play *play = ctx;
    bytes_append(&play->typed, bytes, len);
    play__do_lines(play);
    play__show(play);
}

void play__take_keys(void *ctx, const char *bytes, size_t len)
{
    struct play *play = ctx;
    char line[EDITOR_SIZE];
    for (size_t i = 0; i < len && play->state != PLAY_STOPPED; i++) {
        enum editor_result result = editor_take(&play->editor, bytes[i]);
        if (result == EDITOR_LINE) {
            snprintf(line, sizeof(line), "%s", editor_line(&play->editor));
            do_line(play, trim(line));
        } else if (result == EDITOR_END) {
            play__quit(play);
        }
    }
    play->is_dirty = true;
}

void play__take_end(void *ctx)
{
    struct play *play = ctx;
    play->is_input_ended = true;
    if (play->output == PLAY_SCREEN) {
        play__quit(play); /* the terminal is gone */
    } else {
        play__do_lines(play);
    }
}
