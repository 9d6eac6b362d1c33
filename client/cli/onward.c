/* SPDX-License-Identifier: MIT */
/*
 * The commands of client/cli/onward.h. They stand here because they ask, and then play.
 */
#include "client/cli/onward.h"

#include "client/cli/ask/ask.h"
#include "client/cli/ask/choice.h"
#include "client/cli/play/play.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/words/problem.h"
#include "proto/id.h"

/* Plays from this open game; NULL: from the empty board. */
typedef enum exit_code run_fn(const struct invocation *invocation, const struct game *from);

static enum exit_code run(const struct invocation *invocation, run_fn *run_from)
{
    struct game from;
    bool is_named = invocation_has(invocation, OPTION_POSITION);
    if (!is_named && invocation_has(invocation, OPTION_AT)) {
        problem_tell("%s", _("--at needs --position: it names a move of that game."));
        return EXIT_CODE_USAGE;
    }
    if (!is_named && invocation_has(invocation, OPTION_NTH)) {
        problem_tell("%s", _("--nth needs --position: it names a game of that file."));
        return EXIT_CODE_USAGE;
    }
    if (!is_named)
        return run_from(invocation, NULL);
    enum exit_code code = choice_read_position(invocation, &from);
    return code != EXIT_CODE_OK ? code : run_from(invocation, &from);
}

enum exit_code run_solo(const struct invocation *invocation)
{
    return run(invocation, run_solo_from);
}

enum exit_code run_play(const struct invocation *invocation)
{
    return run(invocation, run_play_from);
}

enum exit_code run_lobby(const struct invocation *invocation)
{
    static const enum option_id common[] = {OPTION_HOST, OPTION_PORT, OPTION_AS, OPTION_NO_COLOR,
                                            OPTION_LANGUAGE};
    char id[ID_TEXT_SIZE];
    bool goes = false;
    uint64_t room = 0;
    enum exit_code code = lobby_run(invocation, &goes, &room);
    if (!goes)
        return code;
    struct invocation play = {
        .command = invocation->command, .arguments = {id}, .arguments_count = room != 0};
    id_format(room, id);
    for (size_t i = 0; i < sizeof(common) / sizeof(common[0]); i++)
        play.options[common[i]] = invocation->options[common[i]];
    return run_play_from(&play, NULL);
}
