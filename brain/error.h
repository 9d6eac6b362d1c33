/* SPDX-License-Identifier: MIT */
/*
 * The reasons why a computer does not think: negative numbers, from the table brain/errors.def,
 * after those of the rules (engine/error.h). 0 is success.
 */
#ifndef PENTAD_BRAIN_ERROR_H
#define PENTAD_BRAIN_ERROR_H

#include "engine/error.h"

enum brain_error_index {
#define ERROR(id, wire, message) BRAIN_ERROR_##id,
#include "brain/errors.def"
#undef ERROR
    BRAIN_ERROR_COUNT
};

enum brain_error {
#define ERROR(id, wire, message) ERR_##id = -1 - ENGINE_ERROR_COUNT - BRAIN_ERROR_##id,
#include "brain/errors.def"
#undef ERROR
};

#endif
