/* SPDX-License-Identifier: MIT */
/*
 * The reader of tests/support/script.h: lines, blocks by how far they are indented, and names.
 */
#include "tests/support/script.h"

#include "tests/support/cmocka_all.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINE_MAX_LEN 4096
#define NAMES_MAX 128
#define NAME_SIZE 40
#define PARAMS_MAX 6
#define STEPS_MAX 64
#define DEPTH_MAX 16
#define FILES_MAX 8
#define FOLDERS_ABOVE 2 /* where steps are looked for */

struct script_line {
    const char *file; /* its name, without folders */
    unsigned number;
    unsigned indent;
    char *text;
};

/* A name and what it stands for: words as they were written, or a value. */
struct binding {
    char name[NAME_SIZE];
    bool is_value;
    char *text;
};

struct names {
    struct binding binding[NAMES_MAX];
    size_t count;
};

/* A step of the file's own. */
struct own_step {
    char name[NAME_SIZE];
    char params[PARAMS_MAX][NAME_SIZE];
    size_t param_count;
    size_t from; /* lines */
    size_t to;
};

struct file {
    char *names[FILES_MAX]; /* of the files that it is made of */
    size_t names_count;
    struct script_line *lines;
    size_t count;
    size_t scenes_at; /* the first line of the first scene */
};

struct script {
    const struct script_kind *kind;
    const struct file *file;
    size_t from; /* the line that names the scene */
    void *stage;
    bool is_done;
    const struct script_line *line;   /* under way */
    const struct script_line *caller; /* of the file's own step that it is in, or NULL */
    unsigned depth;
    struct names remembered;
    struct names *params; /* of the own step that is under way */
    struct own_step steps[STEPS_MAX];
    size_t step_count;
    char text[2][LINE_MAX_LEN]; /* of script_text() */
    size_t text_at;
};

/* ------------------------------------------------------------------ trouble */

void script_fail(const struct script *script, const char *format, ...)
{
    char text[LINE_MAX_LEN];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    print_error("%s:%u: %s\n", script->line->file, script->line->number, text);
    if (script->caller != NULL)
        print_error("%s:%u called it\n", script->caller->file, script->caller->number);
    fail();
    abort();
}

static char *copy(const char *text, size_t len)
{
    char *made = malloc(len + 1);
    if (made == NULL)
        abort();
    memcpy(made, text, len);
    made[len] = '\0';
    return made;
}

/* ------------------------------------------------------------------ names */

static void bind(struct script *script, struct names *names, const char *name, const char *text,
                 bool is_value)
{
    size_t i = 0;
    while (i < names->count && strcmp(names->binding[i].name, name) != 0)
        i++;
    if (i == NAMES_MAX || strlen(name) >= NAME_SIZE)
        script_fail(script, "too many names, or too long a one: %s", name);
    if (i == names->count)
        names->count++;
    else
        free(names->binding[i].text);
    struct binding *binding = &names->binding[i];
    snprintf(binding->name, NAME_SIZE, "%s", name);
    binding->is_value = is_value;
    binding->text = copy(text, strlen(text));
}

static void drop(struct names *names)
{
    for (size_t i = 0; i < names->count; i++)
        free(names->binding[i].text);
    names->count = 0;
}

void script_remember(struct script *script, const char *name, const char *value)
{
    bind(script, &script->remembered, name, value, true);
}

static const struct binding *find(const struct names *names, const char *name)
{
    for (size_t i = 0; names != NULL && i < names->count; i++)
        if (strcmp(names->binding[i].name, name) == 0)
            return &names->binding[i];
    return NULL;
}

/* ------------------------------------------------------------------ words */

/* A line in the making: names are replaced, words found. */
struct writer {
    const struct script *script;
    char *text; /* LINE_MAX_LEN */
    size_t len;
};

static void put(struct writer *writer, const char *text, size_t len)
{
    if (writer->len + len + 1 > LINE_MAX_LEN)
        script_fail(writer->script, "the line is too long");
    memcpy(writer->text + writer->len, text, len);
    writer->len += len;
}

static bool is_plain(const char *text)
{
    size_t len = strlen(text);
    return len > 0 && strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                   "0123456789_-.") == len;
}

/* A value outside of quotes: one word, which is text unless it was a number. */
static void put_word(struct writer *writer, const char *value)
{
    if (is_plain(value)) {
        put(writer, value, strlen(value));
        return;
    }
    put(writer, "'", 1);
    for (; *value != '\0'; value++) {
        if (*value == '\'' || *value == '\\')
            put(writer, "\\", 1);
        put(writer, value, 1);
    }
    put(writer, "'", 1);
}

