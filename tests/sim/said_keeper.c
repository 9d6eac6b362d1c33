/* SPDX-License-Identifier: MIT */
/*
 * Judges what moderators and those concerned are told: the record, who is banned or muted, figures,
 * reports as they come, and what is said of one's own account.
 */
#include "tests/sim/ask.h"
#include "tests/sim/said.h"
#include "tests/sim/sim.h"

#include <string.h>

static const char *text_or_empty(const char *text)
{
    return text != NULL ? text : "";
}

static bool goes_by(const struct truth *truth, uint64_t id, const char *name)
{
    const struct truth_player *player = truth_player(truth, id);
    return player == NULL ? name == NULL : name != NULL && truth_goes_by(player, name);
}

/* As replies tell an end. */
static int64_t end_told(int64_t until_ms)
{
    return until_ms == 0 || until_ms == STORE_FOR_GOOD ? NONE : until_ms;
}

/* The end of a ban or a mute as it is recorded. */
static int64_t end_of(const struct sanction_record *told)
{
    return told->until == NONE ? STORE_FOR_GOOD : told->until;
}

/* Questions of order are for those who have the role. */
static void check_role(struct link *link, const struct ask *ask, enum player_role role)
{
    const struct truth_player *player = truth_player(&link->sim->truth, link->player);
    CHECK_THAT(link->sim, CHECK_RIGHTS_FOLLOW_ROLES,
               player == NULL || truth_had_role(player, role, ask->batches),
               "link %llu is told what is for role %d", (unsigned long long)link->number, role);
}

/* ------------------------------------------------------------------ the record */

static bool is_told_right(const struct truth *truth, const struct mod_entry_record *row)
{
    const struct truth_act *act = truth_act(truth, row->n);
    return act != NULL && row->act == (int)act->act && goes_by(truth, act->by, row->by) &&
           goes_by(truth, act->player, row->name) && row->room == act->room &&
           row->report == (act->report != 0 ? act->report : NONE) &&
           row->judged == (act->judged != 0 ? act->judged : NONE) &&
           row->until == end_told(act->until_ms) &&
           strcmp(text_or_empty(row->reason), act->reason) == 0 &&
           strcmp(text_or_empty(row->detail), act->detail) == 0;
}

/* How many acts on the player there are between two numbers that everybody is told: notes are for
 * those above the player. */
static size_t acts_between(const struct truth *truth, uint64_t player, int64_t first, int64_t last)
{
    size_t count = 0;
    for (int64_t n = first + 1; n < last; n++)
        count += truth_act(truth, n)->act != MOD_NOTE &&
                         (player == 0 || truth_act(truth, n)->player == player)
                     ? 1
                     : 0;
    return count;
}

void said__log(struct link *link, struct ask *ask, const union reply_body *reply)
{
    struct sim *sim = link->sim;
    const struct mod_log_reply *log = &reply->mod_log;
    bool is_of_one = ask->request.as.mod_log.name != NULL;
    int64_t before = ask->request.as.mod_log.before;
    check_role(link, ask, ROLE_MODERATOR);
    for (size_t i = 0; i < log->entries_count; i++) {
        const struct mod_entry_record *row = &log->entries[i];
        CHECK_THAT(sim, CHECK_ORDER_IS_TOLD, is_told_right(&sim->truth, row),
                   "act %lld is not recorded as it is told", (long long)row->n);
        uint64_t player = is_of_one ? truth_act(&sim->truth, row->n)->player : 0;
        bool is_next =
            i == 0 || (row->n < log->entries[i - 1].n &&
                       acts_between(&sim->truth, player, row->n, log->entries[i - 1].n) == 0);
        CHECK_THAT(sim, CHECK_ORDER_IS_TOLD,
                   is_next && (before == NONE || row->n < before) && (!is_of_one || player != 0),
                   "act %lld is told where another belongs", (long long)row->n);
        CHECK_THAT(sim, CHECK_RIGHTS_FOLLOW_ROLES,
                   row->act != MOD_ACT_WORD_NOTE || link->player == 0 ||
                       truth_act(&sim->truth, row->n)->player != link->player,
                   "link %llu is told a note on its own player", (unsigned long long)link->number);
    }
    bool is_fresh = is_of_one || before != NONE || ask->floor == 0 || link->player != 0 ||
                    (log->entries_count > 0 && log->entries[0].n >= ask->floor);
    CHECK_THAT(sim, CHECK_READS_ARE_FRESH, is_fresh,
               "%u acts were recorded, and the last is not told", ask->floor);
    sim->stats->logs_read++;
}

