/* SPDX-License-Identifier: MIT */
/* Slips as text: what slips.def says, around names and passwords. */
#include "server/tool/slips.h"

#include <stdlib.h>
#include <string.h>

/* Of 13 lines each, on a page of the usual 66. */
#define SLIPS_ON_A_PAGE 4
#define CUT "- - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - -"

enum slip_text {
#define SLIP(ID, en, ru) SLIP_##ID,
#include "server/tool/slips.def"
#undef SLIP
    SLIP_TEXT_COUNT
};

static const char *const TEXTS[SLIP_TEXT_COUNT][SLIPS_LANGUAGE_COUNT] = {
#define SLIP(ID, en, ru) {en, ru},
#include "server/tool/slips.def"
#undef SLIP
};

static const char *const WORDS[SLIPS_LANGUAGE_COUNT] = {"en", "ru"};

bool slips_language(const char *word, enum slips_language *language_out)
{
    int language = 0;
    while (language < SLIPS_LANGUAGE_COUNT && strcmp(word, WORDS[language]) != 0)
        language++;
    *language_out = (enum slips_language)language;
    return language < SLIPS_LANGUAGE_COUNT;
}

enum slips_language slips_language_here(void)
{
    static const char *const variables[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    for (size_t i = 0; i < sizeof(variables) / sizeof(variables[0]); i++) {
        const char *value = getenv(variables[i]);
        if (value != NULL && value[0] != '\0')
            return strncmp(value, "ru", 2) == 0 ? SLIPS_RUSSIAN : SLIPS_ENGLISH;
    }
    return SLIPS_ENGLISH;
}

/* ------------------------------------------------------------------ a slip */

static void write_line(FILE *file, const struct slips_terms *terms, enum slip_text text,
                       const char *value)
{
    fprintf(file, "%s%s\n", TEXTS[text][terms->language], value);
}

/* A command of penta as it is to be typed. */
static void write_command(FILE *file, const struct slips_terms *terms, enum slip_text text,
                          const char *command)
{
    fprintf(file, "%spenta %s", TEXTS[text][terms->language], command);
    if (terms->host != NULL)
        fprintf(file, " --host %s", terms->host);
    if (terms->port != NULL)
        fprintf(file, " --port %s", terms->port);
    fputc('\n', file);
}

static void write_server(FILE *file, const struct slips_terms *terms)
{
    if (terms->host == NULL)
        return;
    fprintf(file, "%s%s", TEXTS[SLIP_SERVER][terms->language], terms->host);
    fprintf(file, terms->port != NULL ? " : %s\n" : "\n", terms->port);
}

static void write_slip(FILE *file, const struct slips_terms *terms,
                       const struct made_account_record *account)
{
    char command[128];
    write_line(file, terms, SLIP_TITLE, "\n");
    write_line(file, terms, SLIP_NAME, account->name);
    write_line(file, terms, SLIP_PASSWORD, account->password);
    write_line(file, terms, SLIP_RECOVERY, account->recovery);
    write_server(file, terms);
    snprintf(command, sizeof(command), "login %.100s", account->name);
    write_command(file, terms, SLIP_LOGIN, command);
    write_command(file, terms, SLIP_CHANGE, "password");
    snprintf(command, sizeof(command), "recover %.100s", account->name);
    write_command(file, terms, SLIP_LOST, command);
    write_line(file, terms, SLIP_HOW_CHANGE, "");
    write_line(file, terms, SLIP_HOW_KEEP, "");
    fputs(terms->host != NULL ? CUT "\n\n" : CUT "\n\n\n", file);
}

void slips_write(FILE *file, const struct slips_terms *terms,
                 const struct made_account_record *accounts, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && i % SLIPS_ON_A_PAGE == 0)
            fputc('\f', file);
        write_slip(file, terms, &accounts[i]);
    }
}
