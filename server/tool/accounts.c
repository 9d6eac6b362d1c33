/* SPDX-License-Identifier: MIT */
/*
 * pentad accounts NAMES SLIPS [SERVER [LANGUAGE]]: accounts for a class, made by the running server
 * (mod.accounts), and slips with their passwords to hand out. The file of slips is opened before
 * the server is asked, so that almost nothing can fail after the accounts are made.
 */
#include "base/memory.h"
#include "base/utf8.h"
#include "server/tool/local.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NAMES_MAX 100
#define NAME_CHARS_MAX 80
#define LINE_SIZE 512

/* ------------------------------------------------------------------ slips of paper */
/*
 * One for each account, in English or Russian: what slips.def says, around names and passwords. All
 * of them have the same height, and no page tears one.
 */

enum slips_language {
    SLIPS_ENGLISH,
    SLIPS_RUSSIAN,
    SLIPS_LANGUAGE_COUNT,
};

struct slips_terms {
    enum slips_language language;
    const char *server; /* as penta's --server takes it; NULL: slips name none */
};

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

/* "en" or "ru". False: it is neither. */
static bool slips_language(const char *word, enum slips_language *language_out)
{
    int language = 0;
    while (language < SLIPS_LANGUAGE_COUNT && strcmp(word, WORDS[language]) != 0)
        language++;
    *language_out = (enum slips_language)language;
    return language < SLIPS_LANGUAGE_COUNT;
}

/* The language of the environment: LC_ALL, LC_MESSAGES or LANG, the first one that is set. */
static enum slips_language slips_language_here(void)
{
    static const char *const variables[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    for (size_t i = 0; i < sizeof(variables) / sizeof(variables[0]); i++) {
        const char *value = getenv(variables[i]);
        if (value != NULL && value[0] != '\0')
            return strncmp(value, "ru", 2) == 0 ? SLIPS_RUSSIAN : SLIPS_ENGLISH;
    }
    return SLIPS_ENGLISH;
}

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
    if (terms->server != NULL)
        fprintf(file, " --server %s", terms->server);
    fputc('\n', file);
}

static void write_slip(FILE *file, const struct slips_terms *terms,
                       const struct made_account_record *account)
{
    char command[128];
    write_line(file, terms, SLIP_TITLE, "\n");
    write_line(file, terms, SLIP_NAME, account->name);
    write_line(file, terms, SLIP_PASSWORD, account->password);
    write_line(file, terms, SLIP_RECOVERY, account->recovery);
    if (terms->server != NULL)
        write_line(file, terms, SLIP_SERVER, terms->server);
    snprintf(command, sizeof(command), "login %.100s", account->name);
    write_command(file, terms, SLIP_LOGIN, command);
    write_command(file, terms, SLIP_CHANGE, "password");
    snprintf(command, sizeof(command), "recover %.100s", account->name);
    write_command(file, terms, SLIP_LOST, command);
    write_line(file, terms, SLIP_HOW_CHANGE, "");
    write_line(file, terms, SLIP_HOW_KEEP, "");
    fputs(terms->server != NULL ? CUT "\n\n" : CUT "\n\n\n", file);
}

/* Errors stay with the file: see ferror(). */
static void slips_write(FILE *file, const struct slips_terms *terms,
                        const struct made_account_record *accounts, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && i % SLIPS_ON_A_PAGE == 0)
            fputc('\f', file);
        write_slip(file, terms, &accounts[i]);
    }
}

/* ------------------------------------------------------------------ the command */

/* A command under way. */
struct school {
    const struct tool_call *call;
    struct slips_terms terms;
    size_t count;
    size_t lines[NAMES_MAX]; /* where the names stand, counted from 1 */
    char names[NAMES_MAX][LINE_SIZE];
    FILE *slips;
};

/* ------------------------------------------------------------------ names */

/* Cuts off line ends, and spaces at both sides. */
static char *trim(char *line)
{
    line += strspn(line, " \t\r\n");
    size_t len = strlen(line);
    while (len > 0 && strchr(" \t\r\n", line[len - 1]) != NULL)
        line[--len] = '\0';
    return line;
}

