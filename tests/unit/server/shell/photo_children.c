/* SPDX-License-Identifier: MIT */
/*
 * Children for test_photo_child.c; see photo_children.h.
 */
#include "tests/unit/server/shell/photo_children.h"

#include "photo/photo.h"
#include "server/shell/photo_child.h"

#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

/* What the head of a photo looks like. Whoever gets this far has done what it should not. */
static const uint8_t SUCCESS[30] = {'R', 'I', 'F', 'F',  22,  0,    0,   0, 'W', 'E',
                                    'B', 'P', 'V', 'P',  '8', ' ',  10,  0, 0,   0,
                                    0,   0,   0,   0x9d, 1,   0x2a, 128, 0, 128, 0};

static _Noreturn void succeed(void)
{
    _exit(write(PHOTO_SANDBOX_FD, SUCCESS, sizeof(SUCCESS)) == sizeof(SUCCESS) ? 0 : 1);
}

static void do_nothing(void)
{
}

static void open_a_file(void)
{
    (void)open("/etc/passwd", O_RDONLY);
}

static void open_a_socket(void)
{
    (void)socket(AF_INET, SOCK_STREAM, 0);
}

static void fork_itself(void)
{
    (void)syscall(SYS_fork);
}

static void run_a_program(void)
{
    char name[] = "true";
    char *const args[] = {name, NULL};
    (void)execv("/bin/true", args);
}

static void signal_the_server(void)
{
    (void)syscall(SYS_kill, 1, 0);
}

static void write_elsewhere(void)
{
    if (write(STDERR_FILENO, "x", 1) < 0)
        abort(); /* it is to be killed before that */
}

static void read_elsewhere(void)
{
    char byte;
    if (read(7, &byte, 1) < 0)
        abort(); /* it is to be killed before that */
}

static void map_what_can_be_run(void)
{
    (void)mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

static void make_memory_run(void)
{
    static uint8_t page[8192];
    (void)mprotect((void *)(((uintptr_t)page + 4095) & ~(uintptr_t)4095), 4096,
                   PROT_READ | PROT_EXEC);
}

static void map_what_others_see(void)
{
    (void)mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
}

static void raise_a_limit(void)
{
    (void)syscall(SYS_prlimit64, 0, 0, NULL, NULL);
}

static void crash(void)
{
    __builtin_trap();
}

static void go_on_for_ever(void)
{
    for (volatile unsigned i = 0;; i++)
        ;
}

static void take_memory(void)
{
    enum { PIECE = 1024 * 1024 };
    for (size_t taken = 0; taken < 2 * (size_t)PHOTO_SANDBOX_MEMORY_BYTES; taken += PIECE) {
        uint8_t *piece = malloc(PIECE);
        if (piece == NULL)
            _exit(-PHOTO_NO_MEMORY);
        memset(piece, 1, PIECE);
    }
}

static void talk_for_ever(void)
{
    while (write(PHOTO_SANDBOX_FD, SUCCESS, sizeof(SUCCESS)) > 0)
        ;
}

static void say_nonsense(void)
{
    _exit(write(PHOTO_SANDBOX_FD, "no photo", 8) == 8 ? 0 : 1);
}

static void say_nothing(void)
{
    _exit(0);
}

static void end_strangely(void)
{
    _exit(1 - PHOTO_STATUS_LAST);
}

static void tell_that_there_is_no_sandbox(void)
{
    _exit(PHOTO_SANDBOX_NOT_ENTERED);
}

/* A child that takes the file and goes into the sandbox, and what it does there. */
static const struct child {
    const char *name;
    void (*act)(void);
} CHILDREN[] = {
    {"succeeds", do_nothing},
    {"opens", open_a_file},
    {"connects", open_a_socket},
    {"forks", fork_itself},
    {"executes", run_a_program},
    {"signals", signal_the_server},
    {"writes elsewhere", write_elsewhere},
    {"reads elsewhere", read_elsewhere},
    {"maps code", map_what_can_be_run},
    {"makes code", make_memory_run},
    {"shares", map_what_others_see},
    {"raises a limit", raise_a_limit},
    {"crashes", crash},
    {"spins", go_on_for_ever},
    {"takes memory", take_memory},
    {"floods", talk_for_ever},
    {"says nonsense", say_nonsense},
    {"says nothing", say_nothing},
    {"ends strangely", end_strangely},
    {"has no sandbox", tell_that_there_is_no_sandbox},
};

void photo_children_be_one(int argc, char **argv)
{
    char byte;
    if (photo_sandbox_is_meant(argc, argv))
        photo_sandbox_run();
    for (size_t i = 0; i < sizeof(CHILDREN) / sizeof(*CHILDREN); i++) {
        if (strcmp(argv[0], CHILDREN[i].name) != 0)
            continue;
        if (getenv("PATH") != NULL || !photo_sandbox_enter())
            _exit(PHOTO_SANDBOX_NOT_ENTERED);
        while (read(PHOTO_SANDBOX_FD, &byte, 1) > 0)
            ;
        CHILDREN[i].act();
        succeed();
    }
}
