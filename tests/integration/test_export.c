/* SPDX-License-Identifier: MIT */
/* A player's past by the terminal client: filters, stars, files of games, the graph, statistics. */
#include "engine/record.h"
#include "tests/support/person.h"
#include "tests/support/table.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct said said;

/* ---------------------------------------------------------------- helpers */

/* Anna won `wins` games of classic against Boris for the rating, and loses one of mini for fun. */
static void play_games(struct scene *scene, int wins)
{
    struct peer *anna = scene_account(scene, "Anna");
    struct peer *boris = scene_account(scene, "Boris");
    struct table table;
    for (int i = 0; i < wins; i++) {
        table_open(&table, anna, boris, "classic", TABLE_RATED);
        table_play(&table, TABLE_FIRST_WINS);
        table_ended(&table, "first", "row");
    }
    table_open(&table, boris, anna, "mini", TABLE_UNRATED);
    table_play(&table, TABLE_MINI_FIRST_WINS);
    table_ended(&table, "first", "row");
}

static void log_in(struct person *person, struct scene *scene, const char *name)
{
    person_init(person, scene, name);
    assert_int_equal(
        person_run(person, PENTA("login", name, "--password-file", person->password_file), &said),
        0);
}

static void place(const struct person *person, const char *name, char path[FOLDER_PATH_SIZE + 32])
{
    snprintf(path, FOLDER_PATH_SIZE + 32, "%s/%s", person->home, name);
}

/* The whole file; the caller frees it. */
static char *file_read(const char *path)
{
    char *text = NULL;
    size_t size = 0;
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_true(getdelim(&text, &size, '\0', file) > 0);
    fclose(file);
    return text;
}

static int count_of(const char *text, const char *what)
{
    int count = 0;
    for (const char *at = strstr(text, what); at != NULL; at = strstr(at + 1, what))
        count++;
    return count;
}

static int lines_of(const struct person *person, const char *const args[])
{
    assert_int_equal(person_run(person, args, &said), 0);
    return count_of(said.out, "\n");
}

/* Nothing but files of that name is in the home's folder: no part of an export is left. */
static void assert_no_parts(const struct person *person)
{
    DIR *folder = opendir(person->home);
    assert_non_null(folder);
    for (struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder))
        assert_null(strstr(entry->d_name, ".part-"));
    closedir(folder);
}

/* ---------------------------------------------------------------- filters and stars */

SCENE(a_star_is_listed_stays_and_is_not_for_others)
{
    char game[TABLE_ID_SIZE];
    struct person anna;
    struct person boris;
    server_keep_port(scene->server);
    play_games(scene, 2);
    log_in(&anna, scene, "Anna");
    log_in(&boris, scene, "Boris");
    assert_int_equal(lines_of(&anna, PENTA("history", "--starred", "--json")), 0);
    assert_int_equal(person_run(&anna, PENTA("history", "--json"), &said), 0);
    snprintf(game, sizeof(game), "%.12s", strstr(said.out, "\"game\":\"") + 8);
    assert_int_equal(person_run(&anna, PENTA("star", game), &said), 0);
    scene_restart(scene);
    assert_int_equal(lines_of(&anna, PENTA("history", "--starred", "--json")), 1);
    assert_non_null(strstr(said.out, "\"starred\":true"));
    assert_int_equal(lines_of(&boris, PENTA("history", "--starred", "--json")), 0);
    assert_int_equal(person_run(&boris, PENTA("history", "Anna", "--json"), &said), 0);
    assert_null(strstr(said.out, "starred"));
    assert_int_equal(person_run(&boris, PENTA("history", "Anna", "--starred"), &said), 1);
    assert_int_equal(person_run(&anna, PENTA("star", game, "--remove"), &said), 0);
    assert_int_equal(lines_of(&anna, PENTA("history", "--starred", "--json")), 0);
    assert_int_equal(person_run(&anna, PENTA("star", "000000000001"), &said), 1);
}

