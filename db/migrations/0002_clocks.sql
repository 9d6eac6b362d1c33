-- SPDX-License-Identifier: MIT
-- Clocks. Time controls are texts as engine/clock.h writes them. Time that games use is measured in
-- the server's uptime: milliseconds that it was ever up and able to save. Time while it was down is
-- nobody's.

ALTER TABLE room ADD COLUMN clock TEXT NOT NULL DEFAULT 'none';

ALTER TABLE game ADD COLUMN clock TEXT NOT NULL DEFAULT 'none';
ALTER TABLE game ADD COLUMN uptime_ms INTEGER NOT NULL DEFAULT 0; -- when it began
-- The uptime at which the flag of a correspondence game falls; NULL in other games, and when over.
ALTER TABLE game ADD COLUMN due_ms INTEGER;
-- Of a game that is over: the milliseconds that each action took, and the clocks as they stood.
ALTER TABLE game ADD COLUMN spent TEXT;
ALTER TABLE game ADD COLUMN first_left_ms INTEGER;
ALTER TABLE game ADD COLUMN first_periods INTEGER;
ALTER TABLE game ADD COLUMN second_left_ms INTEGER;
ALTER TABLE game ADD COLUMN second_periods INTEGER;

CREATE INDEX game_slow ON game (id) WHERE due_ms IS NOT NULL;
CREATE INDEX game_slow_first ON game (first_player) WHERE due_ms IS NOT NULL;
CREATE INDEX game_slow_second ON game (second_player) WHERE due_ms IS NOT NULL;

-- Kinds are 0 action, 1 draw offer, 2 draw refusal, 3 takeback request, 4 takeback, 5 takeback
-- refusal. spent_ms is how long whoever was to act had thought since the entry before.
ALTER TABLE game_log ADD COLUMN spent_ms INTEGER NOT NULL DEFAULT 0;

-- The same for correspondence games in progress: they are read one at a time, when somebody looks or
-- their time is up, and would have to be swept again and again among the others.
CREATE TABLE slow_log (
    game INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    action TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    spent_ms INTEGER NOT NULL,
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;

INSERT INTO meta (key, value) VALUES ('uptime_ms', 0);
