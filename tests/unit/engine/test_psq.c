/* SPDX-License-Identifier: MIT */
/*
 * Tests of engine/record.h for PSQ: what is written, what is read back, what Piskvork and Gomocup's
 * tools write, and that no input whatever makes the reader leave its bytes (the sanitizers watch).
 */
#include "engine/record.h"

#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka_all.h"
#include "tests/unit/engine/random_game.h"

static char text[RECORD_SIZE_MAX];

static const struct record_tags anna_and_boris = {.player = {"anna", "boris"}, .winner = SEAT_NONE};

static struct game game_of(enum variant_id id, const char *actions)
{
    struct game game;
    assert_int_equal(game_parse(&game, variant_get(id), actions, strlen(actions), NULL), 0);
    return game;
}

static void assert_written(enum variant_id id, const char *actions, const struct record_tags *tags,
                           const char *expected)
{
    struct game game = game_of(id, actions);
    int len = record_write_psq(&game, tags, text, sizeof(text));
    assert_int_equal(len, strlen(text));
    assert_string_equal(text, expected);
}

/* Reads a copy that ends where its block of memory ends, so that a sanitizer sees a step too far.
 */
static int read_exact(struct game *game, const char *bytes, size_t len, size_t *at_out)
{
    char *copy = malloc(len + (len == 0));
    assert_non_null(copy);
    memcpy(copy, bytes, len);
    int error = record_read_psq(game, copy, len, at_out);
    free(copy);
    return error;
}

static void assert_reads(const char *psq, enum variant_id id, const char *actions)
{
    struct game game;
    char read[GAME_TEXT_SIZE];
    size_t at = 0;
    int error = read_exact(&game, psq, strlen(psq), &at);
    if (error != 0)
        fail_msg("error %d at %zu of %s", error, at, psq);
    assert_ptr_equal(game.variant, variant_get(id));
    game_format(&game, read, sizeof(read));
    assert_string_equal(read, actions);
}

static void assert_fault(const char *psq, int expected, size_t offset)
{
    struct game game;
    size_t at = 1000000;
    int error = read_exact(&game, psq, strlen(psq), &at);
    if (error != expected || at != offset)
        fail_msg("error %d at %zu of %s", error, at, psq);
}

static void a_plain_game_is_written_as_piskvork_writes_it(void **state)
{
    (void)state;
    assert_written(VARIANT_CLASSIC, "a1 s19 h8", &anna_and_boris,
                   "Piskvorky 19x19, 11:11, 0\n1,19,0\n19,1,0\n8,12,0\nhomo-anna\nhomo-boris\n0\n");
    assert_written(VARIANT_MINI, "a1 b3", NULL,
                   "Piskvorky 3x3, 11:11, 0\n1,3,0\n2,1,0\nhomo-1\nhomo-2\n0\n");
}

static void a_variant_that_the_size_does_not_tell_is_named_with_its_choices(void **state)
{
    (void)state;
    assert_written(VARIANT_SWAP2, "a1 a2 a3 two_more a4 a5 white", &anna_and_boris,
                   "Piskvorky 19x19, 11:11, 0\n1,19,0\n1,18,0\n1,17,0\n1,16,0\n1,15,0\n"
                   "homo-pentad:swap2 two_more white\nhomo-boris\nhomo-anna\n0\n");
    assert_written(VARIANT_SWAP2, "", NULL,
                   "Piskvorky 19x19, 11:11, 0\nhomo-pentad:swap2\nhomo-1\nhomo-2\n0\n");
}

static void a_second_variant_of_a_size_is_named(void **state)
{
    (void)state;
    struct variant freestyle = *variant_get(VARIANT_CLASSIC);
    struct game game;
    freestyle.key = "freestyle";
    freestyle.overline = OVERLINE_WINS;
    game_init(&game, &freestyle);
    record_write_psq(&game, NULL, text, sizeof(text));
    assert_string_equal(text,
                        "Piskvorky 19x19, 11:11, 0\nhomo-pentad:freestyle\nhomo-1\nhomo-2\n0\n");
}

static void no_name_starts_a_program_or_a_line(void **state)
{
    (void)state;
    struct record_tags tags = {.player = {"x.exe\n1,1,0\x7F", "pentad:swap2"}, .winner = SEAT_NONE};
    assert_written(VARIANT_MINI, "a1", &tags,
                   "Piskvorky 3x3, 11:11, 0\n1,3,0\nhomo-x.exe 1,1,0 \nhomo-pentad swap2\n0\n");
}

