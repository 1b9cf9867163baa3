/** See migration 022 of SQLite. */
export const journalEvents = ['ALTER TABLE journal ADD COLUMN event text'];
