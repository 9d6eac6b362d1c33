-- SPDX-License-Identifier: MIT
-- Invitations, and what those say who watch a game.

ALTER TABLE room ADD COLUMN invited INTEGER REFERENCES player (id); -- for whom the free seat is kept
-- The uptime at which that ends.
ALTER TABLE room ADD COLUMN answer_until_ms INTEGER NOT NULL DEFAULT 0;

-- The game in progress that the speaker only watched: its players read the line when it is over.
ALTER TABLE chat ADD COLUMN during INTEGER;
