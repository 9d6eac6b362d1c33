/* SPDX-License-Identifier: MIT */
/* The proven lines that come with Pentad are believed by the checker. */
#include "lessons/check.h"
#include "lessons/shipped.h"
#include "tests/support/cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static void assert_believed(const struct shipped_lesson *lesson, const char *text)
{
    struct record_tree tree;
    struct lesson_report report;
    size_t len = strlen(text);
    struct record_tree_memory memory = {.nodes_max = (uint32_t)len, .words_max = (uint32_t)len};
    memory.nodes = malloc(len * sizeof(*memory.nodes));
    memory.words = malloc(len);
    assert_non_null(memory.nodes);
    assert_non_null(memory.words);
    assert_int_equal(record_tree_read_sgf(&tree, memory, text, len, NULL), 0);
    assert_true(lesson_check(&tree, LESSON_EFFORT, &report));
    assert_string_equal(record_tree_get_name(&tree), lesson->name);
    free(memory.nodes);
    free(memory.words);
}

static void what_is_listed_as_proved_is_believed(void **state)
{
    (void)state;
    for (size_t i = 0; i < shipped_lesson_count(); i++) {
        const struct shipped_lesson *lesson = shipped_lesson_get(i);
        char *text = read_file(lesson->key);
        assert_int_equal(text != NULL, lesson->is_proved);
        if (text != NULL)
            assert_believed(lesson, text);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_listed_as_proved_is_believed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