static size_t name_len(const char *at)
{
    size_t len = 0;
    while (isalnum((unsigned char)at[len]) || at[len] == '_' ||
           (at[len] == '.' && isalnum((unsigned char)at[len + 1])))
        len++;
    return len;
}

/* Finds the value of $name, or NULL: a parameter, what is remembered, what the kind knows, and of
 * WHO.token, if WHO is one of the first two, what the kind knows of that. */
static const char *look_up(const struct script *script, const char *name, bool *is_value_out)
{
    char head[NAME_SIZE];
    char whole[2 * NAME_SIZE];
    const char *dot = strchr(name, '.');
    const struct binding *binding = find(script->params, name);
    if (binding == NULL)
        binding = find(&script->remembered, name);
    *is_value_out = binding == NULL || binding->is_value;
    if (binding != NULL)
        return binding->text;
    const char *value =
        script->kind->value != NULL ? script->kind->value(script->stage, name) : NULL;
    if (value != NULL || dot == NULL || script->kind->value == NULL)
        return value;
    snprintf(head, sizeof(head), "%.*s", (int)(dot - name), name);
    binding = find(script->params, head);
    if (binding == NULL)
        binding = find(&script->remembered, head);
    snprintf(whole, sizeof(whole), "%s%s", binding != NULL ? binding->text : "", dot);
    return script->kind->value(script->stage, whole);
}

/* Replaces $name or ${name}; returns what is behind it. */
static const char *put_name(struct writer *writer, const char *at, bool is_quoted)
{
    const struct script *script = writer->script;
    char name[NAME_SIZE];
    bool has_braces = *++at == '{';
    at += has_braces ? 1 : 0;
    size_t len = name_len(at);
    if (len == 0 || len >= NAME_SIZE || (has_braces && at[len] != '}'))
        script_fail(script, "not a name behind $");
    memcpy(name, at, len);
    name[len] = '\0';
    at += len + (has_braces ? 1 : 0);
    bool is_value;
    const char *value = look_up(script, name, &is_value);
    if (value == NULL)
        script_fail(script, "nobody knows $%s", name);
    if (is_quoted || !is_value)
        put(writer, value, strlen(value));
    else
        put_word(writer, value);
    return at;
}

/* Replaces names, and drops a comment. */
static void replace(struct writer *writer, const char *line)
{
    bool is_quoted = false;
    for (const char *at = line; *at != '\0';) {
        if (*at == '\\' && at[1] != '\0' && is_quoted) {
            put(writer, at, 2);
            at += 2;
            continue;
        }
        if (*at == '\'')
            is_quoted = !is_quoted;
        if (!is_quoted && *at == '#' && (at == line || at[-1] == ' '))
            break;
        if (*at == '$')
            at = put_name(writer, at, is_quoted);
        else
            put(writer, at++, 1);
    }
    writer->text[writer->len] = '\0';
    if (is_quoted)
        script_fail(writer->script, "a quote is not closed");
}

/* A text of lines, as one more word. */
static void put_text(struct writer *writer, const struct script_line *lines, size_t count)
{
    put(writer, "'", 1);
    for (size_t i = 0; i < count; i++) {
        if (lines[i].text[0] != '|')
            script_fail(writer->script, "line %u has no | before its text", lines[i].number);
        if (i > 0)
            put(writer, "\\n", 2);
        for (const char *at = lines[i].text + (lines[i].text[1] == ' ' ? 2 : 1); *at != '\0';) {
            if (*at == '$') {
                at = put_name(writer, at, true);
                continue;
            }
            if (*at == '\'' || *at == '\\')
                put(writer, "\\", 1);
            put(writer, at++, 1);
        }
    }
    put(writer, "'", 1);
}

/* The lines below a step, which are more words of it, and a text behind them. */
static void put_lines(struct writer *writer, const struct script_line *lines, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        put(writer, " ", 1);
        if (lines[i].text[0] == '|') {
            put_text(writer, lines + i, count - i);
            break;
        }
        replace(writer, lines[i].text);
    }
    writer->text[writer->len] = '\0';
}