SCENE(a_history_is_narrowed_by_date_and_stake)
{
    struct person anna;
    play_games(scene, 2);
    log_in(&anna, scene, "Anna");
    assert_int_equal(lines_of(&anna, PENTA("history", "--json")), 3);
    assert_int_equal(lines_of(&anna, PENTA("history", "--rated", "--json")), 2);
    assert_int_equal(lines_of(&anna, PENTA("history", "--unrated", "--json")), 1);
    assert_int_equal(lines_of(&anna, PENTA("history", "--since", "2020-01-01", "--json")), 3);
    assert_int_equal(lines_of(&anna, PENTA("history", "--until", "2020-01-01", "--json")), 0);
    assert_int_equal(lines_of(&anna, PENTA("history", "--since", "2190-01-01", "--json")), 0);
    assert_int_equal(person_run(&anna, PENTA("history", "--since", "2020-02-30"), &said), 2);
}

/* ---------------------------------------------------------------- files */

SCENE(sgf_is_one_collection_of_exactly_the_filtered_games)
{
    char path[FOLDER_PATH_SIZE + 32];
    struct person anna;
    struct game game;
    play_games(scene, 3);
    log_in(&anna, scene, "Anna");
    place(&anna, "games.sgf", path);
    assert_int_equal(person_run(&anna, PENTA("export", "--result", "won", "-o", path), &said), 0);
    assert_non_null(strstr(said.err, "3 games saved."));
    char *text = file_read(path);
    assert_int_equal(count_of(text, "(;FF[4]GM[4]"), 3);
    assert_int_equal(count_of(text, "PB[Anna]PW[Boris]"), 3);
    assert_int_equal(record_read_sgf(&game, text, strcspn(text, ")") + 1, NULL), 0);
    assert_int_equal(game.ply, 9);
    free(text);
    assert_int_equal(person_run(&anna, PENTA("export", "Boris", "--variant", "mini"), &said), 0);
    assert_int_equal(count_of(said.out, "(;FF[4]GM[4]"), 1);
    assert_non_null(strstr(said.err, "1 game saved."));
    assert_no_parts(&anna);
}

SCENE(an_export_has_pages_that_miss_nothing)
{
    static const char *const formats[] = {"sgf", "psq", "json"};
    struct peer *reader = scene_stranger(scene, "a stranger");
    play_games(scene, 4);
    json_t *list = peer_ask(reader, "history.list", "{s:s}", "name", "Anna");
    for (size_t format = 0; format < 3; format++) {
        const char *before = NULL;
        for (size_t at = 0; at < 5; at += 2) {
            json_t *page =
                peer_ask(reader, "history.export", "{s:s, s:s, s:i, s:s*}", "name", "Anna",
                         "format", formats[format], "limit", 2, "before", before);
            assert_int_equal(count_at(page, "games"), at < 4 ? 2 : 1);
            assert_int_equal(bool_at(page, "more"), at < 4);
            for (size_t i = 0; i < count_at(page, "games"); i++) {
                const json_t *game = json_array_get(json_object_get(page, "games"), i);
                const json_t *row = json_array_get(json_object_get(list, "rows"), at + i);
                assert_string_equal(text_at(game, "game"), text_at(row, "game"));
                assert_true(has_at(game, format < 2 ? "text" : "json.actions"));
                before = text_at(row, "game");
            }
        }
    }
}

SCENE(json_is_a_line_for_each_game)
{
    json_error_t error;
    struct person anna;
    play_games(scene, 1);
    log_in(&anna, scene, "Anna");
    assert_int_equal(lines_of(&anna, PENTA("export", "--format", "json")), 2);
    json_t *mini = json_loadb(said.out, strcspn(said.out, "\n"), 0, &error);
    json_t *classic = json_loads(strchr(said.out, '\n') + 1, 0, &error);
    assert_string_equal(text_at(mini, "variant"), "mini");
    assert_string_equal(text_at(mini, "first.name"), "Boris");
    assert_string_equal(text_at(classic, "actions"), TABLE_FIRST_WINS);
    assert_string_equal(text_at(classic, "board.line"), TABLE_FIRST_LINE);
    assert_string_equal(text_at(classic, "result"), "first");
    assert_int_equal(int_at(classic, "first.before"), 1500);
    assert_int_equal(int_at(classic, "first.after"), 1520);
    assert_string_equal(text_at(classic, "second.mark"), "o");
    json_decref(mini);
    json_decref(classic);
}

