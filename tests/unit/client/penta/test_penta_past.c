/* SPDX-License-Identifier: MIT */
/*
 * The program penta walks over the pages of a past: exports that wait and go on, files that appear
 * whole or not at all, graphs of several pages.
 */
#include "engine/game.h"
#include "penta_run.h"
#include "tests/support/cmocka_all.h"
#include "wire.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define GAMES_A_PAGE 3

static void path_in_home(const char *name, char path[192])
{
    snprintf(path, 192, "%s/%s", run.home, name);
}

/* A page of games with the ids `first`, `first` - 1 ... */
static void answer_page(int64_t id, uint64_t first, bool more)
{
    struct exported_game_record games[GAMES_A_PAGE];
    for (size_t i = 0; i < GAMES_A_PAGE; i++)
        games[i] = (struct exported_game_record){.game = first - i, .text = "(;FF[4])\n"};
    fake_server_reply(
        &run.server, OP_HISTORY_EXPORT, id,
        &(struct history_export_reply){
            .name = "boris", .games = games, .games_count = GAMES_A_PAGE, .more = more});
}

static struct request take_export(uint64_t before)
{
    struct request request = fake_server_take(&run.server, OP_HISTORY_EXPORT);
    assert_string_equal(request.as.history_export.name, "boris");
    assert_int_equal(request.as.history_export.score, SCORE_WORD_WON);
    assert_int_equal(request.as.history_export.stake, STAKE_WORD_RATED);
    assert_int_equal(request.as.history_export.computers, COMPUTERS_WORD_WITHOUT);
    assert_true(request.as.history_export.since > 0);
    assert_int_equal(request.as.history_export.before, before);
    return request;
}

static void start_export(const char *path)
{
    char arguments[512];
    snprintf(
        arguments, sizeof(arguments),
        "export boris --result won --rated --computers without --since 2026-01-01 --force -o %s",
        path);
    penta_run_start(arguments);
    fake_server_accept(&run.server);
}

static size_t file_size(const char *path)
{
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return 0;
    fseek(file, 0, SEEK_END);
    size_t size = (size_t)ftell(file);
    fclose(file);
    return size;
}

static void assert_no_parts(void)
{
    DIR *folder = opendir(run.home);
    assert_non_null(folder);
    for (struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder))
        assert_null(strstr(entry->d_name, ".part-"));
    closedir(folder);
}

static void an_export_keeps_its_filters_over_all_pages(void **state)
{
    (void)state;
    char path[192];
    path_in_home("games.sgf", path);
    start_export(path);
    answer_page(take_export(0).id, 99, true);
    answer_page(take_export(97).id, 50, true);
    answer_page(take_export(48).id, 20, false);
    penta_run_check_end(0, "9 games saved.");
    assert_int_equal(file_size(path), 9 * strlen("(;FF[4])\n"));
    assert_no_parts();
    unlink(path);
}

static void an_export_waits_when_it_is_too_fast_and_goes_on(void **state)
{
    (void)state;
    char path[192];
    char line[256];
    path_in_home("games.sgf", path);
    start_export(path);
    answer_page(take_export(0).id, 99, true);
    snprintf(line, sizeof(line),
             "{\"re\":%d,\"error\":{\"code\":\"rate_limited\",\"message\":\"x\","
             "\"retry_after_ms\":60}}\n",
             (int)take_export(97).id);
    fake_server_raw(&run.server, line);
    answer_page(take_export(97).id, 50, false);
    penta_run_check_end(0, "6 games saved.");
    unlink(path);
}

static void a_connection_that_breaks_leaves_the_old_file(void **state)
{
    (void)state;
    char path[192];
    path_in_home("games.sgf", path);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("old", file);
    fclose(file);
    start_export(path);
    answer_page(take_export(0).id, 99, true);
    take_export(97);
    fake_server_drop(&run.server);
    penta_run_check_end(3, "No connection");
    assert_int_equal(file_size(path), 3);
    assert_no_parts();
    unlink(path);
}

/* ---------------------------------------------------------------- the graph */

