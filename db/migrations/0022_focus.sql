-- SPDX-License-Identifier: MIT
-- Rated games in which a player's client had not the focus: a row for the action before which that
-- was so. It is for moderators, who alone judge.

CREATE TABLE game_focus (
    game INTEGER NOT NULL REFERENCES game (id),
    ply  INTEGER NOT NULL CHECK (ply >= 0), -- of the action: the game's ply before it
    seat INTEGER NOT NULL CHECK (seat IN (0, 1)),
    PRIMARY KEY (game, ply)
) STRICT, WITHOUT ROWID;
