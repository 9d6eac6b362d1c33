/* SPDX-License-Identifier: MIT */
/*
 * People write to each other: letters, some of them sent again after the answer was lost; they
 * read, delete, block.
 */
#include "tests/sim/person.h"
#include "tests/sim/sim.h"

#include <stdio.h>

static const char *some_name(struct person *person)
{
    struct sim *sim = person->sim;
    const char *name = sim->persons[sim_below(sim, sim->person_count)].name;
    return name[0] != '\0' ? name : "nobody";
}

/* One that was not answered is sent again, with the same key. */
static void write_letter(struct person *person, struct link *link)
{
    struct request request = {.op = OP_MESSAGE_SEND};
    struct letter_kept *letter = &person->letter;
    if (!letter->is_open || person_chance(person, 300) ||
        !person_counts_on(person, letter->since_ms, letter->keys_given)) {
        letter->is_open = true;
        letter->since_ms = person->sim->now_ms;
        letter->keys_given = person->keys_given;
        snprintf(letter->to, sizeof(letter->to), "%s", some_name(person));
        snprintf(letter->text, sizeof(letter->text), "letter %zu of %zu", person->letters_written++,
                 person->index);
    }
    request.key = letter->text;
    request.as.message_send = (struct message_send_request){.to = letter->to, .text = letter->text};
    link_ask(link, &request);
}

static void read_letters(struct person *person, struct link *link)
{
    struct request request = {.op = OP_MESSAGE_READ};
    bool has_some = person->letter_from[0] != '\0';
    request.as.message_read =
        (struct message_read_request){.with = has_some ? person->letter_from : some_name(person),
                                      .upto = has_some ? person->letter_heard : 1};
    link_ask(link, &request);
}

static void delete_letters(struct person *person, struct link *link)
{
    struct request request = {.op = OP_MESSAGE_DELETE};
    if (person->letter_heard != 0 && person_chance(person, 700))
        request.as.message_delete.message = person->letter_heard;
    else
        request.as.message_delete.with = some_name(person);
    link_ask(link, &request);
}

static void look(struct person *person, struct link *link)
{
    struct request request = {.op = OP_MESSAGE_THREADS};
    request.as.message_threads.limit = 1 + (int64_t)sim_below(person->sim, 20);
    if (person_chance(person, 500)) {
        request.op = OP_MESSAGE_LIST;
        request.as.message_list = (struct message_list_request){
            .with = some_name(person), .limit = 1 + (int64_t)sim_below(person->sim, 20)};
    }
    link_ask(link, &request);
}

void act__message(struct person *person, struct link *link)
{
    uint64_t what = sim_below(person->sim, 20);
    if (what < 11)
        write_letter(person, link);
    else if (what < 15)
        read_letters(person, link);
    else if (what < 17)
        delete_letters(person, link);
    else
        look(person, link);
}
