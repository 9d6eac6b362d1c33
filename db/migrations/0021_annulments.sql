-- SPDX-License-Identifier: MIT
-- Points that are taken back: rated games that a moderator annulled, and the lines of the ledger that
-- reverse theirs. Why it is so: docs/adr/0034-provisional-ratings.md.

ALTER TABLE history ADD COLUMN annulled INTEGER NOT NULL DEFAULT 0;
-- 0 a game or a month, 1 takes back what the line of that game moved, 2 the same, and with it the rating
-- ended, since no other game of it was left: what follows in the ledger begins anew.
ALTER TABLE ledger ADD COLUMN annuls INTEGER NOT NULL DEFAULT 0;

CREATE UNIQUE INDEX ledger_annuls ON ledger (player, game) WHERE annuls > 0;
CREATE INDEX ledger_ended ON ledger (player, variant, id) WHERE annuls = 2;

DROP INDEX ledger_graph;
CREATE INDEX ledger_graph ON ledger (player, variant, at_ms, id, after, game, annuls);
