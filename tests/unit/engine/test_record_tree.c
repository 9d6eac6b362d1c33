/* SPDX-License-Identifier: MIT */
/* Trees of variations: built, written as SGF, read again, and refused with their place. */
#include "engine/record_tree.h"
#include "tests/support/test.h"
#include "tests/unit/engine/random_game.h"

#include <string.h>

enum { NODES = 4096, WORDS = 8192, SIZE = 200000 };

static struct record_tree_node nodes[NODES];
static char words[WORDS];
static char written[SIZE];
static struct record_tree tree;

static struct record_tree_memory memory(void)
{
    return (struct record_tree_memory){nodes, NODES, words, WORDS};
}

static int read_tree(const char *text, size_t *at_out)
{
    struct record_reading reading = {0};
    int error = record_tree_read_sgf(&tree, memory(), text, strlen(text), &reading);
    if (at_out != NULL)
        *at_out = reading.at;
    return error;
}

static void assert_read(const char *text)
{
    size_t at = 0;
    int error = read_tree(text, &at);
    if (error != 0)
        fail_msg("error %d at '%s'", error, text + at);
}

static struct action action_read(const char *text, size_t len)
{
    struct action action;
    assert_int_equal(action_parse(tree.start.variant, text, len, &action), 0);
    return action;
}

static struct action action_of(const char *text)
{
    return action_read(text, strlen(text));
}

/* The node after these actions. */
static uint32_t node_at(const char *path)
{
    uint32_t node = RECORD_TREE_ROOT;
    while (*path != '\0') {
        size_t len = strcspn(path, " ");
        node = record_tree_find(&tree, node, action_read(path, len));
        assert_int_not_equal(node, RECORD_TREE_NONE);
        path += len + (path[len] == ' ');
    }
    return node;
}

static void assert_game(const char *path, const char *actions)
{
    struct game game;
    char text[GAME_TEXT_SIZE];
    assert_int_equal(record_tree_game(&tree, node_at(path), &game), 0);
    assert_true(game_format(&game, text, sizeof(text)) >= 0);
    assert_string_equal(text, actions);
}

static void assert_fault(const char *text, int error, const char *fault)
{
    size_t at = 0;
    assert_int_equal(read_tree(text, &at), error);
    assert_string_equal(text + at, fault);
}

#define HEAD "(;GM[4]SZ[15]PVA[freestyle15]"

TEST(all_variations_are_read)
{
    assert_read(
        "(;GM[4]SZ[15]PVA[freestyle15];B[hh](;W[ih];B[ii])(;W[ig](;B[aa])(;B[bb]))(;W[if]))");
    assert_int_equal(tree.count, 8);
    assert_game("h8 i8 i7", "h8 i8 i7");
    assert_game("h8 i9 b14", "h8 i9 b14");
    assert_game("h8 i10", "h8 i10");
    assert_int_equal(nodes[node_at("h8 i9")].ply, 1);
}

TEST(the_same_move_twice_is_one_variation)
{
    assert_read(HEAD ";B[hh](;W[ih];B[ii])(;W[ih];B[aa]))");
    assert_int_equal(tree.count, 5);
    assert_game("h8 i8 a15", "h8 i8 a15");
}

TEST(set_up_stones_are_the_start)
{
    assert_read(HEAD "AW[aa][bb]AB[hh] [ih][jh]PL[W];W[gh])");
    assert_int_equal(tree.start.ply, 5);
    assert_game("g8", "h8 a15 i8 b14 j8 g8");
    assert_int_equal(nodes[node_at("g8")].ply, 5);
}