/* A name in a complaint: whatever the file has, a terminal shows it and does not obey it. */
static void complain(const struct school *school, size_t line, const char *name, const char *what)
{
    fprintf(school->call->err, "pentad: line %zu, ", line);
    for (; *name != '\0'; name++)
        fputc((unsigned char)*name < ' ' || *name == 0x7f ? '?' : *name, school->call->err);
    fprintf(school->call->err, ": %s.\n", what);
}

/* False, and the operator was told, for a line that cannot be asked about. */
static bool take_name(struct school *school, size_t line, const char *name)
{
    if (!utf8_is_valid(name, strlen(name))) {
        complain(school, line, "", "it is not UTF-8");
        return false;
    }
    if (utf8_length(name) > NAME_CHARS_MAX) {
        complain(school, line, name, "it has more than 20 characters");
        return false;
    }
    if (school->count == NAMES_MAX) {
        fprintf(school->call->err, "pentad: there are more than %d names; make two lists of it.\n",
                NAMES_MAX);
        return false;
    }
    snprintf(school->names[school->count], LINE_SIZE, "%s", name);
    school->lines[school->count++] = line;
    return true;
}

static bool read_names(struct school *school, FILE *file)
{
    char bytes[LINE_SIZE];
    bool is_good = true;
    for (size_t line = 1; fgets(bytes, sizeof(bytes), file) != NULL && is_good; line++) {
        const char *name = trim(bytes + (line == 1 ? utf8_mark_len(bytes, strlen(bytes)) : 0));
        if (name[0] != '\0' && name[0] != '#')
            is_good = take_name(school, line, name);
    }
    if (is_good && school->count == 0)
        fputs("pentad: there are no names: one a line is expected.\n", school->call->err);
    return is_good && school->count > 0 && !ferror(file);
}

static bool find_names(struct school *school, const char *path)
{
    bool is_input = strcmp(path, "-") == 0;
    FILE *file = is_input ? stdin : fopen(path, "r");
    if (file == NULL) {
        fprintf(school->call->err, "pentad: cannot read %s: %s.\n", path, strerror(errno));
        return false;
    }
    bool is_good = read_names(school, file);
    if (!is_input)
        fclose(file);
    return is_good;
}

/* ------------------------------------------------------------------ the file of slips */

/* A new file that only its owner reads. */
static bool open_slips(struct school *school, const char *path)
{
    if (strcmp(path, "-") == 0) {
        school->slips = school->call->out;
        return true;
    }
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    school->slips = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (school->slips == NULL)
        fprintf(school->call->err, "pentad: cannot make %s: %s.\n", path, strerror(errno));
    return school->slips != NULL;
}

/* Nothing was made: there are no slips. */
static void drop_slips(struct school *school, const char *path)
{
    if (school->slips == school->call->out)
        return;
    fclose(school->slips);
    unlink(path);
}

static void write_slips(const struct school *school, FILE *file, const struct local_answer *answer)
{
    const struct mod_accounts_reply *made = &answer->reply.mod_accounts;
    if (school->call->config->wants_json)
        fprintf(file, "%.*s\n", (int)answer->line.len, answer->line.bytes);
    else
        slips_write(file, &school->terms, made->accounts, made->accounts_count);
}

/* The accounts are made: where the disk does not take the slips, the operator sees them at least.
 */
static int keep_slips(struct school *school, const char *path, const struct local_answer *answer)
{
    FILE *out = school->call->out;
    write_slips(school, school->slips, answer);
    if (school->slips == out)
        return fflush(out) == 0 ? TOOL_EXIT_GOOD : TOOL_EXIT_IMPOSSIBLE;
    bool is_written = fflush(school->slips) == 0 && fsync(fileno(school->slips)) == 0;
    is_written = fclose(school->slips) == 0 && is_written;
    if (is_written) {
        fprintf(out, "Accounts that were made: %zu. The slips are in %s.\n", school->count, path);
        return TOOL_EXIT_GOOD;
    }
    fprintf(school->call->err, "pentad: cannot write %s; the slips follow here.\n", path);
    write_slips(school, out, answer);
    return TOOL_EXIT_IMPOSSIBLE;
}

