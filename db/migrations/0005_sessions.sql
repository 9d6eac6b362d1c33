-- SPDX-License-Identifier: MIT
-- A player's logins can be listed, the newest first, and ended: what each client had called itself.

ALTER TABLE session ADD COLUMN client TEXT NOT NULL DEFAULT '';

CREATE INDEX session_player ON session (player, created_ms, token_hash);
