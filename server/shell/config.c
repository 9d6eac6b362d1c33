/* SPDX-License-Identifier: MIT */
/*
 * The table of the configuration as data, and values to and from text. The file and the flags both
 * set values here, so that they take the same texts and refuse them with the same words.
 */
#include "server/shell/config.h"

#include "base/utf8.h"

#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <confuse.h>

#define AT(key) offsetof(struct config, key)

/* clang-format off */
static const struct config_row rows[] = {
#define CONFIG_GROUP(id, title) {NULL, CONFIG_TYPE_GROUP, 0, NULL, 0, 0, NULL, title},
#define CONFIG_TEXT(key, fallback, min, size, doc) \
    {#key, CONFIG_TYPE_TEXT, AT(key), fallback, min, (size) - 1, NULL, doc},
#define CONFIG_ADDRESS(key, fallback, size, doc) \
    {#key, CONFIG_TYPE_ADDRESS, AT(key), fallback, 0, (size) - 1, NULL, doc},
#define CONFIG_NUMBER(key, fallback, min, max, doc) \
    {#key, CONFIG_TYPE_NUMBER, AT(key), fallback, min, max, NULL, doc},
#define CONFIG_WORD(key, fallback, words, doc) \
    {#key, CONFIG_TYPE_WORD, AT(key), fallback, 0, 0, words, doc},
#include "server/shell/config_rows.h"
};
/* clang-format on */

const struct config_row *config_row(size_t index)
{
    assert(index < CONFIG_ROW_COUNT);
    return &rows[index];
}

const struct config_row *config_find(const char *key)
{
    for (size_t i = 0; i < CONFIG_ROW_COUNT; i++)
        if (rows[i].key != NULL && strcmp(rows[i].key, key) == 0)
            return &rows[i];
    return NULL;
}

/* ------------------------------------------------------------------ texts to values */

static void *value_of(struct config *config, const struct config_row *row)
{
    return (char *)config + row->offset;
}

/* Such a text could not be printed on one line and read back from it. */
static bool has_controls(const char *text)
{
    for (; *text != '\0'; text++)
        if ((unsigned char)*text < 0x20 || *text == 0x7f)
            return true;
    return false;
}

static bool set_text(void *value, const struct config_row *row, const char *text, char *message)
{
    size_t len = strlen(text);
    if (has_controls(text)) {
        snprintf(message, CONFIG_MESSAGE_SIZE, "%s must be on one line, without control characters",
                 row->key);
        return false;
    }
    if ((int64_t)len >= row->min && (int64_t)len <= row->max) {
        memcpy(value, text, len + 1);
        return true;
    }
    snprintf(message, CONFIG_MESSAGE_SIZE,
             "%s must have from %" PRId64 " to %" PRId64 " bytes, not %zu", row->key, row->min,
             row->max, len);
    return false;
}

static bool set_address(void *value, const struct config_row *row, const char *text, char *message)
{
    unsigned char address[sizeof(struct in6_addr)];
    if (inet_pton(AF_INET, text, address) == 1 || inet_pton(AF_INET6, text, address) == 1)
        return set_text(value, row, text, message);
    snprintf(message, CONFIG_MESSAGE_SIZE,
             "%s must be a numeric IPv4 or IPv6 address, not \"%.100s\"", row->key, text);
    return false;
}

static bool set_number(void *value, const struct config_row *row, const char *text, char *message)
{
    char *end;
    long long number;
    errno = 0;
    number = strtoll(text, &end, 10);
    if (end != text && *end == '\0' && errno == 0 && number >= row->min && number <= row->max) {
        *(int64_t *)value = number;
        return true;
    }
    snprintf(message, CONFIG_MESSAGE_SIZE,
             "%s must be a whole number from %" PRId64 " to %" PRId64 ", not \"%.100s\"", row->key,
             row->min, row->max, text);
    return false;
}

/* The length of the first word in "full|normal". */
static size_t word_len(const char *words)
{
    return strcspn(words, "|");
}

static const char *next_word(const char *word)
{
    word += word_len(word);
    return *word == '|' ? word + 1 : NULL;
}

static bool set_word(void *value, const struct config_row *row, const char *text, char *message)
{
    int position = 0;
    for (const char *word = row->words; word != NULL; word = next_word(word)) {
        if (strlen(text) == word_len(word) && strncmp(text, word, word_len(word)) == 0) {
            *(int *)value = position;
            return true;
        }
        position++;
    }
    snprintf(message, CONFIG_MESSAGE_SIZE, "%s must be one of %s, not \"%.100s\"", row->key,
             row->words, text);
    return false;
}

bool config_set(struct config *config, const struct config_row *row, const char *text,
                char message_out[CONFIG_MESSAGE_SIZE])
{
    void *value = value_of(config, row);
    switch (row->type) {
    case CONFIG_TYPE_TEXT:
        return set_text(value, row, text, message_out);
    case CONFIG_TYPE_ADDRESS:
        return set_address(value, row, text, message_out);
    case CONFIG_TYPE_NUMBER:
        return set_number(value, row, text, message_out);
    case CONFIG_TYPE_WORD:
        return set_word(value, row, text, message_out);
    case CONFIG_TYPE_GROUP:
        break;
    }
    assert(row->type != CONFIG_TYPE_GROUP); /* a heading has no value */
    return false;
}

void config_set_defaults(struct config *config)
{
    char message[CONFIG_MESSAGE_SIZE];
    memset(config, 0, sizeof(*config));
    for (size_t i = 0; i < CONFIG_ROW_COUNT; i++) {
        bool is_set =
            rows[i].key == NULL || config_set(config, &rows[i], rows[i].fallback, message);
        assert(is_set);
    }
}

/* ------------------------------------------------------------------ values to texts */

static void get_word(const char *words, int position, char *text_out, size_t size)
{
    while (position-- > 0)
        words = next_word(words);
    snprintf(text_out, size, "%.*s", (int)word_len(words), words);
}

void config_get(const struct config *config, const struct config_row *row, char *text_out,
                size_t size)
{
    const void *value = (const char *)config + row->offset;
    switch (row->type) {
    case CONFIG_TYPE_NUMBER:
        snprintf(text_out, size, "%" PRId64, *(const int64_t *)value);
        break;
    case CONFIG_TYPE_WORD:
        get_word(row->words, *(const int *)value, text_out, size);
        break;
    default:
        snprintf(text_out, size, "%s", (const char *)value);
    }
}

void config_flag_name(const struct config_row *row, char *name_out, size_t size)
{
    snprintf(name_out, size, "%s", row->key);
    for (char *at = name_out; *at != '\0'; at++)
        if (*at == '_')
            *at = '-';
}

/* ------------------------------------------------------------------ what follows from values */

bool config_socket_path(const struct config *config, char path_out[CONFIG_SOCKET_PATH_SIZE])
{
    bool is_named = config->admin_socket[0] != '\0';
    if (strcmp(config->admin_socket, "-") == 0 ||
        (!is_named && strcmp(config->database, ":memory:") == 0))
        return false;
    snprintf(path_out, CONFIG_SOCKET_PATH_SIZE, "%s%s",
             is_named ? config->admin_socket : config->database, is_named ? "" : ".admin");
    return true;
}

/* ------------------------------------------------------------------ the file */

/* The callbacks of libconfuse get no context of ours. This option carries it: its name begins a
 * comment in the file, and setting it in quotes is refused. */
#define READER_OPTION "#reader"

struct reader {
    struct config *config;
    const char *path;
    int line;
    FILE *err;
};

static struct reader *reader_of(cfg_t *cfg)
{
    return (struct reader *)(void *)cfg_getopt(cfg, READER_OPTION)->simple_value.ptr;
}

__attribute__((format(printf, 2, 0))) static void on_error(cfg_t *cfg, const char *format,
                                                           va_list args)
{
    const struct reader *reader = reader_of(cfg);
    fprintf(reader->err, "pentad: %s:%d: ", reader->path, reader->line);
    /* To libconfuse the end of our line is the end of a file. */
    if (strstr(format, "premature end of file") != NULL)
        fputs("a setting is `key = value` on one line", reader->err);
    else
        vfprintf(reader->err, format, args);
    fputs(".\n", reader->err);
}

static int on_value(cfg_t *cfg, cfg_opt_t *option)
{
    char message[CONFIG_MESSAGE_SIZE];
    const char *text = cfg_opt_getnstr(option, 0);
    if (config_set(reader_of(cfg)->config, config_find(option->name), text, message))
        return 0;
    cfg_error(cfg, "%s", message);
    return -1;
}

static int on_context(cfg_t *cfg, cfg_opt_t *option, const char *value, void *result)
{
    (void)value;
    (void)result;
    cfg_error(cfg, "no such option '%s'", option->name);
    return -1;
}

/* libconfuse copies the options; `reader` has to live as long as what it is given to. */
static cfg_t *make_parser(struct reader *reader)
{
    cfg_opt_t options[CONFIG_ROW_COUNT + 2];
    const cfg_opt_t context = CFG_PTR_CB(READER_OPTION, NULL, CFGF_NODEFAULT, on_context, NULL);
    const cfg_opt_t end = CFG_END();
    size_t count = 0;
    cfg_t *cfg;
    options[count] = context;
    options[count++].simple_value.ptr = (void **)(void *)reader;
    for (size_t i = 0; i < CONFIG_ROW_COUNT; i++) {
        const cfg_opt_t text = CFG_STR(config_row(i)->key, NULL, CFGF_NODEFAULT);
        if (config_row(i)->key != NULL)
            options[count++] = text;
    }
    options[count] = end;
    cfg = cfg_init(options, CFGF_NONE);
    cfg_set_error_function(cfg, on_error);
    for (size_t i = 0; i < CONFIG_ROW_COUNT; i++)
        if (config_row(i)->key != NULL)
            cfg_set_validate_func(cfg, config_row(i)->key, on_value);
    return cfg;
}

static bool parse(struct reader *reader, FILE *file)
{
    cfg_t *cfg = make_parser(reader);
    bool is_good = true;
    char *line = NULL;
    size_t size = 0;
    while (is_good && getline(&line, &size, file) > 0) {
        reader->line++;
        size_t mark = reader->line == 1 ? utf8_mark_len(line, strlen(line)) : 0;
        is_good = cfg_parse_buf(cfg, line + mark) == CFG_SUCCESS;
    }
    free(line);
    cfg_free(cfg);
    return is_good;
}

bool config_read_file(struct config *config, const char *path, FILE *err)
{
    struct reader reader = {.config = config, .path = path, .err = err};
    FILE *file = fopen(path, "r");
    struct stat about;
    bool is_good;
    if (file == NULL) {
        fprintf(err, "pentad: %s cannot be read: %s.\n", path, strerror(errno));
        return false;
    }
    /* Reading a folder is an error that would look like an empty file. */
    if (fstat(fileno(file), &about) == 0 && S_ISDIR(about.st_mode)) {
        fprintf(err, "pentad: %s cannot be read: %s.\n", path, strerror(EISDIR));
        fclose(file);
        return false;
    }
    is_good = parse(&reader, file);
    fclose(file);
    return is_good;
}

/* ------------------------------------------------------------------ flags */

#define FLAG_NAME_SIZE 32

/* The result of getopt_long() for a flag: a small number, or FLAG_OF_ROW and the row. */
enum flag {
    FLAG_CONFIG = 1,
    FLAG_CHECK_CONFIG,
    FLAG_PRINT_CONFIG,
    FLAG_HELP,
    FLAG_VERSION,
    FLAG_JSON,
    FLAG_OF_ROW = 256,
};

/* The command line, read. Texts are borrowed from argv. */
struct flags {
    char names[CONFIG_ROW_COUNT][FLAG_NAME_SIZE];
    struct option options[CONFIG_ROW_COUNT + 7];
    const char *values[CONFIG_ROW_COUNT]; /* NULL: not given */
    const char *file;                     /* NULL: none */
    bool wants_json;
    int action; /* the enum flag of what to say; 0: run */
    const char *words[CONFIG_WORDS_MAX + 1];
    size_t word_count;
};

static void add_flag(struct flags *flags, size_t *count, const char *name, int value)
{
    bool takes_text = value == FLAG_CONFIG || value >= FLAG_OF_ROW;
    flags->options[(*count)++] = (struct option){
        .name = name,
        .has_arg = takes_text ? required_argument : no_argument,
        .val = value,
    };
}

static void make_flags(struct flags *flags)
{
    size_t count = 0;
    memset(flags, 0, sizeof(*flags));
    add_flag(flags, &count, "config", FLAG_CONFIG);
    add_flag(flags, &count, "check-config", FLAG_CHECK_CONFIG);
    add_flag(flags, &count, "print-config", FLAG_PRINT_CONFIG);
    add_flag(flags, &count, "help", FLAG_HELP);
    add_flag(flags, &count, "version", FLAG_VERSION);
    add_flag(flags, &count, "json", FLAG_JSON);
    for (size_t i = 0; i < CONFIG_ROW_COUNT; i++) {
        if (config_row(i)->key == NULL)
            continue;
        config_flag_name(config_row(i), flags->names[i], FLAG_NAME_SIZE);
        add_flag(flags, &count, flags->names[i], FLAG_OF_ROW + (int)i);
    }
}

static void take_flag(struct flags *flags, int found, const char *text)
{
    if (found >= FLAG_OF_ROW)
        flags->values[found - FLAG_OF_ROW] = text;
    else if (found == FLAG_CONFIG)
        flags->file = text;
    else if (found == FLAG_JSON)
        flags->wants_json = true;
    else
        flags->action = found;
}

static bool refuse(FILE *err, const char *what, const char *flag)
{
    fprintf(err, "pentad: %s %s; see pentad --help.\n", what, flag);
    return false;
}

static bool collect(struct flags *flags, char **argv, FILE *err)
{
    int found;
    int argc = 0;
    while (argv[argc] != NULL)
        argc++;
    optind = 0; /* glibc starts over, in tests for instance */
    opterr = 0;
    while ((found = getopt_long(argc, argv, ":", flags->options, NULL)) != -1) {
        if (found == ':')
            return refuse(err, "a value is missing after", argv[optind - 1]);
        if (found == '?')
            return refuse(err, "there is no flag", argv[optind - 1]);
        take_flag(flags, found, optarg);
    }
    if (argc - optind > CONFIG_WORDS_MAX)
        return refuse(err, "there is no use for", argv[optind + CONFIG_WORDS_MAX]);
    while (optind < argc)
        flags->words[flags->word_count++] = argv[optind++];
    return true;
}

static bool apply(const struct flags *flags, struct config *config, FILE *err)
{
    char message[CONFIG_MESSAGE_SIZE];
    memcpy(config->words, flags->words, sizeof(flags->words));
    config->word_count = flags->word_count;
    config->wants_json = flags->wants_json;
    if (flags->file != NULL && !config_read_file(config, flags->file, err))
        return false;
    for (size_t i = 0; i < CONFIG_ROW_COUNT; i++) {
        if (flags->values[i] == NULL)
            continue;
        if (!config_set(config, config_row(i), flags->values[i], message)) {
            fprintf(err, "pentad: --%s: %s.\n", flags->names[i], message);
            return false;
        }
    }
    return true;
}

static bool pass(const struct config *config, config_check_fn *check, FILE *err)
{
    char message[CONFIG_MESSAGE_SIZE];
    if (check(config, message))
        return true;
    fprintf(err, "pentad: %s.\n", message);
    return false;
}

/* `pentad COMMAND --help` is `pentad help COMMAND`. */
static void help_with_command(struct flags *flags)
{
    if (flags->action != FLAG_HELP || flags->word_count == 0)
        return;
    flags->action = 0;
    flags->words[1] = flags->words[0];
    flags->words[0] = "help";
    flags->words[2] = NULL;
    flags->word_count = 2;
}

enum config_verdict config_load(struct config *config_out, config_check_fn *check, char **argv,
                                FILE *out, FILE *err)
{
    struct flags flags;
    config_set_defaults(config_out);
    make_flags(&flags);
    if (!collect(&flags, argv, err))
        return CONFIG_WRONG;
    help_with_command(&flags);
    if (flags.action == FLAG_HELP) {
        config_print_help(out);
        return CONFIG_DONE;
    }
    if (flags.action == FLAG_VERSION) {
        fputs("pentad " PENTAD_VERSION "\n", out);
        return CONFIG_DONE;
    }
    if (!apply(&flags, config_out, err) || !pass(config_out, check, err))
        return CONFIG_WRONG;
    if (flags.action == FLAG_PRINT_CONFIG)
        config_print_sample(config_out, out);
    if (flags.action == FLAG_CHECK_CONFIG)
        fputs("The configuration is good.\n", out);
    return flags.action == 0 ? CONFIG_RUN : CONFIG_DONE;
}

/* ------------------------------------------------------------------ printing */

#define WIDTH 80

/* ------------------------------------------------------------------ lines */

/* The bytes of `text` that go on a line of `width`, broken at a space where there is one. */
static size_t line_len(const char *text, size_t width)
{
    size_t len = strlen(text);
    if (len <= width)
        return len;
    len = width;
    while (len > 0 && text[len] != ' ')
        len--;
    return len > 0 ? len : width;
}

/* Each line begins with `prefix`. */
static void print_wrapped(FILE *out, const char *prefix, const char *text)
{
    size_t width = WIDTH - strlen(prefix);
    while (*text != '\0') {
        size_t len = line_len(text, width);
        fprintf(out, "%s%.*s\n", prefix, (int)len, text);
        text += len;
        text += strspn(text, " ");
    }
}

/* "1 to 65535", "full|normal"; nothing where any text will do. */
static void print_range(FILE *out, const char *prefix, const struct config_row *row)
{
    if (row->type == CONFIG_TYPE_NUMBER)
        fprintf(out, "%s%" PRId64 " to %" PRId64 "\n", prefix, row->min, row->max);
    if (row->type == CONFIG_TYPE_WORD)
        fprintf(out, "%s%s\n", prefix, row->words);
}

/* ------------------------------------------------------------------ the sample */

static void print_quoted(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\' || *text == '$')
            fputc('\\', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

static void print_setting(const struct config *config, const struct config_row *row, FILE *out)
{
    char text[sizeof(struct config)];
    config_get(config, row, text, sizeof(text));
    fprintf(out, "%s%s = ", strcmp(text, row->fallback) == 0 ? "#" : "", row->key);
    if (row->type == CONFIG_TYPE_NUMBER || row->type == CONFIG_TYPE_WORD)
        fputs(text, out);
    else
        print_quoted(out, text);
    fputc('\n', out);
}

void config_print_sample(const struct config *config, FILE *out)
{
    fputs("# Configuration of pentad. Lines that begin with # are comments; what is commented out\n"
          "# shows the default. A flag of the same name (--log-level debug) has priority.\n",
          out);
    for (size_t i = 0; i < CONFIG_ROW_COUNT; i++) {
        const struct config_row *row = config_row(i);
        if (row->key == NULL) {
            fprintf(out, "\n# ---- %s ----\n", row->doc);
            continue;
        }
        fputc('\n', out);
        print_wrapped(out, "# ", row->doc);
        print_range(out, "# ", row);
        print_setting(config, row, out);
    }
}

/* ------------------------------------------------------------------ help */

static void print_flag(const struct config_row *row, FILE *out)
{
    char name[64];
    config_flag_name(row, name, sizeof(name));
    fprintf(out, "  --%s VALUE", name);
    if (*row->fallback != '\0')
        fprintf(out, "  (default %s)", row->fallback);
    fputc('\n', out);
    print_wrapped(out, "      ", row->doc);
    print_range(out, "      ", row);
}

void config_print_help(FILE *out)
{
    fputs("Usage: pentad [--config FILE] [--KEY VALUE ...] [COMMAND]\n"
          "The server for five-in-a-row and tic-tac-toe. Flags have priority over the file,\n"
          "the file over the defaults.\n"
          "\n"
          "Commands, instead of serving:\n",
          out);
#define TOOL(id, word, arguments, min, max, doc, more)                                             \
    fprintf(out, "  %s %s\n      %s.\n", word, arguments, doc);
#include "server/tools.def"
#undef TOOL
    fputs("\n"
          "  --config FILE    read this configuration file\n"
          "  --check-config   only say whether the configuration is good\n"
          "  --print-config   print the configuration as a file with explanations\n"
          "  --help           print this; behind a command, what it does\n"
          "  --json           commands: answer for programs (admin)\n"
          "  --version        print the version\n",
          out);
    for (size_t i = 0; i < CONFIG_ROW_COUNT; i++)
        if (config_row(i)->key == NULL)
            fprintf(out, "\n%s\n", config_row(i)->doc);
        else
            print_flag(config_row(i), out);
    fputs("\n"
          "SIGTERM and SIGINT stop the server after everything is saved; SIGHUP opens the log\n"
          "file again.\n"
          "\n"
          "Exit status: 0 stopped as asked; 1 could not run (address in use, database, memory);\n"
          "2 wrong flags or configuration.\n",
          out);
}
