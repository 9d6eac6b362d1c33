-- SPDX-License-Identifier: MIT
-- The answers to requests that bore a key, so that a repeat gets the same one. A slot is taken again when
-- all of a player's are taken. The nonces of messages served the same end for messages alone.

CREATE TABLE request_key (
    player    INTEGER NOT NULL REFERENCES player (id),
    slot      INTEGER NOT NULL CHECK (slot BETWEEN 0 AND 63),
    key       INTEGER NOT NULL CHECK (key > 0), -- this and the next one are digests
    request   INTEGER NOT NULL CHECK (request >= 0),
    uptime_ms INTEGER NOT NULL,
    reply     TEXT NOT NULL, -- its fields as a JSON object
    PRIMARY KEY (player, slot)
) STRICT, WITHOUT ROWID;

CREATE INDEX request_key_uptime ON request_key (uptime_ms, player, slot);

DROP INDEX message_nonce;
ALTER TABLE message DROP COLUMN nonce;
