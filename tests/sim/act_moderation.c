/* SPDX-License-Identifier: MIT */
/*
 * Moderators, at the server's own machine or by a role: they mute, ban, give roles, names and
 * passwords, close rooms, judge, and take most of it back. In every fourth seed only.
 */
#include "server/core/rules/ids.h"
#include "tests/sim/person.h"
#include "tests/sim/sim.h"

#include <stdio.h>

#define REASON "order"
#define DAY_MINUTES 1440

/* For good mostly: what ends by itself cannot be told to the moment. */
static int64_t draw_minutes(struct sim *sim)
{
    return sim_below(sim, 3) == 0 ? 1 + (int64_t)sim_below(sim, 20) : NONE;
}

static int64_t draw_ban_minutes(struct sim *sim)
{
    if (sim->mood.ban_days == 0 || sim_below(sim, 8) == 0)
        return draw_minutes(sim);
    return (int64_t)sim_below(sim, (uint64_t)sim->mood.ban_days * DAY_MINUTES) + 1;
}

static void mute(struct sim *sim, struct link *link, const char *name)
{
    struct request request = {
        .op = OP_MOD_MUTE,
        .as.mod_mute = {.name = name, .minutes = draw_minutes(sim), .reason = REASON}};
    link_ask(link, &request);
}

static void ban(struct sim *sim, struct link *link, const char *name)
{
    struct request request = {
        .op = OP_MOD_BAN,
        .as.mod_ban = {.name = name, .minutes = draw_ban_minutes(sim), .reason = REASON}};
    link_ask(link, &request);
}

static void warn(struct link *link, const char *name)
{
    struct request request = {.op = OP_MOD_WARN, .as.mod_warn = {.name = name, .reason = REASON}};
    link_ask(link, &request);
}

/* And reads what there is. */
static void note(struct link *link, const char *name)
{
    struct request request = {.op = OP_MOD_NOTE, .as.mod_note = {.name = name, .text = REASON}};
    struct request page = {.op = OP_PLAYER_GET, .as.player_get.name = name};
    link_ask(link, &request);
    link_ask(link, &page);
}

static void lift(struct link *link, enum op op, const char *name)
{
    struct request request = {.op = op};
    request.as.mod_unban.name = name; /* the first field of all */
    link_ask(link, &request);
}

static void give_name(struct sim *sim, struct link *link, const char *name)
{
    char to[32];
    struct request request = {.op = OP_MOD_RENAME, .as.mod_rename = {.name = name, .to = to}};
    snprintf(to, sizeof(to), "Named-%llu", (unsigned long long)sim_below(sim, 1000));
    link_ask(link, &request);
}

static void give_password(struct link *link, const char *name)
{
    struct request request = {.op = OP_MOD_RESET_PASSWORD,
                              .as.mod_reset_password = {.name = name, .reason = REASON}};
    link_ask(link, &request);
}

/* A class; those who were made before are told, and nobody is made. Some classes share a pupil. */
static void make_accounts(struct sim *sim, struct link *link)
{
    static const struct new_account_record classes[][3] = {
        {{.name = "Pupil-Ada"}, {.name = "Pupil-Bea"}, {.name = "Pupil-Cai"}},
        {{.name = "Pupil-Dan"}, {.name = "Pupil-Eve"}, {.name = "Pupil-Fay"}},
        {{.name = "Pupil-Fay"}, {.name = "Pupil-Gus"}, {.name = "Pupil-Hal"}},
        {{.name = "Pupil-Ivo"}, {.name = "Pupil-Joe"}, {.name = "pupil-ivo"}},
    };
    struct request request = {
        .op = OP_MOD_ACCOUNTS,
        .as.mod_accounts = {.accounts = classes[sim_below(sim, 4)], .accounts_count = 3}};
    link_ask(link, &request);
}

static void give_role(struct sim *sim, struct link *link, const char *name)
{
    static const int roles[] = {ROLE_WORD_PLAYER, ROLE_WORD_MODERATOR, ROLE_WORD_MODERATOR,
                                ROLE_WORD_OPERATOR};
    struct request request = {.op = OP_MOD_ROLE,
                              .as.mod_role = {.name = name, .role = roles[sim_below(sim, 4)]}};
    link_ask(link, &request);
}

static void close_room(struct sim *sim, struct link *link)
{
    const struct truth *truth = &sim->truth;
    struct request request = {.op = OP_MOD_CLOSE_ROOM, .as.mod_close_room = {.reason = REASON}};
    if (truth->room_count == 0)
        return;
    size_t recent = truth->room_count < 5 ? truth->room_count : 5;
    request.as.mod_close_room.room =
        truth->rooms[truth->room_count - 1 - (size_t)sim_below(sim, recent)]->id;
    link_ask(link, &request);
}

