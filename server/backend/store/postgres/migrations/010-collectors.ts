/** See migration 017 of SQLite. */
export const collectors = [
  `ALTER TABLE collection_phrases ADD COLUMN leased_by text`,
  `ALTER TABLE posts ADD COLUMN found_by_vk boolean NOT NULL DEFAULT false`,
];
