/* SPDX-License-Identifier: MIT */
/*
 * Logins. A player comes to this desk with the first connection, and goes with the last one.
 */
#include "server/core/people/login.h"

#include "base/getter.h"
#include "base/memory.h"
#include "server/core/desk/conn.h"
#include "server/core/desk/happen.h"
#include "server/core/people/player.h"
#include "server/core/people/session.h"
#include "server/core/people/state.h"
#include "server/core/turn/outbox.h"
#include "server/core/turn/uptime.h"

#include <stdlib.h>
#include <string.h>

#include <utlist.h>

#define DAY_MS (INT64_C(24) * 3600 * 1000)
#define MINUTE_MS INT64_C(60000)

static struct login *login_find(const struct core *core, uint64_t conn)
{
    return id_table_find(&core->people->logins_by_conn, conn);
}

struct player *login_player(const struct core *core, uint64_t conn)
{
    const struct login *login = login_find(core, conn);
    return login != NULL ? login->player : NULL;
}

const uint8_t *login_hash(const struct core *core, uint64_t conn)
{
    static const uint8_t none[TOKEN_HASH_SIZE];
    const struct login *login = login_find(core, conn);
    return login != NULL ? login->token_hash : none;
}

static bool login_has_hash(const struct login *login, const uint8_t token_hash[TOKEN_HASH_SIZE])
{
    return memcmp(login->token_hash, token_hash, TOKEN_HASH_SIZE) == 0;
}

void login_is_at(struct core *core, uint64_t conn, uint64_t room)
{
    struct login *login = login_find(core, conn);
    if (login != NULL)
        login->at_room = room;
}

/* A login that only looks does not make its player be there. */
static bool is_acting(const struct login *login)
{
    return login->rights != RIGHTS_LOOK;
}

bool login_has_another_at(const struct player *player, uint64_t conn, uint64_t room)
{
    const struct login *login;
    DL_FOREACH(player->logins, login)
        if (is_acting(login) && login->conn != conn && login->at_room == room)
            return true;
    return false;
}

/* ------------------------------------------------------------------ coming and going */

static int32_t day_of(int64_t ms)
{
    return (int32_t)(ms / DAY_MS);
}

/* Another login may have written a use that the one which begins did not read yet. */
static int32_t last_use(const struct player *player, const uint8_t token_hash[TOKEN_HASH_SIZE],
                        int64_t used_ms)
{
    const struct login *login;
    int32_t day = day_of(used_ms);
    DL_FOREACH(player->logins, login)
        if (login_has_hash(login, token_hash) && login->used_day > day)
            day = login->used_day;
    return day;
}

static bool has_acting(const struct player *player)
{
    const struct login *login = player->logins;
    while (login != NULL && !is_acting(login))
        login = login->next;
    return login != NULL;
}

void login_begin(struct core *core, struct player *player, uint64_t conn, const struct login_by *by)
{
    struct login *login = mem_zero(sizeof(*login));
    bool was_there = has_acting(player);
    login->conn = conn;
    login->player = player;
    player->network = conn_network(core, conn);
    login->used_day = last_use(player, by->token_hash, by->used_ms);
    login->rights = (uint8_t)by->rights;
    login->ends_minute = by->rights != RIGHTS_ALL ? (int32_t)(by->ends_ms / MINUTE_MS) : 0;
    login->lag_ms = (int32_t)lag_of_conn(core, conn);
    memcpy(login->token_hash, by->token_hash, TOKEN_HASH_SIZE);
    conn_log_in(core, conn);
    id_table_add(&core->people->logins_by_conn, conn, login);
    DL_APPEND(player->logins, login);
    if (is_acting(login) && !was_there)
        presence_desk_came(core, player);
}

struct player *login_player_by(const struct core *core, uint64_t conn,
                               struct login_token *token_out)
{
    const struct login *login = login_find(core, conn);
    if (login == NULL)
        return NULL;
    token_out->rights = login->rights;
    token_out->is_over = login->ends_minute != 0 && wall_is_trusted(core) &&
                         login->ends_minute * MINUTE_MS <= core->now.wall_ms;
    return login->player;
}

void login_end_limited(struct core *core, const struct player *player)
{
    const struct login *login;
    DL_FOREACH(player->logins, login)
        if (login->rights != RIGHTS_ALL)
            outbox_bye_error(core, login->conn, ERR_LOGGED_OUT);
}

void login_conn_parted(struct core *core, uint64_t conn)
{
    struct login *login = login_find(core, conn);
    if (login == NULL)
        return;
    struct player *player = login->player;
    bool was_there = has_acting(player);
    id_table_remove(&core->people->logins_by_conn, conn);
    DL_DELETE(player->logins, login);
    free(login);
    if (was_there && !has_acting(player))
        presence_desk_went(core, player);
    else if (player->logins == NULL)
        happen_player_unshown(core, player);
    if (player->logins == NULL)
        player_recheck(core, player);
}

/* ------------------------------------------------------------------ sessions */

bool login_is_open(const struct core *core, const struct player *player,
                   const uint8_t token_hash[TOKEN_HASH_SIZE], bool is_it)
{
    const struct login *login = player != NULL ? player->logins : NULL;
    for (; login != NULL; login = login->next)
        if (login_has_hash(login, token_hash) == is_it && conn_is_open(core, login->conn))
            return true;
    return false;
}

