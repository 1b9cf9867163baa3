/** What a record of the journal states, as JSON (rules/journal/events.ts). Earlier records have only their text, `object`. */
export const journalEvents = 'ALTER TABLE journal ADD COLUMN event TEXT;';
