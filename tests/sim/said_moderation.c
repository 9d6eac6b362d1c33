/* SPDX-License-Identifier: MIT */
/*
 * Answers to who keeps order: what was acknowledged is recorded, what was refused is not.
 */
#include "tests/sim/person.h"
#include "tests/sim/said.h"
#include "tests/sim/sim.h"

#include <stdio.h>
#include <string.h>

void said__act_refused(struct link *link)
{
    struct deed_count *count = &link->sim->truth.order.count;
    count->refused++;
    CHECK_THAT(link->sim, CHECK_ACTS_ARE_RECORDED, count->stored <= count->asked - count->refused,
               "acts were asked for %u times, refused %u times, and %u are recorded", count->asked,
               count->refused, count->stored);
}

void said__act(struct link *link, struct ask *ask, const union reply_body *reply)
{
    struct truth_moderation *order = &link->sim->truth.order;
    (void)ask;
    (void)reply;
    order->acknowledged++;
    link->sim->stats->acts_of_order++;
    link->sim->stats->acts_of_players += link->player != 0 ? 1 : 0;
    CHECK_THAT(link->sim, CHECK_ACTS_ARE_RECORDED, order->acknowledged <= order->recorded,
               "%u acts were acknowledged, and %u are recorded", order->acknowledged,
               order->recorded);
}

/* Of nothing that can be annulled there is no record. */
void said__annulled(struct link *link, struct ask *ask, const union reply_body *reply)
{
    const struct truth_game *game = truth_game(&link->sim->truth, ask->subject);
    if (reply->mod_annul.games > 0)
        said__act(link, ask, reply);
    CHECK_THAT(link->sim, CHECK_ACKNOWLEDGED_IS_STORED,
               ask->subject == 0 || (game != NULL && game->is_annulled),
               "game %llx is said to be annulled, and is not", (unsigned long long)ask->subject);
}

/* It may be for whom it is done to; where that is nobody, it is for want of the role alone. */
void said__not_allowed(struct link *link, const struct ask *ask)
{
    const struct truth_player *player = truth_player(&link->sim->truth, ask->by);
    enum player_role role = op_info(ask->op)->who == WHO_OPERATOR ? ROLE_OPERATOR : ROLE_MODERATOR;
    link->sim->stats->not_allowed++;
    CHECK_THAT(link->sim, CHECK_RIGHTS_FOLLOW_ROLES,
               player != NULL &&
                   (ask->text[0] != '\0' || ask->op == OP_MOD_CLOSE_ROOM ||
                    ask->op == OP_MOD_ANNUL || !truth_kept_role(player, role, ask->batches)),
               "link %llu has the role for what it is refused", (unsigned long long)link->number);
}

static struct person *person_named(struct sim *sim, const char *name)
{
    for (size_t i = 0; i < sim->person_count; i++)
        if (strcmp(sim->persons[i].name, name) == 0)
            return &sim->persons[i];
    return NULL;
}

/* Tells the person the new name, as the moderator would. */
void said__renamed(struct link *link, struct ask *ask, const union reply_body *reply)
{
    struct person *person = person_named(link->sim, ask->text);
    said__act(link, ask, reply);
    if (person != NULL)
        snprintf(person->name, sizeof(person->name), "%s", reply->mod_rename.name);
}

/* A person who is given a role is told so; one who loses it finds out. */
void said__role(struct link *link, struct ask *ask, const union reply_body *reply)
{
    const struct truth *truth = &link->sim->truth;
    const struct truth_told told = {.role = (enum player_role)ask->request.as.mod_role.role};
    struct person *person = person_named(link->sim, ask->text);
    bool is_there = false;
    said__act(link, ask, reply);
    for (size_t i = 0; i < truth->player_count && !is_there; i++)
        is_there = truth_goes_by(truth->players[i], reply->mod_role.name) &&
                   truth_had_page(truth->players[i], &told, ask->batches);
    CHECK_THAT(link->sim, CHECK_ACKNOWLEDGED_IS_STORED, is_there,
               "%s was given role %d, and that is not stored", reply->mod_role.name, told.role);
    if (person != NULL && told.role != ROLE_PLAYER)
        person->keeps_order = true;
}

void said__reset(struct link *link, struct ask *ask, const union reply_body *reply)
{
    struct sim *sim = link->sim;
    const struct mod_reset_password_reply *reset = &reply->mod_reset_password;
    const struct truth_player *player = truth_player_named(&sim->truth, reset->name);
    struct person *person = person_named(sim, ask->text);
    said__act(link, ask, reply);
    sim->stats->resets++;
    CHECK_THAT(sim, CHECK_ACKNOWLEDGED_IS_STORED,
               player != NULL && truth_had_password(player, reset->password, ask->batches),
               "the password of %s was reset to %s, which is not stored", reset->name,
               reset->password);
    if (person == NULL)
        return;
    snprintf(person->password, sizeof(person->password), "%.31s", reset->password);
    person->new_password[0] = '\0';
}