/* ------------------------------------------------------------------ bans and mutes */

static const struct sanctioned_record *find_row(const struct mod_sanctions_reply *list,
                                                const struct truth_player *player)
{
    for (size_t i = 0; i < list->rows_count; i++)
        if (strcmp(list->rows[i].name, player->name) == 0)
            return &list->rows[i];
    return NULL;
}

/* It is of an act; until when it is told, the record says. */
static bool is_of_an_act(const struct truth *truth, const char *name, enum mod_act act,
                         const struct sanction_record *told)
{
    for (size_t i = 0; told != NULL && i < truth->player_count; i++)
        if (truth_goes_by(truth->players[i], name) &&
            truth_was_done(truth, truth->players[i]->id, act, end_of(told)))
            return true;
    return told == NULL;
}

/* Only what is for good: when others end, depends on the moment. */
static void check_whole(struct sim *sim, const struct mod_sanctions_reply *list)
{
    for (size_t i = 0; i < sim->truth.player_count; i++) {
        const struct truth_player *player = sim->truth.players[i];
        const struct sanctioned_record *row = find_row(list, player);
        bool is_banned = player->banned_until_ms == STORE_FOR_GOOD;
        bool is_muted = player->muted_until_ms == STORE_FOR_GOOD;
        CHECK_THAT(sim, CHECK_ORDER_IS_TOLD,
                   (!is_banned && !is_muted) ||
                       (row != NULL && is_banned == (row->ban != NULL && row->ban->until == NONE) &&
                        is_muted == (row->mute != NULL && row->mute->until == NONE)),
                   "%s is banned (%d) or muted (%d) for good, and it is not listed", player->name,
                   is_banned, is_muted);
    }
}

void said__sanctions(struct link *link, struct ask *ask, const union reply_body *reply)
{
    struct sim *sim = link->sim;
    const struct mod_sanctions_reply *list = &reply->mod_sanctions;
    check_role(link, ask, ROLE_MODERATOR);
    for (size_t i = 0; i < list->rows_count; i++) {
        const struct sanctioned_record *row = &list->rows[i];
        CHECK_THAT(sim, CHECK_ORDER_IS_TOLD,
                   is_of_an_act(&sim->truth, row->name, MOD_BAN, row->ban) &&
                       is_of_an_act(&sim->truth, row->name, MOD_MUTE, row->mute),
                   "%s is not banned or muted like this", row->name);
    }
    if (sim->is_quiet && ask->request.as.mod_sanctions.after == NULL && !list->more)
        check_whole(sim, list);
}

/* ------------------------------------------------------------------ who shares a network */

static bool is_related(const struct truth *truth, const char *name,
                       const struct related_record *row)
{
    for (size_t i = 0; i < truth->player_count; i++)
        for (size_t j = 0; j < truth->player_count && truth_goes_by(truth->players[i], name); j++) {
            const struct truth_player *other = truth->players[j];
            if (i != j && truth_goes_by(other, row->name) &&
                row->networks <= truth_networks_shared(truth->players[i], other))
                return true;
        }
    return false;
}

static bool is_listed(const struct mod_related_reply *list, const struct truth_player *player)
{
    for (size_t i = 0; i < list->rows_count; i++)
        if (strcmp(list->rows[i].name, player->name) == 0)
            return true;
    return false;
}

/* So long the server remembers at least, whatever its clock does. */
#define REMEMBERED_MS (INT64_C(60) * 24 * 3600 * 1000)

static bool is_of_house(const struct sim *sim, const struct truth_player *player, size_t house)
{
    return player->is_at_home && player->house == house &&
           player->came.last_ms > sim->wall_start_ms + sim->now_ms - REMEMBERED_MS;
}

