/* SPDX-License-Identifier: MIT */
/*
 * The inside of `penta play` and `penta watch`, shared by play.c (connection and life),
 * play_assist.c (what it does for the player by itself), play_enter.c (finding a room),
 * play_login.c (who one is), play_input.c (what the person types), play_show.c (what is shown) and
 * play_time.c (what time changes). One program, one of it, on the loop's thread.
 */
#ifndef PENTAD_CLIENT_CLI_PLAY_PLAY_PRIVATE_H
#define PENTAD_CLIENT_CLI_PLAY_PLAY_PRIVATE_H

#include "client/cli/connect/link.h"
#include "client/cli/draw/notes.h"
#include "client/cli/invocation/exits.h"
#include "client/cli/invocation/invocation.h"
#include "client/cli/terminal/editor.h"
#include "client/cli/terminal/ink.h"
#include "client/cli/terminal/repaint.h"
#include "client/cli/terminal/terminal.h"
#include "client/cli/words/words.h"
#include "client/core/bytes.h"
#include "client/core/closing.h"
#include "client/core/preferences.h"
#include "client/core/session.h"
#include "client/core/table.h"

#include <uv.h>

/* Open rooms that are tried before one's own is opened. */
#define PLAY_TRIES_MAX 8

enum play_state {
    PLAY_LOGGING_IN,
    PLAY_ASKING,   /* whether to go on with a game in progress */
    PLAY_ENTERING, /* looking for a room, joining or opening one */
    PLAY_SEEKING,  /* room.quick: any opponent */
    PLAY_AT_TABLE,
    PLAY_LEAVING, /* room.leave is on its way */
    PLAY_STOPPED,
};

enum play_plan {
    PLAN_PLAY,
    PLAN_WATCH,
    PLAN_INVITE,
    PLAN_QUICK,
};

enum play_output {
    PLAY_SCREEN, /* a person at a terminal */
    PLAY_LINES,  /* text, line by line: a script, a pipe */
    PLAY_JSON,   /* events and replies as JSON lines: a bot */
};

struct play {
    const struct invocation *invocation;
    enum play_plan plan;
    enum play_state state;
    enum play_output output;
    enum exit_code exit;

    uv_loop_t *loop;
    struct session *session;
    struct link *link;
    bool is_offline;             /* the connection broke; it is tried again */
    bool has_screen;             /* the terminal is ours */
    char failure[INK_TEXT_SIZE]; /* why it ends, told when the terminal is the shell's again */

    struct preferences preferences;
    struct closing closing; /* the answers to threats that are given by themselves */

    struct table table;
    uint64_t room;                    /* where to go */
    uint64_t busy_room;               /* of the game whose clock ran at the login, or 0 */
    uint64_t candidate;               /* the oldest open room that suits, so far */
    uint64_t refused[PLAY_TRIES_MAX]; /* rooms that could not be joined after all */
    size_t refused_count;
    int64_t answered_ply;          /* the game's ply after the last move that was answered */
    bool is_rematch_wanted;        /* a rematch was asked for, and has not begun */
    bool is_resign_asked;          /* the next line says whether to resign */
    char invited[TABLE_NAME_SIZE]; /* for whom the room is kept, or "" */
    int64_t answer_until_ms;       /* so long, in ms since 1970; NONE where it is not known */
    char farewell[WORDS_SIZE];     /* what became of the room, told at the end */
    bool is_banned;                /* and sent away for it */
    bool is_quit_asked;            /* a signal asked to quit; the next one insists */

    struct terminal terminal;
    struct feed feed;
    struct editor editor;
    struct bytes typed; /* lines that are not done yet */
    bool is_input_ended;

    struct notes notes;
    struct ink ink;
    struct repaint repaint;
    bool is_dirty;               /* the screen is older than what it shows */
    bool is_bell_due;            /* with the next drawing */
    bool is_claim_told;          /* that the game can be claimed now */
    char shown_task[WORDS_SIZE]; /* PLAY_LINES: the last sentence that was printed */

    uv_prepare_t painter;
    uv_timer_t ticker; /* the next moment at which what is shown about time is not right any more */
    uv_signal_t signals[3];
};

