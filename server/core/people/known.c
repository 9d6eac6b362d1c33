/* SPDX-License-Identifier: MIT */
/*
 * The index of names: the entries of players in memory are found by these, all others in a table.
 */
#include "server/core/people/known.h"

#include "base/memory.h"
#include "server/core/people/state.h"
#include "server/core/rules/computer_id.h"

#include <stdlib.h>

static void call_it(struct known *known, enum player_kind kind, const char *name)
{
    known->kind = kind;
    known->version++;
    char *called = mem_text(name); /* it may be the name that goes */
    free(known->name);
    known->name = called;
}

static struct known *find(const struct core *core, uint64_t id)
{
    const struct player *player = id_table_find(&core->people->players_by_id, id);
    return player != NULL ? player->known : id_table_find(&core->people->known_by_id, id);
}

struct known *known_hold(struct core *core, uint64_t id, enum player_kind kind, const char *name)
{
    struct known *known = find(core, id);
    if (known == NULL) {
        known = mem_zero(sizeof(*known));
        known->id = id;
        known->computer = computer_of_player(id, &known->level);
        call_it(known, kind, name);
        id_table_add(&core->people->known_by_id, id, known);
    }
    if (kind == PLAYER_REGISTERED)
        known->kind = kind; /* the line of a chat that made the entry did not say so */
    known->refs++;
    return known;
}

uint64_t known_id(const struct known *known)
{
    return known->id;
}

const char *known_name(const struct known *known)
{
    return known->name;
}

enum player_kind known_kind(const struct known *known)
{
    return known->kind;
}

const struct computer *known_computer(const struct known *known)
{
    return known->computer;
}

unsigned known_level(const struct known *known)
{
    return known->level;
}

bool known_is_guest(const struct known *known)
{
    return known->kind == PLAYER_GUEST && known->computer == NULL;
}

struct known *known_hold_again(struct known *known)
{
    known->refs++;
    return known;
}

void known_let_go(struct core *core, struct known *known)
{
    if (known == NULL || --known->refs > 0)
        return;
    id_table_remove(&core->people->known_by_id, known->id);
    free(known->name);
    free(known);
}

void known_join_player(struct core *core, struct player *player)
{
    id_table_remove(&core->people->known_by_id, player->id);
    id_table_add(&core->people->players_by_id, player->id, player);
}

void known_leave_player(struct core *core, struct player *player)
{
    id_table_remove(&core->people->players_by_id, player->id);
    id_table_add(&core->people->known_by_id, player->id, player->known);
}

void known_rename(struct core *core, uint64_t id, enum player_kind kind, const char *name)
{
    struct known *known = find(core, id);
    if (known != NULL)
        call_it(known, kind, name);
}