void login_say_bye(struct core *core, uint64_t id, const uint8_t token_hash[TOKEN_HASH_SIZE],
                   bool is_it, uint64_t but)
{
    const struct player *player = player_find(core, id);
    const struct login *login = player != NULL ? player->logins : NULL;
    for (; login != NULL; login = login->next)
        if (login->conn != but && login_has_hash(login, token_hash) == is_it)
            outbox_bye_error(core, login->conn, ERR_LOGGED_OUT);
}

void login_use(struct core *core, uint64_t conn)
{
    const struct login *used = login_find(core, conn);
    if (used == NULL || used->used_day == day_of(core->now.wall_ms))
        return;
    if (!core_can_store(core) || !wall_is_trusted(core))
        return;
    session_write_use(core, used->player, used->token_hash, conn, used->ends_minute * MINUTE_MS);
    struct login *login;
    DL_FOREACH(used->player->logins, login)
        if (login_has_hash(login, used->token_hash))
            login->used_day = day_of(core->now.wall_ms);
}

/* ------------------------------------------------------------------ lag */

void login_lag_measured(struct core *core, const struct lag_sample *sample)
{
    struct login *login = login_find(core, sample->conn);
    if (login == NULL)
        return;
    login->lag_ms = (int32_t)sample->lag_ms;
    login->is_silent = sample->is_silent;
    happen_lag_changed(core, login->player->id);
}

int64_t login_lag(const struct player *player)
{
    int64_t best_ms = NONE;
    const struct login *login;
    DL_FOREACH(player->logins, login)
        if (is_acting(login) && login->lag_ms != NONE &&
            (best_ms == NONE || login->lag_ms < best_ms))
            best_ms = login->lag_ms;
    return best_ms;
}

bool login_is_silent(const struct player *player)
{
    const struct login *login;
    DL_FOREACH(player->logins, login)
        if (is_acting(login) && !login->is_silent)
            return false;
    return has_acting(player);
}

void logins_deinit(struct core *core)
{
    id_table_deinit(&core->people->logins_by_conn);
}

void login_measure_lag(struct core *core, const struct player *player)
{
    const struct login *login;
    if (player != NULL)
        DL_FOREACH(player->logins, login)
            lag_measure_now(core, login->conn);
}

bool login_is_listening(const struct core *core, const struct player *player)
{
    const struct login *login = player->logins;
    while (login != NULL && !(is_acting(login) && conn_is_open(core, login->conn)))
        login = login->next;
    return login != NULL && !player->is_leaving;
}

void login_change_session(const struct player *player, const uint8_t from[TOKEN_HASH_SIZE],
                          const uint8_t to[TOKEN_HASH_SIZE])
{
    struct login *login;
    DL_FOREACH(player->logins, login)
        if (login_has_hash(login, from))
            memcpy(login->token_hash, to, TOKEN_HASH_SIZE);
}

uint64_t login_conn(const struct player *player, size_t at)
{
    const struct login *login = player->logins;
    for (; login != NULL && at > 0; at--)
        login = login->next;
    return login != NULL ? login->conn : 0;
}

bool login_has_session(const struct core *core, uint64_t conn,
                       const uint8_t token_hash[TOKEN_HASH_SIZE])
{
    const struct login *login = login_find(core, conn);
    return login != NULL && login_has_hash(login, token_hash);
}

void login_take_session(struct core *core, uint64_t conn, const uint8_t token_hash[TOKEN_HASH_SIZE])
{
    memcpy(login_find(core, conn)->token_hash, token_hash, TOKEN_HASH_SIZE);
}

/* ------------------------------------------------------------------ presence */

GETTER(bool, player_is_connected, player, player->presence.desks > 0)
GETTER(bool, player_is_shown, player, player_is_connected(player) || player->logins != NULL)
GETTER(bool, player_is_here, player, player->presence.is_always || player_is_connected(player))

void presence_begin(const struct core *core, struct player *player)
{
    player->presence.away_since_ms = uptime_ms(core);
    player->presence.left_since_ms = player->presence.away_since_ms;
}

void presence_desk_came(struct core *core, struct player *player)
{
    struct presence *presence = &player->presence;
    presence->was_here = true;
    if (presence->desks++ > 0)
        return;
    presence->has_acted = false;
    presence->here_since_ms = uptime_ms(core);
    core->people->players_here++;
    happen_player_came(core, player);
}

void presence_desk_went(struct core *core, struct player *player)
{
    struct presence *presence = &player->presence;
    if (--presence->desks > 0)
        return;
    presence->away_since_ms = uptime_ms(core);
    if (presence->has_acted || presence->away_since_ms - presence->here_since_ms >=
                                   core->options.claim_ms / VISITS_PER_CLAIM)
        presence->left_since_ms = presence->away_since_ms;
    core->people->players_here--;
    happen_player_went(core, player);
}

GETTER(bool, presence_is_always, player, player->presence.is_always)

int64_t presence_away_since_ms(const struct player *player)
{
    return player->presence.was_here ? player->presence.away_since_ms : NONE;
}

GETTER(int64_t, presence_left_since_ms, player, player->presence.left_since_ms)

void presence_acted(const struct core *core, struct player *player)
{
    player->presence.left_since_ms = uptime_ms(core);
    player->presence.has_acted = true;
}
