/* SPDX-License-Identifier: MIT */
/* The configuration file: what was read is printed and read again as the same. */
#include "server/shell/config.h"
#include "tests/fuzz/fuzz.h"

#include <unistd.h>

static char path[64];

static bool read_text(struct config *config, const char *text, size_t len, FILE *err)
{
    FILE *file = fopen(path, "w");
    FUZZ_CHECK(file != NULL && fwrite(text, 1, len, file) == len && fclose(file) == 0);
    config_set_defaults(config);
    return config_read_file(config, path, err);
}

static void check_same(const struct config *a, const struct config *b)
{
    static char text_a[sizeof(struct config)];
    static char text_b[sizeof(struct config)];
    for (size_t i = 0; i < CONFIG_ROW_COUNT; i++) {
        const struct config_row *row = config_row(i);
        if (row->key == NULL)
            continue;
        config_get(a, row, text_a, sizeof(text_a));
        config_get(b, row, text_b, sizeof(text_b));
        FUZZ_CHECK(strcmp(text_a, text_b) == 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
    static struct config config;
    static struct config again;
    static FILE *err;
    char *printed = NULL;
    size_t printed_len = 0;
    if (len > 8192)
        return 0;
    if (err == NULL) {
        snprintf(path, sizeof(path), "/tmp/pentad-fuzz-%ld.conf", (long)getpid());
        err = fopen("/dev/null", "w");
    }
    if (read_text(&config, (const char *)bytes, len, err)) {
        FILE *out = open_memstream(&printed, &printed_len);
        config_print_sample(&config, out);
        fclose(out);
        FUZZ_CHECK(read_text(&again, printed, printed_len, err));
        check_same(&config, &again);
        free(printed);
    }
    unlink(path);
    return 0;
}
