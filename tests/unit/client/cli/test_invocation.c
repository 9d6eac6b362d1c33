/* SPDX-License-Identifier: MIT */
/*
 * Command lines: what is understood, what is refused and why, and that the tables hold together.
 */
#include "client/cli/command_line.h"
#include "client/cli/commands.h"
#include "client/cli/help.h"
#include "proto/message.h"
#include "tests/support/cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORDS_MAX 12

static char problem[256];

/* Parses the words of `line`, separated by single spaces. */
static int parse(const char *line, struct invocation *out)
{
    static char copy[256];
    char *argv[WORDS_MAX + 1] = {(char[]){"penta"}};
    int argc = 1;
    snprintf(copy, sizeof(copy), "%s", line);
    problem[0] = '\0';
    for (char *word = copy; *word != '\0' && argc < WORDS_MAX;) {
        size_t len = strcspn(word, " ");
        argv[argc++] = word;
        word += len + (word[len] != '\0');
        word[word[-1] == ' ' ? -1 : 0] = '\0';
    }
    return command_line_read(argc, argv, out, problem, sizeof(problem));
}

static void check_refused(const char *line, const char *reason)
{
    struct invocation out;
    assert_int_equal(parse(line, &out), -1);
    assert_non_null(strstr(problem, reason));
}

static void commands_take_arguments_and_options_anywhere(void **state)
{
    (void)state;
    struct invocation out;
    assert_int_equal(parse("--server=:: play -v mini 1jkr67ktr000 --rated", &out), 0);
    assert_string_equal(out.command->name, "play");
    assert_string_equal(out.arguments[0], "1jkr67ktr000");
    assert_string_equal(invocation_place(&out).text, "::");
    assert_ptr_equal(invocation_variant(&out), variant_get(VARIANT_MINI));
    assert_true(invocation_has(&out, OPTION_RATED));
    assert_false(invocation_has(&out, OPTION_NEW));
}

static void a_game_stands_for_a_room_where_it_is_played(void **state)
{
    (void)state;
    struct invocation out;
    assert_int_equal(parse("play freestyle15 --new", &out), 0);
    assert_ptr_equal(invocation_variant(&out), variant_get(VARIANT_FREESTYLE15));
    assert_int_equal(out.arguments_count, 0);
    assert_int_equal(parse("play freestyle15 -v mini", &out), 0);
    assert_ptr_equal(invocation_variant(&out), variant_get(VARIANT_MINI));
    assert_int_equal(out.arguments_count, 1); /* which is no room */
    assert_int_equal(parse("solo mini --computer depth --level 3", &out), 0);
    assert_string_equal(out.arguments[0], "mini");
    assert_int_equal(invocation_number(&out, OPTION_LEVEL, 0), 3);
    check_refused("solo --level 0", "--level");
}

/* Behind the arguments the game may stand without --variant, wherever that is taken. */
static void a_game_stands_behind_the_arguments(void **state)
{
    static const struct {
        const char *line;
        size_t arguments;
    } rows[] = {{"quick swap2", 0},        {"top swap2 --limit 3", 0}, {"lobby swap2", 0},
                {"rooms swap2", 0},        {"invite anna swap2", 1},   {"rank anna swap2", 1},
                {"history anna swap2", 1}, {"find ann swap2", 1},      {"stats anna swap2", 1}};
    struct invocation out;
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        assert_int_equal(parse(rows[i].line, &out), 0);
        assert_string_equal(out.options[OPTION_VARIANT], "swap2");
        assert_int_equal(out.arguments_count, rows[i].arguments);
    }
    assert_int_equal(parse("rank swap2", &out), 0); /* somebody is called so */
    assert_null(out.options[OPTION_VARIANT]);
    assert_int_equal(parse("quick --unrated", &out), 0);
    assert_int_equal(parse("invite anna --unrated", &out), 0);
    assert_int_equal(parse("quick drop4 mini renju", &out), 0);
    assert_string_equal(out.options[OPTION_VARIANT], "drop4");
    assert_int_equal(out.arguments_count, 2);
    assert_string_equal(out.arguments[1], "renju");
    check_refused("quick drop4 chess", "\"chess\" is not a game");
    check_refused("quick mini mini mini mini mini mini mini mini mini", "is not a game");
    check_refused("top swap2 mini", "Too many arguments");
    check_refused("top chess", "\"chess\" is not a game; they are listed by: penta games --of");
    check_refused("quick boris", "\"boris\" is not a game");
    check_refused("rank anna boris", "\"boris\" is not a game");
    check_refused("solo mini swap2", "Too many arguments");
    check_refused("quick --rated --unrated", "cannot be used together");
}

