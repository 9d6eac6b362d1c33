/* SPDX-License-Identifier: MIT */
/*
 * The sentences of client/cli/play/refusal.h.
 */
#include "client/cli/play/refusal.h"

#include "client/cli/play/opponent.h"
#include "client/cli/play/own_room.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/words/problem.h"
#include "proto/id.h"

/* The computer that was asked for has no such level. */
static void fail_as_level(const struct visit *visit, enum exit_code code, const char *text)
{
    char levels[INK_TEXT_SIZE];
    const struct computer *computer = own_room_computer(visit->invocation);
    if (computer != NULL)
        opponent_put_levels(computer, levels, sizeof(levels));
    visit_fail(visit, code, "%s", computer != NULL ? levels : text);
}

/* Both seats are taken: the game can be watched. */
static void fail_as_full(const struct visit *visit, uint64_t room_id, enum exit_code code,
                         const char *text)
{
    char room[ID_TEXT_SIZE];
    char server[INVOCATION_SERVER_SIZE];
    id_format(room_id, room);
    invocation_server_options(visit->invocation, server, sizeof(server));
    visit_fail(visit, code, _("%s Watch it with: penta watch %s%s"), text, room, server);
}

/* A game whose clock runs: the one that the login told of, or one that began since. */
static void fail_as_busy(const struct visit *visit, uint64_t room_id, enum exit_code code,
                         const char *text)
{
    char room[ID_TEXT_SIZE];
    char server[INVOCATION_SERVER_SIZE];
    invocation_server_options(visit->invocation, server, sizeof(server));
    if (room_id == 0) {
        visit_fail(visit, code, _("%s Go back to it with: penta play --resume%s"), text, server);
        return;
    }
    id_format(room_id, room);
    visit_fail(visit, code, _("%s Go back to it with: penta play %s%s"), text, room, server);
}

void refusal_tell(const struct visit *visit, const struct session_error *error, uint64_t room,
                  uint64_t busy_room)
{
    char text[INK_TEXT_SIZE];
    problem_sentence(error, text, sizeof(text));
    enum exit_code code = problem_exit_code(error);
    switch (error_from_code(error->code)) {
    case ERR_ROOM_FULL:
        fail_as_full(visit, room, code, text);
        break;
    case ERR_UNKNOWN_LEVEL:
        fail_as_level(visit, code, text);
        break;
    case ERR_CLOCK_IS_RUNNING:
        fail_as_busy(visit, busy_room, code, text);
        break;
    case ERR_IS_GUEST:
        visit_fail(visit, code, _("%s is a guest, and a rated game needs two accounts."),
                   visit->invocation->arguments[0]);
        break;
    default:
        visit_fail(visit, code, "%s", text);
        break;
    }
}
