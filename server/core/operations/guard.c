/* SPDX-License-Identifier: MIT */
/*
 * The guard: five tables (rules/guesses.h) and the networks' allowance of names (proto/costs.def).
 * What strangers guessed at a name today is stored ahead, in steps, before they hear that it was
 * wrong: a start of the server gives nobody another day.
 */
#include "server/core/operations/guard.h"

#include "server/core/desk/address.h"
#include "server/core/operations/state.h"
#include "server/core/people/session.h"
#include "server/core/rules/guesses.h"
#include "server/core/turn/writes.h"

#include <string.h>

/* Guesses in a row without a wait. People try the passwords that they have; and where the account
 * was logged in before, the wrong ones may be a neighbour's. */
#define FREE_GUESSES 5
#define FREE_GUESSES_KNOWN 20
#define UNLIMITED UINT32_MAX
/* Guesses that one write is for. */
#define STEP 10

void guards_init(struct core *core)
{
    const struct core_options *options = &core->options;
    const struct guess_limits here = {FREE_GUESSES, options->guesses_address_day};
    const struct guess_limits known = {FREE_GUESSES_KNOWN, options->guesses_account_day};
    const struct guess_limits own = {FREE_GUESSES, options->guesses_device_day};
    const struct guess_limits all = {UNLIMITED, options->guesses_account_day};
    core->operations->guards = (struct guards){.here = guesses_new(options->allowances, here),
                                               .known = guesses_new(options->allowances, known),
                                               .names = guesses_new(options->allowances, all),
                                               .devices = guesses_new(options->allowances, own),
                                               .players = guesses_new(options->allowances, own)};
}

void guards_deinit(struct core *core)
{
    guesses_free(core->operations->guards.here);
    guesses_free(core->operations->guards.known);
    guesses_free(core->operations->guards.names);
    guesses_free(core->operations->guards.devices);
    guesses_free(core->operations->guards.players);
}

uint64_t guard_name(const struct core *core, const char *key)
{
    return secret_hash(core, SECRET_GUESSES, key, strlen(key));
}

int64_t guard_day(const struct core *core)
{
    return guesses_day(core->now);
}

/* ------------------------------------------------------------------ whose guess it is */

/* A stranger's, at this name from this network. */
static struct guess_key key_here(const struct guess *guess)
{
    return (struct guess_key){.who = guess->name ^ (guess->network * UINT64_C(0x9E3779B97F4A7C15)),
                              .neighbours = guess->name};
}

static struct guess_key key_of(uint64_t number)
{
    return (struct guess_key){.who = number, .neighbours = number};
}

/* The table of those who are no strangers, and their key; NULL: it is one. */
static struct guesses *own_table(const struct core *core, const struct guess *guess,
                                 struct guess_key *key_out)
{
    *key_out = key_of(guess->player != 0 ? guess->player : guess->device);
    if (guess->player != 0)
        return core->operations->guards.players;
    return guess->device != 0 ? core->operations->guards.devices : NULL;
}

/* ------------------------------------------------------------------ waiting */

/* Where strangers are known, they neither use up what there is elsewhere nor lack it. The store
 * says so; as long as a guess from there counts, it is remembered. */
static bool is_known(const struct core *core, const struct guess *guess)
{
    const struct guess_key here = key_here(guess);
    return guess->knows_origin || guesses_has(core->operations->guards.known, &here, core->now);
}

static struct guesses *table_here(const struct core *core, const struct guess *guess)
{
    return is_known(core, guess) ? core->operations->guards.known : core->operations->guards.here;
}

static int64_t wait_for_name_ms(const struct core *core, const struct guess *guess)
{
    const struct guess_key here = key_here(guess);
    const struct guess_key name = key_of(guess->name);
    int64_t here_ms = guesses_wait_ms(table_here(core, guess), &here, core->now);
    int64_t name_ms = is_known(core, guess)
                          ? 0
                          : guesses_wait_ms(core->operations->guards.names, &name, core->now);
    return here_ms > name_ms ? here_ms : name_ms;
}

/* Whether the network tries a name that it did not of late. */
static bool is_new_name(const struct core *core, const struct guess *guess)
{
    const struct guess_key here = key_here(guess);
    return guesses_are_none(table_here(core, guess), &here, core->now);
}

static int64_t wait_for_network_ms(const struct core *core, const struct guess *guess)
{
    if (!is_new_name(core, guess))
        return 0;
    return address_wait_ms(core, guess->network, COST_WORD_GUESS, 1);
}

int64_t guard_wait_ms(const struct core *core, const struct guess *guess)
{
    struct guess_key key;
    struct guesses *own = own_table(core, guess, &key);
    if (own != NULL)
        return guesses_wait_ms(own, &key, core->now);
    int64_t name_ms = wait_for_name_ms(core, guess);
    int64_t network_ms = is_known(core, guess) ? 0 : wait_for_network_ms(core, guess);
    return name_ms > network_ms ? name_ms : network_ms;
}

bool guard_may_pass(const struct core *core, const struct guess *guess, bool has_device)
{
    return has_device || wait_for_name_ms(core, guess) == 0;
}

/* ------------------------------------------------------------------ counting */

void guard_count(struct core *core, struct guess *guess)
{
    struct guess_key key;
    struct guesses *own = own_table(core, guess, &key);
    guess->is_counted = true;
    if (own != NULL) {
        guesses_count(own, &key, core->now);
        return;
    }
    guess->is_new_name =
        is_new_name(core, guess) && address_spend(core, guess->network, COST_WORD_GUESS, 1) == 0;
    key = key_here(guess);
    guesses_count(table_here(core, guess), &key, core->now);
    if (guess->knows_origin)
        return;
    key = key_of(guess->name);
    guesses_count(core->operations->guards.names, &key, core->now);
}

typedef void take_back_fn(struct guesses *table, const struct guess_key *key, struct moment now);

static void take_back(struct core *core, struct guess *guess, take_back_fn *from)
{
    struct guess_key key;
    struct guesses *own = own_table(core, guess, &key);
    if (!guess->is_counted)
        return;
    guess->is_counted = false;
    if (own != NULL) {
        from(own, &key, core->now);
        return;
    }
    if (guess->is_new_name)
        address_give_back(core, guess->network, COST_WORD_GUESS, 1);
    key = key_here(guess);
    from(table_here(core, guess), &key, core->now);
    if (guess->knows_origin)
        return;
    key = key_of(guess->name);
    guesses_give_back(core->operations->guards.names, &key, core->now);
}

void guard_right(struct core *core, struct guess *guess)
{
    take_back(core, guess, guesses_right);
}

void guard_give_back(struct core *core, struct guess *guess)
{
    take_back(core, guess, guesses_give_back);
}

/* ------------------------------------------------------------------ what is stored */

void guard_stored(struct core *core, const struct guess *guess, uint32_t guessed)
{
    const struct guess_key name = key_of(guess->name);
    guesses_stored(core->operations->guards.names, &name, guessed, core->now);
}

void guard_wrong(struct core *core, struct guess *guess)
{
    struct guess_key key;
    bool is_strangers = guess->is_counted && own_table(core, guess, &key) == NULL;
    guess->is_counted = false;
    if (!is_strangers || guess->knows_origin || !core_can_store(core))
        return;
    key = key_of(guess->name);
    const struct store_op op = {
        .kind = STORE_GUESSED,
        .as.guessed = {.name = guess->name,
                       .day = guesses_day(core->now),
                       .guesses =
                           guesses_ahead(core->operations->guards.names, &key, STEP, core->now)}};
    if (op.as.guessed.guesses > 0)
        writes_add(core, &op);
}
