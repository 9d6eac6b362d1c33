-- SPDX-License-Identifier: MIT
-- Several actions of one player can be one turn: increments and periods of clocks, and takebacks, are of a turn. Games that
-- began before go on by the rule that they began with: each action counted as a turn, in the opening of Swap2, too.

ALTER TABLE game ADD COLUMN by_turns INTEGER NOT NULL DEFAULT 0 CHECK (by_turns IN (0, 1));