TEST(a_claim_names_side_and_rule)
{
    assert_read(HEAD "PCL[O five_or_more])");
    assert_int_equal(tree.claim, SEAT_SECOND);
    assert_read("(;GM[4]PVA[classic]PCL[X exactly_five])");
    assert_int_equal(tree.claim, SEAT_FIRST);
    assert_fault(HEAD "PCL[X exactly_five])", ERR_BAD_RECORD, "X exactly_five])");
    /* Where no rule is named, the claim's is it. */
    assert_read("(;SZ[15]PCL[X exactly_five])");
    assert_int_equal(tree.start.variant->id, VARIANT_CLASSIC15);
    assert_read("(;SZ[15]PCL[X five_or_more])");
    assert_int_equal(tree.start.variant->id, VARIANT_FREESTYLE15);
    assert_fault("(;SZ[15]RU[Standard]PCL[X five_or_more])", ERR_BAD_RECORD, "X five_or_more])");
    assert_fault("(;SZ[15]RU[Renju]PCL[X five_or_more])", ERR_UNKNOWN_RULE,
                 "Renju]PCL[X five_or_more])");
    assert_fault("(;PVA[classic]PCL[X five_or_more])", ERR_BAD_RECORD, "X five_or_more])");
    assert_fault(HEAD "PCL[five_or_more])", ERR_BAD_RECORD, "five_or_more])");
    assert_false(tree.is_only);
    assert_read(HEAD "PCL[X five_or_more only])");
    assert_true(tree.is_only);
    assert_fault(HEAD "PCL[X five_or_more alone])", ERR_BAD_RECORD, "X five_or_more alone])");
}

/* Where SGF has no words for a game, its actions lead to the start, and a claim names the player.
 */
TEST(trees_of_every_game_are_read_and_written)
{
    static const char text[] = "(;PVA[cube4]PCL[second cube4 only]PST[a1a b2b]"
                               "(;PAC[c3c];PAC[d4d]C[why])(;PAC[a2a]))";
    assert_read(text);
    assert_int_equal(tree.claim, SEAT_SECOND);
    assert_true(tree.is_only);
    assert_int_equal(tree.start.ply, 2);
    assert_game("c3c d4d", "a1a b2b c3c d4d");
    assert_true(record_tree_write_sgf(&tree, NULL, written, sizeof(written)) > 0);
    assert_non_null(strstr(written, "PCL[second cube4 only]\nPST[a1a b2b]\n"
                                    "(;PAC[c3c]C[c3c];PAC[d4d]C[d4d\nwhy])(;PAC[a2a]C[a2a]))"));
    assert_read(written);
    assert_int_equal(tree.count, 4);
    assert_read("(;PVA[renju]PST[h8 i9 j10 white])");
    assert_int_equal(tree.start.ply, 4);
    assert_fault("(;PVA[cube4]PCL[X five_or_more])", ERR_BAD_RECORD, "X five_or_more])");
    assert_fault("(;PVA[cube4]PCL[first cube5])", ERR_BAD_RECORD, "first cube5])");
    assert_fault("(;PVA[cube4]PST[a1a a1a])", ERR_OCCUPIED, "a1a])");
    assert_fault("(;PVA[cube4];PST[a1a])", ERR_BAD_RECORD, "a1a])");
    assert_fault(HEAD "PST[a1])", ERR_SET_UP_STONES, "a1])");
}

/* A file may have several, of which one is asked for. */
TEST(the_nth_of_several_is_read)
{
    static const char text[] = "(;PVA[mini]GN[one])(;PVA[mini]GN[two])";
    assert_int_equal(record_tree_read_sgf(&tree, memory(), text, strlen(text),
                                          &(struct record_reading){.game = 2}),
                     0);
    assert_string_equal(record_tree_get_name(&tree), "two");
    assert_int_equal(record_tree_read_sgf(&tree, memory(), text, strlen(text),
                                          &(struct record_reading){.game = 3}),
                     ERR_SEVERAL_GAMES);
    assert_int_equal(record_tree_read_sgf(&tree, memory(), text, strlen(text),
                                          &(struct record_reading){.game = 0}),
                     ERR_SEVERAL_GAMES);
}

TEST(comments_are_read_as_they_are_meant)
{
    assert_read(HEAD "GN[ a \\] b ]C[x\\\\];B[hh]C[one\r\ntwo \\\nthree\tfour \\:];W[ii]C[ ])");
    assert_string_equal(record_tree_get_name(&tree), "a ] b");
    assert_string_equal(record_tree_get_comment(&tree, RECORD_TREE_ROOT), "x\\");
    assert_string_equal(record_tree_get_comment(&tree, node_at("h8")), "one\ntwo three four :");
    assert_string_equal(record_tree_get_comment(&tree, node_at("h8 i7")), "");
}