/* play.c */
/* Sends a request, or says that there is no connection. */
void play__send(struct play *play, const struct request *request);
/* Ends with this exit code. */
void play__stop(struct play *play, enum exit_code code);
/* The same, because of this. */
void play__fail(struct play *play, enum exit_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Takes the terminal, if a person is there; the first time. */
void play__open_screen(struct play *play);
/* The person wants to go: leaves a room that has no game in progress. */
void play__quit(struct play *play);
/* Leaves the room, and ends with the answer. */
void play__leave(struct play *play);

/* play_assist.c */
/* Takes over what the options say. */
void play__start_assist(struct play *play);
/* The account's settings: asked for after each login, and what they are now. */
void play__ask_settings(struct play *play);
void play__take_settings(struct play *play, const struct settings_record *settings);
/* Rings the terminal's bell if this event is news that the person is waiting for, and wants to
 * hear. */
void play__ring(struct play *play, const struct notice *notice);
/* Plays the answer that is forced, if the player wants that and it is time. */
void play__close_threat(struct play *play);
/* The table has taken a move back. */
void play__take_back(struct play *play);
/* The commands `threats` and `close`. */
void play__do_threats(struct play *play, const char *rest);
void play__do_close(struct play *play, const char *rest);

/* play_login.c */
void play__log_in(struct play *play);
void play__on_ready(struct play *play, const struct notice *notice);
void play__on_refused(struct play *play, const struct notice *notice);
/* The server closes the connection. */
void play__on_bye(struct play *play, const struct bye_event *bye);

/* play_enter.c */
/* The first NOTICE_READY. */
void play__enter(struct play *play, const struct notice *ready);
/* The answer to whether to go on with the game in progress. */
void play__answer_go_on(struct play *play, const char *line);
/* A reply or an error while entering; returns whether it was for that. */
bool play__enter_reply(struct play *play, const struct notice *notice);
bool play__enter_error(struct play *play, const struct notice *notice);

/* play_meet.c */
/* Waits for any opponent; what the server says to that; waits no more. */
void play__seek_any(struct play *play);
void play__quick_reply(struct play *play, const struct room_quick_reply *reply);
void play__cancel_seeking(struct play *play);
/* Invitations that one has, from a login. */
void play__say_invitations(struct play *play, const struct notice *ready);
/* The player sits in an open room: for whom it is, and how long it waits. */
void play__note_waiting(struct play *play, const struct room_record *room);
/* Who quits has opened the room: says what becomes of that. Returns whether it stays, as one that
 * waits for days does. */
bool play__keep_room(struct play *play);
void play__do_withdraw(struct play *play, const char *rest);
/* Pairing and invitations; returns whether the event was of that kind. */
bool play__meet_event(struct play *play, const struct notice *notice);
/* The room is gone. Who waits there for an opponent waits for nothing: it ends, for this reason (or
 * NULL). Returns whether it did. */
bool play__fail_closed(struct play *play, const char *reason);

/* play_input.c */
void play__take_bytes(void *ctx, const char *bytes, size_t len);
void play__take_keys(void *ctx, const char *bytes, size_t len);
void play__take_end(void *ctx);
/* Does the lines that can be done now. */
void play__do_lines(struct play *play);
/* Sends a move or a choice for the table's game as it stands. */
void play__send_action(struct play *play, struct action action);
/* Whether the table shows all that was answered: the answer to a move may come before its event. */
bool play__is_up_to_date(const struct play *play);

/* play_time.c */
/* The time of client/core/table.h. */
int64_t play__now_ms(const struct play *play);
void play__start_ticker(struct play *play);
/* Shows again in so many ms; INT64_MAX for never. */
void play__show_in(struct play *play, int64_t in_ms);
/* Says once that the game can be claimed, when it can. */
void play__tell_claim(struct play *play);

/* play_show.c */
void play__say(struct play *play, enum colour colour, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void play__say_error(struct play *play, const struct session_error *error);
/* The warning of a login (NULL: none). */
void play__say_warning(struct play *play, const struct fine_warning_record *warning);
/* Says how many messages were not read, if any. */
void play__say_unread(struct play *play, int64_t unread);
void play__say_mute(struct play *play, const struct sanction_record *mute);
/* Says what an event means for the player and not for a table: a fine that was just taken, a
 * message. False if it is none of these. */
bool play__say_personal(struct play *play, const struct notice *notice);
/* PLAY_JSON: what was received, and who one is. */
void play__show_notice(struct play *play, const struct notice *notice);
void play__show_ready(struct play *play, const struct notice *ready);
/* Draws or prints what has changed. */
void play__show(struct play *play);
void play__show_board(struct play *play);
/* The last words, when the terminal is the shell's again. */
void play__say_farewell(struct play *play);

#endif
