/* SPDX-License-Identifier: MIT */
/*
 * Plays two programs of the Gomocup protocol against each other, one game at a time, each opening
 * with both colours, and prints what came of it as fields, each NAME=VALUE:
 *
 *   gomocup_bench FIRST SECOND OPENINGS [--games N] [--move-ms N] [--grace-ms N] [--rule 0|1]
 *               [--size N] [--from N] [--log FILE]
 *
 * FIRST and SECOND are commands: words with blanks between them, the first of which is the path of
 * a program. OPENINGS is a file with an opening a line. Games are made out of as many openings as
 * needed, from the one numbered --from on. The log has a line for each game.
 */
#include "engine/needs.h"
#include "tests/bench/gomocup_match.h"
#include "tests/bench/gomocup_tally.h"

#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OPENINGS_MAX 2000
#define OPENING_SIZE 80
#define HANG_MS 5000
#define PROGRAMS 2

struct bench {
    struct match_rules rules;
    size_t games;
    size_t from;
    const char *log_path;
    FILE *log;
    char openings[OPENINGS_MAX][OPENING_SIZE];
    size_t openings_count;
    struct gomocup_engine engines[PROGRAMS];
    struct gomocup_tally tally;
    /* By program. */
    size_t faults[PROGRAMS][MATCH_REASONS];
    double longest_ms[PROGRAMS];
    double total_ms[PROGRAMS];
    size_t answers[PROGRAMS];
    size_t plies;
};

static int fail(const char *what, const char *value)
{
    fprintf(stderr, "gomocup_bench: %s %s\n", what, value);
    return 2;
}

/* ------------------------------------------------------------------ openings */

static bool read_openings(struct bench *bench, const char *path)
{
    char line[256];
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return false;
    while (fgets(line, sizeof(line), file) != NULL && bench->openings_count < OPENINGS_MAX) {
        struct game game;
        line[strcspn(line, "\r\n")] = '\0';
        if (line[0] == '#' || line[0] == '\0')
            continue;
        if (strlen(line) >= OPENING_SIZE || !match_opening(&bench->rules, line, &game)) {
            fclose(file);
            fprintf(stderr, "gomocup_bench: '%s' is no opening of this board\n", line);
            return false;
        }
        memcpy(bench->openings[bench->openings_count++], line, strlen(line) + 1);
    }
    fclose(file);
    return bench->openings_count > 0;
}

/* ------------------------------------------------------------------ games */

static double points(enum seat winner, enum seat seat)
{
    if (winner == SEAT_NONE)
        return 0.5;
    return winner == seat ? 1 : 0;
}

static void count(struct bench *bench, const struct match_result *result, int first_seat)
{
    for (int program = 0; program < PROGRAMS; program++) {
        int seat = program == 0 ? first_seat : 1 - first_seat;
        bool lost = result->winner != SEAT_NONE && (int)result->winner != seat;
        bench->faults[program][result->reason] += lost;
        bench->answers[program] += result->answers[seat];
        bench->total_ms[program] += result->total_ms[seat];
        if (result->longest_ms[seat] > bench->longest_ms[program])
            bench->longest_ms[program] = result->longest_ms[seat];
    }
}

static void write_game(struct bench *bench, size_t nth, const struct match_result *result,
                       const struct game *game, int first_seat)
{
    char text[GAME_TEXT_SIZE];
    static const char *const colours[] = {"X", "O"};
    const char *won = result->winner == SEAT_NONE         ? "drawn"
                      : (int)result->winner == first_seat ? "first"
                                                          : "second";
    game_format(game, text, sizeof(text));
    fprintf(bench->log, "game=%zu opening=%zu first_has=%s won=%s by=%s longest_ms=%.0f,%.0f %s\n",
            nth + 1, (bench->from + nth / 2) % bench->openings_count, colours[first_seat], won,
            match_reason_word(result->reason), result->longest_ms[first_seat],
            result->longest_ms[1 - first_seat], text);
    fflush(bench->log);
}

/* A game in which the first program has this seat. */
static enum seat play_game(struct bench *bench, size_t nth, int first_seat)
{
    const char *opening = bench->openings[(bench->from + nth / 2) % bench->openings_count];
    struct gomocup_engine *by_seat[SEAT_COUNT];
    struct game game;
    by_seat[first_seat] = &bench->engines[0];
    by_seat[1 - first_seat] = &bench->engines[1];
    struct match_result result = match_play(&bench->rules, opening, by_seat, &game);
    count(bench, &result, first_seat);
    bench->plies += game.ply;
    write_game(bench, nth, &result, &game, first_seat);
    return result.winner;
}

static void play_pair(struct bench *bench, size_t pair)
{
    enum seat one = play_game(bench, 2 * pair, SEAT_FIRST);
    enum seat two = play_game(bench, 2 * pair + 1, SEAT_SECOND);
    double low;
    double high;
    gomocup_tally_add(&bench->tally, points(one, SEAT_FIRST), points(two, SEAT_SECOND),
                      one == two && one != SEAT_NONE);
    gomocup_tally_interval(&bench->tally, &low, &high);
    fprintf(stderr, "\r%zu games: %.3f (%.3f to %.3f) ", 2 * (pair + 1),
            gomocup_tally_share(&bench->tally), low, high);
}

