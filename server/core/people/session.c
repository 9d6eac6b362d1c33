/* SPDX-License-Identifier: MIT */
/*
 * Session tokens.
 */
#include "server/core/people/session.h"

#include "base/memory.h"
#include "proto/id.h"
#include "server/core/desk/conn.h"
#include "server/core/people/network.h"
#include "server/core/people/state.h"
#include "server/core/turn/queries.h"
#include "server/core/turn/uptime.h"
#include "server/core/turn/writes.h"

#include <stdlib.h>
#include <string.h>

/* A session that ended while queries were under way. */
struct ended_session {
    struct ended_session *next; /* older */
    uint64_t player;            /* all of the player's but the one with the hash; 0: only that */
    uint8_t hash[TOKEN_HASH_SIZE];
    uint64_t batch; /* queries that do not see this one may still find it */
};

void session_hash(struct core *core, const char *token, uint8_t hash_out[TOKEN_HASH_SIZE])
{
    core->ports.token_hash(core->ports.ctx, token, hash_out);
}

struct session session_new(struct core *core)
{
    static const char digits[] = "0123456789abcdef";
    struct session session;
    uint8_t bytes[TOKEN_BYTES];
    core->ports.random(core->ports.ctx, bytes, sizeof(bytes));
    for (size_t i = 0; i < TOKEN_BYTES; i++) {
        session.token[2 * i] = digits[bytes[i] >> 4];
        session.token[2 * i + 1] = digits[bytes[i] & 15];
    }
    session.token[TOKEN_TEXT_SIZE - 1] = '\0';
    session_hash(core, session.token, session.hash);
    return session;
}

uint64_t session_id(const uint8_t hash[TOKEN_HASH_SIZE])
{
    uint64_t id = 0;
    for (int i = 0; i < 8; i++)
        id = id << 8 | hash[i];
    id &= ID_MAX;
    return id != 0 ? id : 1;
}

/* A clock that is not believed ends nothing, and what was made by it ends when it was used by one
 * that is. */
static int64_t ends_ms(const struct core *core, bool is_guest)
{
    const struct core_options *options = &core->options;
    if (!wall_is_trusted(core))
        return INT64_MAX;
    return core->now.wall_ms + (is_guest ? options->guest_session_ms : options->session_ms);
}

bool session_is_over(const struct core *core, const struct store_session *session)
{
    return wall_is_trusted(core) && session->ends_ms <= core->now.wall_ms;
}

size_t session_write(struct core *core, const struct session *session, uint64_t player,
                     const struct session_maker *maker)
{
    char origin[NETWORK_TEXT_SIZE];
    uint64_t network = conn_network(core, maker->conn);
    int64_t now_ms = core->now.wall_ms;
    bool is_token = maker->label != NULL;
    const char *label = is_token ? maker->label : "";
    const char *client = is_token ? "" : conn_client(core, maker->conn);
    int64_t end_ms = is_token ? maker->ends_ms : ends_ms(core, maker->is_guest);
    struct store_op op = {.kind = STORE_SESSION_ADD,
                          .as.session_add = {.session = {.player = player,
                                                         .created_ms = now_ms,
                                                         .client = client,
                                                         .last_used_ms = now_ms,
                                                         .ends_ms = end_ms,
                                                         .origin = origin,
                                                         .rights = (int)maker->rights,
                                                         .label = label},
                                             .most = core->options.sessions_per_player,
                                             .over_ms = INT64_MIN,
                                             .forget_ms = INT64_MIN,
                                             .tells_player = maker->wants_player}};
    if (wall_is_trusted(core)) {
        op.as.session_add.over_ms = now_ms;
        op.as.session_add.forget_ms = now_ms - core->options.device_ms;
    }
    memcpy(op.as.session_add.session.token_hash, session->hash, TOKEN_HASH_SIZE);
    network_text(network, origin);
    size_t index = writes_add(core, &op);
    network_seen(core, player, network);
    return index;
}

void session_write_use(struct core *core, const struct player *player,
                       const uint8_t hash[TOKEN_HASH_SIZE], uint64_t conn, int64_t fixed_end_ms)
{
    char origin[NETWORK_TEXT_SIZE];
    uint64_t network = conn_network(core, conn);
    struct store_op op = {
        .kind = STORE_SESSION_USED,
        .as.session_used = {.last_used_ms = core->now.wall_ms,
                            .ends_ms = fixed_end_ms != 0
                                           ? fixed_end_ms
                                           : ends_ms(core, player->known->kind == PLAYER_GUEST),
                            .origin = origin}};
    memcpy(op.as.session_used.token_hash, hash, TOKEN_HASH_SIZE);
    network_text(network, origin);
    writes_add(core, &op);
    network_seen(core, player->id, network);
}