TEST(a_comment_cannot_break_out_of_its_brackets)
{
    const char *words_said = "]);B[aa]\\";
    uint32_t node;
    record_tree_init(&tree, variant_get(VARIANT_FREESTYLE15), memory());
    assert_int_equal(record_tree_add(&tree, RECORD_TREE_ROOT, action_of("h8"), &node), 0);
    assert_int_equal(record_tree_comment(&tree, node, words_said, strlen(words_said)), 0);
    assert_int_equal(record_tree_name(&tree, words_said, strlen(words_said)), 0);
    assert_true(record_tree_write_sgf(&tree, NULL, written, SIZE) > 0);
    assert_read(written);
    assert_int_equal(tree.count, 2);
    assert_string_equal(record_tree_get_comment(&tree, 1), words_said);
    assert_string_equal(record_tree_get_name(&tree), words_said);
}

TEST(a_tree_is_written_and_read_as_the_same)
{
    static char again[SIZE];
    assert_read(HEAD "GN[t]PCL[X five_or_more]AB[hh][ih][jh]AW[aa][ac][ae]C[start]"
                     ";B[kh](;W[lh]C[one];B[gh])(;W[gh];B[lh]))");
    assert_true(record_tree_write_sgf(&tree, NULL, written, SIZE) > 0);
    assert_non_null(strstr(written, "AB[hh][ih][jh]AW[aa][ac][ae]PL[B]C[start]\n"
                                    ";B[kh](;W[lh]C[one];B[gh])(;W[gh];B[lh]))\n"));
    assert_non_null(strstr(written, "GN[t]PCL[X five_or_more]"));
    assert_read(written);
    assert_true(record_tree_write_sgf(&tree, NULL, again, SIZE) > 0);
    assert_string_equal(again, written);
}

TEST(choices_of_an_opening_may_be_variations)
{
    assert_read("(;GM[4]PVA[swap2];B[jj];W[jk];B[kk](;PCH[white];W[ll])"
                "(;PCH[two_more];W[aa];B[bb]PCH[black]C[why]))");
    assert_true(record_tree_write_sgf(&tree, NULL, written, SIZE) > 0);
    assert_non_null(strstr(written, "B[bb]PCH[black]C[why]"));
    assert_read(written);
    assert_game("j10 j9 k9 white l8", "j10 j9 k9 white l8");
    assert_game("j10 j9 k9 two_more a19 b18 black", "j10 j9 k9 two_more a19 b18 black");
}

/* Where no other program can show the action its text stands before the words of its node, and is
 * none of them. */
TEST(words_stand_behind_an_action_that_nobody_can_show)
{
    assert_read("(;GM[4]PVA[cube4];PAC[a1a]C[why](;PAC[b1a])(;C[c1a\nc1a, too]PAC[c1a]))");
    assert_true(record_tree_write_sgf(&tree, NULL, written, SIZE) > 0);
    assert_non_null(strstr(written, ";PAC[a1a]C[a1a\nwhy](;PAC[b1a]C[b1a])(;PAC[c1a]C[c1a\n"
                                    "c1a, too])"));
    assert_read(written);
    assert_string_equal(record_tree_get_comment(&tree, node_at("a1a")), "why");
    assert_string_equal(record_tree_get_comment(&tree, node_at("a1a b1a")), "");
    assert_string_equal(record_tree_get_comment(&tree, node_at("a1a c1a")), "c1a, too");
}

TEST(a_game_without_words_begins_where_its_actions_lead)
{
    struct game game;
    assert_int_equal(game_parse(&game, variant_get(VARIANT_DROP4), "d1 d2", 5, NULL), 0);
    record_tree_init(&tree, game.variant, memory());
    assert_int_equal(record_tree_begin_at(&tree, &game), 0);
    assert_true(record_tree_write_sgf(&tree, NULL, written, SIZE) > 0);
    assert_non_null(strstr(written, "PST[d1 d2]"));
    assert_read(written);
    assert_int_equal(tree.start.ply, 2);
}

/* Any game, with another game as a variation of it from each ply on. */
TEST(random_trees_read_back_as_they_were)
{
    static char again[SIZE];
    for (uint64_t seed = 1; seed <= 60; seed++) {
        const struct variant *variant = random_game_variant((size_t)seed, READER_SGF_ACTIONS);
        struct random random = {seed};
        record_tree_init(&tree, variant, memory());
        for (uint64_t line = 0; line < 8; line++) {
            struct game game;
            uint32_t node = RECORD_TREE_ROOT;
            random_game_play(&game, variant, &random, 60);
            for (size_t ply = 0; ply < game.ply; ply++)
                assert_int_equal(record_tree_add(&tree, node, game_actions(&game)[ply], &node), 0);
        }
        uint32_t count = tree.count;
        assert_true(record_tree_write_sgf(&tree, NULL, written, SIZE) > 0);
        assert_true(strlen(written) <= RECORD_HEAD_SIZE + count * RECORD_TREE_NODE_SIZE);
        assert_read(written);
        assert_int_equal(tree.count, count);
        assert_true(record_tree_write_sgf(&tree, NULL, again, SIZE) > 0);
        assert_string_equal(again, written);
    }
}

