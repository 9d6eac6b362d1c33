/* SPDX-License-Identifier: MIT */
/*
 * Acts of people on their own accounts: they choose settings, describe themselves, block, follow,
 * change the password, end other logins, delete the account, report others.
 */
#include "proto/settings.h"
#include "tests/sim/person.h"
#include "tests/sim/sim.h"
#include "tests/sim/truth_account.h"

#include <stdio.h>

static void choose(struct person *person, struct link *link)
{
    struct sim *sim = person->sim;
    struct settings_record settings;
    settings_init(&settings);
    settings.theme = (int)sim_below(sim, THEME_WORD_COUNT);
    if (person_chance(person, 500))
        settings.allow_takeback = (int)sim_below(sim, SWITCH_WORD_COUNT);
    if (person_chance(person, 300))
        settings.invitations_from = (int)sim_below(sim, CONTACTS_WORD_COUNT);
    if (person_chance(person, 300))
        settings.messages_from = (int)sim_below(sim, CONTACTS_WORD_COUNT);
    struct request request = {.op = OP_SETTINGS_SET, .as.settings_set = {.settings = &settings}};
    link_ask(link, &request);
}

/* Sets the words about oneself, the country, both, or neither; at times one is emptied, or the
 * country is none. */
static void describe(struct person *person, struct link *link)
{
    static const char *const countries[] = {"FI", "JP", "KZ", "", "XX"};
    struct sim *sim = person->sim;
    char about[TRUTH_ABOUT_SIZE];
    struct request request = {.op = OP_PROFILE_SET};
    (void)snprintf(about, sizeof(about), "plays-%zu-%u", person->index, person->profiles++);
    if (person_chance(person, 700))
        request.as.profile_set.about = person_chance(person, 200) ? "" : about;
    if (person_chance(person, 500))
        request.as.profile_set.country =
            countries[sim_below(sim, sizeof(countries) / sizeof(countries[0]))];
    link_ask(link, &request);
}

/* With one's own face, or something that is none; at times it is taken away, or one looks at that
 * of somebody else. */
static void show_face(struct person *person, struct link *link)
{
    struct sim *sim = person->sim;
    char image[TRUTH_ABOUT_SIZE];
    const char *name = sim->persons[sim_below(sim, sim->person_count)].name;
    struct request request = {.op = OP_PHOTO_SET, .as.photo_set = {.image = image}};
    (void)snprintf(image, sizeof(image), "%s-%zu-%u", person_chance(person, 100) ? "bad" : "face",
                   person->index, person->profiles++ / 2); /* the same again at times */
    if (person_chance(person, 250))
        request = (struct request){.op = OP_PHOTO_REMOVE};
    else if (person_chance(person, 300))
        request = (struct request){.op = OP_PHOTO_GET, .as.photo_get = {.name = name}};
    if (request.op == OP_PHOTO_GET && (name[0] == '\0' || person->photo != 0))
        request.as.photo_get.name = NULL;
    if (request.op == OP_PHOTO_GET)
        request.as.photo_get.photo = person->photo;
    link_ask(link, &request);
}

static void block(struct person *person, struct link *link)
{
    struct sim *sim = person->sim;
    const char *name = sim->persons[sim_below(sim, sim->person_count)].name;
    struct request request = {.op = person_chance(person, 600) ? OP_BLOCK_REMOVE : OP_BLOCK_ADD};
    request.as.block_add.name = name[0] != '\0' ? name : "nobody"; /* the same field in both */
    link_ask(link, &request);
}

static void follow(struct person *person, struct link *link)
{
    struct sim *sim = person->sim;
    const char *name = sim->persons[sim_below(sim, sim->person_count)].name;
    struct request request = {.op = person_chance(person, 250) ? OP_FOLLOW_REMOVE : OP_FOLLOW_ADD};
    request.as.follow_add.name = name[0] != '\0' ? name : "nobody"; /* the same field in both */
    if (person_chance(person, 100))
        request =
            (struct request){.op = OP_FOLLOW_LIST, .as.follow_list = {.from = 1, .limit = 100}};
    link_ask(link, &request);
}

