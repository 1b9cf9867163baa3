/** See migration 023 of SQLite. */
export const alertChannels = [
  `ALTER TABLE alert_rules DROP CONSTRAINT alert_rules_channel_check`,
  `DROP TRIGGER alert_rules_deleted ON alert_rules`,
  `DROP FUNCTION cancel_messages`,
];
