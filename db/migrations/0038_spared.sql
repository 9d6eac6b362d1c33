-- SPDX-License-Identifier: MIT
-- Whom months spare although they are settled later. When a ban begins or ends, the months whose fine fell before
-- that, and that are not settled, are judged: up to judged_month, bit month % 62 of spared_months. Later months go
-- by the ban as it is.

ALTER TABLE account ADD COLUMN judged_month INTEGER NOT NULL DEFAULT 0;
ALTER TABLE account ADD COLUMN spared_months INTEGER NOT NULL DEFAULT 0;
