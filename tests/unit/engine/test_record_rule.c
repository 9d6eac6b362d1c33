/* SPDX-License-Identifier: MIT */
/*
 * Tests of record_read() of engine/record.h: what a record says of its game is obeyed or refused,
 * and what it does not say is found out by its moves, and told.
 */
#include "engine/record.h"
#include "tests/support/test.h"
#include "tests/unit/engine/record_testing.h"

#include <stdio.h>
#include <string.h>

#define assert_reads(...) record_assert_reads(record_read_sgf, __VA_ARGS__)
#define assert_fault(...) record_assert_fault(record_read_sgf, __VA_ARGS__)

/* Rules in the words of other programs, leagues and players. VARIANT_COUNT: refused. */
TEST(a_rule_in_any_words_is_obeyed_or_refused)
{
    enum { EXACT15 = VARIANT_CLASSIC15, MORE15 = VARIANT_FREESTYLE15, NONE = VARIANT_COUNT };
    static const struct {
        int size;
        const char *rule;
        int id;
    } rows[] = {
        {15, "Standard", EXACT15},
        {15, " standard ", EXACT15},
        {15, "STANDARD GOMOKU", EXACT15},
        {15, "Gomoku (standard)", EXACT15},
        {15, "gomoku-standard-15x15", EXACT15},
        {15, "Exactly five", EXACT15},
        {15, "exactly_five", EXACT15},
        {15, "Exactly 5 in a row", EXACT15},
        {15, "Standard (exactly five)", EXACT15},
        {15, "Gomocup 2023 Standard", EXACT15},
        {15, "1", EXACT15},
        {15, "rule 1", EXACT15},
        {15, "classic15", EXACT15},
        {15, "Five in a row, 15x15", EXACT15},
        {15, "no overlines", EXACT15},
        {15, "Freestyle", MORE15},
        {15, "free-style", MORE15},
        {15, "Free Gomoku", MORE15},
        {15, "Five or more", MORE15},
        {15, "five or more in a row, 15x15", MORE15},
        {15, "5 or more stones win", MORE15},
        {15, "0", MORE15},
        {15, "Fast game", MORE15},
        {15, "freestyle15", MORE15},
        {15, "Gomoku", MORE15}, /* no rule: the first of the table */
        {15, "Gomoku 15", MORE15},
        {15, "", MORE15},
        {15, "Gomoku+", NONE},
        {15, "Renju", NONE},
        {15, "RIF", NONE},
        {15, "Caro", NONE},
        {15, "Swap", NONE},
        {15, "Swap2", NONE},
        {15, "Swap2 Standard", NONE},
        {15, "Pro", NONE},
        {15, "Long Pro", NONE},
        {15, "Freestyle Pro", NONE},
        {15, "Soosyrv-8", NONE},
        {15, "Standard Freestyle", NONE},
        {15, "Gomoku 20", NONE},
        {15, "2", NONE},
        {15, "3", NONE},
        {15, "4", NONE},
        {15, "8", NONE},
        {15, "9", NONE},
        {15, "10", NONE},
        {15, "Tic-tac-toe", NONE},
        {15, "\xD0\xA0\xD0\xB5\xD0\xBD\xD0\xB4\xD0\xB7\xD1\x8E", NONE},
        {15, "a name that is longer than any name of a rule that anybody has ever heard of", NONE},
        {19, "standard", VARIANT_CLASSIC},
        {19, "Five in a row", VARIANT_CLASSIC},
        {19, "free style", VARIANT_FREESTYLE},
        {19, "swap 2", VARIANT_SWAP2},
        {19, "Gomoku Swap2, standard", VARIANT_SWAP2},
        {19, "Swap2 freestyle", NONE},
        {19, "Renju", NONE},
        {3, "Tic-Tac-Toe", VARIANT_MINI},
        {3, "mini", VARIANT_MINI},
        {3, "Standard", NONE},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        char record[200];
        snprintf(record, sizeof(record), "(;GM[4]SZ[%d]RU[%s];B[aa])", rows[i].size, rows[i].rule);
        size_t at = (size_t)(strstr(record, "RU[") - record) + 3;
        if (rows[i].id == NONE)
            assert_fault(record, ERR_UNKNOWN_RULE, at);
        else
            assert_reads(record, (enum variant_id)rows[i].id,
                         rows[i].size == 19   ? "a19"
                         : rows[i].size == 15 ? "a15"
                                              : "a3");
    }
}

static struct record_reading read_any(const char *record, const struct record_reading *told,
                                      struct game *game, int expected)
{
    struct record_reading reading = told != NULL ? *told : (struct record_reading){0};
    int error = record_read(game, record, strlen(record), &reading);
    if (error != expected)
        fail_msg("error %d at %zu of %s", error, reading.at, record);
    return reading;
}

#define SIX15 "(;GM[4]SZ[15];B[aa];W[ac];B[ba];W[cc];B[ca];W[ec];B[ea];W[gc];B[fa];W[ic];B[da]"

