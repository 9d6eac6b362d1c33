/* SPDX-License-Identifier: MIT */
/*
 * Answers for a monitoring system: /metrics in the text format of Prometheus (version 0.0.4), and
 * /health, which is 200 while players can play and 503 while nothing can be stored.
 */
#ifndef PENTAD_SERVER_SHELL_METRICS_H
#define PENTAD_SERVER_SHELL_METRICS_H

#include "server/shell/http.h"
#include "server/shell/origin.h"

struct shell;

void metrics_init(struct shell *shell);
/* An http_answer_fn; its context is the shell. */
struct http_answer metrics_health(void *shell, struct http_client *client,
                                  const struct http_request *request);
/* A face_fn (listener.h). */
void metrics_accept(struct shell *shell, struct transport *take_transport,
                    enum origin_rule origins);

#endif