size_t session_end(struct core *core, const uint8_t hash[TOKEN_HASH_SIZE])
{
    struct store_op op = {.kind = STORE_SESSION_END, .as.session_end.at_ms = core->now.wall_ms};
    memcpy(op.as.session_end.token_hash, hash, TOKEN_HASH_SIZE);
    return writes_add(core, &op);
}

size_t session_remove(struct core *core, const uint8_t hash[TOKEN_HASH_SIZE])
{
    struct store_op op = {.kind = STORE_SESSION_REMOVE};
    memcpy(op.as.session_remove.token_hash, hash, TOKEN_HASH_SIZE);
    return writes_add(core, &op);
}

size_t sessions_remove(struct core *core, uint64_t player, const uint8_t kept[TOKEN_HASH_SIZE])
{
    struct store_op op = {.kind = STORE_SESSIONS_REMOVE, .as.sessions_remove = {.player = player}};
    memcpy(op.as.sessions_remove.kept, kept, TOKEN_HASH_SIZE);
    return writes_add(core, &op);
}

/* ------------------------------------------------------------------ ended, and still found */

/* Those that no query under way can find any more: they are the older ones. */
static void forget_ended(struct core *core)
{
    struct ended_session **at = &core->people->ended_sessions;
    while (*at != NULL && !queries_see(core, (*at)->batch))
        at = &(*at)->next;
    while (*at != NULL) {
        struct ended_session *ended = *at;
        *at = ended->next;
        free(ended);
    }
}

static void note_ended(struct core *core, uint64_t player, const uint8_t hash[TOKEN_HASH_SIZE])
{
    forget_ended(core);
    struct ended_session *ended = mem_alloc(sizeof(*ended));
    *ended = (struct ended_session){
        .next = core->people->ended_sessions, .player = player, .batch = writes_settled(core)};
    memcpy(ended->hash, hash, TOKEN_HASH_SIZE);
    core->people->ended_sessions = ended;
}

void session_removed(struct core *core, const uint8_t hash[TOKEN_HASH_SIZE])
{
    note_ended(core, 0, hash);
}

void sessions_removed(struct core *core, uint64_t player, const uint8_t kept[TOKEN_HASH_SIZE])
{
    note_ended(core, player, kept);
}

static bool is_ended_by(const struct ended_session *ended, uint64_t player,
                        const uint8_t hash[TOKEN_HASH_SIZE])
{
    bool is_it = memcmp(ended->hash, hash, TOKEN_HASH_SIZE) == 0;
    return ended->player == 0 ? is_it : ended->player == player && !is_it;
}

bool session_ended_since(const struct core *core, uint64_t player,
                         const uint8_t hash[TOKEN_HASH_SIZE], uint64_t seen)
{
    const struct ended_session *ended = core->people->ended_sessions;
    for (; ended != NULL; ended = ended->next)
        if (seen < ended->batch && is_ended_by(ended, player, hash))
            return true;
    return false;
}

void sessions_deinit(struct core *core)
{
    while (core->people->ended_sessions != NULL) {
        struct ended_session *ended = core->people->ended_sessions;
        core->people->ended_sessions = ended->next;
        free(ended);
    }
}

/* ------------------------------------------------------------------ secrets */

static const char *const NAMES[SECRET_COUNT] = {
    [SECRET_NAMES] = "names", [SECRET_ORIGINS] = "origins", [SECRET_GUESSES] = "guesses"};

void secret_load(struct core *core, const struct store_secret *stored)
{
    for (int use = 0; use < SECRET_COUNT; use++) {
        struct secret *secret = &core->people->secrets[use];
        if (strcmp(stored->name, NAMES[use]) != 0)
            continue;
        memcpy(secret->bytes, stored->bytes, sizeof(secret->bytes));
        secret->is_stored = true;
    }
}

void secrets_make(struct core *core)
{
    for (int use = 0; use < SECRET_COUNT; use++)
        if (!core->people->secrets[use].is_stored)
            core->ports.random(core->ports.ctx, core->people->secrets[use].bytes,
                               sizeof(core->people->secrets[use].bytes));
}

/* A failed commit brings `is_stored` back, and the next batch tries again. */
static void write(struct core *core, int use)
{
    struct secret *secret = &core->people->secrets[use];
    struct store_op op = {.kind = STORE_SECRET_ADD, .as.secret_add = {.name = NAMES[use]}};
    memcpy(op.as.secret_add.bytes, secret->bytes, sizeof(secret->bytes));
    writes_touch(core, &secret->is_stored, sizeof(secret->is_stored), NULL, NULL);
    secret->is_stored = true;
    writes_add(core, &op);
}

void secrets_write(struct core *core)
{
    for (int use = 0; use < SECRET_COUNT && writes_are_open(core); use++)
        if (!core->people->secrets[use].is_stored)
            write(core, use);
}

uint64_t secret_hash(const struct core *core, enum secret_use use, const void *bytes, size_t len)
{
    return core->ports.keyed_hash(core->ports.ctx, core->people->secrets[use].bytes, bytes, len);
}