/* Everybody of the player's house, as somebody at the server's machine sees it. */
static void check_house(struct sim *sim, const struct mod_related_reply *list)
{
    const struct truth_player *player = truth_player_named(&sim->truth, list->name);
    if (!is_of_house(sim, player, player->house))
        return;
    for (size_t i = 0; i < sim->truth.player_count; i++) {
        const struct truth_player *other = sim->truth.players[i];
        bool is_told =
            other == player || !is_of_house(sim, other, player->house) || is_listed(list, other);
        CHECK_THAT(sim, CHECK_RELATED, is_told, "%s and %s are of one house, and that is not told",
                   player->name, other->name);
    }
}

void said__related(struct link *link, struct ask *ask, const union reply_body *reply)
{
    struct sim *sim = link->sim;
    const struct mod_related_reply *list = &reply->mod_related;
    check_role(link, ask, ROLE_MODERATOR);
    said__act(link, ask, reply);
    for (size_t i = 0; i < list->rows_count; i++)
        CHECK_THAT(sim, CHECK_RELATED, is_related(&sim->truth, list->name, &list->rows[i]),
                   "%s is told to share %lld networks with %s", list->rows[i].name,
                   (long long)list->rows[i].networks, list->name);
    sim->stats->related += list->rows_count;
    if (sim->is_quiet && link->player == 0 && !list->more)
        check_house(sim, list);
}

/* ------------------------------------------------------------------ figures */

void said__figures(struct link *link, struct ask *ask, const union reply_body *reply)
{
    struct sim *sim = link->sim;
    const struct mod_stats_reply *stats = &reply->mod_stats;
    int64_t open = 0;
    check_role(link, ask, ROLE_OPERATOR);
    for (size_t i = 0; i < sim->truth.game_count; i++)
        open += sim->truth.games[i]->is_over ? 0 : 1;
    CHECK_THAT(sim, CHECK_ORDER_IS_TOLD, !sim->is_quiet || stats->games + stats->asleep == open,
               "%lld games are in memory and %lld asleep, and %lld are not over",
               (long long)stats->games, (long long)stats->asleep, (long long)open);
}

/* ------------------------------------------------------------------ unasked */

void said__account(struct link *link, const union event_body *body)
{
    const struct account_changed_event *changed = &body->account_changed;
    const struct truth *truth = &link->sim->truth;
    const struct truth_player *player = truth_player(truth, ask_player(link));
    const struct truth_told told = {.role = (enum player_role)changed->role};
    bool has_end = changed->act == MOD_MUTE && changed->mute != NULL;
    link->sim->stats->changes_told++;
    CHECK_THAT(
        link->sim, CHECK_SAID_IS_STORED,
        player != NULL &&
            (truth_was_done(truth, player->id, (enum mod_act)changed->act,
                            has_end ? end_of(changed->mute) : 0) ||
             (changed->act == MOD_UNMUTE && truth_was_done(truth, player->id, MOD_ANSWER, 0))) &&
            truth_had_page(player, &told, 0) &&
            (changed->act != MOD_UNMUTE || changed->mute == NULL),
        "link %llu is told of act %d, role %d, and that is not recorded",
        (unsigned long long)link->number, changed->act, changed->role);
}

void said__new_report(struct link *link, const union event_body *body)
{
    const struct mod_reported_event *told = &body->mod_reported;
    const struct truth *truth = &link->sim->truth;
    const struct truth_player *player = truth_player(truth, ask_player(link));
    bool is_there = false;
    CHECK_THAT(link->sim, CHECK_RIGHTS_FOLLOW_ROLES,
               player != NULL && truth_had_role(player, ROLE_MODERATOR, 0),
               "link %llu is told of a report, and never had a role",
               (unsigned long long)link->number);
    for (size_t i = 0; i < truth->report_count && !is_there; i++) {
        const struct truth_report *report = &truth->reports[i];
        is_there = report->game == told->game && report->complaint == told->complaint &&
                   !report->is_weightless && report->by != player->id &&
                   report->player != player->id && goes_by(truth, report->by, told->by) &&
                   goes_by(truth, report->player, told->name);
    }
    CHECK_THAT(link->sim, CHECK_REPORTS, is_there,
               "link %llu is told that %s reported %s: it is not stored, or one of the two",
               (unsigned long long)link->number, told->by, told->name);
    link->sim->stats->reports_told++;
}