/* With a wrong one at times. */
static void change_password(struct person *person, struct link *link)
{
    char new[32];
    (void)snprintf(new, sizeof(new), "secr" TRUTH_LETTER "t-%zu-%u", person->index,
                   person->passwords++);
    (void)snprintf(person->new_password, sizeof(person->new_password), "%s", new);
    struct request request = {
        .op = OP_AUTH_PASSWORD,
        .as.auth_password = {.old = person_chance(person, 100) ? "wrong" : person->password,
                             .new = new}};
    link_ask(link, &request);
}

static void confirm_password(struct person *person, struct link *link)
{
    struct request request = {
        .op = OP_AUTH_CONFIRM,
        .as.auth_confirm = {.password = person_chance(person, 300) ? "wrong" : person->password}};
    link_ask(link, &request);
}

static void renew_code(struct person *person, struct link *link)
{
    struct request request = {
        .op = OP_AUTH_RECOVERY,
        .as.auth_recovery = {.password = person_chance(person, 200) ? "wrong" : person->password}};
    link_ask(link, &request);
}

/* For a program, which comes with it from now on. */
static void lend(struct person *person, struct link *link)
{
    struct request request = {
        .op = OP_AUTH_TOKEN,
        .as.auth_token = {.password = person_chance(person, 200) ? "wrong" : person->password,
                          .label = "a program",
                          .rights = (int)sim_below(person->sim, RIGHTS_WORD_COUNT),
                          .days = 1 + (int64_t)sim_below(person->sim, 3)}};
    link_ask(link, &request);
}

/* Gives all games up, and sits down in a room as soon as the points of these are known. */
static void linger(struct person *person, struct link *link)
{
    for (size_t i = 0; i < PERSON_TABLES; i++) {
        const struct table *table = &person->tables[i];
        struct request resign = {.op = OP_GAME_RESIGN, .as.game_resign.game = table->game};
        if (table->room != 0 && table->is_mine && table->game != 0 && !table->is_over)
            link_ask(link, &resign);
    }
    struct request join = {.op = OP_ROOM_JOIN};
    join.as.room_join.room = person->open_rooms[--person->open_room_count];
    link_ask(link, &join);
}

/* With a wrong password at times. Whoever does not hear the answer finds out at the next login. */
static void delete_account(struct person *person, struct link *link)
{
    bool lingers = person->lingers > 0 && person_chance(person, person->lingers);
    if (lingers && person->open_room_count == 0) { /* has to know a room for that */
        struct request list = {.op = OP_ROOM_LIST,
                               .as.room_list = {.state = ROOM_STATE_WORD_OPEN,
                                                .stakes = NONE,
                                                .clock_kind = NONE,
                                                .min_rating = NONE,
                                                .max_rating = NONE,
                                                .limit = 20}};
        link_ask(link, &list);
        return;
    }
    struct request request = {
        .op = OP_AUTH_DELETE,
        .as.auth_delete = {.password = person_chance(person, 200) ? "wrong" : person->password}};
    person->may_be_deleted = true;
    link_ask(link, &request);
    if (lingers)
        linger(person, link);
}

/* Somebody, mostly for what was said last, about a game that need not be that player's. Only where
 * somebody reads it. */
static void report(struct person *person, struct link *link)
{
    struct sim *sim = person->sim;
    const char *name = sim->persons[sim_below(sim, sim->person_count)].name;
    if (person->speaker[0] != '\0' && person_chance(person, 600))
        name = person->speaker;
    struct request request = {.op = OP_PLAYER_REPORT};
    request.as.player_report = (struct player_report_request){
        .name = name[0] != '\0' ? name : "nobody",
        .complaint = (int)sim_below(sim, COMPLAINT_WORD_COUNT),
        .game = person_chance(person, 300) ? person->tables[0].game : 0,
        .text = person_chance(person, 500) ? "look at this" : NULL};
    link_ask(link, &request);
}

