/* SPDX-License-Identifier: MIT */
/* In place of libFuzzer: gives the target each file of a folder once. For every other preset. */
#include "tests/fuzz/fuzz.h"

#include <dirent.h>

#define SIZE_MAX_BYTES (1 << 20)

static void replay(const char *folder, const char *name)
{
    static uint8_t bytes[SIZE_MAX_BYTES];
    char path[1024];
    snprintf(path, sizeof(path), "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    FUZZ_CHECK(file != NULL);
    size_t len = fread(bytes, 1, sizeof(bytes), file);
    fclose(file);
    printf("%s\n", name);
    fflush(stdout);
    LLVMFuzzerTestOneInput(bytes, len);
}

int main(int argc, char **argv)
{
    int count = 0;
    FUZZ_CHECK(argc == 2);
    DIR *folder = opendir(argv[1]);
    FUZZ_CHECK(folder != NULL);
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        if (entry->d_name[0] != '.') {
            replay(argv[1], entry->d_name);
            count++;
        }
    }
    closedir(folder);
    return count > 0 ? 0 : 1;
}