/* The end of the word that begins there. */
static char *word_end(const struct script *script, char *at)
{
    int depth = 0;
    bool is_quoted = false;
    for (; *at != '\0' && (is_quoted || depth > 0 || *at != ' '); at++)
        if (*at == '\\' && is_quoted && at[1] != '\0')
            at++;
        else if (*at == '\'')
            is_quoted = !is_quoted;
        else if (!is_quoted && (*at == '{' || *at == '['))
            depth++;
        else if (!is_quoted && (*at == '}' || *at == ']'))
            depth--;
    if (is_quoted || depth != 0)
        script_fail(script, "a quote or a bracket is not closed");
    return at;
}

static void split(const struct script *script, char *text, struct script_words *words_out)
{
    words_out->count = 0;
    while (*(text += strspn(text, " ")) != '\0') {
        char *end = word_end(script, text);
        if (words_out->count == SCRIPT_WORDS_MAX)
            script_fail(script, "too many words");
        words_out->word[words_out->count++] = text;
        text = end;
        if (*text != '\0')
            *text++ = '\0';
    }
}

/* ------------------------------------------------------------------ texts */

const char *script_text(const struct script *script, const char *word)
{
    if (*word != '\'')
        return word;
    struct script *mine = (struct script *)script; /* its room for texts */
    char *text = mine->text[mine->text_at++ % 2];
    json_t *json = script_json(script, word);
    snprintf(text, LINE_MAX_LEN, "%s", json_string_value(json));
    json_decref(json);
    return text;
}

/* ------------------------------------------------------------------ blocks */

static void run_lines(struct script *script, size_t from, size_t to);

/* The line behind the block of those that are indented deeper than this one. */
static size_t block_end(const struct script *script, size_t at, size_t to)
{
    size_t end = at + 1;
    while (end < to && script->file->lines[end].indent > script->file->lines[at].indent)
        end++;
    return end;
}

static void define_step(struct script *script, const struct script_words *words, size_t from,
                        size_t to)
{
    if (words->count < 2 || words->count - 2 > PARAMS_MAX || script->step_count == STEPS_MAX)
        script_fail(script, "to NAME PARAMETER...");
    struct own_step *step = &script->steps[script->step_count++];
    snprintf(step->name, NAME_SIZE, "%s", words->word[1]);
    step->param_count = words->count - 2;
    for (size_t i = 0; i < step->param_count; i++)
        snprintf(step->params[i], NAME_SIZE, "%s", words->word[i + 2]);
    step->from = from;
    step->to = to;
}

static const struct own_step *own_step(const struct script *script, const char *name)
{
    for (size_t i = script->step_count; i-- > 0;)
        if (strcmp(script->steps[i].name, name) == 0)
            return &script->steps[i];
    return NULL;
}

/* The words from there on, with a space between each. */
static void join(const struct script *script, const struct script_words *words, size_t from,
                 char text[LINE_MAX_LEN])
{
    size_t len = 0;
    text[0] = '\0';
    for (size_t i = from; i < words->count; i++) {
        len += (size_t)snprintf(text + len, LINE_MAX_LEN - len, "%s%s", i > from ? " " : "",
                                words->word[i]);
        if (len >= LINE_MAX_LEN)
            script_fail(script, "the line is too long");
    }
}

static void call(struct script *script, const struct own_step *step,
                 const struct script_words *words)
{
    char rest[LINE_MAX_LEN];
    struct names *outer = script->params;
    const struct script_line *caller = script->caller;
    struct names *names = calloc(1, sizeof(*names));
    if (names == NULL)
        abort();
    /* The last one may stand for no word at all. */
    if (words->count < step->param_count)
        script_fail(script, "%s takes %zu words", step->name, step->param_count);
    if (++script->depth > DEPTH_MAX)
        script_fail(script, "steps that call each other");
    for (size_t i = 0; i < step->param_count; i++) {
        bool is_last = i + 1 == step->param_count;
        join(script, words, i + 1, rest);
        bind(script, names, step->params[i], is_last ? rest : words->word[i + 1], false);
    }
    if (step->param_count == 0 && words->count > 1)
        script_fail(script, "%s takes no words", step->name);
    script->params = names;
    script->caller = caller != NULL ? caller : script->line;
    run_lines(script, step->from, step->to);
    script->params = outer;
    script->caller = caller;
    script->depth--;
    drop(names);
    free(names);
}

static void repeat(struct script *script, const struct script_words *words, size_t from, size_t to)
{
    char number[24];
    int64_t times = words->count == 2 ? script_int(script, words->word[1]) : 0;
    if (times < 1 || times > 100000)
        script_fail(script, "repeat NUMBER");
    for (int64_t i = 0; i < times; i++) {
        snprintf(number, sizeof(number), "%lld", (long long)i);
        bind(script, &script->remembered, "i", number, true);
        run_lines(script, from, to);
    }
}