TEST(what_is_wrong_is_told_with_its_place)
{
    assert_fault("", ERR_BAD_RECORD, "");
    assert_fault("(", ERR_BAD_RECORD, "");
    assert_fault(HEAD ";B[hh]", ERR_BAD_RECORD, "");
    assert_fault(HEAD ";B[hh](;W[hh]))", ERR_OCCUPIED, "hh]))");
    assert_fault(HEAD ";B[hh](;W[ii])(;B[aa]))", ERR_OUT_OF_TURN, "aa]))");
    assert_fault(HEAD ";B[hh](;W[pp]))", ERR_OFF_BOARD, "pp]))");
    assert_fault(HEAD ";B[hh];AB[aa])", ERR_SET_UP_STONES, "aa])");
    assert_fault(HEAD "AB[hh][ii])", ERR_SET_UP_STONES, "ii])");
    assert_fault(HEAD "AW[hh])", ERR_SET_UP_STONES, "hh])");
    assert_fault(HEAD "AB[hh]AW[hh])", ERR_OCCUPIED, "hh])");
    assert_fault(HEAD "AB[hh]PL[B])", ERR_OUT_OF_TURN, "B])");
    assert_fault(HEAD "AB[hh]AE[ii])", ERR_SET_UP_STONES, "ii])");
    assert_fault(HEAD "AB[hh][zz]AW[aa])", ERR_OFF_BOARD, "zz]AW[aa])");
    assert_fault("(;PVA[swap2]AB[aa][bb]AW[cc])", ERR_SET_UP_STONES, "bb]AW[cc])");
}

TEST(stones_that_end_the_game_are_no_start)
{
    assert_fault(HEAD "AB[aa][ba][ca][da][ea]AW[ac][bc][cc][dc])", ERR_SET_UP_STONES,
                 "ea]AW[ac][bc][cc][dc])");
}

/* Six in a row are nothing by exactly five, but five of them were a row if the sixth came last. */
TEST(six_in_a_row_is_a_start_where_it_is_nothing)
{
#define SIX "AB[aa][ba][ca][da][ea][fa]AW[ac][cc][ec][gc][ic][kc])"
    assert_read("(;GM[4]SZ[19]PVA[classic]" SIX);
    assert_int_equal(tree.start.ply, 12);
    assert_int_equal(game_expects(&tree.start), EXPECTS_STONE);
    assert_fault("(;GM[4]SZ[19]PVA[freestyle]" SIX, ERR_SET_UP_STONES,
                 "ea][fa]AW[ac][cc][ec][gc][ic][kc])");
}

TEST(too_little_memory_is_an_error)
{
    const char *text = HEAD "C[comment];B[hh];W[ii])";
    struct record_tree_memory few = {nodes, 2, words, WORDS};
    struct record_tree_memory terse = {nodes, NODES, words, 8};
    assert_int_equal(
        record_tree_read_sgf(&tree, few, text, strlen(text), &(struct record_reading){.game = 0}),
        ERR_TOO_SMALL);
    assert_int_equal(
        record_tree_read_sgf(&tree, terse, text, strlen(text), &(struct record_reading){.game = 0}),
        ERR_TOO_SMALL);
    assert_read(text);
    assert_int_equal(record_tree_write_sgf(&tree, NULL, written, 60), ERR_TOO_SMALL);
}

TEST(an_illegal_action_is_not_written)
{
    uint32_t node;
    record_tree_init(&tree, variant_get(VARIANT_CLASSIC), memory());
    assert_int_equal(record_tree_add(&tree, RECORD_TREE_ROOT, action_of("h8"), &node), 0);
    assert_int_equal(record_tree_add(&tree, node, action_of("h8"), &node), 0);
    assert_int_equal(record_tree_write_sgf(&tree, NULL, written, SIZE), ERR_OCCUPIED);
}
