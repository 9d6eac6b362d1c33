/* SPDX-License-Identifier: MIT */
/*
 * A visit to a table as the parts of this folder see it: where it is, which they only read, and the
 * calls by which they have something said, sent or shown. course.c moves it on; play.c, or a test,
 * is behind the calls.
 */
#ifndef PENTAD_CLIENT_CLI_PLAY_VISIT_H
#define PENTAD_CLIENT_CLI_PLAY_VISIT_H

#include "client/cli/invocation/exits.h"
#include "client/cli/invocation/invocation.h"
#include "client/cli/terminal/ink.h"
#include "client/core/session.h"
#include "client/core/table.h"

enum plan {
    PLAN_PLAY,
    PLAN_WATCH,
    PLAN_INVITE,
    PLAN_QUICK,
};

enum stage {
    STAGE_LOGGING_IN,
    STAGE_ASKING,   /* whether to go on with a game in progress */
    STAGE_ENTERING, /* looking for a room, joining or opening one */
    STAGE_SEEKING,  /* room.quick: any opponent */
    STAGE_AT_TABLE,
    STAGE_LEAVING, /* room.leave or room.quick_cancel is on its way */
    STAGE_STOPPED,
};

/* Each gets the visit's `ctx`. */
struct visit_calls {
    void (*say)(void *ctx, enum colour colour, const char *text);
    /* What was said before is said otherwise from now on. */
    void (*correct)(void *ctx, const char *before, const char *now);
    void (*send)(void *ctx, const struct request *request);
    /* Ends with this exit code, and tells `why` when the terminal is the shell's again; NULL: there
     * is nothing to tell. */
    void (*stop)(void *ctx, enum exit_code code, const char *why);
    void (*open_screen)(void *ctx); /* there is something for a person to see from now on */
    void (*board)(void *ctx);       /* is to be shown */
    void (*ring)(void *ctx);
    void (*take_settings)(void *ctx, const struct settings_record *settings);
};

struct visit {
    const struct invocation *invocation;
    enum plan plan;
    enum stage stage;
    bool is_person; /* at a screen; else a script or a bot */
    struct session *session;
    struct table table;
    const struct visit_calls *calls;
    void *ctx;
};

void visit_say(const struct visit *visit, enum colour colour, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void visit_send(const struct visit *visit, const struct request *request);
/* Says with which clock a rated game is played, if nobody named one. */
void visit_say_usual_clock(const struct visit *visit);
/* Sends a move or a choice for the table's game as it stands. */
void visit_send_action(const struct visit *visit, struct action action);
/* Ends with this exit code, for this reason. */
void visit_fail(const struct visit *visit, enum exit_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
