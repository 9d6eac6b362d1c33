/* SPDX-License-Identifier: MIT */
/*
 * What the program of test_photo_child.c is under other names: the server's own child for photos,
 * and children that do in its sandbox what a decoder would that somebody broke into.
 */
#ifndef PENTAD_TESTS_UNIT_SERVER_SHELL_PHOTO_CHILDREN_H
#define PENTAD_TESTS_UNIT_SERVER_SHELL_PHOTO_CHILDREN_H

/* Does not return if the program is a child. */
void photo_children_be_one(int argc, char **argv);

#endif