/* Three days: one month after the other. */
static void answer_graph(const char *from, const char *to, int rating)
{
    char texts[3][32];
    struct rating_day_record days[3];
    for (int i = 0; i < 3; i++) {
        snprintf(texts[i], sizeof(texts[i]), "%.5s%02d-01", from, i + 1);
        days[i] = (struct rating_day_record){
            .day = texts[i], .rating = rating, .games = 1, .annulled = i == 2 ? 2 : 0};
    }
    struct request request = fake_server_take(&run.server, OP_RATING_GRAPH);
    assert_string_equal(request.as.rating_graph.from_day, from);
    assert_string_equal(request.as.rating_graph.to_day, to);
    fake_server_reply(&run.server, OP_RATING_GRAPH, request.id,
                      &(struct rating_graph_reply){.name = "boris",
                                                   .from_day = from,
                                                   .to_day = to,
                                                   .days = days,
                                                   .days_count = 3,
                                                   .before = NONE,
                                                   .rating = rating,
                                                   .peak = 1700,
                                                   .games = 12,
                                                   .rank = 3});
}

static void a_long_graph_is_drawn_from_several_pages(void **state)
{
    (void)state;
    penta_run_start("rating boris --since 2024-01-01 --until 2025-06-30");
    fake_server_accept(&run.server);
    answer_graph("2024-01-01", "2024-12-31", 1500);
    answer_graph("2025-01-01", "2025-06-30", 1600);
    penta_run_check_end(0, "1600 now, peak 1700, rank 3   12 games");
    assert_non_null(strstr(run.penta.text, "2024-01-01"));
    assert_non_null(strstr(run.penta.text, "2024-09-30"));
    assert_non_null(strstr(run.penta.text, "2025-06-30"));
    assert_non_null(strstr(run.penta.text, "\n2024-03-01: the points of 2 games were taken back "
                                           "(annulled)\n2025-03-01: "));
}

/* Lists few days: of them a graph says nothing. */
static void few_days_are_lines_and_no_graph(void **state)
{
    (void)state;
    const struct rating_day_record days[] = {
        {.day = "2026-11-26", .rating = 1539, .games = 3},
        {.day = "2026-11-27", .rating = 1521, .games = 1, .annulled = 2, .annulled_later = 1},
        {.day = "2026-12-01", .rating = 1421}, /* a fine */
    };
    penta_run_start("rating boris");
    fake_server_accept(&run.server);
    struct request request = fake_server_take(&run.server, OP_RATING_GRAPH);
    fake_server_reply(&run.server, OP_RATING_GRAPH, request.id,
                      &(struct rating_graph_reply){.name = "boris",
                                                   .from_day = "2025-12-02",
                                                   .to_day = "2026-12-01",
                                                   .days = days,
                                                   .days_count = 3,
                                                   .before = NONE,
                                                   .rating = 1421,
                                                   .peak = 1539,
                                                   .games = 4,
                                                   .rank = 3});
    penta_run_check_end(
        0, "2026-11-26  1539         3 games\n"
           "2026-11-27  1521   -18   1 game   annulled since: 1   points taken back: 2\n"
           "2026-12-01  1421  -100\n"
           "With 6 days there will be a graph. Each game: penta history\n");
}

static void a_period_without_games_is_no_flat_line(void **state)
{
    (void)state;
    penta_run_start("rating boris");
    fake_server_accept(&run.server);
    struct request request = fake_server_take(&run.server, OP_RATING_GRAPH);
    fake_server_reply(&run.server, OP_RATING_GRAPH, request.id,
                      &(struct rating_graph_reply){.name = "boris",
                                                   .from_day = "2025-12-02",
                                                   .to_day = "2026-12-01",
                                                   .before = 1480,
                                                   .rating = 1480,
                                                   .peak = 1500,
                                                   .games = 4,
                                                   .rank = 3});
    penta_run_check_end(0, "4 games\nNo games in this period.\n");
}

/* ---------------------------------------------------------------- provisional ratings */

static void an_empty_leaderboard_says_where_one_learns_more(void **state)
{
    (void)state;
    penta_run_start("top");
    fake_server_accept(&run.server);
    fake_server_reply(&run.server, OP_RATING_TOP, fake_server_take(&run.server, OP_RATING_TOP).id,
                      &(struct rating_top_reply){.total = 0});
    penta_run_check_end(0,
                        "Five in a row\nNobody has an established rating yet: see penta rank.\n");
}