/* Each letter that help of a command has is that option, before the command, too. */
static void letters_are_the_options_of_their_command(void **state)
{
    char line[128];
    struct invocation out;
    (void)state;
    for (enum command_id command = 0; command < COMMAND_COUNT; command++)
        for (enum option_id id = 0; id < OPTION_COUNT; id++) {
            const struct option_row *row = option_row(id);
            const char *name = command_row(command)->name;
            if (row->letter == 0 || !command_takes(command_row(command), id))
                continue;
            const char *value = row->kind == OPTION_KIND_VARIANT    ? "mini"
                                : row->kind == OPTION_KIND_CLOCK    ? "5m+3s"
                                : row->kind == OPTION_KIND_FORMAT   ? "sgf"
                                : row->kind == OPTION_KIND_SHEET    ? "svg"
                                : row->kind == OPTION_KIND_LANGUAGE ? "ru"
                                : row->argument != NULL             ? "1"
                                                                    : "";
            snprintf(line, sizeof(line), "%s -%c%s", name, row->letter, value);
            (void)parse(line, &out);
            assert_non_null(out.options[id]);
            snprintf(line, sizeof(line), "-%c%s %s", row->letter, value, name);
            (void)parse(line, &out);
            assert_non_null(out.options[id]);
        }
    assert_int_equal(parse("lobby -f", &out), 0);
    assert_int_equal(parse("export -f sgf", &out), 0);
    assert_int_equal(parse("-f sgf export", &out), 0);
}

static void a_mistyped_command_is_guessed(void **state)
{
    static const char *const rows[][2] = {{"histroy", "history"},
                                          {"hitsory", "history"},
                                          {"ыщдщ", "solo"},
                                          {"ЫЩДЩ", "solo"},
                                          {"ИЩФКВ", NULL},
                                          {"lobyb", "lobby"},
                                          {"Play", "play"},
                                          {"здфн", "play"},
                                          {"regster", "register"},
                                          {"anaylze", "analyse"},
                                          {"analyze", "analyse"},
                                          {"dance", NULL},
                                          {"x", NULL},
                                          {"логин", NULL},
                                          {"зщштп", "ping"}};
    struct invocation out;
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        char expected[64];
        assert_int_equal(parse(rows[i][0], &out), -1);
        if (rows[i][1] == NULL) {
            assert_null(strstr(problem, "Did you mean"));
            continue;
        }
        snprintf(expected, sizeof(expected), "Did you mean: penta %s", rows[i][1]);
        assert_string_equal(strstr(problem, "Did you mean"), expected);
    }
}

static void a_computer_needs_no_name(void **state)
{
    (void)state;
    struct invocation out;
    assert_int_equal(parse("play --computer", &out), 0);
    assert_string_equal(out.options[OPTION_COMPUTER], "");
    assert_int_equal(parse("play --computer --level 3", &out), 0);
    assert_string_equal(out.options[OPTION_COMPUTER], "");
    assert_int_equal(invocation_number(&out, OPTION_LEVEL, 0), 3);
    assert_int_equal(parse("play --computer depth --level 3", &out), 0);
    assert_string_equal(out.options[OPTION_COMPUTER], "depth");
}

static void words_are_those_of_the_wire(void **state)
{
    (void)state;
    struct invocation out;
    assert_int_equal(parse("play --first me", &out), 0);
    assert_int_equal(invocation_word(&out, OPTION_FIRST), FIRST_WORD_OPENER);
    assert_int_equal(parse("play --first opponent", &out), 0);
    assert_int_equal(invocation_word(&out, OPTION_FIRST), FIRST_WORD_JOINER);
    assert_int_equal(parse("history --result drawn -n5", &out), 0);
    assert_int_equal(invocation_word(&out, OPTION_RESULT), SCORE_WORD_DRAWN);
    assert_int_equal(invocation_number(&out, OPTION_LIMIT, 20), 5);
    assert_int_equal(invocation_number(&out, OPTION_FROM, 1), 1);
    assert_int_equal(invocation_word(&out, OPTION_STATE), NONE);
    assert_int_equal(parse("rooms --state playing --before 000000000007", &out), 0);
    assert_int_equal(invocation_word(&out, OPTION_STATE), ROOM_STATE_WORD_PLAYING);
    assert_int_equal(invocation_id(&out, OPTION_BEFORE), 7);
}

static void two_dashes_end_the_options(void **state)
{
    (void)state;
    struct invocation out;
    assert_int_equal(parse("player -- --server", &out), 0);
    assert_string_equal(out.arguments[0], "--server");
    assert_int_equal(parse("login anna --password-file -", &out), 0);
    assert_string_equal(out.options[OPTION_PASSWORD_FILE], "-");
}

