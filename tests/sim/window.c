/* SPDX-License-Identifier: MIT */
/*
 * Two lists: links of which the server does not know yet what they left unsent, and links that left
 * something.
 */
#include "tests/sim/window.h"

#include "tests/sim/link.h"
#include "tests/sim/sim.h"

#include <stdlib.h>

/* ------------------------------------------------------------------ lists */

static void list_add(struct link_list *list, struct link *link)
{
    list->links = sim_grow(list->links, list->count, &list->cap, sizeof(struct link *));
    list->links[list->count++] = link;
}

static void list_remove(struct link_list *list, const struct link *link)
{
    size_t at = 0;
    while (at < list->count && list->links[at] != link)
        at++;
    if (at < list->count)
        list->links[at] = list->links[--list->count];
}

void windows_deinit(struct sim *sim)
{
    free(sim->changed.links);
    free(sim->waiting.links);
}

/* ------------------------------------------------------------------ what is unsent */

static size_t unsent(const struct link *link)
{
    size_t window = link->sim->mood.window_bytes;
    return link->down.len > window ? link->down.len - window : 0;
}

static void note(struct link *link)
{
    if (link->conn == NULL || link->is_changed || unsent(link) == link->told_unsent)
        return;
    link->is_changed = true;
    list_add(&link->sim->changed, link);
}

void window_grew(struct link *link)
{
    note(link);
}

void window_shrank(struct link *link)
{
    link->has_taken = true;
    note(link);
}

static void tell(struct link *link, size_t bytes)
{
    struct sim *sim = link->sim;
    if (bytes > 0 && link->told_unsent == 0)
        list_add(&sim->waiting, link);
    if (bytes == 0 && link->told_unsent > 0)
        list_remove(&sim->waiting, link);
    if (link->told_unsent == 0 || link->has_taken)
        link->took_ms = sim_mono_ms(sim);
    sim->told_unsent += bytes;
    sim->told_unsent -= link->told_unsent;
    link->told_unsent = bytes;
}

void window_forget(struct link *link)
{
    tell(link, 0);
    if (link->is_changed)
        list_remove(&link->sim->changed, link);
    link->is_changed = false;
}

/* ------------------------------------------------------------------ checks */

static size_t most_unsent(const struct sim *sim)
{
    size_t most = 0;
    for (size_t i = 0; i < sim->waiting.count; i++)
        if (sim->waiting.links[i]->told_unsent > most)
            most = sim->waiting.links[i]->told_unsent;
    return most;
}

/* Whether the budget of all is overdrawn, and no other connection can have more waiting. How much
 * is held for which connection only the server knows. */
static bool is_largest_of_too_much(const struct link *link)
{
    struct sim *sim = link->sim;
    size_t held = core_count(sim->core).held_bytes;
    return sim->told_unsent + held > sim->core_options.output_bytes_total &&
           link->told_unsent + held >= most_unsent(sim);
}

void window_check_cut(const struct link *link)
{
    struct sim *sim = link->sim;
    const struct core_options *options = &sim->core_options;
    bool takes_nothing =
        link->told_unsent > 0 && sim_mono_ms(sim) - link->took_ms >= options->output_stall_ms;
    sim->stats->slow_readers++;
    CHECK_THAT(sim, CHECK_OUTPUT_IS_BOUNDED,
               link->told_unsent > options->output_bytes_asking || takes_nothing ||
                   is_largest_of_too_much(link),
               "link %llu is cut off: %zu bytes wait for it, %zu for all, and it took some %lld ms "
               "ago",
               (unsigned long long)link->number, link->told_unsent, sim->told_unsent,
               (long long)(sim_mono_ms(sim) - link->took_ms));
}

static void check_waiting(const struct link *link)
{
    struct sim *sim = link->sim;
    CHECK_THAT(sim, CHECK_OUTPUT_IS_BOUNDED,
               link->told_unsent <= sim->core_options.output_bytes &&
                   sim_mono_ms(sim) - link->took_ms < sim->core_options.output_stall_ms,
               "link %llu stays: %zu bytes wait for it, and it took some %lld ms ago",
               (unsigned long long)link->number, link->told_unsent,
               (long long)(sim_mono_ms(sim) - link->took_ms));
}

static void check_bounds(struct sim *sim)
{
    for (size_t i = 0; i < sim->waiting.count; i++)
        check_waiting(sim->waiting.links[i]);
    CHECK_THAT(sim, CHECK_OUTPUT_IS_BOUNDED,
               sim->told_unsent <= sim->core_options.output_bytes_total, "%zu bytes wait for all",
               sim->told_unsent);
}

/* ------------------------------------------------------------------ reports */

static void report(struct link *link)
{
    struct sim *sim = link->sim;
    bool has_taken = link->has_taken;
    list_remove(&sim->changed, link);
    link->is_changed = false;
    tell(link, unsent(link));
    link->has_taken = false;
    sim->is_inside = true;
    core_conn_unsent(sim->core, link->conn, link->told_unsent, has_taken ? 1 : 0);
    sim->is_inside = false;
}

void windows_report(struct sim *sim)
{
    while (sim->changed.count > 0) {
        core_time(sim->core, sim_moment(sim));
        while (sim->changed.count > 0)
            report(sim->changed.links[0]);
        core_turn_end(sim->core);
    }
    check_bounds(sim);
}