/* Nothing was made: it is no act. Those who keep order are counted by themselves. */
static void check_refused_names(struct link *link, const struct mod_accounts_reply *reply)
{
    struct truth *truth = &link->sim->truth;
    struct truth_player *by = truth_player(truth, link->player);
    for (size_t i = 0; i < reply->refused_count; i++) {
        const struct refused_name_record *row = &reply->refused[i];
        bool is_twin = row->n == 3 && strcmp(row->name, "pupil-ivo") == 0;
        CHECK_THAT(link->sim, CHECK_CLASSES_ARE_WHOLE,
                   row->verdict == NAME_VERDICT_WORD_TAKEN &&
                       (is_twin || truth_player_named(truth, row->name) != NULL),
                   "%s cannot be had by the answer, and nobody has it", row->name);
    }
    if (by == NULL)
        said__act_refused(link);
    else
        by->deeds[DEED_ORDER].refused++;
}

/* All of a class, with passwords that are stored, or nobody. */
void said__accounts(struct link *link, struct ask *ask, const union reply_body *reply)
{
    const struct mod_accounts_reply *made = &reply->mod_accounts;
    size_t count = ask->request.as.mod_accounts.accounts_count;
    CHECK_THAT(link->sim, CHECK_CLASSES_ARE_WHOLE,
               made->accounts_count == (made->refused_count == 0 ? count : 0),
               "of %zu accounts %zu were made, and %zu refused", count, made->accounts_count,
               made->refused_count);
    if (made->refused_count > 0) {
        check_refused_names(link, made);
        return;
    }
    said__act(link, ask, reply);
    for (size_t i = 0; i < count; i++) {
        const struct made_account_record *row = &made->accounts[i];
        const struct truth_player *player = truth_player_named(&link->sim->truth, row->name);
        CHECK_THAT(link->sim, CHECK_CLASSES_ARE_WHOLE,
                   player != NULL && truth_had_password(player, row->password, ask->batches),
                   "%s was made with the password %s, and that is not stored", row->name,
                   row->password);
        link->sim->stats->pupils++;
    }
}

/* ------------------------------------------------------------------ reports */

/* The name may be another's by now: one of those who had it was reported. */
void said__reported(struct link *link, struct ask *ask, const union reply_body *reply)
{
    const struct truth *truth = &link->sim->truth;
    bool is_there = false;
    (void)reply;
    for (size_t i = 0; i < truth->player_count && !is_there; i++) {
        const struct truth_report report = {
            .by = link->player, .player = truth->players[i]->id, .game = ask->subject};
        is_there = truth_goes_by(truth->players[i], ask->text) &&
                   truth_has_reported(truth, &report, false);
    }
    CHECK_THAT(link->sim, CHECK_ACKNOWLEDGED_IS_STORED, is_there,
               "link %llu reported %s, and that is not stored", (unsigned long long)link->number,
               ask->text);
}

static bool is_listed_right(const struct sim *sim, const struct report_record *row)
{
    const struct truth_report *report = truth_report(&sim->truth, row->n);
    return report != NULL && row->game == report->game && row->complaint == report->complaint &&
           truth_goes_by(truth_player(&sim->truth, report->by), row->by) &&
           truth_goes_by(truth_player(&sim->truth, report->player), row->name) &&
           (report->is_open || !sim->is_quiet);
}

void said__reports(struct link *link, struct ask *ask, const union reply_body *reply)
{
    struct sim *sim = link->sim;
    const struct mod_reports_reply *list = &reply->mod_reports;
    for (size_t i = 0; i < list->reports_count; i++)
        CHECK_THAT(sim, CHECK_REPORTS,
                   is_listed_right(sim, &list->reports[i]) &&
                       (i == 0 || list->reports[i].n > list->reports[i - 1].n),
                   "report %lld is not stored like this, or was judged, or is out of order",
                   (long long)list->reports[i].n);
    CHECK_THAT(sim, CHECK_RIGHTS_FOLLOW_ROLES,
               link->player == 0 || truth_had_role(truth_player(&sim->truth, link->player),
                                                   ROLE_MODERATOR, ask->batches),
               "link %llu reads reports without a role", (unsigned long long)link->number);
    for (size_t i = 0; i < list->reports_count && link->player != 0; i++)
        CHECK_THAT(sim, CHECK_NOBODY_JUDGES_HIMSELF,
                   truth_report(&sim->truth, list->reports[i].n)->player != link->player,
                   "link %llu reads a report on its own player", (unsigned long long)link->number);
    bool is_whole =
        link->player == 0 && sim->is_quiet && ask->request.as.mod_reports.from == 1 && !list->more;
    CHECK_THAT(sim, CHECK_REPORTS,
               !is_whole || list->reports_count == truth_reports_open(&sim->truth, 0),
               "%zu reports are listed, and %zu are open", list->reports_count,
               truth_reports_open(&sim->truth, 0));
}

void said__judged(struct link *link, struct ask *ask, const union reply_body *reply)
{
    const struct truth_report *report =
        truth_report(&link->sim->truth, ask->request.as.mod_resolve.report);
    said__act(link, ask, reply);
    CHECK_THAT(link->sim, CHECK_REPORTS, report != NULL && !report->is_open,
               "report %lld is said to be judged, and is open",
               (long long)ask->request.as.mod_resolve.report);
}
