-- SPDX-License-Identifier: MIT
-- Rooms whose free seat is kept for who has a link: its hash.

ALTER TABLE room ADD COLUMN link INTEGER;
