/* SPDX-License-Identifier: MIT */
/*
 * The command line: a flag for every key of the configuration, and a few that say something and
 * end. Flags are collected first, since the file that one of them names comes before the others.
 */
#include "server/shell/config.h"

#include <getopt.h>
#include <string.h>

#define FLAG_NAME_SIZE 32

/* The result of getopt_long() for a flag: a small number, or FLAG_OF_ROW and the row. */
enum flag {
    FLAG_CONFIG = 1,
    FLAG_CHECK_CONFIG,
    FLAG_PRINT_CONFIG,
    FLAG_HELP,
    FLAG_VERSION,
    FLAG_JSON,
    FLAG_OF_ROW = 256,
};

/* The command line, read. Texts are borrowed from argv. */
struct flags {
    char names[CONFIG_ROW_COUNT][FLAG_NAME_SIZE];
    struct option options[CONFIG_ROW_COUNT + 7];
    const char *values[CONFIG_ROW_COUNT]; /* NULL: not given */
    const char *file;                     /* NULL: none */
    bool wants_json;
    int action; /* the enum flag of what to say; 0: run */
    const char *words[CONFIG_WORDS_MAX + 1];
    size_t word_count;
};

static void add_flag(struct flags *flags, size_t *count, const char *name, int value)
{
    bool takes_text = value == FLAG_CONFIG || value >= FLAG_OF_ROW;
    flags->options[(*count)++] = (struct option){
        .name = name,
        .has_arg = takes_text ? required_argument : no_argument,
        .val = value,
    };
}

static void make_flags(struct flags *flags)
{
    size_t count = 0;
    memset(flags, 0, sizeof(*flags));
    add_flag(flags, &count, "config", FLAG_CONFIG);
    add_flag(flags, &count, "check-config", FLAG_CHECK_CONFIG);
    add_flag(flags, &count, "print-config", FLAG_PRINT_CONFIG);
    add_flag(flags, &count, "help", FLAG_HELP);
    add_flag(flags, &count, "version", FLAG_VERSION);
    add_flag(flags, &count, "json", FLAG_JSON);
    for (size_t i = 0; i < CONFIG_ROW_COUNT; i++) {
        if (config_row(i)->key == NULL)
            continue;
        config_flag_name(config_row(i), flags->names[i], FLAG_NAME_SIZE);
        add_flag(flags, &count, flags->names[i], FLAG_OF_ROW + (int)i);
    }
}

static void take_flag(struct flags *flags, int found, const char *text)
{
    if (found >= FLAG_OF_ROW)
        flags->values[found - FLAG_OF_ROW] = text;
    else if (found == FLAG_CONFIG)
        flags->file = text;
    else if (found == FLAG_JSON)
        flags->wants_json = true;
    else
        flags->action = found;
}

static bool refuse(FILE *err, const char *what, const char *flag)
{
    fprintf(err, "pentad: %s %s; see pentad --help.\n", what, flag);
    return false;
}

static bool collect(struct flags *flags, int argc, char **argv, FILE *err)
{
    int found;
    optind = 0; /* glibc starts over, in tests for instance */
    opterr = 0;
    while ((found = getopt_long(argc, argv, ":", flags->options, NULL)) != -1) {
        if (found == ':')
            return refuse(err, "a value is missing after", argv[optind - 1]);
        if (found == '?')
            return refuse(err, "there is no flag", argv[optind - 1]);
        take_flag(flags, found, optarg);
    }
    if (argc - optind > CONFIG_WORDS_MAX)
        return refuse(err, "there is no use for", argv[optind + CONFIG_WORDS_MAX]);
    while (optind < argc)
        flags->words[flags->word_count++] = argv[optind++];
    return true;
}

static bool apply(const struct flags *flags, struct config *config, FILE *err)
{
    char message[CONFIG_MESSAGE_SIZE];
    memcpy(config->words, flags->words, sizeof(flags->words));
    config->word_count = flags->word_count;
    config->wants_json = flags->wants_json;
    if (flags->file != NULL && !config_read_file(config, flags->file, err))
        return false;
    for (size_t i = 0; i < CONFIG_ROW_COUNT; i++) {
        if (flags->values[i] == NULL)
            continue;
        if (!config_set(config, config_row(i), flags->values[i], message)) {
            fprintf(err, "pentad: --%s: %s.\n", flags->names[i], message);
            return false;
        }
    }
    return true;
}

static bool pass(const struct config *config, config_check_fn *check, FILE *err)
{
    char message[CONFIG_MESSAGE_SIZE];
    if (check(config, message))
        return true;
    fprintf(err, "pentad: %s.\n", message);
    return false;
}

/* `pentad COMMAND --help` is `pentad help COMMAND`. */
static void help_with_command(struct flags *flags)
{
    if (flags->action != FLAG_HELP || flags->word_count == 0)
        return;
    flags->action = 0;
    flags->words[1] = flags->words[0];
    flags->words[0] = "help";
    flags->words[2] = NULL;
    flags->word_count = 2;
}

enum config_verdict config_load(struct config *config_out, config_check_fn *check, int argc,
                                char **argv, FILE *out, FILE *err)
{
    struct flags flags;
    config_set_defaults(config_out);
    make_flags(&flags);
    if (!collect(&flags, argc, argv, err))
        return CONFIG_WRONG;
    help_with_command(&flags);
    if (flags.action == FLAG_HELP) {
        config_print_help(out);
        return CONFIG_DONE;
    }
    if (flags.action == FLAG_VERSION) {
        fputs("pentad " PENTAD_VERSION "\n", out);
        return CONFIG_DONE;
    }
    if (!apply(&flags, config_out, err) || !pass(config_out, check, err))
        return CONFIG_WRONG;
    if (flags.action == FLAG_PRINT_CONFIG)
        config_print_sample(config_out, out);
    if (flags.action == FLAG_CHECK_CONFIG)
        fputs("The configuration is good.\n", out);
    return flags.action == 0 ? CONFIG_RUN : CONFIG_DONE;
}