/* A game that is over, mostly one of the last; or those of a player since some time. */
static void annul(struct sim *sim, struct link *link, const char *name)
{
    const struct truth *truth = &sim->truth;
    struct request request = {.op = OP_MOD_ANNUL, .as.mod_annul = {.reason = REASON}};
    struct mod_annul_request *annul = &request.as.mod_annul;
    for (size_t i = 0; i < 12 && truth->game_count > 0; i++) {
        const struct truth_game *game = truth->games[sim_below(sim, truth->game_count)];
        annul->game = game->id;
        if (game->moves_ratings && !game->is_annulled)
            break;
    }
    if (annul->game == 0 || sim_below(sim, 4) == 0) {
        annul->game = 0;
        annul->name = name;
        annul->since =
            sim_below(sim, 2) == 0
                ? 0
                : sim->wall_start_ms + (int64_t)sim_below(sim, (uint64_t)sim->now_ms + 1);
    }
    link_ask(link, &request);
}

/* Everything that some players report is wrong: of those who came in an even millisecond. */
static bool is_wrong(const struct truth *truth, int64_t n)
{
    const struct truth_report *report = truth_report(truth, n);
    return report != NULL && (report->by >> (ID_COUNTER_BITS + ID_NODE_BITS)) % 2 == 0;
}

/* One that is open, mostly. */
static void judge(struct sim *sim, struct link *link)
{
    const struct truth *truth = &sim->truth;
    int64_t n = 1 + (int64_t)sim_below(sim, truth->report_count + 1);
    for (size_t i = 0; i < truth->report_count && sim_below(sim, 4) > 0; i++)
        n = truth->reports[i].is_open ? (int64_t)i + 1 : n;
    struct request request = {.op = OP_MOD_RESOLVE,
                              .as.mod_resolve = {.report = n,
                                                 .all = n % 2 == 0,
                                                 .verdict = (int)sim_below(sim, VERDICT_WORD_COUNT),
                                                 .note = REASON}};
    if (is_wrong(truth, n))
        request.as.mod_resolve.verdict = VERDICT_WORD_DISMISSED;
    link_ask(link, &request);
}

/* One that is open, mostly. */
static void answer(struct sim *sim, struct link *link)
{
    const struct truth_appeals *appeals = &sim->truth.appeals;
    int64_t n = 1 + (int64_t)sim_below(sim, sim->truth.order.act_count + 1);
    for (size_t i = 0; i < appeals->count && sim_below(sim, 8) > 0; i++)
        n = appeals->rows[i].judged == 0 && !appeals->rows[i].is_gone ? appeals->rows[i].act : n;
    struct request request = {.op = OP_MOD_ANSWER,
                              .as.mod_answer = {.appeal = n,
                                                .verdict = (int)sim_below(sim, VERDICT_WORD_COUNT),
                                                .note = REASON}};
    link_ask(link, &request);
}

static void read_appeals(struct link *link)
{
    struct request request = {.op = OP_MOD_APPEALS, .as.mod_appeals = {.from = 1, .limit = 50}};
    link_ask(link, &request);
}

/* One by one, or folded; and one with all that it carries, whatever became of it. */
static void read_reports(struct sim *sim, struct link *link, const char *name)
{
    struct request request = {.op = OP_MOD_REPORTS, .as.mod_reports = {.limit = 50}};
    struct request one = {.op = OP_MOD_REPORT};
    one.as.mod_report.report = 1 + (int64_t)sim_below(sim, sim->truth.report_count + 1);
    if (sim->truth.report_count % 3 == 0)
        request = (struct request){.op = OP_MOD_CASES, .as.mod_cases = {.limit = 50}};
    else if (sim->truth.report_count % 3 == 1)
        request.as.mod_reports.name = name;
    link_ask(link, &request);
    link_ask(link, &one);
}

/* All of it, or what was done to one; sometimes from the middle on. */
static void read_log(struct sim *sim, struct link *link, const char *name)
{
    struct request request = {.op = OP_MOD_LOG, .as.mod_log = {.before = NONE, .limit = 5}};
    if (sim_below(sim, 2) == 0)
        request.as.mod_log.name = name;
    if (sim_below(sim, 2) == 0)
        request.as.mod_log.before = 2 + (int64_t)sim_below(sim, sim->truth.order.act_count + 1);
    link_ask(link, &request);
}

/* One that is played, or was a while ago. */
static void look_at_game(struct sim *sim, struct link *link)
{
    const struct truth *truth = &sim->truth;
    struct request request = {.op = OP_MOD_GAME};
    if (truth->game_count == 0)
        return;
    size_t recent = truth->game_count < 8 ? truth->game_count : 8;
    request.as.mod_game.game =
        truth->games[truth->game_count - 1 - (size_t)sim_below(sim, recent)]->id;
    link_ask(link, &request);
}

static void read_sanctions(struct sim *sim, struct link *link, const char *name)
{
    struct request request = {.op = OP_MOD_SANCTIONS, .as.mod_sanctions = {.limit = 5}};
    if (sim_below(sim, 2) == 0)
        request.as.mod_sanctions.after = name;
    link_ask(link, &request);
}

