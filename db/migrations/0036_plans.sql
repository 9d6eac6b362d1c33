-- SPDX-License-Identifier: MIT
-- Conditional moves: what players of correspondence games have set for the actions that they foresee, and which actions
-- were made by that. `lines` goes on from the position that the log gives.

CREATE TABLE game_plan (
    game  INTEGER NOT NULL REFERENCES game (id),
    seat  INTEGER NOT NULL CHECK (seat IN (0, 1)),
    lines TEXT    NOT NULL CHECK (lines <> ''),
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

ALTER TABLE slow_log ADD COLUMN planned INTEGER NOT NULL DEFAULT 0 CHECK (planned IN (0, 1));
ALTER TABLE game_log ADD COLUMN planned INTEGER NOT NULL DEFAULT 0 CHECK (planned IN (0, 1));
-- The plies of these actions of a game that is over, separated by spaces; NULL: there were none.
ALTER TABLE game ADD COLUMN planned TEXT;