static void who_is_ranked_with_fewer_points_is_shown_so(void **state)
{
    (void)state;
    const struct standing_record rows[] = {
        {.rank = 1, .name = "boris", .rating = 1640, .games = 40, .listed = NONE},
        {.rank = 2, .name = "maria", .rating = 1839, .games = 42, .listed = 1600}};
    penta_run_start("top");
    fake_server_accept(&run.server);
    fake_server_reply(&run.server, OP_RATING_TOP, fake_server_take(&run.server, OP_RATING_TOP).id,
                      &(struct rating_top_reply){.total = 2, .rows = rows, .rows_count = 2});
    penta_run_check_end(0, "1839   42 games   ranked with 1600\nRanked with fewer points: ");
}

static void a_rank_in_nobodys_list_does_not_send_to_itself(void **state)
{
    (void)state;
    struct request request = penta_run_as_maria("rank", OP_RATING_AROUND);
    fake_server_reply(&run.server, OP_RATING_AROUND, request.id,
                      &(struct rating_around_reply){.rank = NONE, .rating = NONE});
    fake_server_reply(&run.server, OP_PLAYER_GET, fake_server_take(&run.server, OP_PLAYER_GET).id,
                      &(struct player_get_reply){.name = "maria"});
    fake_server_reply(&run.server, OP_RATING_AROUND,
                      fake_server_take(&run.server, OP_RATING_AROUND).id,
                      &(struct rating_around_reply){.rank = NONE, .rating = NONE});
    penta_run_check_end(0, "Five in a row\nNo rating in \"Five in a row\" yet.\nNobody has an "
                           "established rating yet.\n");
}

/* Without a rating in classic, which nobody named, a player is shown in what is played most. */
static void a_rank_is_that_of_the_own_variant(void **state)
{
    (void)state;
    const struct player_rating_record ratings[] = {{.variant = variant_get(VARIANT_MINI),
                                                    .rating = 1600,
                                                    .games = 2,
                                                    .rank = NONE,
                                                    .listed = NONE},
                                                   {.variant = variant_get(VARIANT_SWAP2),
                                                    .rating = 1520,
                                                    .games = 9,
                                                    .rank = NONE,
                                                    .listed = NONE}};
    struct request request = penta_run_as_maria("rank", OP_RATING_AROUND);
    assert_int_equal(request.as.rating_around.variant->id, VARIANT_CLASSIC);
    fake_server_reply(&run.server, OP_RATING_AROUND, request.id,
                      &(struct rating_around_reply){.rank = NONE, .rating = NONE});
    fake_server_reply(
        &run.server, OP_PLAYER_GET, fake_server_take(&run.server, OP_PLAYER_GET).id,
        &(struct player_get_reply){.name = "maria", .ratings = ratings, .ratings_count = 2});
    request = fake_server_take(&run.server, OP_RATING_AROUND);
    assert_int_equal(request.as.rating_around.variant->id, VARIANT_SWAP2);
    fake_server_reply(&run.server, OP_RATING_AROUND, request.id,
                      &(struct rating_around_reply){
                          .rank = NONE, .provisional = true, .rating = 1520, .games_to_go = 1});
    penta_run_check_end(0, "Five in a row, Swap2\n1520?  provisional: 1 more rated game\n");
}

/* A player with a rating in mini alone, whose page is asked for. */
static void answer_page_of_mini(void)
{
    const struct player_rating_record mini = {
        .variant = variant_get(VARIANT_MINI), .rating = 1600, .games = 2, .rank = NONE};
    fake_server_reply(
        &run.server, OP_PLAYER_GET, fake_server_take(&run.server, OP_PLAYER_GET).id,
        &(struct player_get_reply){.name = "maria", .ratings = &mini, .ratings_count = 1});
}

static void without_a_rating_it_is_said_where_there_is_one(void **state)
{
    (void)state;
    struct request request = penta_run_as_maria("rank --variant swap2", OP_RATING_AROUND);
    fake_server_reply(&run.server, OP_RATING_AROUND, request.id,
                      &(struct rating_around_reply){.rank = NONE, .rating = NONE});
    answer_page_of_mini();
    penta_run_check_end(0, "No rating in \"Five in a row, Swap2\" yet.\n"
                           "Nobody has an established rating yet.\n"
                           "There is one in \"Tic-tac-toe\": --variant mini\n");
    request = penta_run_as_maria("rating --variant swap2", OP_RATING_GRAPH);
    fake_server_reply(&run.server, OP_RATING_GRAPH, request.id,
                      &(struct rating_graph_reply){.name = "maria",
                                                   .from_day = "2025-12-02",
                                                   .to_day = "2026-12-01",
                                                   .before = NONE,
                                                   .rating = NONE,
                                                   .peak = NONE,
                                                   .rank = NONE});
    answer_page_of_mini();
    penta_run_check_end(0, "No rating in \"Five in a row, Swap2\" yet.\n"
                           "There is one in \"Tic-tac-toe\": --variant mini\n");
}