SCENE(psq_is_a_new_folder_with_a_file_for_each_game)
{
    char path[FOLDER_PATH_SIZE + 32];
    struct person anna;
    int files = 0;
    play_games(scene, 2);
    log_in(&anna, scene, "Anna");
    place(&anna, "games", path);
    assert_int_equal(person_run(&anna, PENTA("export", "--format", "psq"), &said), 2);
    assert_int_equal(person_run(&anna, PENTA("export", "--format", "psq", "-o", path), &said), 0);
    DIR *folder = opendir(path);
    assert_non_null(folder);
    for (struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder))
        files += strstr(entry->d_name, ".psq") != NULL;
    closedir(folder);
    assert_int_equal(files, 3);
    /* There are games in it now: nothing is mixed. */
    assert_int_equal(person_run(&anna, PENTA("export", "--format", "psq", "-o", path), &said), 5);
    assert_no_parts(&anna);
}

SCENE(an_export_that_is_refused_leaves_the_old_file)
{
    char path[FOLDER_PATH_SIZE + 32];
    struct person anna;
    play_games(scene, 1);
    log_in(&anna, scene, "Anna");
    place(&anna, "games.sgf", path);
    assert_int_equal(person_run(&anna, PENTA("export", "-o", path), &said), 0);
    assert_int_equal(person_run(&anna, PENTA("export", "Nobody", "-o", path, "--force"), &said), 1);
    assert_int_equal(person_run(&anna, PENTA("export", "--variant", "mini", "-o", path), &said), 5);
    assert_non_null(strstr(said.err, "games.sgf already exists; use --force to replace it."));
    char *text = file_read(path);
    assert_int_equal(count_of(text, "(;FF[4]GM[4]"), 2);
    free(text);
    assert_int_equal(
        person_run(&anna, PENTA("export", "--variant", "mini", "-o", path, "--force"), &said), 0);
    text = file_read(path);
    assert_int_equal(count_of(text, "(;FF[4]GM[4]"), 1);
    free(text);
    assert_int_equal(person_run(&anna, PENTA("export", "-o", "/proc/no/such/place"), &said), 5);
    assert_no_parts(&anna);
}

/* ---------------------------------------------------------------- graph, statistics, names */

SCENE(the_rating_is_drawn_and_told_by_days)
{
    struct person anna;
    play_games(scene, 3);
    log_in(&anna, scene, "Anna");
    assert_int_equal(person_run(&anna, PENTA("rating"), &said), 0);
    assert_non_null(strstr(said.out, "Anna, "));
    assert_non_null(strstr(said.out, " now, peak "));
    assert_non_null(strstr(said.out, "3 games"));
    assert_true(count_of(said.out, "\n") <= 24);
    assert_int_equal(person_run(&anna, PENTA("rating", "Boris", "--json"), &said), 0);
    json_t *graph = json_loads(said.out, 0, NULL);
    assert_int_equal(count_at(graph, "days"), 1);
    assert_int_equal(int_at(graph, "days.0.games"), 3);
    assert_int_equal(int_at(graph, "days.0.rating"), int_at(graph, "rating"));
    assert_int_equal(int_at(graph, "games"), 3);
    assert_int_equal(int_at(graph, "rank"), 2);
    assert_false(has_at(graph, "before"));
    assert_string_equal(text_at(graph, "first_day"), text_at(graph, "days.0.day"));
    json_decref(graph);
    assert_int_equal(person_run(&anna, PENTA("rating", "--variant", "swap2"), &said), 0);
    assert_non_null(strstr(said.out, "No rating in \"Five in a row, Swap2\" yet."));
    assert_int_equal(lines_of(&anna, PENTA("rating", "--since", "2024-01-01", "--until",
                                           "2026-01-01", "--json")),
                     2);
}