static void a_record_that_does_not_fit_is_an_error(void **state)
{
    (void)state;
    struct game game = game_of(VARIANT_SWAP2, "a1 a2 a3 white h8");
    int len = record_write_psq(&game, NULL, text, sizeof(text));
    for (int size = 0; size <= len; size++)
        assert_int_equal(record_write_psq(&game, NULL, text, (size_t)size), ERR_TOO_SMALL);
    assert_int_equal(record_write_psq(&game, NULL, text, (size_t)len + 1), len);
}

static void every_game_reads_back_as_it_was(void **state)
{
    (void)state;
    struct random random = {5};
    struct record_tags tags = {.player = {"pentad:swap2", "1,1,0"}, .winner = SEAT_NONE};
    for (size_t i = 0; i < 3000; i++) {
        struct game game, again;
        random_game_play(&game, variant_get((enum variant_id)(i % VARIANT_COUNT)), &random,
                         random_below(&random, i % 2 ? 10 : GAME_ACTIONS_MAX + 1));
        int len = record_write_psq(&game, i % 5 ? &tags : NULL, text, sizeof(text));
        assert_true(len > 0);
        assert_int_equal(record_read_psq(&again, text, (size_t)len, NULL), 0);
        random_game_assert_equal(&game, &again);
    }
}

static void files_of_gomocup_are_read(void **state)
{
    (void)state;
    assert_reads("Piskvorky 19x19, 11:11, 0\r\n10,10,0\r\n9,9,1203\r\npbrain-a.exe\r\npbrain-b.exe"
                 "\r\n0\r\n",
                 VARIANT_CLASSIC, "j10 i11");
    assert_reads("Piskvorky 19x19, 0:11, 1\n10,10,0\n9,9,1203\n-1\n", VARIANT_CLASSIC, "j10 i11");
    assert_reads("Piskvorky 19x19 , 0 - 0\n\n 10, 10, 5 \n9 , 9\n15\n", VARIANT_CLASSIC, "j10 i11");
    assert_reads("Piskvorky 19x19, 11:11, 0", VARIANT_CLASSIC, "");
    assert_reads("Piskvorky 3x3, 0:0, 0\n2,2,0\n1,1,0", VARIANT_MINI, "b2 a3");
}

static void what_is_no_psq_is_a_bad_record_with_its_offset(void **state)
{
    (void)state;
    assert_fault("", ERR_BAD_RECORD, 0);
    assert_fault("hello\n1,1,0\n", ERR_BAD_RECORD, 0);
    assert_fault("\n\nPiskvorky 19, 1:1, 0\n", ERR_BAD_RECORD, 2);
    assert_fault("Piskvorky 20x20, 1:1, 0\n1,1,0\n", ERR_BAD_RECORD, 0);
    assert_fault("Piskvorky 19x3, 1:1, 0\n1,1,0\n", ERR_BAD_RECORD, 0);
    assert_int_equal(read_exact(&(struct game){0}, "hello", 5, NULL), ERR_BAD_RECORD);
    assert_fault("Piskvorky 19x19, 1:1, 0\n1,1,0\n2,x,0\n", ERR_BAD_RECORD, 30);
    assert_fault("Piskvorky 19x19, 1:1, 0\n1,1,0,7\n", ERR_BAD_RECORD, 24);
    assert_fault("Piskvorky 19x19, 1:1, 0\n1,1,a\n", ERR_BAD_RECORD, 24);
    assert_fault("Piskvorky 19x19, 1:1, 0\nhomo-pentad:chess\n", ERR_BAD_RECORD, 36);
    assert_fault("Piskvorky 19x19, 1:1, 0\nhomo-pentad:mini\n", ERR_BAD_RECORD, 36);
}

static void an_illegal_action_is_what_the_rules_say(void **state)
{
    (void)state;
    assert_fault("Piskvorky 3x3, 1:1, 0\n1,1,0\n1,1,0\n", ERR_OCCUPIED, 28);
    assert_fault("Piskvorky 3x3, 1:1, 0\n0,1,0\n", ERR_OFF_BOARD, 22);
    assert_fault("Piskvorky 3x3, 1:1, 0\n1,0,0\n", ERR_OFF_BOARD, 22);
    assert_fault("Piskvorky 3x3, 1:1, 0\n4,1,0\n", ERR_OFF_BOARD, 22);
    assert_fault("Piskvorky 3x3, 1:1, 0\n1,99999999999999999999,0\n", ERR_OFF_BOARD, 22);
    assert_fault("Piskvorky 19x19, 1:1, 0\n1,1,0\n1,2,0\n1,3,0\n1,4,0\nhomo-pentad:swap2\n",
                 ERR_MUST_CHOOSE, 42);
}

