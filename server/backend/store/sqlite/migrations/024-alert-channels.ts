/** The code states which channels there are, adds and removes the feeds of rules, and cancels the messages of deleted ones. */
export const alertChannels = `
-- The table without the check of its channel. Its triggers go with it.
PRAGMA legacy_alter_table = ON;
CREATE TABLE new_alert_rules (
  rule_id INTEGER PRIMARY KEY AUTOINCREMENT,
  account TEXT NOT NULL,
  view_id INTEGER NOT NULL REFERENCES views (view_id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  condition TEXT NOT NULL CHECK (condition IN ('every', 'least', 'spike')),
  least INTEGER NOT NULL CHECK (least > 0),
  period TEXT NOT NULL CHECK (period IN ('hour', 'day', 'week')),
  channel TEXT NOT NULL,
  address TEXT NOT NULL,
  secret TEXT,
  schedule TEXT NOT NULL CHECK (schedule IN ('now', 'hourly', 'daily', 'weekly')),
  quiet_from INTEGER,
  quiet_to INTEGER,
  paused INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  evaluated INTEGER NOT NULL,
  fired INTEGER NOT NULL,
  fired_hour INTEGER NOT NULL
) STRICT;
-- IDs of deleted rules are not used again.
INSERT INTO sqlite_sequence (name, seq) SELECT 'new_alert_rules', seq FROM sqlite_sequence WHERE name = 'alert_rules';
INSERT INTO new_alert_rules SELECT * FROM alert_rules;
DROP TABLE alert_rules;
ALTER TABLE new_alert_rules RENAME TO alert_rules;
CREATE INDEX alert_rules_by_account ON alert_rules (account);
CREATE INDEX alert_rules_by_view ON alert_rules (view_id);
PRAGMA legacy_alter_table = OFF;
`;
