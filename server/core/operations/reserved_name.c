/* SPDX-License-Identifier: MIT */
/*
 * Reservations: their hashes, and their ends.
 */
#include "server/core/operations/reserved_name.h"

#include "server/core/people/session.h"
#include "server/core/turn/uptime.h"
#include "server/core/turn/writes.h"

#include <string.h>

static uint64_t hash(const struct core *core, const char *text)
{
    return secret_hash(core, SECRET_NAMES, text, strlen(text));
}

struct store_name_hashes reserved_name_hashes(const struct core *core, const struct name_keys *keys)
{
    return (struct store_name_hashes){.key = hash(core, keys->key),
                                      .skeleton = hash(core, keys->skeleton),
                                      .at_ms = wall_believed_ms(core)};
}

void reserved_name_add(struct core *core, const char *name, int64_t until_ms)
{
    struct name_keys keys;
    if (!name_make(core->options.names, name, &keys))
        return; /* nobody could register it */
    const struct store_op op = {
        .kind = STORE_NAME_RESERVE,
        .as.name_reserve = {.hashes = reserved_name_hashes(core, &keys), .until_ms = until_ms}};
    writes_add(core, &op);
}

static int64_t later(int64_t a_ms, int64_t b_ms)
{
    return a_ms > b_ms ? a_ms : b_ms;
}

int64_t reserved_name_end(const struct core *core, const struct store_account *account)
{
    int64_t end_ms = wall_believed_ms(core) + core->options.reserved_ms;
    return later(end_ms, later(account->banned_until_ms, account->muted_until_ms));
}

enum name_verdict_word reserved_name_verdict(enum name_fault fault)
{
    static const enum name_verdict_word verdicts[] = {
        [NAME_GOOD] = NAME_VERDICT_WORD_FREE,
        [NAME_TOO_SHORT] = NAME_VERDICT_WORD_TOO_SHORT,
        [NAME_TOO_LONG] = NAME_VERDICT_WORD_TOO_LONG,
        [NAME_BEGINS_WRONG] = NAME_VERDICT_WORD_BEGINNING,
        [NAME_HAS_OTHERS] = NAME_VERDICT_WORD_CHARACTERS,
        [NAME_MIXES_SCRIPTS] = NAME_VERDICT_WORD_SCRIPTS,
        [NAME_OF_OFFICE] = NAME_VERDICT_WORD_OFFICE,
    };
    return verdicts[fault];
}