/* ------------------------------------------------------------------ the report */

static void print_program(FILE *out, const struct bench *bench, int program, const char *name)
{
    const size_t *faults = bench->faults[program];
    size_t answers = bench->answers[program];
    fprintf(out, " %s_illegal=%zu %s_late=%zu %s_ended=%zu %s_longest_ms=%.0f %s_mean_ms=%.0f",
            name, faults[MATCH_ILLEGAL], name, faults[MATCH_TIME], name, faults[MATCH_ENDED], name,
            bench->longest_ms[program], name,
            answers > 0 ? bench->total_ms[program] / (double)answers : 0);
}

static void print_result(FILE *out, const struct bench *bench)
{
    const struct gomocup_tally *tally = &bench->tally;
    double low;
    double high;
    gomocup_tally_interval(tally, &low, &high);
    fprintf(out,
            "games=%zu won=%zu drawn=%zu lost=%zu share=%.4f low=%.4f high=%.4f one_colour=%.3f "
            "plies=%.1f",
            2 * tally->pairs, tally->won, tally->drawn, tally->lost, gomocup_tally_share(tally),
            low, high, tally->pairs > 0 ? (double)tally->one_colour / (double)tally->pairs : 0,
            tally->pairs > 0 ? (double)bench->plies / (double)(2 * tally->pairs) : 0);
    print_program(out, bench, 0, "first");
    print_program(out, bench, 1, "second");
    fprintf(out, "\n");
}

/* ------------------------------------------------------------------ the command line */

static const struct option table[] = {
    {"games", required_argument, NULL, 'g'},    {"move-ms", required_argument, NULL, 'm'},
    {"grace-ms", required_argument, NULL, 'l'}, {"rule", required_argument, NULL, 'r'},
    {"size", required_argument, NULL, 's'},     {"from", required_argument, NULL, 'f'},
    {"log", required_argument, NULL, 'o'},      {NULL, 0, NULL, 0},
};

static bool take(struct bench *bench, int option)
{
    char *end = NULL;
    if (option == '?')
        return false;
    if (option == 'o') {
        bench->log_path = optarg;
        return true;
    }
    unsigned long number = strtoul(optarg, &end, 10);
    bool is_number = *end == '\0' && number <= 1000000;
    struct match_rules *rules = &bench->rules;
    if (option == 'g')
        bench->games = number;
    else if (option == 'm')
        rules->move_ms = (double)number;
    else if (option == 'l')
        rules->grace_ms = (double)number;
    else if (option == 'r')
        rules->variant.overline = number == 0 ? OVERLINE_WINS : OVERLINE_NOTHING;
    else if (option == 's')
        variant_resize(&rules->variant, (size_t)number, (size_t)number);
    else
        bench->from = number;
    return is_number && variant_can_be_played(&rules->variant);
}

static void begin(struct bench *bench)
{
    *bench = (struct bench){.games = 40};
    bench->rules = (struct match_rules){.variant = {.id = VARIANT_COUNT,
                                                    .key = "bench",
                                                    .name = "A match",
                                                    .width = 19,
                                                    .height = 19,
                                                    .stored = 361,
                                                    .row = 5,
                                                    .overline = OVERLINE_NOTHING,
                                                    .rules = RULES_STANDARD,
                                                    .needs = NEED_PLAIN},
                                        .move_ms = 300,
                                        .grace_ms = 20,
                                        .hang_ms = HANG_MS};
}

static int play_all(struct bench *bench)
{
    for (int program = 0; program < PROGRAMS; program++) {
        if (!match_start(&bench->engines[program], &bench->rules))
            return fail("this program does not play, so nothing is measured:",
                        bench->engines[program].command);
    }
    for (size_t pair = 0; pair < (bench->games + 1) / 2; pair++)
        play_pair(bench, pair);
    fprintf(stderr, "\n");
    for (int program = 0; program < PROGRAMS; program++)
        engine_end(&bench->engines[program]);
    print_result(stdout, bench);
    print_result(bench->log, bench);
    return fclose(bench->log) == 0 ? 0 : 1;
}

int main(int argc, char **argv)
{
    static struct bench bench;
    int option;
    begin(&bench);
    while ((option = getopt_long(argc, argv, "", table, NULL)) != -1)
        if (!take(&bench, option))
            return fail("wrong options:", "see the head of gomocup_bench.c");
    if (argc - optind != 3)
        return fail("it takes two programs and a file of openings:",
                    "see the head of gomocup_bench.c");
    bench.engines[0].command = argv[optind];
    bench.engines[1].command = argv[optind + 1];
    if (!read_openings(&bench, argv[optind + 2]))
        return fail("there are no openings in", argv[optind + 2]);
    bench.log = fopen(bench.log_path != NULL ? bench.log_path : "/dev/null", "w");
    if (bench.log == NULL)
        return fail(bench.log_path, strerror(errno));
    signal(SIGPIPE, SIG_IGN);
    return play_all(&bench);
}
