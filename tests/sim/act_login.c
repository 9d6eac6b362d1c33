/* SPDX-License-Identifier: MIT */
/*
 * The way in: as a guest, with a new account, with a password, with a token.
 */
#include "tests/sim/person.h"
#include "tests/sim/sim.h"
#include "tests/sim/truth_account.h"

#include <stdio.h>
#include <string.h>

static const char *const first_names[] = {"Anna",  "Boris",  "Carla", "Dmitri", "Elena",
                                          "Fedor", "Galina", "Hugo",  "Иван",   "Jana"};

/* A name of one's own; the one of the neighbour at times. */
static void choose_name(struct person *person, char *name, size_t size)
{
    size_t count = sizeof(first_names) / sizeof(first_names[0]);
    size_t index = person_chance(person, 50) ? person->index + 1 : person->index;
    if (person->names_tried == 0)
        snprintf(name, size, "%s", first_names[index % count]);
    else
        snprintf(name, size, "%s-%u", first_names[index % count], person->names_tried);
}

/* Keyboards write letters with marks in one piece or in two. */
static void type(struct person *person, const char *password, char *out, size_t size)
{
    const char *at = strstr(password, TRUTH_LETTER);
    if (at == NULL || !person_chance(person, 300))
        snprintf(out, size, "%s", password);
    else
        snprintf(out, size, "%.*s" TRUTH_PIECES "%s", (int)(at - password), password,
                 at + strlen(TRUTH_LETTER));
}

static void register_account(struct person *person, struct link *link)
{
    char name[TRUTH_NAME_SIZE];
    char chosen[32];
    char password[40];
    choose_name(person, name, sizeof(name));
    snprintf(chosen, sizeof(chosen), "secr" TRUTH_LETTER "t-%zu", person->index);
    type(person, chosen, password, sizeof(password));
    struct request request = {.op = OP_AUTH_REGISTER,
                              .as.auth_register = {.name = name, .password = password}};
    link_ask(link, &request);
}

static void log_in(struct person *person, struct link *link)
{
    char typed[40];
    char password[48];
    bool tries_new = person->new_password[0] != '\0' && person_chance(person, 500);
    type(person, tries_new ? person->new_password : person->password, typed, sizeof(typed));
    snprintf(password, sizeof(password), "%s%s", typed, person_chance(person, 50) ? "x" : "");
    struct request request = {.op = OP_AUTH_LOGIN,
                              .as.auth_login = {.name = person->name, .password = password}};
    link_ask(link, &request);
}

/* As if the password were lost. With a wrong code at times. */
static void recover(struct person *person, struct link *link)
{
    char new[32];
    (void)snprintf(new, sizeof(new), "secr" TRUTH_LETTER "t-%zu-%u", person->index,
                   person->passwords++);
    (void)snprintf(person->new_password, sizeof(person->new_password), "%s", new);
    struct request request = {.op = OP_AUTH_RECOVER,
                              .as.auth_recover = {.name = person->name,
                                                  .code = person_chance(person, 200)
                                                              ? "zzzzz-zzzzz-zzzzz-zzzzz"
                                                              : person->recovery,
                                                  .password = new}};
    link_ask(link, &request);
}

static void ask_guest(struct link *link)
{
    struct request request = {.op = OP_AUTH_GUEST};
    link_ask(link, &request);
}

/* A bold client does not wait for the answer. */
static void resume(struct person *person, struct link *link)
{
    bool is_lent =
        person->lent[0] != '\0' && person->lends > 0 && person_chance(person, person->lends);
    struct request request = {.op = OP_AUTH_RESUME,
                              .as.auth_resume = {.token = is_lent ? person->lent : person->token}};
    link_ask(link, &request);
    struct table *table = &person->tables[sim_below(person->sim, PERSON_TABLES)];
    if (!person_chance(person, 100) || table->room == 0 || table->game == 0)
        return;
    struct request sync = {.op = OP_GAME_SYNC,
                           .as.game_sync = {.game = table->game, .since = table->seq}};
    link_ask(link, &sync);
}

void act__login(struct person *person, struct link *link)
{
    if (link->logs_in && !person_chance(person, 100))
        return; /* waits */
    if (person->looks > 0 && !link->logs_in && person_chance(person, person->looks)) {
        act__look(person, link);
        return;
    }
    link->logs_in = true;
    bool has_password = person->is_registered && person->name[0] != '\0';
    if (person->token[0] != '\0' && !(has_password && person_chance(person, person->logs_in)))
        resume(person, link);
    else if (has_password && person->recovery[0] != '\0' && person_chance(person, 150))
        recover(person, link);
    else if (has_password)
        log_in(person, link);
    else if (person->wants_account && person_chance(person, 500))
        register_account(person, link);
    else
        ask_guest(link);
}

/* Of who is banned; with a wrong password at times, or not at all. */
void act__appeal(struct person *person, struct link *link)
{
    char password[40];
    if (!person->is_registered || person->name[0] == '\0' || !person_chance(person, 400))
        return;
    snprintf(password, sizeof(password), "%s%s", person->password,
             person_chance(person, 150) ? "x" : "");
    struct request request = {
        .op = OP_AUTH_APPEAL,
        .as.auth_appeal = {.name = person->name, .password = password, .text = "my cat"}};
    link_ask(link, &request);
}

/* Of who plays as a guest and wants to stay. */
void act__register(struct person *person, struct link *link)
{
    register_account(person, link);
}
