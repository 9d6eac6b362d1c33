/* SPDX-License-Identifier: MIT */
/*
 * The table of the configuration as data, and values to and from text. The file and the flags both
 * set values here, so that they take the same texts and refuse them with the same words.
 */
#include "server/shell/config.h"

#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

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
