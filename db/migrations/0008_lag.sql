-- SPDX-License-Identifier: MIT
-- Lag and given time. Of the time that passed before an action, lag_ms was the lag's and not the
-- player's; spent_ms does not have it. Kind 6 gives the other player given_ms. Correspondence games
-- have neither.

ALTER TABLE game_log ADD COLUMN lag_ms INTEGER NOT NULL DEFAULT 0;
ALTER TABLE game_log ADD COLUMN given_ms INTEGER NOT NULL DEFAULT 0;

-- Of a game that is over: the lag of each action, like `spent`; NULL where none was compensated.
ALTER TABLE game ADD COLUMN lags TEXT;