static void a_rating_is_that_of_the_own_variant(void **state)
{
    (void)state;
    struct rating_graph_reply graph = {.name = "maria",
                                       .from_day = "2025-12-02",
                                       .to_day = "2026-12-01",
                                       .before = NONE,
                                       .rating = NONE,
                                       .peak = NONE,
                                       .rank = NONE};
    struct request request = penta_run_as_maria("rating", OP_RATING_GRAPH);
    assert_int_equal(request.as.rating_graph.variant->id, VARIANT_CLASSIC);
    fake_server_reply(&run.server, OP_RATING_GRAPH, request.id, &graph);
    answer_page_of_mini();
    request = fake_server_take(&run.server, OP_RATING_GRAPH);
    assert_int_equal(request.as.rating_graph.variant->id, VARIANT_MINI);
    graph.rating = graph.peak = graph.before = 1600;
    graph.provisional = true;
    fake_server_reply(&run.server, OP_RATING_GRAPH, request.id, &graph);
    penta_run_check_end(0, "maria, Tic-tac-toe\n1600? now, peak 1600, provisional");
}

static void the_leaderboard_is_that_of_the_own_variant(void **state)
{
    (void)state;
    penta_run_log_in(&(struct auth_login_reply){.seq = 1, .name = "maria", .token = TOKEN});
    penta_run_start("top");
    fake_server_accept(&run.server);
    fake_server_reply(&run.server, OP_AUTH_RESUME, fake_server_take(&run.server, OP_AUTH_RESUME).id,
                      &(struct auth_resume_reply){.seq = 1, .name = "maria"});
    answer_page_of_mini();
    struct request request = fake_server_take(&run.server, OP_RATING_TOP);
    assert_int_equal(request.as.rating_top.variant->id, VARIANT_MINI);
    const struct standing_record row = {.rank = 1, .name = "vera", .rating = 1600, .games = 30};
    fake_server_reply(&run.server, OP_RATING_TOP, request.id,
                      &(struct rating_top_reply){.total = 1, .rows = &row, .rows_count = 1});
    penta_run_check_end(0, "Tic-tac-toe\n"
                           "   rank  name                points\n"
                           "      1  vera                  1600");
}

static void answer_rank(int64_t games, int64_t opponents)
{
    fake_server_accept(&run.server);
    struct request request = fake_server_take(&run.server, OP_RATING_AROUND);
    fake_server_reply(&run.server, OP_RATING_AROUND, request.id,
                      &(struct rating_around_reply){.rank = NONE,
                                                    .provisional = true,
                                                    .rating = 1520,
                                                    .games_to_go = games,
                                                    .opponents_to_go = opponents});
}

static void a_rank_says_what_a_provisional_rating_needs(void **state)
{
    (void)state;
    penta_run_start("rank boris");
    answer_rank(7, 1);
    penta_run_check_end(0, "1520?  provisional: 7 more rated games, 1 more opponent\n");
}

static void a_rank_says_only_what_is_missing(void **state)
{
    (void)state;
    penta_run_start("rank boris");
    answer_rank(0, 2);
    penta_run_check_end(0, "1520?  provisional: 2 more opponents\n");
}

static void a_provisional_rating_has_a_mark_in_place_of_a_rank(void **state)
{
    (void)state;
    const struct player_rating_record rating = {.variant = variant_get(VARIANT_MINI),
                                                .rating = 1520,
                                                .games = 1,
                                                .rank = NONE,
                                                .provisional = true,
                                                .listed = NONE};
    penta_run_start("player boris");
    fake_server_accept(&run.server);
    struct request request = fake_server_take(&run.server, OP_PLAYER_GET);
    fake_server_reply(
        &run.server, OP_PLAYER_GET, request.id,
        &(struct player_get_reply){.name = "boris", .ratings = &rating, .ratings_count = 1});
    penta_run_check_end(0, "1520?  provisional   1 game");
}

