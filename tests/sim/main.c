/* SPDX-License-Identifier: MIT */
/*
 * The simulator's program: seeds spread over processes, what they counted added up, and the first
 * failure told. Wall-clock time only decides when to stop.
 */
#include "server/core/rules/calendar.h"
#include "server/core/rules/name.h"
#include "tests/sim/habits.h"
#include "tests/sim/sim.h"

#include <getopt.h>
#include <inttypes.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define JOBS_MAX 64
#define TWICE_EVERY 50
#define FEW_SEEDS 2000
#define LAST_SEED (UINT64_MAX - JOBS_MAX)

struct settings {
    struct sim_options options;
    uint64_t first;
    uint64_t last;
    int64_t seconds; /* 0: until the last seed */
    unsigned jobs;
    int expected;   /* the check that has to fail, -1: none may */
    uint64_t tried; /* the seed that is tried first for it, 0: none */
};

static const char usage[] =
    "usage: sim [--seeds A..[B]] [--seed N] [--more HABIT[,HABIT]] [--minutes M] [--jobs J]\n"
    "           [--habits-by-seed] [--trace] [--checks] [--habits] [--expect CHECK [--try N]]\n";

/* ------------------------------------------------------------------ running */

static int64_t wall_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec;
}

static void run_twice(const struct settings *settings, struct stats *stats, uint64_t seed,
                      uint64_t hash, const struct name_rules *names,
                      const struct calendar *calendar)
{
    struct stats counted = *stats;
    uint64_t second = sim_run(seed, &settings->options, stats, names, calendar);
    *stats = counted;
    stats->seeds_twice++;
    if (second == hash)
        return;
    fprintf(stderr,
            "FAILED check %s in seed %" PRIu64 "\n  promise  %s\n  found    %016" PRIx64
            " and %016" PRIx64 "\n",
            check_name(CHECK_SAME_TWICE), seed, check_promise(CHECK_SAME_TWICE), hash, second);
    stats->failed_check = CHECK_SAME_TWICE + 1;
    stats->failed_seed = seed;
    _exit(SIM_EXIT_FAILED);
}

static void run_seeds(const struct settings *settings, unsigned job, struct stats *stats)
{
    struct name_rules *names = name_rules_new();
    int64_t end_s = wall_s() + settings->seconds;
    char message[128];
    struct calendar *calendar = calendar_new(NULL, 0, "", message, sizeof(message));
    if (names == NULL || calendar == NULL)
        abort();
    for (uint64_t seed = settings->first + job; seed <= settings->last; seed += settings->jobs) {
        if (settings->seconds > 0 && wall_s() >= end_s)
            break;
        uint64_t hash = sim_run(seed, &settings->options, stats, names, calendar);
        if (seed % TWICE_EVERY == 0 && !settings->options.traces)
            run_twice(settings, stats, seed, hash, names, calendar);
    }
    calendar_free(calendar);
    name_rules_free(names);
}

/* Waits for all; the first that fails ends the others. Returns whether all went well. */
static bool wait_for(pid_t *jobs, unsigned count)
{
    bool ok = true;
    for (unsigned left = count; left > 0; left--) {
        int status = 0;
        pid_t done = wait(&status);
        bool failed = !WIFEXITED(status) || WEXITSTATUS(status) != 0;
        for (unsigned i = 0; i < count; i++)
            if (jobs[i] == done)
                jobs[i] = 0;
            else if (failed && ok && jobs[i] != 0)
                kill(jobs[i], SIGTERM);
        ok = ok && !failed;
    }
    return ok;
}

static bool run_jobs(const struct settings *settings, struct stats *stats)
{
    pid_t jobs[JOBS_MAX];
    if (settings->jobs == 1) {
        run_seeds(settings, 0, stats);
        return true;
    }
    fflush(stdout);
    for (unsigned job = 0; job < settings->jobs; job++) {
        jobs[job] = fork();
        if (jobs[job] == 0) {
            run_seeds(settings, job, &stats[job]);
            fflush(stdout);
            _exit(0);
        }
    }
    return wait_for(jobs, settings->jobs);
}

/* One process up to the first failure, which it does not tell. */
static void run_silently(const struct settings *settings, struct stats *stats)
{
    fflush(stdout); /* else the other process has it, too */
    pid_t job = fork();
    if (job == 0) {
        if (freopen("/dev/null", "w", stderr) == NULL)
            abort();
        run_seeds(settings, 0, stats);
        _exit(0);
    }
    waitpid(job, NULL, 0);
}

/* Runs the seeds until the check that is expected fails, and tells those on which others did. */
static bool is_caught(struct settings settings, struct stats *stats)
{
    uint64_t others = 0;
    for (; settings.first <= settings.last; settings.first = stats->failed_seed + 1, others++) {
        stats->failed_check = 0;
        run_silently(&settings, stats);
        if (stats->failed_check == 0)
            return false;
        if (stats->failed_check == (uint64_t)settings.expected + 1) {
            printf("caught by %s in seed %" PRIu64 "; %" PRIu64
                   " seeds failed other checks before\n",
                   check_name((enum check)settings.expected), stats->failed_seed, others);
            return true;
        }
        printf("seed %" PRIu64 " fails %s\n", stats->failed_seed,
               check_name((enum check)(stats->failed_check - 1)));
    }
    return false;
}