static void wrong_lines_are_refused_with_a_reason(void **state)
{
    (void)state;
    check_refused("dance", "no command \"dance\"");
    check_refused("play --dance", "no option --dance");
    check_refused("play -x", "no option -x");
    check_refused("play --variant", "needs a value");
    check_refused("play --variant chess",
                  "\"chess\" is not a game; they are listed by: penta games --of");
    check_refused("history --since monday", "\"monday\" is not a date; write YYYY-MM-DD.");
    check_refused("play --first anna", "not valid for --first");
    check_refused("play --rated=yes", "takes no value");
    check_refused("play --rated --unrated", "cannot be used together");
    check_refused("game 1 --sgf --psq", "cannot be used together");
    check_refused("ping --server host:0", "not valid for --server");
    check_refused("top --from x", "not valid for --from");
    check_refused("top --limit 99999999999999999999", "not valid for --limit");
    check_refused("top --sgf", "has no option --sgf");
    check_refused("rooms anna", "\"anna\" is not a game");
    check_refused("whoami anna", "Too many arguments");
    check_refused("register", "needs: NAME");
}

static void help_and_version_forgive_the_rest(void **state)
{
    (void)state;
    struct invocation out;
    assert_int_equal(parse("register --help", &out), 0);
    assert_true(invocation_has(&out, OPTION_HELP));
    assert_int_equal(parse("--version", &out), 0);
    assert_null(out.command);
    assert_int_equal(parse("", &out), 0);
    assert_null(out.command);
}

/* The text that is typed, and the shortest text for what is meant; NULL: it is no address. */
static const struct {
    const char *typed, *host, *port, *shortest;
    bool has_tls;
} addresses[] = {
    {"127.0.0.1", "127.0.0.1", "7655", "127.0.0.1", false},
    {"localhost:7001", "localhost", "7001", "localhost:7001", false},
    {"LOCALHOST:7655", "localhost", "7655", "localhost", false},
    {"tls://127.0.0.1", "127.0.0.1", "7443", "tls://127.0.0.1", true},
    {"::1", "::1", "7655", "::1", false},
    {"[::1]", "::1", "7655", "::1", false},
    {"[::1]:7001", "::1", "7001", "[::1]:7001", false},
    {"2001:db8::5", "2001:db8::5", "7443", "2001:db8::5", true},
    {"play.example.org", "play.example.org", "7443", "play.example.org", true},
    {"play.example.org:443", "play.example.org", "443", "play.example.org:443", true},
    {"TLS://play.example.org:7443", "play.example.org", "7443", "play.example.org", true},
    {"plain://192.0.2.5", "192.0.2.5", "7655", "plain://192.0.2.5", false},
    {"plain://192.0.2.5:7443", "192.0.2.5", "7443", "plain://192.0.2.5:7443", false},
    {"plain://localhost", "localhost", "7655", "localhost", false},
    {"", NULL, NULL, NULL, false},
    {":7655", NULL, NULL, NULL, false},
    {"host:", NULL, NULL, NULL, false},
    {"host:0", NULL, NULL, NULL, false},
    {"host:65536", NULL, NULL, NULL, false},
    {"host:7655x", NULL, NULL, NULL, false},
    {"[::1", NULL, NULL, NULL, false},
    {"[::1]7655", NULL, NULL, NULL, false},
    {"[]:1", NULL, NULL, NULL, false},
    {"https://play.example.org", NULL, NULL, NULL, false},
    {"anna@host", NULL, NULL, NULL, false},
    {"host name", NULL, NULL, NULL, false},
    {"host/room", NULL, NULL, NULL, false},
    {"host\nname", NULL, NULL, NULL, false},
    {"host\033[2J", NULL, NULL, NULL, false},
    {"127.example.org", "127.example.org", "7443", "127.example.org", true},
};

static void addresses_are_read_and_put_as_short_as_they_can_be(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(addresses) / sizeof(addresses[0]); i++) {
        struct address address = {0};
        struct address again = {0};
        char text[ADDRESS_TEXT_SIZE];
        assert_int_equal(address_read(addresses[i].typed, &address), addresses[i].host != NULL);
        if (addresses[i].host == NULL)
            continue;
        assert_string_equal(address.host, addresses[i].host);
        assert_string_equal(address.port, addresses[i].port);
        assert_int_equal(address.has_tls, addresses[i].has_tls);
        address_put(&address, text);
        assert_string_equal(text, addresses[i].shortest);
        assert_true(address_read(text, &again));
        assert_true(address_equals(&address, &again));
    }
}