/* Against whatever there may be; often there is nothing. */
static void appeal(struct person *person, struct link *link)
{
    static const int against[] = {NONE, MOD_ACT_WORD_MUTE, MOD_ACT_WORD_WARN, MOD_ACT_WORD_BAN};
    struct request request = {
        .op = OP_PLAYER_APPEAL,
        .as.player_appeal = {.against = against[sim_below(person->sim, 4)], .text = "a joke"}};
    link_ask(link, &request);
}

static void renew_secret(struct person *person, struct link *link)
{
    if (person_chance(person, 300))
        renew_code(person, link);
    else if (person_chance(person, 200))
        confirm_password(person, link);
    else
        change_password(person, link);
}

/* Ends the other logins, or looks at them first, to end one. */
static void ask_about_logins(struct link *link, enum op op)
{
    struct request request = {.op = op};
    link_ask(link, &request);
}

/* Takes as many as there may be at times, now and then more than that; or ends those that run. */
static void take_days_off(struct person *person, struct link *link)
{
    static const int64_t days[] = {0, 0, 1, 1, 2, 3, 28, 366};
    struct request request = {.op = OP_PLAYER_DAYS_OFF,
                              .as.player_days_off.days = days[sim_below(person->sim, 8)]};
    link_ask(link, &request);
}

/* What a habit has the person do before all else. False: nothing. */
static bool act_by_habit(struct person *person, struct link *link)
{
    if (person->rests > 0 && person_chance(person, person->rests))
        take_days_off(person, link);
    else if (person->lends > 0 && person->is_registered && person_chance(person, person->lends))
        lend(person, link);
    else if (person_chance(person, person->blocks))
        block(person, link);
    else if (person->is_registered && person_chance(person, person->follows))
        follow(person, link);
    else if (person_chance(person, person->shows))
        show_face(person, link);
    else if (person->is_registered && person_chance(person, person->renews))
        renew_secret(person, link);
    else if (person_chance(person, person->accuses))
        report(person, link);
    else if (person_chance(person, person->revokes))
        ask_about_logins(link, person_chance(person, 200) ? OP_SESSION_REVOKE : OP_SESSION_LIST);
    else
        return false;
    return true;
}

static void confirm(struct person *person, struct link *link)
{
    struct request request = {.op = OP_MEMO_SEEN, .as.memo_seen.upto = person->memo};
    person->memo = 0;
    link_ask(link, &request);
}

void act__self(struct person *person, struct link *link)
{
    static const enum op questions[] = {OP_SETTINGS_GET, OP_BLOCK_LIST, OP_SESSION_LIST,
                                        OP_MEMO_LIST};
    struct sim *sim = person->sim;
    if (person->is_registered && sim_permille(sim, sim->mood.parts)) {
        delete_account(person, link);
        return;
    }
    if (act_by_habit(person, link))
        return;
    if (sim->mood.keeps > 0 && person_chance(person, 300)) {
        if (person_chance(person, 250))
            appeal(person, link);
        else
            report(person, link);
        return;
    }
    if (person->memo != 0 && person_chance(person, 500)) {
        confirm(person, link);
        return;
    }
    if ((sim->mood.keeps > 0 || sim->mood.parts > 0) && person_chance(person, 350)) {
        if (person_chance(person, 500))
            describe(person, link);
        else
            show_face(person, link);
        return;
    }
    struct request request = {.op = questions[sim_below(sim, 4)]};
    switch (sim_below(sim, 8)) {
    case 0:
    case 1:
        choose(person, link);
        return;
    case 2:
        block(person, link);
        return;
    case 3:
        if (person->is_registered)
            follow(person, link);
        else
            block(person, link);
        return;
    case 4:
        if (person->is_registered)
            renew_secret(person, link);
        return;
    case 5:
        ask_about_logins(link, OP_SESSION_REVOKE);
        return;
    case 6:
        request.op = OP_SESSION_LIST;
        break;
    default:
        if (request.op == OP_BLOCK_LIST)
            request.as.block_list = (struct block_list_request){.from = 1, .limit = 100};
    }
    link_ask(link, &request);
}