SCENE(days_that_are_none_are_refused_by_name)
{
    struct peer *reader = scene_stranger(scene, "a stranger");
    scene_account(scene, "Anna");
    json_t *error = peer_refused(reader, "bad_value", "rating.graph", "{s:s, s:s, s:s}", "name",
                                 "Anna", "variant", "classic", "from_day", "2026-13-01");
    assert_string_equal(text_at(error, "field"), "from_day");
    error =
        peer_refused(reader, "out_of_range", "rating.graph", "{s:s, s:s, s:s, s:s}", "name", "Anna",
                     "variant", "classic", "from_day", "2025-01-01", "to_day", "2026-01-02");
    assert_string_equal(text_at(error, "field"), "from_day");
    peer_ask(reader, "rating.graph", "{s:s, s:s, s:s, s:s}", "name", "Anna", "variant", "classic",
             "from_day", "2025-01-01", "to_day", "2026-01-01");
}

SCENE(statistics_count_by_colour_with_streaks_and_the_best_win)
{
    struct person anna;
    play_games(scene, 2);
    log_in(&anna, scene, "Anna");
    assert_int_equal(person_run(&anna, PENTA("stats", "--json"), &said), 0);
    json_t *stats = json_loads(said.out, 0, NULL);
    assert_int_equal(count_at(stats, "tallies"), 2);
    assert_string_equal(text_at(stats, "tallies.0.mark"), "x");
    assert_int_equal(int_at(stats, "tallies.0.won"), 2);
    assert_string_equal(text_at(stats, "tallies.1.seat"), "second");
    assert_int_equal(int_at(stats, "tallies.1.lost"), 1);
    assert_int_equal(int_at(stats, "form.0.winning"), 2);
    assert_int_equal(int_at(stats, "form.0.best_win_rating"), 1500);
    assert_string_equal(text_at(stats, "form.0.best_win_over"), "Boris");
    json_decref(stats);
    assert_int_equal(person_run(&anna, PENTA("stats", "Boris", "--against", "ANNA"), &said), 0);
    assert_non_null(strstr(said.out, "Boris against Anna"));
    assert_int_equal(person_run(&anna, PENTA("stats", "--against", "Nobody"), &said), 1);
}

SCENE(people_are_found_by_the_beginning_of_their_names)
{
    struct person anna;
    play_games(scene, 1);
    scene_account(scene, "Annabel");
    log_in(&anna, scene, "Anna");
    assert_int_equal(lines_of(&anna, PENTA("find", "ANN")), 3);
    assert_non_null(strstr(said.out, "1520"));
    assert_int_equal(lines_of(&anna, PENTA("top", "--find", "b")), 2);
    assert_non_null(strstr(said.out, "Boris"));
    assert_non_null(strstr(said.out, "1480"));
    assert_int_equal(person_run(&anna, PENTA("find", "ann", "--limit", "1"), &said), 0);
    assert_non_null(strstr(said.out, "More: --after Anna"));
    assert_int_equal(lines_of(&anna, PENTA("find", "ann", "--after", "Anna")), 2);
    assert_int_equal(person_run(&anna, PENTA("find", "!?"), &said), 1);
    assert_non_null(strstr(said.out, "No such player."));
    assert_int_equal(person_run(&anna, PENTA("find", "!?", "--json"), &said), 1);
    assert_string_equal(said.out, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCENE_TEST(a_star_is_listed_stays_and_is_not_for_others),
        SCENE_TEST(a_history_is_narrowed_by_date_and_stake),
        SCENE_TEST(sgf_is_one_collection_of_exactly_the_filtered_games),
        SCENE_TEST(an_export_has_pages_that_miss_nothing),
        SCENE_TEST(json_is_a_line_for_each_game),
        SCENE_TEST(psq_is_a_new_folder_with_a_file_for_each_game),
        SCENE_TEST(an_export_that_is_refused_leaves_the_old_file),
        SCENE_TEST(the_rating_is_drawn_and_told_by_days),
        SCENE_TEST(days_that_are_none_are_refused_by_name),
        SCENE_TEST(statistics_count_by_colour_with_streaks_and_the_best_win),
        SCENE_TEST(people_are_found_by_the_beginning_of_their_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
