/* SPDX-License-Identifier: MIT */
/*
 * The configuration: where values come from, which are refused and with which words, and that the
 * sample and --help say what the table says. Files are in a temporary folder.
 */
#include "server/shell/config.h"
#include "tests/support/cmocka_all.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ARGS_MAX 16
#define OUTPUT_SIZE 32768

/* One call of config_load() and what it said. */
struct load {
    char folder[64];
    char path[128]; /* of the configuration file */
    struct config config;
    enum config_verdict verdict;
    char out[OUTPUT_SIZE];
    char err[OUTPUT_SIZE];
};

static int setup(void **state)
{
    struct load *load = calloc(1, sizeof(*load));
    snprintf(load->folder, sizeof(load->folder), "/tmp/pentad-config-XXXXXX");
    assert_non_null(mkdtemp(load->folder));
    snprintf(load->path, sizeof(load->path), "%s/pentad.conf", load->folder);
    *state = load;
    return 0;
}

static int teardown(void **state)
{
    struct load *load = *state;
    unlink(load->path);
    assert_int_equal(rmdir(load->folder), 0);
    free(load);
    return 0;
}

static void write_file(const struct load *load, const char *text)
{
    FILE *file = fopen(load->path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

/* Judges the values as the program that uses them would. */
static bool check(const struct config *config, char message_out[CONFIG_MESSAGE_SIZE])
{
    if (strcmp(config->time_zone, "Mars/Phobos") != 0)
        return true;
    snprintf(message_out, CONFIG_MESSAGE_SIZE, "time_zone must be on Earth");
    return false;
}

/* `args` are split at spaces; FILE stands for the path of the file. */
static void run(struct load *load, const char *args)
{
    char copy[1024];
    char program[] = "pentad";
    char *argv[ARGS_MAX + 1] = {program};
    int argc = 1;
    FILE *out = fmemopen(load->out, OUTPUT_SIZE, "w");
    FILE *err = fmemopen(load->err, OUTPUT_SIZE, "w");
    load->out[0] = '\0';
    load->err[0] = '\0';
    snprintf(copy, sizeof(copy), "%s", args);
    for (char *at = copy; *at != '\0' && argc < ARGS_MAX;) {
        size_t len = strcspn(at, " ");
        bool is_last = at[len] == '\0';
        at[len] = '\0';
        argv[argc++] = strcmp(at, "FILE") == 0 ? load->path : at;
        at += is_last ? len : len + 1;
    }
    load->verdict = config_load(&load->config, check, argv, out, err);
    fclose(out);
    fclose(err);
}

static void expect_runs(struct load *load, const char *args)
{
    run(load, args);
    if (load->verdict != CONFIG_RUN)
        fail_msg("refused: %s", load->err);
    assert_string_equal(load->out, "");
    assert_string_equal(load->err, "");
}

/* The sentence, without "pentad: " and, for files, without the path. */
static void expect_wrong(struct load *load, const char *args, const char *sentence)
{
    const char *said;
    run(load, args);
    assert_int_equal(load->verdict, CONFIG_WRONG);
    assert_string_equal(load->out, "");
    said = load->err + strlen("pentad: ");
    if (strncmp(said, load->path, strlen(load->path)) == 0)
        said += strlen(load->path);
    assert_string_equal(said, sentence);
}

/* ------------------------------------------------------------------ where values come from */

static void without_anything_the_defaults_hold(void **state)
{
    struct load *load = *state;
    expect_runs(load, "");
    assert_string_equal(load->config.listen, "127.0.0.1");
    assert_int_equal(load->config.port, 7655);
    assert_string_equal(load->config.database, "pentad.db");
    assert_int_equal(load->config.sync, 0);
    assert_int_equal(load->config.log_level, 2);
    assert_string_equal(load->config.log_file, "");
    assert_int_equal(load->config.login_ms, 10000);
    assert_int_equal(load->config.idle_ms, 60000);
    assert_int_equal(load->config.heartbeat_ms, 10000);
    assert_int_equal(load->config.room_idle_ms, 600000);
    assert_int_equal(load->config.rooms_per_player, 16);
    assert_int_equal(load->config.password_memory_kib, 65536);
    assert_int_equal(load->config.password_passes, 2);
}

static void every_default_is_a_good_value(void **state)
{
    struct config config;
    char text[2048];
    char message[CONFIG_MESSAGE_SIZE];
    (void)state;
    config_set_defaults(&config);
    for (size_t i = 0; i < CONFIG_ROW_COUNT; i++) {
        const struct config_row *row = config_row(i);
        if (row->key == NULL)
            continue;
        config_get(&config, row, text, sizeof(text));
        assert_string_equal(text, row->fallback);
        assert_true(config_set(&config, row, text, message));
        assert_ptr_equal(config_find(row->key), row);
    }
}

static void a_file_gives_values(void **state)
{
    struct load *load = *state;
    write_file(load, "# a comment\n"
                     "port = 1234\n"
                     "listen = \"::1\"\n"
                     "  log_level = debug   # the rest is a comment, too\n"
                     "\n"
                     "database = \"/srv/a folder/pentad.db\"\n");
    expect_runs(load, "--config FILE");
    assert_int_equal(load->config.port, 1234);
    assert_string_equal(load->config.listen, "::1");
    assert_int_equal(load->config.log_level, 3);
    assert_string_equal(load->config.database, "/srv/a folder/pentad.db");
    assert_int_equal(load->config.login_ms, 10000);
}

/* Editors of Windows put it there; inside it is nobody's. */
static void a_mark_in_front_is_passed_over(void **state)
{
    struct load *load = *state;
    write_file(load, "\ufeffport = 1\nbacklog = 2\n");
    expect_runs(load, "--config FILE");
    assert_int_equal(load->config.port, 1);
    assert_int_equal(load->config.backlog, 2);
    write_file(load, "\ufeff# a comment\nport = 3\n");
    expect_runs(load, "--config FILE");
    assert_int_equal(load->config.port, 3);
    write_file(load, "\ufeff");
    expect_runs(load, "--config FILE");
    write_file(load, "port = 1\n\ufeffbacklog = 2\n");
    expect_wrong(load, "--config FILE", ":2: no such option '\ufeffbacklog'.\n");
}

static void an_empty_file_gives_defaults(void **state)
{
    struct load *load = *state;
    write_file(load, "");
    expect_runs(load, "--config FILE");
    assert_int_equal(load->config.port, 7655);
}

static void flags_give_values(void **state)
{
    struct load *load = *state;
    expect_runs(load, "--port 0 --listen 0.0.0.0 --log-level=error --database :memory: --sync "
                      "normal --password-memory-kib 64");
    assert_int_equal(load->config.port, 0);
    assert_string_equal(load->config.listen, "0.0.0.0");
    assert_int_equal(load->config.log_level, 0);
    assert_string_equal(load->config.database, ":memory:");
    assert_int_equal(load->config.sync, 1);
    assert_int_equal(load->config.password_memory_kib, 64);
}

static void flags_have_priority_wherever_the_file_is_named(void **state)
{
    struct load *load = *state;
    write_file(load, "port = 1\nbacklog = 2\n");
    expect_runs(load, "--port 3 --config FILE");
    assert_int_equal(load->config.port, 3);
    assert_int_equal(load->config.backlog, 2);
    expect_runs(load, "--config FILE --port 4");
    assert_int_equal(load->config.port, 4);
}

static void the_last_of_two_equal_flags_counts(void **state)
{
    struct load *load = *state;
    expect_runs(load, "--port 1 --port 2");
    assert_int_equal(load->config.port, 2);
}

/* ------------------------------------------------------------------ what is refused */

static void help_behind_a_command_is_about_it(void **state)
{
    struct load *load = *state;
    expect_runs(load, "admin --help");
    assert_string_equal(load->config.words[0], "help");
    assert_string_equal(load->config.words[1], "admin");
    assert_int_equal(load->config.word_count, 2);
    run(load, "--help");
    assert_int_equal(load->verdict, CONFIG_DONE);
}

static void the_local_socket_is_beside_the_database(void **state)
{
    struct load *load = *state;
    char path[CONFIG_SOCKET_PATH_SIZE];
    expect_runs(load, "--database /var/lib/p.db admin --json stats");
    assert_true(config_socket_path(&load->config, path));
    assert_string_equal(path, "/var/lib/p.db.admin");
    assert_true(load->config.wants_json);
    expect_runs(load, "--admin-socket /run/p.sock");
    assert_true(config_socket_path(&load->config, path));
    assert_string_equal(path, "/run/p.sock");
    assert_false(load->config.wants_json);
    expect_runs(load, "--admin-socket -");
    assert_false(config_socket_path(&load->config, path));
    expect_runs(load, "--database :memory:");
    assert_false(config_socket_path(&load->config, path));
}

static void unknown_flags_are_refused(void **state)
{
    expect_wrong(*state, "--prot 1", "there is no flag --prot; see pentad --help.\n");
    expect_wrong(*state, "-x", "there is no flag -x; see pentad --help.\n");
    expect_wrong(*state, "admin 1 2 3 4 5 6 7 8 9 10 11 12",
                 "there is no use for 12; see pentad --help.\n");
    expect_wrong(*state, "--port", "a value is missing after --port; see pentad --help.\n");
    expect_wrong(*state, "--config", "a value is missing after --config; see pentad --help.\n");
}

static void wrong_values_of_flags_are_refused(void **state)
{
    expect_wrong(*state, "--port http",
                 "--port: port must be a whole number from 0 to 65535, not \"http\".\n");
    expect_wrong(*state, "--port 65536",
                 "--port: port must be a whole number from 0 to 65535, not \"65536\".\n");
    expect_wrong(*state, "--port -1",
                 "--port: port must be a whole number from 0 to 65535, not \"-1\".\n");
    expect_wrong(*state, "--port 1.5",
                 "--port: port must be a whole number from 0 to 65535, not \"1.5\".\n");
    expect_wrong(*state, "--backlog 99999999999999999999",
                 "--backlog: backlog must be a whole number from 1 to 65535, not "
                 "\"99999999999999999999\".\n");
    expect_wrong(*state,
                 "--port=", "--port: port must be a whole number from 0 to 65535, not \"\".\n");
    expect_wrong(*state, "--log-level loud",
                 "--log-level: log_level must be one of error|warn|info|debug, not \"loud\".\n");
    expect_wrong(*state, "--log-file=a\nb",
                 "--log-file: log_file must be on one line, without control characters.\n");
    expect_wrong(*state, "--sync ful", "--sync: sync must be one of full|normal, not \"ful\".\n");
    expect_wrong(*state, "--listen localhost",
                 "--listen: listen must be a numeric IPv4 or IPv6 address, not \"localhost\".\n");
    expect_wrong(*state,
                 "--database=", "--database: database must have from 1 to 1023 bytes, not 0.\n");
}

static void wrong_files_are_refused_with_the_line(void **state)
{
    struct load *load = *state;
    write_file(load, "port = 1\nprot = 2\n");
    expect_wrong(load, "--config FILE", ":2: no such option 'prot'.\n");
    write_file(load, "# one\n\nport = http\nbacklog = 5\n");
    expect_wrong(load, "--config FILE",
                 ":3: port must be a whole number from 0 to 65535, not \"http\".\n");
    write_file(load, "port = 70000");
    expect_wrong(load, "--config FILE",
                 ":1: port must be a whole number from 0 to 65535, not \"70000\".\n");
    write_file(load, "sync = \"none\"\n");
    expect_wrong(load, "--config FILE", ":1: sync must be one of full|normal, not \"none\".\n");
    write_file(load, "#reader = 1\n/* two */ // three\nport 5\n");
    expect_wrong(load, "--config FILE", ":3: missing equal sign after option 'port'.\n");
    write_file(load, "\n\nport =\n5\n");
    expect_wrong(load, "--config FILE", ":3: a setting is `key = value` on one line.\n");
    write_file(load, "\"#reader\" = 1\n");
    expect_wrong(load, "--config FILE", ":1: no such option '#reader'.\n");
    write_file(load, "database = \"a\n");
    run(load, "--config FILE");
    assert_int_equal(load->verdict, CONFIG_WRONG);
    assert_non_null(strstr(load->err, ":1: "));
}

static void a_file_that_cannot_be_read_is_refused(void **state)
{
    struct load *load = *state;
    char args[128];
    expect_wrong(load, "--config FILE", " cannot be read: No such file or directory.\n");
    snprintf(args, sizeof(args), "--config %s", load->folder);
    run(load, args);
    assert_int_equal(load->verdict, CONFIG_WRONG);
    assert_non_null(strstr(load->err, "Is a directory"));
}

/* ------------------------------------------------------------------ what it says */

static void help_names_every_flag(void **state)
{
    struct load *load = *state;
    char name[64];
    char flag[80];
    run(load, "--help");
    assert_int_equal(load->verdict, CONFIG_DONE);
    for (size_t i = 0; i < CONFIG_ROW_COUNT; i++) {
        if (config_row(i)->key == NULL)
            continue;
        config_flag_name(config_row(i), name, sizeof(name));
        snprintf(flag, sizeof(flag), "  --%s VALUE", name);
        assert_non_null(strstr(load->out, flag));
    }
    assert_non_null(strstr(load->out, "Exit status: 0"));
}

static void no_line_of_the_help_and_the_sample_is_too_long(void **state)
{
    static const char *const asked[] = {"--help", "--print-config"};
    struct load *load = *state;
    for (int i = 0; i < 2; i++) {
        run(load, asked[i]);
        for (const char *line = load->out; *line != '\0'; line += strcspn(line, "\n") + 1)
            assert_in_range(strcspn(line, "\n"), 0, 96);
    }
}

static void the_version_is_one_line(void **state)
{
    struct load *load = *state;
    run(load, "--version");
    assert_int_equal(load->verdict, CONFIG_DONE);
    assert_string_equal(load->out, "pentad " PENTAD_VERSION "\n");
}

static void a_configuration_can_be_checked_only(void **state)
{
    struct load *load = *state;
    write_file(load, "port = 1234\n");
    run(load, "--check-config --config FILE");
    assert_int_equal(load->verdict, CONFIG_DONE);
    assert_string_equal(load->err, "");
    write_file(load, "port = -1\n");
    run(load, "--check-config --config FILE");
    assert_int_equal(load->verdict, CONFIG_WRONG);
}

static void values_that_the_program_refuses_are_refused_in_every_mode(void **state)
{
    static const char *const CALLS[] = {"--time-zone Mars/Phobos",
                                        "--check-config --time-zone Mars/Phobos",
                                        "--print-config --time-zone Mars/Phobos"};
    for (size_t i = 0; i < sizeof(CALLS) / sizeof(CALLS[0]); i++) {
        run(*state, CALLS[i]);
        assert_int_equal(((struct load *)*state)->verdict, CONFIG_WRONG);
        assert_string_equal(((struct load *)*state)->err, "pentad: time_zone must be on Earth.\n");
        assert_string_equal(((struct load *)*state)->out, "");
    }
    expect_runs(*state, "--time-zone Europe/Berlin --holidays 12-25");
}

static void the_sample_is_a_file_of_defaults(void **state)
{
    struct load *load = *state;
    run(load, "--print-config");
    assert_int_equal(load->verdict, CONFIG_DONE);
    for (const char *line = load->out; *line != '\0'; line += strcspn(line, "\n") + 1)
        assert_true(*line == '#' || *line == '\n');
    write_file(load, load->out);
    expect_runs(load, "--config FILE");
}

/* The sample with every line that gives a value made to count. */
static void uncomment(char *text)
{
    char *to = text;
    for (const char *from = text; *from != '\0'; from++) {
        bool begins_line = from == text || from[-1] == '\n';
        if (!(begins_line && from[0] == '#' && from[1] != ' '))
            *to++ = *from;
    }
    *to = '\0';
}

static void the_sample_gives_the_defaults_when_uncommented(void **state)
{
    struct load *load = *state;
    struct config defaults;
    char sample[OUTPUT_SIZE];
    config_set_defaults(&defaults);
    run(load, "--print-config");
    snprintf(sample, sizeof(sample), "%s", load->out);
    uncomment(sample);
    assert_non_null(strstr(sample, "\nport = 7655\n"));
    assert_non_null(strstr(sample, "\nlisten = \"127.0.0.1\"\n"));
    write_file(load, sample);
    expect_runs(load, "--config FILE");
    assert_memory_equal(&load->config, &defaults, sizeof(defaults));
}

static void what_is_printed_reads_back_the_same(void **state)
{
    struct load *load = *state;
    struct config printed;
    run(load, "--print-config --port 99 --log-level warn --database a\"b\\c$d${HOME}#e'f");
    assert_int_equal(load->verdict, CONFIG_DONE);
    assert_non_null(strstr(load->out, "\nport = 99\n"));
    printed = load->config;
    write_file(load, load->out);
    expect_runs(load, "--config FILE");
    assert_string_equal(load->config.database, printed.database);
    assert_int_equal(load->config.port, 99);
    assert_int_equal(load->config.log_level, 1);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(without_anything_the_defaults_hold),
        IN_FOLDER(every_default_is_a_good_value),
        IN_FOLDER(a_file_gives_values),
        IN_FOLDER(a_mark_in_front_is_passed_over),
        IN_FOLDER(an_empty_file_gives_defaults),
        IN_FOLDER(flags_give_values),
        IN_FOLDER(flags_have_priority_wherever_the_file_is_named),
        IN_FOLDER(the_last_of_two_equal_flags_counts),
        IN_FOLDER(help_behind_a_command_is_about_it),
        IN_FOLDER(the_local_socket_is_beside_the_database),
        IN_FOLDER(unknown_flags_are_refused),
        IN_FOLDER(wrong_values_of_flags_are_refused),
        IN_FOLDER(wrong_files_are_refused_with_the_line),
        IN_FOLDER(a_file_that_cannot_be_read_is_refused),
        IN_FOLDER(help_names_every_flag),
        IN_FOLDER(no_line_of_the_help_and_the_sample_is_too_long),
        IN_FOLDER(the_version_is_one_line),
        IN_FOLDER(a_configuration_can_be_checked_only),
        IN_FOLDER(values_that_the_program_refuses_are_refused_in_every_mode),
        IN_FOLDER(the_sample_is_a_file_of_defaults),
        IN_FOLDER(the_sample_gives_the_defaults_when_uncommented),
        IN_FOLDER(what_is_printed_reads_back_the_same),
    };
    return cmocka_run_group_tests_name("config", tests, NULL, NULL);
}