/* ------------------------------------------------------------------ asking */

static const char *fault_of(int verdict)
{
    static const char *const faults[NAME_VERDICT_WORD_COUNT] = {
        [NAME_VERDICT_WORD_TAKEN] = "somebody has it, or one that looks like it",
        [NAME_VERDICT_WORD_TOO_SHORT] = "it has fewer than 3 characters",
        [NAME_VERDICT_WORD_TOO_LONG] = "it has more than 20 characters",
        [NAME_VERDICT_WORD_BEGINNING] = "it does not begin with a letter",
        [NAME_VERDICT_WORD_CHARACTERS] = "it has other characters than letters, digits, _ and -",
        [NAME_VERDICT_WORD_SCRIPTS] = "its letters are of several scripts",
        [NAME_VERDICT_WORD_OFFICE] = "it is that of an office",
        [NAME_VERDICT_WORD_RESERVED] = "it is reserved: its owner is gone or was given another one",
    };
    bool is_known = verdict >= 0 && verdict < NAME_VERDICT_WORD_COUNT && faults[verdict] != NULL;
    return is_known ? faults[verdict] : "it cannot be had";
}

/* The names that cannot be had, with their lines. One that looks like an earlier one of the list is
 * as good as somebody's. */
static int tell_refused(const struct school *school, const struct mod_accounts_reply *reply)
{
    for (size_t i = 0; i < reply->refused_count; i++) {
        const struct refused_name_record *refused = &reply->refused[i];
        if (refused->n >= 1 && (size_t)refused->n <= school->count)
            complain(school, school->lines[refused->n - 1], refused->name,
                     fault_of(refused->verdict));
    }
    fputs("pentad: no account was made.\n", school->call->err);
    return TOOL_EXIT_FINDINGS;
}

static int make_accounts(struct school *school, const char *path)
{
    struct new_account_record accounts[NAMES_MAX];
    struct request request = {
        .op = OP_MOD_ACCOUNTS,
        .as.mod_accounts = {.accounts = accounts, .accounts_count = school->count}};
    struct local_answer answer;
    int status;
    for (size_t i = 0; i < school->count; i++)
        accounts[i].name = school->names[i];
    struct local *local = local_ask(school->call, &request, &answer);
    if (local == NULL) {
        drop_slips(school, path);
        return TOOL_EXIT_IMPOSSIBLE;
    }
    bool is_reply = answer.incoming.kind == INCOMING_REPLY;
    if (is_reply && answer.reply.mod_accounts.accounts_count == school->count) {
        status = keep_slips(school, path, &answer);
    } else {
        drop_slips(school, path);
        status = is_reply ? tell_refused(school, &answer.reply.mod_accounts)
                          : local_tell_refusal(school->call, &answer.incoming);
    }
    local_free(local);
    return status;
}

/* ------------------------------------------------------------------ the command line */

static bool take_words(struct school *school, const char *const *words)
{
    school->terms.language = slips_language_here();
    if (words[2] == NULL)
        return true;
    if (words[2][0] != '\0')
        school->terms.server = words[2];
    if (words[3] == NULL || slips_language(words[3], &school->terms.language))
        return true;
    fputs("pentad: LANGUAGE is en or ru.\n", school->call->err);
    return false;
}

int tool_accounts(const struct tool_call *call)
{
    const char *const *words = call->arguments;
    struct school *school = mem_zero(sizeof(*school));
    int status = TOOL_EXIT_IMPOSSIBLE;
    school->call = call;
    if (take_words(school, words) && find_names(school, words[0]) && open_slips(school, words[1])) {
        sigset_t signals;
        signals_hold(&signals);
        status = make_accounts(school, words[1]);
        signals_release(&signals);
    }
    free(school);
    return status;
}
