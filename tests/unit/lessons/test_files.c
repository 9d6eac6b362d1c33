/* SPDX-License-Identifier: MIT */
/* The proven lines and puzzles that come with Pentad are believed by the checker. */
#include "lessons/check.h"
#include "lessons/shipped.h"
#include "tests/support/cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char title[128]; /* of the tree that was checked last */

/* The file with a final NUL, or NULL. */
static char *read_file(const char *key)
{
    char path[128];
    snprintf(path, sizeof(path), "lessons/files/%s.sgf", key);
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return NULL;
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    size_t size = (size_t)ftell(file);
    rewind(file);
    char *text = malloc(size + 1);
    assert_non_null(text);
    assert_int_equal(fread(text, 1, size, file), size);
    text[size] = '\0';
    fclose(file);
    return text;
}

/* Reads the nth game of the text, or the only one, and has it checked. Returns an error of the
 * reader. */
static int check(const char *text, unsigned nth, struct record_tree *tree)
{
    struct lesson_report report;
    size_t len = strlen(text);
    struct record_tree_memory memory = {.nodes_max = (uint32_t)len, .words_max = (uint32_t)len};
    memory.nodes = malloc(len * sizeof(*memory.nodes));
    memory.words = malloc(len);
    assert_non_null(memory.nodes);
    assert_non_null(memory.words);
    int error =
        record_tree_read_sgf(tree, memory, text, len, &(struct record_reading){.game = nth});
    if (error == 0 && !lesson_check(tree, LESSON_EFFORT, &report))
        fail_msg("game %u: fault %d at node %u", nth, report.fault, report.node);
    strncpy(title, error == 0 ? record_tree_get_name(tree) : "", sizeof(title) - 1);
    free(memory.nodes);
    free(memory.words);
    return error;
}

static void lessons_listed_as_proved_pass_the_checker(void **state)
{
    (void)state;
    for (size_t i = 0; i < shipped_lesson_count(); i++) {
        const struct shipped_lesson *lesson = shipped_lesson_get(i);
        struct record_tree tree;
        char *text = read_file(lesson->key);
        assert_int_equal(text != NULL, lesson->is_proved);
        if (text != NULL) {
            assert_int_equal(check(text, 0, &tree), 0);
            assert_string_equal(title, lesson->name);
            assert_int_equal(tree.start.variant->id, lesson->game);
        }
        free(text);
    }
}

/* As many as the table says, of the game, and of one answer each. */
static void puzzles_have_one_answer(void **state)
{
    (void)state;
    for (int id = 0; id < VARIANT_COUNT; id++) {
        const struct variant *variant = variant_get((enum variant_id)id);
        char key[64];
        struct record_tree tree;
        size_t count = shipped_puzzles(variant);
        snprintf(key, sizeof(key), "puzzles-%s", variant->key);
        char *text = read_file(key);
        assert_int_equal(text != NULL, count > 0);
        for (unsigned nth = 1; nth <= count; nth++) {
            assert_int_equal(check(text, nth, &tree), 0);
            assert_ptr_equal(tree.start.variant, variant);
            assert_int_equal(tree.claim, game_to_act(&tree.start));
            assert_true(tree.is_only);
        }
        if (text != NULL)
            assert_int_equal(check(text, (unsigned)count + 1, &tree), ERR_SEVERAL_GAMES);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lessons_listed_as_proved_pass_the_checker),
        cmocka_unit_test(puzzles_have_one_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
