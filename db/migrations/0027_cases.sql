-- SPDX-License-Identifier: MIT
-- Reports are judged together and weighed by their reporters' record: which act judged each, and when. Why it
-- is so: docs/adr/0042-cases.md.

ALTER TABLE report ADD COLUMN act INTEGER REFERENCES mod_action (n); -- that judged it
ALTER TABLE report ADD COLUMN judged_ms INTEGER;                     -- when it did

CREATE INDEX mod_action_report ON mod_action (report) WHERE report IS NOT NULL;
UPDATE report SET act = (SELECT MIN(m.n) FROM mod_action m WHERE m.report = report.n) WHERE is_open = 0;
UPDATE report SET judged_ms = (SELECT m.at_ms FROM mod_action m WHERE m.n = report.act) WHERE is_open = 0;
DROP INDEX mod_action_report;

CREATE INDEX report_act ON report (act) WHERE act IS NOT NULL;
CREATE INDEX report_case ON report (player, n) WHERE is_open = 1;
DROP INDEX report_judged;
CREATE INDEX report_judged ON report (reporter, verdict, judged_ms) WHERE is_open = 0;