static void environment_gives_the_server(void **state)
{
    (void)state;
    struct invocation out;
    setenv("PENTAD_SERVER", "games.example:7001", 1);
    assert_int_equal(parse("ping", &out), 0);
    assert_string_equal(invocation_place(&out).text, "games.example:7001");
    assert_int_equal(parse("ping --server other.example", &out), 0);
    assert_string_equal(invocation_place(&out).text, "other.example");
    setenv("PENTAD_SERVER", "games.example:many", 1);
    assert_int_equal(parse("ping", &out), -1);
    unsetenv("PENTAD_SERVER");
    assert_int_equal(parse("ping", &out), 0);
    assert_string_equal(invocation_place(&out).text, ADDRESS_HERE);
}

static void clocks_are_read_by_the_grammar_of_the_engine(void **state)
{
    (void)state;
    struct invocation out;
    struct time_control control;
    assert_int_equal(parse("play", &out), 0);
    assert_false(invocation_clock(&out, &control));
    assert_int_equal(parse("play -c 5m+3s", &out), 0);
    assert_true(invocation_clock(&out, &control));
    assert_int_equal(control.kind, CLOCK_FISCHER);
    assert_int_equal(control.increment_ms, 3000);
    assert_int_equal(parse("play --clock=none", &out), 0);
    assert_int_equal(parse("play --clock soon", &out), -1);
    assert_int_equal(parse("watch 000000000009 --clock 5m+3s", &out), -1);
}

static void check_clock(const char *shortened, const char *whole)
{
    struct time_control control, expected;
    assert_true(option_clock(shortened, &control));
    assert_true(time_control_parse(whole, strlen(whole), &expected));
    assert_memory_equal(&control, &expected, sizeof(control));
}

static void clocks_may_be_shortened(void **state)
{
    (void)state;
    static const char *const wrong[] = {"5",
                                        "5s",
                                        "30s",
                                        "+3",
                                        "5+",
                                        "5+3+1",
                                        "5m+",
                                        "m",
                                        "d",
                                        "5dd",
                                        "31d",
                                        "0d",
                                        "0+0",
                                        "0m",
                                        "5 m",
                                        "",
                                        "5+x",
                                        "5mm",
                                        "-5m",
                                        "5+3s ",
                                        "5m+3x30",
                                        "5555555555555555555555555555555555555555555555555555555555"
                                        "5555555555555555555555+3"};
    struct time_control control;
    check_clock("5m", "5m+0s");
    check_clock("1h", "1h+0s");
    check_clock("5+3", "5m+3s");
    check_clock("10+0", "10m+0s");
    check_clock("3d", "3d/move");
    check_clock("5m+3s", "5m+3s");
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
        assert_false(option_clock(wrong[i], &control));
}

static void a_profile_may_say_nothing(void **state)
{
    (void)state;
    struct invocation out;
    assert_int_equal(parse("profile --about= --country=", &out), 0);
    assert_string_equal(out.options[OPTION_ABOUT], "");
    assert_string_equal(out.options[OPTION_COUNTRY], "");
    check_refused("play --server=", "\"\" is not valid for --server.");
}

/* `game` lists moves, `print` takes those of a game; so they and `export` do with formats. */
static void a_name_may_be_one_option_here_and_another_there(void **state)
{
    (void)state;
    struct invocation out;
    assert_int_equal(parse("game 2 --moves", &out), 0);
    assert_string_equal(out.options[OPTION_MOVES], "");
    assert_null(out.options[OPTION_PLAYED]);
    assert_int_equal(parse("print mini --moves 2 -f svg", &out), 0);
    assert_string_equal(out.options[OPTION_PLAYED], "2");
    assert_int_equal(invocation_word(&out, OPTION_SHEET), SHEET_WORD_SVG);
    assert_null(out.options[OPTION_MOVES]);
    assert_int_equal(parse("--format json export", &out), 0);
    assert_int_equal(invocation_word(&out, OPTION_FORMAT), FORMAT_WORD_JSON);
    check_refused("top --moves", "has no option --moves.");
}

static void a_wrong_word_is_answered_with_the_right_ones(void **state)
{
    (void)state;
    check_refused("export --format pdf", "use one of: sgf, psq, json.");
    check_refused("lobby --clock-kind slow", "per_move, fischer, byoyomi, correspondence.");
    check_refused("decline 000000000007 --reason no", "busy, later, too_fast,");
    check_refused("report boris",
                  "WHY is one of: cheating, stalling, insult, name (offensive name), other.");
}