static void read_points(struct sim *sim, struct link *link, const char *name)
{
    struct request request = {.op = OP_MOD_POINTS,
                              .as.mod_points = {.name = name,
                                                .from = 1 + (int64_t)sim_below(sim, 2),
                                                .limit = 1 + (int64_t)sim_below(sim, 5)}};
    link_ask(link, &request);
}

static void read_related(struct link *link, const char *name)
{
    struct request request = {.op = OP_MOD_RELATED, .as.mod_related = {.name = name, .limit = 50}};
    link_ask(link, &request);
}

/* For some hours, in which others come. */
static void refuse_newcomers(struct sim *sim, struct link *link, const char *name)
{
    struct request request = {.op = OP_MOD_BAN_ORIGIN,
                              .as.mod_ban_origin = {.name = name,
                                                    .minutes = 60 + (int64_t)sim_below(sim, 600),
                                                    .reason = REASON}};
    link_ask(link, &request);
}

static void look_around(struct sim *sim, struct link *link, const char *name)
{
    struct request stats = {.op = OP_MOD_STATS};
    switch (sim_below(sim, 7)) {
    case 5:
        read_points(sim, link, name);
        break;
    case 0:
        link_ask(link, &stats);
        break;
    case 6:
        read_related(link, name);
        break;
    case 1:
        read_sanctions(sim, link, name);
        break;
    default:
        read_log(sim, link, name);
    }
}

/* Does something to a player. A banned one is let in again more often than not. */
static void act_on(struct sim *sim, struct link *link, const char *name)
{
    const struct truth_player *player = truth_player_named(&sim->truth, name);
    if (player != NULL && player->banned_until_ms != 0 && sim_below(sim, 4) > 0) {
        lift(link, OP_MOD_UNBAN, name);
        return;
    }
    if (player != NULL && truth_is_refused_for(&sim->truth, player->id) && sim_below(sim, 2) > 0) {
        lift(link, OP_MOD_UNBAN_ORIGIN, name);
        return;
    }
    if (sim->mood.ban_days > 0 && sim_below(sim, 2) == 0) {
        ban(sim, link, name);
        return;
    }
    switch (sim_below(sim, 22)) {
    case 0:
    case 1:
        mute(sim, link, name);
        break;
    case 2:
    case 3:
        lift(link, OP_MOD_UNMUTE, name);
        break;
    case 4:
    case 5:
        ban(sim, link, name);
        break;
    case 6:
        give_name(sim, link, name);
        break;
    case 7:
        give_password(link, name);
        if (sim_below(sim, 2) == 0)
            make_accounts(sim, link);
        break;
    case 8:
        judge(sim, link);
        break;
    case 9:
        answer(sim, link);
        break;
    case 10:
        read_reports(sim, link, name);
        read_appeals(link);
        look_at_game(sim, link);
        look_around(sim, link, name);
        break;
    case 11:
        lift(link, OP_MOD_CLEAR_PROFILE, name);
        break;
    case 18:
    case 19:
        warn(link, name);
        break;
    case 20:
        note(link, name);
        break;
    case 21:
        refuse_newcomers(sim, link, name);
        break;
    case 12:
    case 13:
    case 14:
        give_role(sim, link, name);
        break;
    case 15:
    case 16:
        annul(sim, link, name);
        break;
    default:
        close_room(sim, link);
    }
}

/* NULL: not there, or not logged in. */
static struct link *link_of(const struct person *person)
{
    for (size_t i = 0; i < PERSON_LINKS; i++)
        if (person->links[i] != NULL && link_is_usable(person->links[i]) &&
            person->links[i]->knows_login)
            return person->links[i];
    return NULL;
}

/* From somebody who is at it. */
static void take_role(struct sim *sim, struct person *person)
{
    struct link *link = link_of(person);
    struct request request = {.op = OP_MOD_ROLE,
                              .as.mod_role = {.name = person->name, .role = ROLE_WORD_PLAYER}};
    link_ask(sim->keeper, &request);
    for (int i = 0; i < 3 && link != NULL; i++)
        act__keep_order(person, link);
}

void act__moderation(struct sim *sim)
{
    struct person *person = &sim->persons[sim_below(sim, sim->person_count)];
    if (sim->core == NULL || sim->is_stopping || person->name[0] == '\0')
        return;
    if (sim->keeper == NULL || !link_is_usable(sim->keeper))
        sim->keeper = link_open_locally(sim);
    if (!link_is_usable(sim->keeper))
        return;
    if (person->keeps_order && sim_below(sim, 3) == 0)
        take_role(sim, person);
    else
        act_on(sim, sim->keeper, person->name);
}

void act__keep_order(struct person *person, struct link *link)
{
    struct sim *sim = person->sim;
    const struct person *other = &sim->persons[sim_below(sim, sim->person_count)];
    if (other->name[0] != '\0')
        act_on(sim, link, other->name);
}
