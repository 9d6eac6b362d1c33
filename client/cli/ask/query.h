/* SPDX-License-Identifier: MIT */
/*
 * One question to the server and its answer, for commands that are not games. It connects, logs in
 * as far as needed, asks, hands over the answer and closes. The answer may ask again (the next
 * page). Blocking: it runs a loop of its own.
 */
#ifndef PENTAD_CLIENT_CLI_ASK_QUERY_H
#define PENTAD_CLIENT_CLI_ASK_QUERY_H

#include "client/cli/invocation/exits.h"
#include "client/cli/invocation/invocation.h"
#include "client/cli/terminal/ink.h"
#include "client/core/session.h"

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

enum query_login {
    QUERY_STRANGER,         /* no login */
    QUERY_SELF,             /* the saved login; without one the query fails */
    QUERY_SELF_OR_STRANGER, /* the saved login if there is one that is still good */
    QUERY_SELF_OR_GUEST,    /* the saved login; without one a new guest, whose login is saved */
    QUERY_AS,               /* `login` */
};

struct query {
    const struct invocation *invocation;
    enum query_login who;
    struct session_login login; /* QUERY_AS; texts are borrowed */
    struct request request;     /* OP_COUNT: the login is all */
    struct ink ink;             /* printed if all goes well */

    /* The answer to `request`. NULL: nothing to show. */
    void (*show)(struct query *query, const union reply_body *reply);
    /* Takes an event after the answer. If not NULL, the query goes on until the connection
     * breaks. */
    void (*event)(struct query *query, enum event event, const union event_body *body);
    /* Called after the login; `notice` has the rooms, except after a return. May be NULL. */
    void (*ready)(struct query *query, const struct notice *notice);
    /* Takes a line that a person typed while the query goes on. NULL: nothing is read. */
    void (*line)(struct query *query, const char *line);
    /* The query goes on for a person: a connection that breaks after the first answer is made
     * again. */
    bool lasts;
    /* Set by `show` or `line`: the query is over at once. */
    bool is_done;
    /* A sentence in place of the one for wrong_credentials; or NULL. */
    const char *wrong;
    /* Set by `show` if something on this computer failed; `show` has told it. */
    enum exit_code code;
    /* Set by `show` or `event` after changing `request`: it is asked next. */
    bool asks_again;
    /* For `show`: the answer is to a question that was asked again. */
    bool is_second;
    /* The login did all that the person asked for: an error to `request` is no failure. */
    bool is_extra;
    /* If the server says that requests come too fast, the query waits and asks again: for a walk
     * over many pages. */
    bool is_patient;
    /* The program goes on without a server: a missing server is not reported. */
    bool is_quiet;
    /* An error to the login or the request that is not reported, 0: none; and if it came. */
    int expected;
    bool was_expected;
    /* Filled in during the run, for `show` and `event`. */
    const struct session *session;
    int64_t asked_ms; /* when the request was sent, monotonic */
    int64_t took_ms;  /* until the answer came */
};

/* Sets the invocation and the op; all else is 0. */
void query_init(struct query *query, const struct invocation *invocation, enum op op);
/* Asks, shows the answer or tells the problem, and frees the query. */
enum exit_code query_run(struct query *query);
/* Runs a query that is nothing but its request. */
enum exit_code query_ask(const struct invocation *invocation, enum query_login who,
                         const struct request *request,
                         void (*show)(struct query *query, const union reply_body *reply));

/* True if the answer is to be printed as JSON. */
bool query_is_json(const struct query *query);
/* The NAME of the command line, or NULL: then the query is about the asker, who has to log in. */
const char *query_name(const struct invocation *invocation);
enum query_login query_who(const struct invocation *invocation);
/* Puts one line of text. */
void query_put_line(struct query *query, enum colour colour, const char *text);
/* Says how to ask for the rest of a list. */
void query_put_more_before(struct query *query, uint64_t id);
void query_put_more_from(struct query *query, int64_t place);
/* Puts one record or reply as a line of JSON. */
void query_put_record(struct query *query, enum record record, const void *body);
void query_put_reply(struct query *query, enum op op, const void *reply);
/* Puts the answer, or the rows of the list in it, as JSON if that is wanted; returns true if it
 * is. */
bool query_put_json(struct query *query, const union reply_body *reply);
bool query_put_rows(struct query *query, const union reply_body *reply);

/* ------------------------------------------------------------------ where output goes */
/*
 * A file, or a new folder of files, that is on disk as a whole or not at all. It grows under
 * another name beside its own, and is renamed at the end. A program that is killed meanwhile leaves
 * PATH.part-XXXXXX. Owns its descriptor and its names.
 */

enum output_kind {
    OUTPUT_NEW_FILE, /* must not exist yet */
    OUTPUT_FILE,     /* replaces an existing one */
    OUTPUT_FOLDER,   /* new or empty, so that no old files are among the new ones */
};

struct output {
    char path[PATH_MAX];
    char part[PATH_MAX];
    bool is_folder;
    int fd; /* of the file, -1 for none */
};

/* Each returns 0 or a negative errno value. */
int output_begin(struct output *output, const char *path, enum output_kind kind);
/* Adds to the file. */
int output_put(struct output *output, const char *bytes, size_t len);
/* Adds a whole file to the folder; `name` is a plain file name. */
int output_put_file(struct output *output, const char *name, const char *bytes, size_t len);
/* Gives the output its name after everything was put. After a failure call output_drop(). */
int output_finish(struct output *output);
/* Writes the ink to the file that --output names, whole or not at all, or else prints it; tells
 * failures. Returns 0 or a negative errno value. */
int output_write(const struct invocation *invocation, struct ink *ink);
/* Tells why it was not written; `failed` is the value that the others returned; `path` NULL:
 * standard output. */
void output_tell(const char *path, int failed);
/* Removes the part, as if it had never begun. */
void output_drop(struct output *output);

#endif