/* Checks what a login says of the account: it was so at some time since the login was asked for. */
void said__standing(struct link *link, const struct ask *ask, const struct sanction_record *mute,
                    int role)
{
    const struct truth *truth = &link->sim->truth;
    const struct truth_player *player = truth_player(truth, link->player);
    const struct truth_told told = {.role = (enum player_role)role};
    const struct truth_act *last = truth_last_mute(truth, player->id);
    bool has_to_be =
        player->muted_until_ms == STORE_FOR_GOOD && last != NULL && last->batch <= ask->batches;
    CHECK_THAT(link->sim, CHECK_ORDER_IS_TOLD, truth_had_page(player, &told, ask->batches),
               "%s logs in and is told role %d", player->name, role);
    CHECK_THAT(link->sim, CHECK_ORDER_IS_TOLD,
               mute == NULL ? !has_to_be
                            : truth_was_done(truth, player->id, MOD_MUTE, end_of(mute)),
               "%s logs in, is %s for good, and is told otherwise", player->name,
               has_to_be ? "muted" : "not muted");
}

/* The newest notes on the player but the first `skip`; NULL: there are no more. */
static const struct truth_act *find_note(const struct truth *truth, uint64_t player, size_t skip)
{
    for (size_t i = truth->order.act_count; i > 0; i--) {
        const struct truth_act *act = &truth->order.acts[i - 1];
        if (act->player == player && act->act == MOD_NOTE && skip-- == 0)
            return act;
    }
    return NULL;
}

static int64_t count_warnings(const struct truth *truth, uint64_t player, uint64_t batches)
{
    int64_t count = 0;
    for (size_t i = 0; i < truth->order.act_count; i++)
        count += truth->order.acts[i].player == player && truth->order.acts[i].act == MOD_WARN &&
                         truth->order.acts[i].batch <= batches
                     ? 1
                     : 0;
    return count;
}

static void check_file(struct link *link, const struct ask *ask, const struct truth_player *player,
                       const struct player_file_record *file)
{
    const struct truth *truth = &link->sim->truth;
    CHECK_THAT(link->sim, CHECK_ORDER_IS_TOLD,
               file->warnings >= count_warnings(truth, player->id, ask->batches) -
                                     truth_taken_back(truth, player->id, truth->batches) &&
                   file->warnings <= count_warnings(truth, player->id, truth->batches) -
                                         truth_taken_back(truth, player->id, ask->batches),
               "%s is said to have %lld warnings", player->name, (long long)file->warnings);
    for (size_t i = 0; i < file->notes_count; i++) {
        bool is_there = false;
        const struct truth_act *note = find_note(truth, player->id, 0);
        for (size_t skip = 0; note != NULL && !is_there;
             note = find_note(truth, player->id, ++skip))
            is_there = goes_by(truth, note->by, file->notes[i].by) &&
                       strcmp(note->reason, file->notes[i].text) == 0;
        CHECK_THAT(link->sim, CHECK_ORDER_IS_TOLD, is_there,
                   "a note on %s is told that nobody wrote", player->name);
    }
    const struct truth_act *newest = find_note(truth, player->id, 0);
    CHECK_THAT(link->sim, CHECK_READS_ARE_FRESH,
               newest == NULL || newest->batch > ask->batches || file->notes_count > 0,
               "there is a note on %s, and none is told", player->name);
    link->sim->stats->files_read++;
}

void said__file(struct link *link, const struct ask *ask, const struct player_get_reply *page)
{
    const struct truth *truth = &link->sim->truth;
    const struct truth_player *player = truth_player_named(truth, page->name);
    const struct truth_player *reader = truth_player(truth, link->player);
    if (page->file == NULL)
        return;
    bool may_read = reader == NULL ||
                    (reader != player && truth_had_role(reader, ROLE_MODERATOR, ask->batches));
    CHECK_THAT(link->sim, CHECK_RIGHTS_FOLLOW_ROLES,
               may_read && (reader != NULL || link->person == LINK_KEEPER || link->sim->is_quiet),
               "link %llu is told what moderators know of %s", (unsigned long long)link->number,
               page->name);
    if (player != NULL)
        check_file(link, ask, player, page->file);
}