/* The end of the part of a list with commas. */
static size_t part_len(const char *text)
{
    int depth = 0;
    bool is_quoted = false;
    size_t len = 0;
    for (; text[len] != '\0' && (is_quoted || depth > 0 || text[len] != ','); len++)
        if (text[len] == '\\' && is_quoted && text[len + 1] != '\0')
            len++;
        else if (text[len] == '\'')
            is_quoted = !is_quoted;
        else if (!is_quoted)
            depth += strchr("{[", text[len]) != NULL ? 1 : strchr("}]", text[len]) != NULL ? -1 : 0;
    return len;
}

/* Gives each of the names a part of the word; a single name all of it. */
static void bind_parts(struct script *script, const char *names, const char *word)
{
    char name[NAME_SIZE];
    bool is_one = strchr(names, ',') == NULL;
    while (*names != '\0') {
        size_t name_end = strcspn(names, ",");
        size_t len = is_one ? strlen(word) : part_len(word);
        char *part = copy(word, len);
        snprintf(name, sizeof(name), "%.*s", (int)name_end, names);
        bind(script, &script->remembered, name, part, false);
        free(part);
        names += name_end + (names[name_end] == ',' ? 1 : 0);
        word += len;
        if ((*word == ',') != (*names != '\0'))
            script_fail(script, "not as many parts as names");
        word += *word == ',' ? 1 : 0;
    }
}

static void for_each(struct script *script, const struct script_words *words, size_t from,
                     size_t to)
{
    if (words->count < 3 || strcmp(words->word[2], "in") != 0)
        script_fail(script, "for NAME in WORD...");
    for (size_t i = 3; i < words->count; i++) {
        bind_parts(script, words->word[1], words->word[i]);
        run_lines(script, from, to);
    }
}

static void let(struct script *script, const struct script_words *words)
{
    char text[LINE_MAX_LEN];
    if (words->count < 3 || strcmp(words->word[2], "=") != 0)
        script_fail(script, "let NAME = words");
    join(script, words, 3, text);
    bind(script, &script->remembered, words->word[1], text, false);
}

static bool begins_block(const char *line)
{
    return strncmp(line, "to ", 3) == 0 || strncmp(line, "for ", 4) == 0 ||
           strncmp(line, "repeat ", 7) == 0 || strncmp(line, "if ", 3) == 0;
}

/* Runs the line at that index with its block, which ends at `end`. */
static void run_line(struct script *script, size_t at, size_t end)
{
    const struct script_line *line = &script->file->lines[at];
    struct script_words words;
    char *text = malloc(LINE_MAX_LEN);
    struct writer writer = {script, text, 0};
    if (text == NULL)
        abort();
    script->line = line;
    /* Names in a step of the file's own are replaced when it is called. */
    if (strncmp(line->text, "to ", 3) == 0)
        put(&writer, line->text, strlen(line->text) + 1);
    else
        replace(&writer, line->text);
    bool is_block = begins_block(line->text);
    if (!is_block)
        put_lines(&writer, line + 1, end - at - 1);
    split(script, text, &words);
    const char *first = words.count > 0 ? words.word[0] : "";
    if (is_block && end == at + 1)
        script_fail(script, "nothing is indented below");
    if (strcmp(first, "to") == 0)
        define_step(script, &words, at + 1, end);
    else if (strcmp(first, "for") == 0)
        for_each(script, &words, at + 1, end);
    else if (strcmp(first, "repeat") == 0)
        repeat(script, &words, at + 1, end);
    else if (words.count == 3 && strcmp(first, "if") == 0)
        run_lines(script, at + 1, strcmp(words.word[1], words.word[2]) == 0 ? end : at + 1);
    else if (strcmp(first, "let") == 0)
        let(script, &words);
    else if (words.count > 0 && own_step(script, first) != NULL)
        call(script, own_step(script, first), &words);
    else if (words.count > 0)
        script->kind->step(script, script->stage, &words);
    free(text);
}

static void run_lines(struct script *script, size_t from, size_t to)
{
    for (size_t at = from; at < to;) {
        size_t end = block_end(script, at, to);
        run_line(script, at, end);
        at = end;
    }
}

/* ------------------------------------------------------------------ files */

static bool is_scene(const struct script_line *line)
{
    return strncmp(line->text, "== ", 3) == 0;
}

static void read_file(struct file *file, const char *path);

