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

/* Whether the operation is refused about players who are out of reach, also where none is named. An
 * appeal is found before its player is looked at, who may have risen meanwhile. */
static bool is_about_some(enum op op)
{
    enum reach reach = op_info(op)->reach;
    return reach == REACH_BELOW || reach == REACH_BELOW_AND_ROWS || op == OP_MOD_ANSWER;
}

/* It may be for whom it is done to; where that is nobody, it is for want of the role alone. */
void said__not_allowed(struct link *link, const struct ask *ask)
{
    const struct truth_player *player = truth_player(&link->sim->truth, ask->by);
    enum player_role role = op_info(ask->op)->who == WHO_OPERATOR ? ROLE_OPERATOR : ROLE_MODERATOR;
    link->sim->stats->not_allowed++;
    CHECK_THAT(link->sim, CHECK_RIGHTS_FOLLOW_ROLES,
               player != NULL && (ask->text[0] != '\0' || is_about_some(ask->op) ||
                                  !truth_kept_role(player, role, ask->batches)),
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

static int64_t wall_ms(const struct sim *sim)
{
    return sim->wall_start_ms + sim->now_ms;
}

static bool is_listed_right(const struct sim *sim, const struct report_record *row)
{
    const struct truth_report *report = truth_report(&sim->truth, row->n);
    return report != NULL && row->game == report->game && row->complaint == report->complaint &&
           truth_goes_by(truth_player(&sim->truth, report->by), row->by) &&
           truth_goes_by(truth_player(&sim->truth, report->player), row->name) &&
           (report->is_open || !sim->is_quiet);
}

static bool is_weighed_right(const struct sim *sim, const struct report_record *row)
{
    const struct truth_report *report = truth_report(&sim->truth, row->n);
    return !sim->is_quiet || !truth_knows_weights(sim) ||
           row->uncounted ==
               truth_is_uncounted(&sim->truth, report->by, report->player, wall_ms(sim));
}

/* Questions about reports are for those who have the role, and not about themselves. */
static void check_reader(struct link *link, const struct ask *ask)
{
    CHECK_THAT(link->sim, CHECK_RIGHTS_FOLLOW_ROLES,
               link->player == 0 || truth_had_role(truth_player(&link->sim->truth, link->player),
                                                   ROLE_MODERATOR, ask->batches),
               "link %llu reads reports without a role", (unsigned long long)link->number);
}

void said__reports(struct link *link, struct ask *ask, const union reply_body *reply)
{
    struct sim *sim = link->sim;
    const struct mod_reports_request *request = &ask->request.as.mod_reports;
    const struct mod_reports_reply *list = &reply->mod_reports;
    check_reader(link, ask);
    for (size_t i = 0; i < list->reports_count; i++) {
        const struct report_record *row = &list->reports[i];
        bool is_behind = i == 0 || row->uncounted > row[-1].uncounted ||
                         (row->uncounted == row[-1].uncounted && row->n > row[-1].n);
        CHECK_THAT(sim, CHECK_REPORTS, is_listed_right(sim, row) && is_behind,
                   "report %lld is not stored like this, or was judged, or is out of order",
                   (long long)row->n);
        CHECK_THAT(sim, CHECK_CASES, is_weighed_right(sim, row),
                   "the reporter of report %lld counts, or not, wrongly", (long long)row->n);
        CHECK_THAT(sim, CHECK_NOBODY_JUDGES_HIMSELF,
                   link->player == 0 || truth_report(&sim->truth, row->n)->player != link->player,
                   "link %llu reads a report on its own player", (unsigned long long)link->number);
    }
    bool is_whole = link->player == 0 && sim->is_quiet && request->skip == 0 &&
                    request->name == NULL && !list->more;
    CHECK_THAT(sim, CHECK_REPORTS,
               !is_whole || list->reports_count == truth_reports_open(&sim->truth, 0),
               "%zu reports are listed, and %zu are open", list->reports_count,
               truth_reports_open(&sim->truth, 0));
}

/* The case of the player on whom the newest report is. When all is quiet it is the whole one. */
static bool is_case_right(const struct sim *sim, const struct report_case_record *row)
{
    const struct truth_report *last = truth_report(&sim->truth, row->last);
    unsigned complaints = 0;
    for (size_t i = 0; i < row->complaints_count; i++)
        complaints |= 1U << row->complaints[i].complaint;
    if (last == NULL || !truth_goes_by(truth_player(&sim->truth, last->player), row->name))
        return false;
    const struct truth_case right = truth_case_on(&sim->truth, last->player, wall_ms(sim));
    return !sim->is_quiet || (row->reports == right.reports && row->last == right.last &&
                              complaints == right.complaints &&
                              (row->reporters == right.reporters || !truth_knows_weights(sim)));
}

static bool has_reported(const struct truth *truth, uint64_t by, uint64_t player)
{
    for (size_t i = 0; i < truth->report_count; i++)
        if (truth->reports[i].by == by && truth->reports[i].player == player)
            return true;
    return false;
}

void said__cases(struct link *link, struct ask *ask, const union reply_body *reply)
{
    struct sim *sim = link->sim;
    const struct mod_cases_reply *list = &reply->mod_cases;
    check_reader(link, ask);
    for (size_t i = 0; i < list->cases_count; i++) {
        const struct report_case_record *row = &list->cases[i];
        CHECK_THAT(sim, CHECK_CASES,
                   is_case_right(sim, row) && (i == 0 || row->reporters <= row[-1].reporters),
                   "the case of %s is not like this, or out of order", row->name);
        uint64_t player = truth_report(&sim->truth, row->last)->player;
        CHECK_THAT(sim, CHECK_NOBODY_JUDGES_HIMSELF,
                   link->player == 0 ||
                       (player != link->player &&
                        (!row->own || has_reported(&sim->truth, link->player, player))),
                   "link %llu reads its own case, or a report of its own that it did not make",
                   (unsigned long long)link->number);
    }
    bool is_whole =
        link->player == 0 && sim->is_quiet && ask->request.as.mod_cases.skip == 0 && !list->more;
    CHECK_THAT(sim, CHECK_CASES, !is_whole || list->cases_count == truth_cases(&sim->truth),
               "%zu cases are listed, and there are %zu", list->cases_count,
               truth_cases(&sim->truth));
    sim->stats->cases_read += list->cases_count;
}

/* Whether a report up to this one is open on the same player. */
static bool is_any_open(const struct truth *truth, int64_t last)
{
    for (int64_t n = 1; n <= last; n++)
        if (truth_report(truth, n)->is_open &&
            truth_report(truth, n)->player == truth_report(truth, last)->player)
            return true;
    return false;
}

void said__judged(struct link *link, struct ask *ask, const union reply_body *reply)
{
    const struct mod_resolve_request *request = &ask->request.as.mod_resolve;
    const struct truth *truth = &link->sim->truth;
    const struct truth_report *report = truth_report(truth, request->report);
    said__act(link, ask, reply);
    CHECK_THAT(link->sim, CHECK_REPORTS,
               report != NULL && (!report->is_open || reply->mod_resolve.more),
               "report %lld is said to be judged, and is open", (long long)request->report);
    CHECK_THAT(link->sim, CHECK_REPORTS,
               !request->all || reply->mod_resolve.more || !is_any_open(truth, request->report),
               "all reports up to %lld are said to be judged, and one is open",
               (long long)request->report);
    if (request->verdict == VERDICT_WORD_UPHELD && !report->is_open)
        truth_lines_known(link->sim, report->player, &report->carried);
}
