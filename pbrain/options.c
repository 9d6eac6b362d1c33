/* SPDX-License-Identifier: MIT */
/*
 * The command line of pbrain-pentad. Its help is made of the tables; the manual page and the
 * completion are made of the help.
 */
#include "pbrain/options.h"

#include "pbrain/order.h"
#include "pbrain/tell.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#define MIB (UINT64_C(1) << 20)
#define MEMORY_MOST_MIB 65536

enum {
    OPTION_COMPUTER,
    OPTION_LEVEL,
    OPTION_NODES,
    OPTION_SEED,
    OPTION_MEMORY,
    OPTION_HELP,
    OPTION_VERSION,
};

static const struct option table[] = {
    {"computer", required_argument, NULL, OPTION_COMPUTER},
    {"level", required_argument, NULL, OPTION_LEVEL},
    {"nodes", required_argument, NULL, OPTION_NODES},
    {"seed", required_argument, NULL, OPTION_SEED},
    {"memory", required_argument, NULL, OPTION_MEMORY},
    {"help", no_argument, NULL, OPTION_HELP},
    {"version", no_argument, NULL, OPTION_VERSION},
    {NULL, 0, NULL, 0},
};

static void print_computers(void)
{
    printf("\nComputer players (--computer KEY), and their levels:\n");
#define COMPUTER(ID, id, key, name, levels) printf("  %-12s 1 to %d\n", key, levels);
#include "brain/computers.def"
#undef COMPUTER
}

static void print_protocol(void)
{
    printf("\nCommands, one a line on standard input:\n");
    for (int id = 0; id < COMMAND_COUNT; id++) {
        const struct command *command = command_get((enum command_id)id);
        printf("  %-28s %s\n", command->synopsis, command->doc);
    }
    printf("\nKeys of INFO:\n");
#define INFO(ID, key, value, doc) printf("  %-28s %s\n", key, doc);
#include "pbrain/infos.def"
#undef INFO
}

static void print_help(void)
{
    printf("usage: pbrain-pentad [OPTION]...\n\n"
           "A computer player of Pentad that managers of five in a row can start: it speaks the\n"
           "Gomocup protocol on standard input and output.\n\n"
           "Options:\n"
           "  --computer KEY   the computer player; the strongest for the rule when left out\n"
           "  --level N        its level; when left out the highest, as long as the time allows\n"
           "  --nodes N        look at no more positions for a move\n"
           "  --seed N         of everything left to chance; another each time when left out\n"
           "  --memory MIB     to remember positions in where the manager sets no limit (%u)\n"
           "  --help           this text\n"
           "  --version        the version\n",
           (unsigned)(THINKER_MEMORY / MIB));
    print_computers();
    print_protocol();
    printf("\nBoards have sides of 5 to 20 squares. What a manager asks and this program does not\n"
           "do is answered ERROR with words, an unknown command UNKNOWN.\n");
}

static bool wrong(const char *what, const char *value)
{
    fprintf(stderr, "pbrain-pentad: %s '%s' (see --help)\n", what, value);
    return false;
}

static bool read_number(const char *text, uint64_t least, uint64_t most, uint64_t *number_out)
{
    char *end;
    errno = 0;
    unsigned long long number = strtoull(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end != '\0' || errno != 0 || number < least ||
        number > most)
        return wrong("this is not a number that fits here:", text);
    *number_out = number;
    return true;
}

static bool take(int option, const char *value, struct thinker_options *options)
{
    uint64_t number = 0;
    switch (option) {
    case OPTION_COMPUTER:
        options->computer = computer_find(value, strlen(value));
        return options->computer != NULL || wrong("there is no computer player", value);
    case OPTION_LEVEL:
        if (!read_number(value, 1, 1000, &number))
            return false;
        options->level = (unsigned)number;
        return true;
    case OPTION_NODES:
        return read_number(value, 1, UINT64_MAX / 2, &options->nodes);
    case OPTION_SEED:
        return read_number(value, 0, UINT64_MAX, &options->seed);
    case OPTION_MEMORY:
        if (!read_number(value, 1, MEMORY_MOST_MIB, &number))
            return false;
        options->memory = number * MIB;
        return true;
    default:
        return false; /* getopt_long() has told */
    }
}

static bool fits(const struct thinker_options *options)
{
    char level[24];
    if (options->computer == NULL || options->level <= options->computer->levels)
        return true;
    snprintf(level, sizeof(level), "%u", options->level);
    return wrong("this computer player has no level", level);
}

enum options_outcome options_read(int argc, char **argv, struct thinker_options *options_out)
{
    int option;
    *options_out = (struct thinker_options){.memory = THINKER_MEMORY};
    if (getrandom(&options_out->seed, sizeof(options_out->seed), 0) < 0)
        options_out->seed = 1;
    while ((option = getopt_long(argc, argv, "", table, NULL)) != -1) {
        if (option == OPTION_HELP) {
            print_help();
            return OPTIONS_DONE;
        }
        if (option == OPTION_VERSION) {
            printf("pbrain-pentad " PENTAD_VERSION "\n");
            return OPTIONS_DONE;
        }
        if (!take(option, optarg, options_out))
            return OPTIONS_WRONG;
    }
    if (optind < argc) {
        (void)wrong("there is no such operand:", argv[optind]);
        return OPTIONS_WRONG;
    }
    return fits(options_out) ? OPTIONS_RUN : OPTIONS_WRONG;
}
