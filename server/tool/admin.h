/* SPDX-License-Identifier: MIT */
/*
 * Private to server/tool/: the commands of `pentad admin` as data. Each makes a request of the
 * words of the command line and prints the reply.
 */
#ifndef PENTAD_SERVER_TOOL_ADMIN_H
#define PENTAD_SERVER_TOOL_ADMIN_H

#include "proto/codec.h"
#include "server/tool/tool_private.h"

struct admin_command {
    const char *word;
    const char *arguments;
    size_t min;
    size_t max;
    const char *doc;
    enum op op;
    /* Fills the request; `words` ends with NULL and has min to max words. NULL, or what is wrong.
     */
    const char *(*ask)(const char *const *words, struct request *request);
    void (*show)(const union reply_body *reply, FILE *out);
};

extern const struct admin_command admin_commands[];
extern const size_t admin_command_count;

/* NULL: there is none. */
const struct admin_command *admin_find(const char *word);
/* The list, for help. */
void admin_print_commands(FILE *out);

#endif
