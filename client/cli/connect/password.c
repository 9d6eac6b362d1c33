/* SPDX-License-Identifier: MIT */
/*
 * Passwords, as client/cli/connect/password.h describes them. Blocking; runs before the program's
 * loop. The terminal's echo comes back even after Ctrl-C: while it is off, signals only end the
 * question.
 */
#include "client/cli/connect/password.h"

#include "base/utf8.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/words/problem.h"
#include "proto/error.h"
#include "proto/password.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/select.h>
#include <termios.h>
#include <unistd.h>

#define TRIES 3 /* to think of a new password */

void password_forget(char *password, size_t size)
{
    volatile char *byte = password;
    for (size_t i = 0; i < size; i++)
        byte[i] = 0;
}

/* Reads one byte; while it waits, the mask is `signals` (NULL: as always). A signal that came
 * before ends the wait like one that comes then. */
static ssize_t read_byte(int fd, const sigset_t *signals, char *byte_out)
{
    fd_set fds;
    FD_ZERO(&fds);
    FD_SET(fd, &fds);
    if (signals != NULL && pselect(fd + 1, &fds, NULL, NULL, NULL, signals) < 0)
        return -1;
    return read(fd, byte_out, 1);
}

/* Reads up to the end of a line, byte by byte, so that nothing behind it is taken. Returns its
 * length, or -1 at the end of input, an interruption or when it is too long. */
static int read_line(int fd, const sigset_t *signals, char *line, size_t size)
{
    size_t len = 0;
    for (;;) {
        char byte;
        ssize_t got = read_byte(fd, signals, &byte);
        if (got < 0 || (got == 0 && len == 0) || len + 1 >= size)
            return -1;
        if (got == 0 || byte == '\n') {
            line[len] = '\0';
            return (int)len;
        }
        line[len++] = byte;
    }
}

static void on_signal(int number)
{
    (void)number; /* only interrupts the wait */
}

static int ask_once(int tty, const char *question, char *password, size_t size)
{
    struct termios shown;
    struct sigaction before;
    struct sigaction ours = {.sa_handler = on_signal};
    sigset_t interrupt;
    sigset_t signals;
    if (tcgetattr(tty, &shown) != 0)
        return -1;
    struct termios hidden = shown;
    hidden.c_lflag &= ~(tcflag_t)ECHO;
    sigemptyset(&interrupt);
    sigaddset(&interrupt, SIGINT);
    sigprocmask(SIG_BLOCK, &interrupt, &signals);
    sigaction(SIGINT, &ours, &before);
    tcsetattr(tty, TCSAFLUSH, &hidden); /* before the question: an answer may come at once */
    int len =
        write(tty, question, strlen(question)) < 0 ? -1 : read_line(tty, &signals, password, size);
    tcsetattr(tty, TCSAFLUSH, &shown);
    sigprocmask(SIG_SETMASK, &signals, NULL); /* our handler still gets what came meanwhile */
    sigaction(SIGINT, &before, NULL);
    return write(tty, "\n", 1) < 0 ? -1 : len;
}

/* Tells the rule that a new password breaks. */
static bool is_good(const char *password, const struct password_rules *rules)
{
    int error = utf8_is_valid(password, strlen(password))
                    ? password_check(password, rules->chars_min, rules->name)
                    : ERR_NOT_UTF8;
    if (error != 0)
        problem_tell("%s", gettext(error_message(error)));
    return error == 0;
}

/* Asks, and tells that nothing was given: after Ctrl-C nothing is asked for any more. */
static int ask_or_tell(int tty, const char *question, char *password, size_t size)
{
    int len = ask_once(tty, question, password, size);
    if (len < 0)
        problem_tell("%s", _("No password was given."));
    return len;
}

/* 1 if the password comes a second time, 0 if something else does, -1 if nothing. */
static int ask_again(int tty, const char *password)
{
    char again[PASSWORD_SIZE];
    int len = ask_or_tell(tty, _("Once more: "), again, sizeof(again));
    bool is_same = len >= 0 && strcmp(password, again) == 0;
    password_forget(again, sizeof(again));
    if (len >= 0 && !is_same)
        problem_tell("%s", _("The passwords do not match."));
    return len < 0 ? -1 : is_same;
}

/* A new password is asked for again where it is no good: what was typed before stays asked for, and
 * what is typed next does not reach the shell. */
static int ask_at(int tty, const char *question, const struct password_rules *rules, char *password,
                  size_t size)
{
    for (int i = 0; i < (rules != NULL ? TRIES : 1); i++) {
        if (ask_or_tell(tty, question, password, size) < 0)
            return -1;
        if (rules == NULL)
            return 0;
        int repeated = is_good(password, rules) ? ask_again(tty, password) : 0;
        if (repeated != 0)
            return repeated > 0 ? 0 : -1;
    }
    return -1;
}

int password_ask_line(const char *question, const char *option, char *line, size_t size)
{
    int tty = open("/dev/tty", O_RDWR | O_CLOEXEC);
    if (tty < 0) {
        problem_tell(_("Cannot ask without a terminal; use %s."), option);
        return -1;
    }
    int len = write(tty, question, strlen(question)) < 0 ? -1 : read_line(tty, NULL, line, size);
    close(tty);
    return len < 0 ? -1 : 0;
}

int password_read(const char *path, char *password, size_t size)
{
    bool is_input = strcmp(path, "-") == 0;
    int fd = is_input ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        problem_tell(_("%s cannot be read: %s."), path, strerror(errno));
        return -1;
    }
    int len = read_line(fd, NULL, password, size);
    if (!is_input)
        close(fd);
    if (len < 0) {
        problem_tell(_("There is no password in %s."), path);
        return -1;
    }
    if (len > 0 && password[len - 1] == '\r')
        password[len - 1] = '\0';
    return 0;
}

static int ask(const char *question, const struct password_rules *rules, char *password,
               size_t size)
{
    int tty = open("/dev/tty", O_RDWR | O_CLOEXEC);
    if (tty < 0) {
        problem_tell("%s",
                     _("Cannot ask for the password without a terminal; use --password-file."));
        return -1;
    }
    int failed = ask_at(tty, question, rules, password, size);
    close(tty);
    return failed;
}

int password_take(const struct invocation *invocation, enum option_id file, const char *question,
                  const struct password_rules *rules, char password[PASSWORD_SIZE])
{
    const char *path = invocation->options[file];
    return path != NULL ? password_read(path, password, PASSWORD_SIZE)
                        : ask(question, rules, password, PASSWORD_SIZE);
}