static void only_other_servers_are_told_to_the_opponent(void **state)
{
    (void)state;
    struct invocation out;
    assert_int_equal(parse("play", &out), 0);
    assert_string_equal(invocation_server(&out).text, "");
    assert_int_equal(parse("play --server tls://Games.example:7443", &out), 0);
    assert_string_equal(invocation_server(&out).text, " --server games.example");
}

static void help_names_every_command_option_and_exit_code(void **state)
{
    (void)state;
    struct ink ink;
    ink_init(&ink, (struct look){.is_utf8 = true});
    help_write(NULL, &ink);
    for (int id = 0; id < COMMAND_COUNT; id++)
        help_write(command_row((enum command_id)id), &ink);
    ink_put_raw(&ink, "", 1);
    for (int id = 0; id < COMMAND_COUNT; id++)
        assert_non_null(strstr(ink.bytes.data, command_row((enum command_id)id)->doc));
    for (int id = 0; id < OPTION_COUNT; id++)
        assert_non_null(strstr(ink.bytes.data, option_row((enum option_id)id)->name));
#define EXIT_ROW(ID, number, doc) assert_non_null(strstr(ink.bytes.data, doc));
#define N_(text) text
#include "client/cli/invocation/exits.def"
#undef N_
#undef EXIT_ROW
    ink_deinit(&ink);
}

/* Takes the next word; false at the end. */
static bool next_word(const char **text, const char **word, size_t *len)
{
    *word = *text + strspn(*text, " \n");
    *len = strcspn(*word, " \n");
    *text = *word + *len;
    return *len > 0;
}

/* The same words in the same order, in lines that fit. */
static void check_help(struct ink *usual, struct ink *narrow, size_t columns)
{
    const char *texts[] = {usual->bytes.data, narrow->bytes.data};
    const char *words[2];
    size_t lens[2];
    while (next_word(&texts[0], &words[0], &lens[0])) {
        assert_true(next_word(&texts[1], &words[1], &lens[1]));
        assert_int_equal(lens[0], lens[1]);
        assert_memory_equal(words[0], words[1], lens[0]);
    }
    assert_false(next_word(&texts[1], &words[1], &lens[1]));
    for (const char *line = narrow->bytes.data; *line != '\0'; line += strcspn(line, "\n") + 1)
        assert_true(strcspn(line, "\n") < columns);
}

static void help_fits_any_window_and_breaks_no_word(void **state)
{
    (void)state;
    for (size_t columns = 40; columns < 120; columns += 5) {
        for (int id = -1; id < COMMAND_COUNT; id++) {
            struct ink usual;
            struct ink narrow;
            const struct command_row *row = id < 0 ? NULL : command_row((enum command_id)id);
            ink_init(&usual, (struct look){.is_utf8 = true});
            ink_init(&narrow, (struct look){.is_utf8 = true});
            ink_break_lines(&narrow, columns);
            help_write(row, &usual);
            help_write(row, &narrow);
            ink_put_raw(&usual, "", 1);
            ink_put_raw(&narrow, "", 1);
            check_help(&usual, &narrow, columns);
            ink_deinit(&usual);
            ink_deinit(&narrow);
        }
    }
}

int main(void)
{
    unsetenv("PENTAD_SERVER");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commands_take_arguments_and_options_anywhere),
        cmocka_unit_test(a_game_stands_behind_the_arguments),
        cmocka_unit_test(a_game_stands_for_a_room_where_it_is_played),
        cmocka_unit_test(letters_are_the_options_of_their_command),
        cmocka_unit_test(a_mistyped_command_is_guessed),
        cmocka_unit_test(a_computer_needs_no_name),
        cmocka_unit_test(words_are_those_of_the_wire),
        cmocka_unit_test(two_dashes_end_the_options),
        cmocka_unit_test(wrong_lines_are_refused_with_a_reason),
        cmocka_unit_test(help_and_version_forgive_the_rest),
        cmocka_unit_test(environment_gives_the_server),
        cmocka_unit_test(addresses_are_read_and_put_as_short_as_they_can_be),
        cmocka_unit_test(clocks_are_read_by_the_grammar_of_the_engine),
        cmocka_unit_test(clocks_may_be_shortened),
        cmocka_unit_test(a_profile_may_say_nothing),
        cmocka_unit_test(a_name_may_be_one_option_here_and_another_there),
        cmocka_unit_test(a_wrong_word_is_answered_with_the_right_ones),
        cmocka_unit_test(only_other_servers_are_told_to_the_opponent),
        cmocka_unit_test(help_names_every_command_option_and_exit_code),
        cmocka_unit_test(help_fits_any_window_and_breaks_no_word),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
