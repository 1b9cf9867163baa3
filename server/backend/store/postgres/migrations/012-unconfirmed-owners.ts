/** Whose account added a source that no post has confirmed. See migration 020 of SQLite. */
export const unconfirmedOwners = [
  'ALTER TABLE owners ADD COLUMN added_by text COLLATE "C"',
  'CREATE INDEX owners_added ON owners (added_by) WHERE added_by IS NOT NULL',
];