/* Reads NAME.steps, which stands beside the file or in a folder above it. */
static void read_steps(struct file *file, const char *path, const char *name)
{
    char steps[2 * LINE_MAX_LEN];
    const char *slash = strrchr(path, '/');
    int folder = slash != NULL ? (int)(slash - path) + 1 : 0;
    for (int up = 0; up <= FOLDERS_ABOVE; up++) {
        snprintf(steps, sizeof(steps), "%.*s%.*s%s.steps", folder, path, 3 * up, "../../../../",
                 name);
        FILE *stream = fopen(steps, "r");
        if (stream == NULL)
            continue;
        (void)fclose(stream);
        break;
    }
    read_file(file, steps);
}

static void add_line(struct file *file, const char *name, unsigned number, char *text)
{
    unsigned indent = (unsigned)strspn(text, " ");
    size_t len = strcspn(text, "\n");
    while (len > indent && text[len - 1] == ' ')
        len--;
    if (len <= indent || text[indent] == '#')
        return;
    file->lines = realloc(file->lines, (file->count + 1) * sizeof(file->lines[0]));
    if (file->lines == NULL)
        abort();
    file->lines[file->count++] =
        (struct script_line){name, number, indent, copy(text + indent, len - indent)};
}

static void read_file(struct file *file, const char *path)
{
    char text[LINE_MAX_LEN];
    const char *slash = strrchr(path, '/');
    FILE *stream = file->names_count < FILES_MAX ? fopen(path, "r") : NULL;
    if (stream == NULL) {
        perror(path);
        exit(EXIT_FAILURE);
    }
    const char *base = slash != NULL ? slash + 1 : path;
    char *name = copy(base, strlen(base));
    file->names[file->names_count++] = name;
    for (unsigned number = 1; fgets(text, sizeof(text), stream) != NULL; number++) {
        text[strcspn(text, "\n")] = '\0';
        if (strncmp(text, "use ", 4) == 0)
            read_steps(file, path, text + 4);
        else
            add_line(file, name, number, text);
    }
    (void)fclose(stream);
}

static int set_up(void **state)
{
    struct script *script = *state;
    script->stage = script->kind->begin(script);
    return 0;
}

static void run_scene(void **state)
{
    struct script *script = *state;
    size_t to = script->from + 1;
    while (to < script->file->count && !is_scene(&script->file->lines[to]))
        to++;
    run_lines(script, 0, script->file->scenes_at);
    run_lines(script, script->from + 1, to);
    script->is_done = true;
}

static int tear_down(void **state)
{
    struct script *script = *state;
    if (!script->is_done)
        print_message("the scene ended at %s:%u\n", script->line->file, script->line->number);
    script->kind->end(script->stage);
    drop(&script->remembered);
    free(script);
    return 0;
}

const char *script_scene(const struct script *script)
{
    return script->file->lines[script->from].text + 3;
}

bool script_is_over(const struct script *script)
{
    return script->is_done;
}

int script_main(int argc, char **argv, const struct script_kind *kind)
{
    struct file file = {0};
    size_t count = 0;
    if (argc < 2 || argc > 3) {
        fprintf(stderr, "usage: %s FILE [PART OF A SCENE'S NAME]\n", argv[0]);
        return EXIT_FAILURE;
    }
    read_file(&file, argv[1]);
    while (file.scenes_at < file.count && !is_scene(&file.lines[file.scenes_at]))
        file.scenes_at++;
    struct CMUnitTest *tests = calloc(file.count + 1, sizeof(*tests));
    if (tests == NULL)
        abort();
    for (size_t i = file.scenes_at; i < file.count; i++) {
        if (!is_scene(&file.lines[i]) || (argc == 3 && strstr(file.lines[i].text, argv[2]) == NULL))
            continue;
        struct script *script = calloc(1, sizeof(*script));
        if (script == NULL)
            abort();
        *script = (struct script){.kind = kind, .file = &file, .from = i, .line = &file.lines[i]};
        tests[count++] =
            (struct CMUnitTest){file.lines[i].text + 3, run_scene, set_up, tear_down, script};
    }
    int failed = count > 0 ? _cmocka_run_group_tests(argv[1], tests, count, NULL, NULL) : 1;
    if (count == 0)
        fprintf(stderr, "%s: no scene\n", argv[1]);
    for (size_t i = 0; i < file.count; i++)
        free(file.lines[i].text);
    for (size_t i = 0; i < file.names_count; i++)
        free(file.names[i]);
    free(file.lines);
    free(tests);
    return failed;
}