static void a_search_marks_provisional_ratings(void **state)
{
    (void)state;
    const struct found_player_record row = {
        .name = "boris", .rating = 1520, .rank = NONE, .games = 1, .provisional = true};
    penta_run_start("find bo");
    fake_server_accept(&run.server);
    struct request request = fake_server_take(&run.server, OP_PLAYER_FIND);
    fake_server_reply(&run.server, OP_PLAYER_FIND, request.id,
                      &(struct player_find_reply){.rows = &row, .rows_count = 1});
    penta_run_check_end(0, "   rank  name                points\n"
                           "      -  boris                 1520?");
}

/* A name and its rating are one thing, and the time of day is less than they are. */
static void history_has_room_for_names_in_a_window(void **state)
{
    (void)state;
    const struct history_row_record row = {.game = 9,
                                           .opponent = "maria-two",
                                           .variant = variant_get(VARIANT_CLASSIC),
                                           .score = SCORE_WORD_WON,
                                           .points = 12,
                                           .mark = MARK_X,
                                           .opponent_rating = 1512,
                                           .opponent_provisional = true,
                                           .opponent_rank = NONE};
    static const char *const lines[][2] = {
        {"80", "000000000009 1970-01-01 classic     X   won        +12        maria-two (1512?)"},
        {"70", "000000000009 1970-01-01 classic     X   won        +12\r\n  maria-two (1512?)"}};
    for (size_t i = 0; i < 2; i++) {
        run.penta.columns = lines[i][0];
        penta_run_start_screen("history anna --no-color");
        fake_server_accept(&run.server);
        fake_server_reply(
            &run.server, OP_HISTORY_LIST, fake_server_take(&run.server, OP_HISTORY_LIST).id,
            &(struct history_list_reply){.name = "anna", .rows = &row, .rows_count = 1});
        penta_run_check_end(0, lines[i][1]);
        fake_server_drop(&run.server);
    }
    run.penta.columns = NULL;
}

/* JSON has words for each game; who asked for another format is told how many were left out. */
static void games_without_words_in_a_format_are_counted(void **state)
{
    (void)state;
    const struct exported_game_record games[] = {{.game = 9, .text = "(;FF[4])\n"},
                                                 {.game = 8, .no_record = true}};
    penta_run_start("export boris");
    fake_server_accept(&run.server);
    fake_server_reply(
        &run.server, OP_HISTORY_EXPORT, fake_server_take(&run.server, OP_HISTORY_EXPORT).id,
        &(struct history_export_reply){.name = "boris", .games = games, .games_count = 2});
    penta_run_check_end(0, "1 game has no words in this format: --format json saves it, too.");
    assert_non_null(strstr(run.penta.text, "1 game saved."));
    fake_server_drop(&run.server);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PENTA_TEST(games_without_words_in_a_format_are_counted),
        PENTA_TEST(an_export_keeps_its_filters_over_all_pages),
        PENTA_TEST(an_export_waits_when_it_is_too_fast_and_goes_on),
        PENTA_TEST(a_connection_that_breaks_leaves_the_old_file),
        PENTA_TEST(a_long_graph_is_drawn_from_several_pages),
        PENTA_TEST(an_empty_leaderboard_says_where_one_learns_more),
        PENTA_TEST(who_is_ranked_with_fewer_points_is_shown_so),
        PENTA_TEST(a_rank_in_nobodys_list_does_not_send_to_itself),
        PENTA_TEST(a_rank_is_that_of_the_own_variant),
        PENTA_TEST(without_a_rating_it_is_said_where_there_is_one),
        PENTA_TEST(a_rating_is_that_of_the_own_variant),
        PENTA_TEST(the_leaderboard_is_that_of_the_own_variant),
        PENTA_TEST(few_days_are_lines_and_no_graph),
        PENTA_TEST(a_period_without_games_is_no_flat_line),
        PENTA_TEST(a_rank_says_what_a_provisional_rating_needs),
        PENTA_TEST(a_rank_says_only_what_is_missing),
        PENTA_TEST(a_provisional_rating_has_a_mark_in_place_of_a_rank),
        PENTA_TEST(a_search_marks_provisional_ratings),
        PENTA_TEST(history_has_room_for_names_in_a_window),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