static void choices_that_do_not_fit_the_game_are_faults(void **state)
{
    (void)state;
#define THREE "Piskvorky 19x19, 1:1, 0\n1,1,0\n1,2,0\n1,3,0\n"
    assert_fault(THREE "homo-pentad:swap2 red\n", ERR_BAD_RECORD, 60);
    assert_fault(THREE "homo-pentad:swap2 a1\n", ERR_BAD_RECORD, 60);
    assert_fault(THREE "homo-pentad:swap2 white black\n", ERR_BAD_RECORD, 66);
    assert_fault(THREE "1,4,0\n1,5,0\n1,6,0\nhomo-pentad:swap2 two_more two_more\n",
                 ERR_CANNOT_CHOOSE, 87);
    assert_fault("Piskvorky 19x19, 1:1, 0\n1,1,0\nhomo-pentad:swap2 white\n", ERR_BAD_RECORD, 48);
    assert_fault("Piskvorky 19x19, 1:1, 0\n1,1,0\nhomo-pentad:classic white\n", ERR_BAD_RECORD, 50);
}

static void a_record_cut_anywhere_stays_within_its_bytes(void **state)
{
    (void)state;
    struct random random = {11};
    struct game game, read;
    for (unsigned i = 0; i < VARIANT_COUNT; i++) {
        random_game_play(&game, variant_get((enum variant_id)i), &random, 60);
        int len = record_write_psq(&game, &anna_and_boris, text, sizeof(text));
        for (int cut = 0; cut < len; cut++) {
            size_t at = 0;
            int error = read_exact(&read, text, (size_t)cut, &at);
            assert_true(error <= 0 && at <= (size_t)cut);
            assert_true(read.ply <= game.ply);
        }
    }
}

static void assert_survives(const char *bytes, size_t len)
{
    struct game game;
    size_t at = 0;
    int error = read_exact(&game, bytes, len, &at);
    assert_true(error <= 0);
    assert_true(at <= len);
    assert_true(game.variant != NULL && game.ply <= GAME_ACTIONS_MAX);
}

static void garbage_is_survived(void **state)
{
    (void)state;
    static const char alphabet[] = "0123456789,,,\n\n\r x-homo-pentad:swap2 white\0";
    static const char start[] = "Piskvorky 19x19, 1:1, 0\n";
    struct random random = {13};
    struct game game = game_of(VARIANT_SWAP2, "a1 a2 a3 two_more a4 a5 black h8 i9");
    char noise[200];
    memcpy(noise, start, sizeof(start));
    for (size_t i = 0; i < 60000; i++) {
        size_t len = random_below(&random, sizeof(noise));
        for (size_t k = sizeof(start) - 1; k < len; k++)
            noise[k] = alphabet[random_below(&random, sizeof(alphabet))];
        assert_survives(noise, len);
        size_t size = (size_t)record_write_psq(&game, NULL, text, sizeof(text));
        for (size_t k = 0; k <= i % 4; k++)
            text[random_below(&random, size)] = alphabet[random_below(&random, sizeof(alphabet))];
        assert_survives(text, size);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_plain_game_is_written_as_piskvork_writes_it),
        cmocka_unit_test(a_variant_that_the_size_does_not_tell_is_named_with_its_choices),
        cmocka_unit_test(a_second_variant_of_a_size_is_named),
        cmocka_unit_test(no_name_starts_a_program_or_a_line),
        cmocka_unit_test(a_record_that_does_not_fit_is_an_error),
        cmocka_unit_test(every_game_reads_back_as_it_was),
        cmocka_unit_test(files_of_gomocup_are_read),
        cmocka_unit_test(what_is_no_psq_is_a_bad_record_with_its_offset),
        cmocka_unit_test(an_illegal_action_is_what_the_rules_say),
        cmocka_unit_test(choices_that_do_not_fit_the_game_are_faults),
        cmocka_unit_test(a_record_cut_anywhere_stays_within_its_bytes),
        cmocka_unit_test(garbage_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
