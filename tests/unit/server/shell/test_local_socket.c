/* SPDX-License-Identifier: MIT */
/*
 * The server's local socket: whose it is, what it replaces and what it leaves alone.
 */
#define _DEFAULT_SOURCE /* mkdtemp */
#include "server/shell/local_socket.h"
#include "tests/support/cmocka_all.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#define NOBODY 65534

struct place {
    char folder[64];
    char path[96];
    struct local_socket local;
};

static int setup(void **state)
{
    struct place *place = calloc(1, sizeof(*place));
    if (place == NULL)
        return -1;
    snprintf(place->folder, sizeof(place->folder), "/tmp/pentad-local-XXXXXX");
    if (mkdtemp(place->folder) == NULL)
        return -1;
    snprintf(place->path, sizeof(place->path), "%s/admin", place->folder);
    *state = place;
    return 0;
}

static int teardown(void **state)
{
    struct place *place = *state;
    local_socket_close(&place->local);
    unlink(place->path);
    rmdir(place->folder);
    free(place);
    return 0;
}

static int connect_to(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    memcpy(address.sun_path, path, strlen(path) + 1);
    if (connect(fd, (struct sockaddr *)&address, sizeof(address)) == 0)
        return fd;
    close(fd);
    return -1;
}

static void the_file_is_the_users_alone(void **state)
{
    struct place *place = *state;
    struct stat file;
    mode_t before = umask(0);
    int fd = local_socket_open(&place->local, place->path, 8);
    umask(before);
    assert_true(fd >= 0);
    assert_int_equal(lstat(place->path, &file), 0);
    assert_true(S_ISSOCK(file.st_mode));
    assert_int_equal(file.st_mode & 0777, 0600);
    assert_int_not_equal(fcntl(fd, F_GETFL) & O_NONBLOCK, 0);
    int peer = connect_to(place->path);
    assert_true(peer >= 0);
    close(peer);
    close(fd);
}

static void what_a_server_left_behind_is_replaced(void **state)
{
    struct place *place = *state;
    struct local_socket dead;
    close(local_socket_open(&dead, place->path, 8));
    int fd = local_socket_open(&place->local, place->path, 8);
    assert_true(fd >= 0);
    local_socket_close(&place->local);
    assert_int_equal(access(place->path, F_OK), -1);
    close(fd);
}

static void a_file_that_replaced_the_socket_is_not_removed(void **state)
{
    struct place *place = *state;
    char other[112];
    int fd = local_socket_open(&place->local, place->path, 8);
    assert_true(fd >= 0);
    snprintf(other, sizeof(other), "%s.new", place->path);
    close(open(other, O_CREAT | O_WRONLY, 0600));
    assert_int_equal(rename(other, place->path), 0);
    local_socket_close(&place->local);
    assert_int_equal(access(place->path, F_OK), 0);
    close(fd);
}

static void a_socket_in_use_is_left_alone(void **state)
{
    struct place *place = *state;
    struct local_socket second;
    int fd = local_socket_open(&place->local, place->path, 8);
    assert_true(fd >= 0);
    assert_int_equal(local_socket_open(&second, place->path, 8), -EADDRINUSE);
    local_socket_close(&second);
    int peer = connect_to(place->path);
    assert_true(peer >= 0);
    close(peer);
    close(fd);
}

static void a_file_that_is_no_socket_is_left_alone(void **state)
{
    struct place *place = *state;
    int fd = open(place->path, O_CREAT | O_WRONLY, 0600);
    assert_true(fd >= 0);
    close(fd);
    assert_int_equal(local_socket_open(&place->local, place->path, 8), -EEXIST);
    unlink(place->path);
    assert_int_equal(symlink("/etc/passwd", place->path), 0);
    assert_int_equal(local_socket_open(&place->local, place->path, 8), -EEXIST);
}

static void a_folder_for_everybody_is_refused_unless_it_is_sticky(void **state)
{
    struct place *place = *state;
    assert_int_equal(chmod(place->folder, 0777), 0);
    assert_int_equal(local_socket_open(&place->local, place->path, 8), -EPERM);
    assert_int_equal(chmod(place->folder, 01777), 0);
    int fd = local_socket_open(&place->local, place->path, 8);
    assert_true(fd >= 0);
    close(fd);
}

static void a_folder_of_another_group_is_refused(void **state)
{
    struct place *place = *state;
    if (chown(place->folder, (uid_t)-1, getegid() + 1) != 0)
        skip(); /* only root gives folders to other groups */
    assert_int_equal(chmod(place->folder, 0770), 0);
    assert_int_equal(local_socket_open(&place->local, place->path, 8), -EPERM);
    assert_int_equal(chown(place->folder, (uid_t)-1, getegid()), 0);
    int fd = local_socket_open(&place->local, place->path, 8);
    assert_true(fd >= 0);
    close(fd);
}

static void a_path_that_is_too_long_is_refused(void **state)
{
    struct place *place = *state;
    char path[LOCAL_SOCKET_PATH_SIZE + 1];
    memset(path, 'x', sizeof(path));
    path[0] = '/';
    path[LOCAL_SOCKET_PATH_SIZE] = '\0';
    assert_int_equal(local_socket_open(&place->local, path, 8), -ENAMETOOLONG);
    path[LOCAL_SOCKET_PATH_SIZE - 1] = '\0';
    assert_int_not_equal(local_socket_open(&place->local, path, 8), -ENAMETOOLONG);
}

/* Somebody else's end of a pair of sockets, whatever the file's mode is; needs root to be made. */
static void only_the_same_user_and_root_are_trusted(void **state)
{
    struct place *place = *state;
    uid_t uid = 1;
    int status = 0;
    int fd = local_socket_open(&place->local, place->path, 8);
    assert_true(fd >= 0);
    int peer = connect_to(place->path);
    int accepted = accept(fd, NULL, NULL);
    assert_true(local_socket_peer_is_trusted(accepted, &uid));
    assert_int_equal(uid, geteuid());
    close(accepted);
    close(peer);
    if (geteuid() != 0)
        skip();
    assert_int_equal(chmod(place->folder, 0755), 0);
    assert_int_equal(chmod(place->path, 0666), 0);
    pid_t child = fork();
    if (child == 0)
        _exit(setuid(NOBODY) == 0 && connect_to(place->path) >= 0 ? 0 : 1);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    accepted = accept(fd, NULL, NULL);
    assert_true(accepted >= 0);
    assert_false(local_socket_peer_is_trusted(accepted, &uid));
    assert_int_equal(uid, NOBODY);
    close(accepted);
    close(fd);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_file_is_the_users_alone, setup, teardown),
        cmocka_unit_test_setup_teardown(what_a_server_left_behind_is_replaced, setup, teardown),
        cmocka_unit_test_setup_teardown(a_file_that_replaced_the_socket_is_not_removed, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(a_socket_in_use_is_left_alone, setup, teardown),
        cmocka_unit_test_setup_teardown(a_file_that_is_no_socket_is_left_alone, setup, teardown),
        cmocka_unit_test_setup_teardown(a_folder_for_everybody_is_refused_unless_it_is_sticky,
                                        setup, teardown),
        cmocka_unit_test_setup_teardown(a_folder_of_another_group_is_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(a_path_that_is_too_long_is_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(only_the_same_user_and_root_are_trusted, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
