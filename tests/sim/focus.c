/* SPDX-License-Identifier: MIT */
/* The promises of tests/sim/focus.h. */
#include "tests/sim/focus.h"

#include "tests/sim/said.h"
#include "tests/sim/sim.h"

#include <string.h>

static bool is_kept(const struct truth_game *game, unsigned ply)
{
    return (game->focus.lost[ply / 8] >> ply % 8 & 1) != 0;
}

void truth_focus_asked(struct truth *truth, struct ask *ask)
{
    struct truth_game *game = truth_game(truth, ask->subject);
    enum seat seat = game != NULL ? truth_seat(game, ask->by) : SEAT_NONE;
    if (seat == SEAT_NONE)
        return;
    ask->focus = ++game->focus.asks[seat];
    game->focus.away[seat] = 0;
    game->focus.was_lost[seat] |= ask->request.as.game_focus.focus == FOCUS_WORD_LOST;
}

void truth__focus_lost(struct sim *sim, const struct store_op *op)
{
    const struct store_focus_lost *lost = &op->as.focus_lost;
    struct truth_game *game = truth_game(&sim->truth, lost->game);
    CHECK_THAT(sim, CHECK_FOCUS,
               game != NULL && game->rated && !game->is_over && lost->ply == game->board.ply &&
                   lost->seat == game_to_act(&game->board) && game->focus.was_lost[lost->seat],
               "game %llx: seat %d had lost the focus at ply %u, as is stored",
               (unsigned long long)lost->game, lost->seat, lost->ply);
    game->focus.lost[lost->ply / 8] |= (uint8_t)(1U << lost->ply % 8);
    sim->stats->unfocused++;
}

/* Whether the connection that said so is still there, for the server, too. */
static bool is_there(const struct sim *sim, uint64_t number)
{
    for (size_t i = 0; i < sim->link_count; i++)
        if (sim->links[i]->number == number)
            return link_is_usable(sim->links[i]);
    return false;
}

void truth__focus_check(struct sim *sim, const struct truth_game *game)
{
    enum seat seat = game_to_act(&game->board);
    if (seat == SEAT_NONE || game->focus.away[seat] == 0 || !is_there(sim, game->focus.away[seat]))
        return;
    CHECK_THAT(sim, CHECK_FOCUS, is_kept(game, game->board.ply),
               "game %llx: seat %d acts at ply %u without the focus, and that is not stored",
               (unsigned long long)game->id, seat, game->board.ply);
}

void said__focus(struct link *link, struct ask *ask, const union reply_body *reply)
{
    struct truth_game *game = truth_game(&link->sim->truth, ask->subject);
    enum seat seat = game != NULL ? truth_seat(game, link->player) : SEAT_NONE;
    CHECK_THAT(link->sim, CHECK_FOCUS, seat != SEAT_NONE && reply->game_focus.kept == game->rated,
               "link %llu: the focus in game %llx is kept: %d", (unsigned long long)link->number,
               (unsigned long long)ask->subject, reply->game_focus.kept);
    if (game->rated && ask->focus == game->focus.asks[seat] &&
        ask->request.as.game_focus.focus == FOCUS_WORD_LOST)
        game->focus.away[seat] = link->number;
}

/* Digits with a space behind each but the last. */
static int digit_at(const char *digits, size_t at)
{
    return 2 * at < strlen(digits) ? digits[2 * at] - '0' : -1;
}

/* Nobody reads what there is about himself, or about somebody out of his reach. */
static void check_players(struct link *link, const struct ask *ask, const struct truth_game *game)
{
    const struct truth *truth = &link->sim->truth;
    const struct truth_player *asker = truth_player(truth, link->player);
    CHECK_THAT(link->sim, CHECK_FOCUS,
               game != NULL && (asker == NULL || truth_seat(game, link->player) == SEAT_NONE),
               "link %llu sees its own game as moderators do", (unsigned long long)link->number);
    for (int seat = 0; seat < SEAT_COUNT && asker != NULL; seat++) {
        const struct truth_player *player = truth_player(truth, game->players[seat]);
        CHECK_THAT(link->sim, CHECK_FOCUS,
                   player == NULL || truth_was_below(player, asker, ask->batches),
                   "link %llu sees as moderators do what %s played, who is out of its reach",
                   (unsigned long long)link->number, player->name);
    }
}

void said__mod_game(struct link *link, struct ask *ask, const union reply_body *reply)
{
    struct sim *sim = link->sim;
    const struct mod_game_reply *told = &reply->mod_game;
    const struct truth_game *game = truth_game(&sim->truth, ask->subject);
    said__game(link, told->game, ask->floor);
    check_players(link, ask, game);
    CHECK_THAT(sim, CHECK_RIGHTS_FOLLOW_ROLES,
               link->player == 0 || truth_had_role(truth_player(&sim->truth, link->player),
                                                   ROLE_MODERATOR, ask->batches),
               "link %llu is told of a game without a role", (unsigned long long)link->number);
    for (size_t ply = 0; ply <= (size_t)told->game->ply; ply++) {
        int lost = digit_at(told->lost, ply);
        bool is_right = lost == 0 || lost == 1;
        if (sim->is_quiet)
            is_right = lost == (is_kept(game, (unsigned)ply) ? 1 : 0);
        CHECK_THAT(sim, CHECK_FOCUS, is_right && (lost == 0 || is_kept(game, (unsigned)ply)),
                   "game %llx: the focus at ply %zu is told as %d", (unsigned long long)game->id,
                   ply, lost);
    }
    sim->stats->games_judged++;
}
