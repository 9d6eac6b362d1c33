/* SPDX-License-Identifier: MIT */
/*
 * One piece of work and one write, for which nobody waits: if either fails, the next login tries
 * again.
 */
#include "server/core/operations/rehash.h"

#include "server/core/turn/jobs.h"
#include "server/core/turn/writes.h"

void rehash_begin(struct core *core, uint64_t player, const char *password, const char *was)
{
    const struct work_owner owner = {OWNER_PLAYER, player};
    const struct work work = {.kind = WORK_PASSWORD_REHASH,
                              .as.password_rehash = {.password = password, .was = was}};
    jobs_drop(core, owner); /* one at a time: the newest login's */
    (void)jobs_start(core, owner, &work);
}

void rehash_work_told(struct core *core, const struct work_news *news)
{
    const struct work_made_password_rehash *made = &news->result->as.password_rehash;
    if (news->kind != WORK_PASSWORD_REHASH || !news->is_over || !news->result->ok)
        return;
    if (!core_can_store(core))
        return;
    const struct store_op op = {
        .kind = STORE_PASSWORD_SET,
        .as.password_set = {.player = news->owner.id, .hash = made->hash, .was = made->was}};
    writes_add(core, &op);
}
