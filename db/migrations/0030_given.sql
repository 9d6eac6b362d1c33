-- SPDX-License-Identifier: MIT
-- Games that go on from a position: so many actions were laid out before the first one. They count in no tally and
-- no form. What is laid out is kept while the game is in progress; then `actions` begins with it.

ALTER TABLE game ADD COLUMN given INTEGER NOT NULL DEFAULT 0;
ALTER TABLE game ADD COLUMN given_actions TEXT;
ALTER TABLE history ADD COLUMN given INTEGER NOT NULL DEFAULT 0;
