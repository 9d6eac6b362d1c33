/* SPDX-License-Identifier: MIT */
/*
 * Games against computers: the opponent that is asked for, the limit of such games, and the
 * beginning of one.
 */
#include "server/core/operations/against.h"

#include "brain/computer.h"
#include "server/core/desk/address.h"
#include "server/core/desk/conn.h"
#include "server/core/operations/request.h"
#include "server/core/people/player.h"
#include "server/core/table/computers.h"
#include "server/core/table/match.h"
#include "server/core/table/room_game.h"
#include "server/core/table/seating.h"
#include "server/core/turn/call.h"

#include <string.h>

/* The last row of the table that plays the variant. */
static const struct computer *find_any(const struct variant *variant)
{
    const struct computer *found = NULL;
    for (int id = 0; id < COMPUTER_COUNT; id++)
        if (computer_plays(computer_get((enum computer_id)id), variant))
            found = computer_get((enum computer_id)id);
    return found;
}

static const struct computer *find(const char *key, const struct variant *variant)
{
    return strcmp(key, "any") == 0 ? find_any(variant) : computer_find(key, strlen(key));
}

/* The computer and the level that are asked for. */
static int read(struct call *call, const struct against *against, const struct variant *variant,
                const struct computer **computer_out, unsigned *level_out)
{
    const struct computer *computer = find(against->key, variant);
    call->fault.field = "computer";
    if (computer == NULL)
        return ERR_UNKNOWN_COMPUTER;
    call->fault.field = "level";
    if (against->level > (int64_t)computer->levels)
        return ERR_UNKNOWN_LEVEL;
    call->fault.field = NULL;
    *computer_out = computer;
    *level_out = against->level != 0 ? (unsigned)against->level : (computer->levels + 1) / 2;
    return 0;
}

static uint64_t customer_of(const struct call *call)
{
    return address_customer(conn_network(call->core, call->reply_to.conn));
}

int against_check_more(const struct call *call)
{
    const struct core_options *options = &call->core->options;
    uint64_t customer = customer_of(call);
    bool are_too_many =
        computers_games_of(call->core, call_player(call)) >= options->computer_games_per_player ||
        (customer != 0 &&
         computers_games_from(call->core, customer) >= options->computer_games_per_address);
    return are_too_many ? ERR_TOO_MANY_COMPUTER_GAMES : 0;
}

void against_note_origin(const struct call *call, struct match *match)
{
    match_note_customer(match, customer_of(call));
}

int against_read_position(struct call *call, const struct variant *variant, const char *actions,
                          struct game *game_out)
{
    size_t ply = 0;
    call->fault.field = "actions";
    if (game_parse(game_out, variant, actions, strlen(actions), &ply) != 0) {
        call->fault.ply = 1 + (int64_t)ply;
        return ERR_ILLEGAL_POSITION;
    }
    if (game_status(game_out) != GAME_OPEN)
        return ERR_POSITION_OVER;
    call->fault.field = NULL;
    return seating_check_help(call->core, call_player(call), game_out);
}

static struct room *begin(struct call *call, struct player *computer,
                          const struct room_terms *terms, bool is_by_quick)
{
    struct player *const players[ROOM_SEATS] = {call_player(call), computer};
    return is_by_quick ? room_pair(call->core, players, terms)
                       : room_play_computer(call->core, players, terms);
}

int against_begin(struct call *call, const struct against *against, const struct room_terms *terms,
                  struct room **room_out)
{
    const struct computer *computer;
    unsigned level;
    int status = read(call, against, terms->variant, &computer, &level);
    if (status != 0)
        return status;
    if (!computer_plays(computer, terms->variant))
        return ERR_NOT_ITS_GAME;
    status = against_check_more(call);
    if (status == 0)
        status = request_spend_bytes(call, REQUEST_GAME_BYTES);
    if (status != 0)
        return status;
    *room_out =
        begin(call, computers_take(call->core, computer, level), terms, against->is_by_quick);
    against_note_origin(call, room_match(*room_out));
    return 0;
}
