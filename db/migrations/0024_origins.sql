-- SPDX-License-Identifier: MIT
-- On how many days (UTC) a player came from a network: the sign for moderators by which a household differs
-- from a cafe. Networks that there are begin with one day.

ALTER TABLE origin ADD COLUMN days INTEGER NOT NULL DEFAULT 1 CHECK (days > 0);