/* Six in a row after which the game goes on were none by five or more. */
TEST(where_no_rule_is_named_the_moves_tell_which_fit)
{
    struct game game;
    struct record_reading reading = read_any(SIX15 ";W[kc])", NULL, &game, 0);
    assert_int_equal(game.variant->id, VARIANT_CLASSIC15);
    assert_int_equal(reading.rule, RECORD_RULE_FOUND);
    reading = read_any(SIX15 ")", NULL, &game, 0);
    assert_int_equal(game.variant->id, VARIANT_FREESTYLE15);
    assert_int_equal(reading.rule, RECORD_RULE_ASSUMED);
    /* Without a size it may be any: behind the fifteenth column there is but one. */
    reading = read_any("(;GM[4]RU[Standard];B[aa])", NULL, &game, 0);
    assert_int_equal(game.variant->id, VARIANT_CLASSIC);
    assert_int_equal(reading.rule, RECORD_RULE_ASSUMED);
    reading = read_any("(;GM[4]RU[1];B[sa])", NULL, &game, 0);
    assert_int_equal(reading.rule, RECORD_RULE_FOUND);
    reading = read_any("(;GM[4]RU[0];B[sa])", NULL, &game, 0);
    assert_int_equal(game.variant->id, VARIANT_FREESTYLE);
    reading = read_any("(;GM[4]SZ[15]RU[Standard];B[aa])", NULL, &game, 0);
    assert_int_equal(reading.rule, RECORD_RULE_NAMED);
    const struct record_reading told = {.variant = variant_get(VARIANT_CLASSIC15)};
    reading = read_any(SIX15 ")", &told, &game, 0);
    assert_int_equal(game.variant->id, VARIANT_CLASSIC15);
    assert_int_equal(reading.rule, RECORD_RULE_NAMED);
    /* By no rule may a square be taken twice. */
    assert_fault("(;GM[4]SZ[15];B[aa];W[aa])", ERR_OCCUPIED, 22);
}

/* A variant that is asked for is taken where the record leaves it open, or names what nobody knows.
 */
TEST(a_variant_that_is_told_overrules_no_rule_that_is_named)
{
    struct game game;
    const struct record_reading told = {.variant = variant_get(VARIANT_CLASSIC15)};
    read_any("(;GM[4]SZ[15]RU[Caro];B[aa])", &told, &game, 0);
    assert_int_equal(game.variant->id, VARIANT_CLASSIC15);
    read_any("(;GM[4];B[aa])", &told, &game, 0);
    assert_int_equal(game.variant->id, VARIANT_CLASSIC15);
    read_any("(;GM[4]SZ[15]RU[Freestyle];B[aa])", &told, &game, 0);
    assert_int_equal(game.variant->id, VARIANT_FREESTYLE15);
    read_any("(;GM[4]SZ[19]RU[Standard];B[aa])", &told, &game, 0);
    assert_int_equal(game.variant->id, VARIANT_CLASSIC);
    read_any("(;GM[4]SZ[19]RU[Renju];B[aa])", &told, &game, ERR_UNKNOWN_RULE);
}

TEST(an_opening_of_others_without_its_choice_keeps_the_colours)
{
    struct game game;
    struct record_reading reading =
        read_any("(;GM[4]SZ[19]RU[Swap2];B[aa];W[ba];B[ca];W[da];B[ea];W[fa])", NULL, &game, 0);
    assert_int_equal(game.variant->id, VARIANT_SWAP2);
    assert_true(reading.is_choice_assumed);
    assert_int_equal(game.ply, 7);
    reading = read_any("(;GM[4]SZ[19]RU[Swap2];B[aa];W[ba];B[ca])", NULL, &game, 0);
    assert_false(reading.is_choice_assumed);
    reading = read_any("(;GM[4]SZ[19]RU[Swap2];B[aa];W[ba];B[ca]PCH[black];W[da])", NULL, &game, 0);
    assert_false(reading.is_choice_assumed);
}

TEST(of_several_games_one_is_asked_for)
{
    static const char two[] = "(;GM[4]SZ[19];B[aa](;W[bb])(;W[cc])) and\n (\n;GM[4]SZ[15];B[hh])";
    struct game game;
    assert_fault(two, ERR_SEVERAL_GAMES, 0);
    for (unsigned nth = 1; nth <= 3; nth++) {
        const struct record_reading told = {.game = nth};
        struct record_reading reading =
            read_any(two, &told, &game, nth <= 2 ? 0 : ERR_SEVERAL_GAMES);
        assert_int_equal(reading.games, 2);
        if (nth <= 2)
            assert_int_equal(game.ply, nth == 1 ? 2 : 1);
    }
    assert_reads("(;GM[4]SZ[19];B[aa]) bye (", VARIANT_CLASSIC, "a19");
}

TEST(what_is_set_up_is_the_start_or_refused)
{
    struct game game;
    struct record_reading reading =
        read_any("(;GM[4]SZ[15]RU[Standard]AB[hh][ig]AW[gi][gh];B[jf];W[kk])", NULL, &game, 0);
    assert_int_equal(reading.start, 4);
    assert_int_equal(game.ply, 6);
    assert_fault("(;GM[4]SZ[15]AB[hh])", ERR_SET_UP_STONES, 0);
    assert_fault("(;GM[4]SZ[15];B[hh];AW[aa])", ERR_SET_UP_STONES, 23);
    assert_fault("(;GM[4]SZ[15]AE[aa])", ERR_SET_UP_STONES, 16);
    assert_fault("(;GM[4]SZ[15]AB[aa][bb][cc])", ERR_SET_UP_STONES, 20);
    assert_fault("(;GM[4]SZ[15]AB[aa]AW[bb]PL[W])", ERR_OUT_OF_TURN, 28);
    assert_fault("(;GM[4]SZ[15]PL[W];W[hh])", ERR_OUT_OF_TURN, 16);
    /* Lists that are empty, and turns of nobody. */
    assert_reads("(;GM[4]SZ[15]RU[Standard]AB[]AW[]AE[]PL[];B[hh])", VARIANT_CLASSIC15, "h8");
    assert_reads("(;GM[4]SZ[15]RU[Standard]PL[X];B[hh];AE[])", VARIANT_CLASSIC15, "h8");
    assert_reads("(;GM[4]SZ[15]RU[Standard]PL[B];B[hh])", VARIANT_CLASSIC15, "h8");
}