/* For a planted bug: the seed that caught it once, if one is named, then all. */
static int run_expecting(struct settings settings, struct stats *stats)
{
    struct settings once = settings;
    settings.jobs = once.jobs = 1;
    once.first = once.last = settings.tried;
    if ((settings.tried != 0 && is_caught(once, stats)) || is_caught(settings, stats))
        return 0;
    printf("not caught by %s up to seed %" PRIu64 "\n", check_name((enum check)settings.expected),
           settings.last);
    return SIM_EXIT_FAILED;
}

/* ------------------------------------------------------------------ telling */

static void add_up(struct stats *stats, unsigned jobs)
{
    for (unsigned job = 1; job < jobs; job++) {
#define STAT(id, text) stats[0].id += stats[job].id;
#include "tests/sim/stats.def"
#undef STAT
    }
}

static void print_summary(const struct stats *stats, int64_t seconds)
{
    static const struct {
        const char *text;
        size_t offset;
    } rows[] = {
#define STAT(id, text) {text, offsetof(struct stats, id)},
#include "tests/sim/stats.def"
#undef STAT
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        uint64_t count;
        memcpy(&count, (const char *)stats + rows[i].offset, sizeof(count));
        printf("%14" PRIu64 "  %s\n", count, rows[i].text);
    }
    printf("%14.1f  virtual hours\n", (double)stats->virtual_ms / 3600000);
    printf("%14.1f  seeds a second (%" PRId64 " s)\n",
           (double)stats->seeds / (double)(seconds > 0 ? seconds : 1), seconds);
}

static int print_checks(void)
{
    for (int i = 0; i < CHECK_COUNT; i++)
        printf("%-24s %s\n", check_name((enum check)i), check_promise((enum check)i));
    return 0;
}

static int print_habits(void)
{
    habits_print();
    return 0;
}

/* ------------------------------------------------------------------ the command line */

static bool parse_seeds(const char *text, struct settings *settings)
{
    char *end;
    settings->first = strtoull(text, &end, 10);
    settings->last = settings->first;
    if (strcmp(end, "..") == 0) {
        settings->last = LAST_SEED;
        return true;
    }
    if (strncmp(end, "..", 2) == 0)
        settings->last = strtoull(end + 2, &end, 10);
    return *end == '\0' && settings->last >= settings->first;
}

/* Returns 0, or what the program exits with. */
static int parse_option(int letter, const char *text, struct settings *settings)
{
    switch (letter) {
    case 's':
        return parse_seeds(text, settings) ? 0 : 2;
    case 'm':
        settings->seconds = (int64_t)(strtod(text, NULL) * 60);
        if (settings->last == 0)
            settings->last = LAST_SEED;
        return settings->seconds > 0 ? 0 : 2;
    case 'j':
        settings->jobs = (unsigned)strtoul(text, NULL, 10);
        return settings->jobs >= 1 && settings->jobs <= JOBS_MAX ? 0 : 2;
    case 't':
        settings->options.traces = true;
        return 0;
    case 'h':
        return habits_read(text, &settings->options.habits) ? 0 : 2;
    case 'd':
        settings->options.draws_habits = true;
        return 0;
    case 'e':
        settings->expected = check_find(text);
        return settings->expected >= 0 ? 0 : 2;
    case 'f':
        settings->tried = strtoull(text, NULL, 10);
        return settings->tried > 0 ? 0 : 2;
    default:
        return 2;
    }
}

static int parse(int argc, char **argv, struct settings *settings)
{
    static const struct option options[] = {
        {"seeds", required_argument, NULL, 's'},   {"seed", required_argument, NULL, 's'},
        {"minutes", required_argument, NULL, 'm'}, {"jobs", required_argument, NULL, 'j'},
        {"trace", no_argument, NULL, 't'},         {"checks", no_argument, NULL, 'c'},
        {"more", required_argument, NULL, 'h'},    {"habits", no_argument, NULL, 'l'},
        {"expect", required_argument, NULL, 'e'},  {"habits-by-seed", no_argument, NULL, 'd'},
        {"try", required_argument, NULL, 'f'},     {0}};
    int letter;
    while ((letter = getopt_long(argc, argv, "", options, NULL)) != -1) {
        if (letter == 'c')
            exit(print_checks());
        if (letter == 'l')
            exit(print_habits());
        int status = parse_option(letter, optarg, settings);
        if (status != 0)
            return status;
    }
    return optind == argc ? 0 : 2;
}

/* Memory of one life is the next one's: to give it back to the system takes a fifth of the time.
 * What is freed is filled, so that whoever goes on reading it crashes and does not run in circles.
 */
static void keep_memory(void)
{
    mallopt(M_PERTURB, 0xa5);
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
    mallopt(M_TOP_PAD, 16 << 20);
}

int main(int argc, char **argv)
{
    keep_memory();
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    struct settings settings = {.options = {.program = "./dev sim"}, .first = 1, .expected = -1};
    settings.jobs = cores > 0 && cores <= JOBS_MAX ? (unsigned)cores : 1;
    if (parse(argc, argv, &settings) != 0) {
        fputs(usage, stderr);
        return 2;
    }
    if (settings.last == 0)
        settings.last = FEW_SEEDS;
    if (settings.first == settings.last)
        settings.jobs = 1;
    struct stats *stats = mmap(NULL, JOBS_MAX * sizeof(*stats), PROT_READ | PROT_WRITE,
                               MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (stats == MAP_FAILED)
        abort();
    if (settings.expected >= 0)
        return run_expecting(settings, stats);
    int64_t begin_s = wall_s();
    bool ok = run_jobs(&settings, stats);
    add_up(stats, settings.jobs);
    print_summary(stats, wall_s() - begin_s);
    return ok ? 0 : SIM_EXIT_FAILED;
}
