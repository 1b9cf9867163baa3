/** Which collector holds the lease of a phrase, and which posts VK found although the query of the phrase does not match them. */
export const collectors = `
ALTER TABLE collection_phrases ADD COLUMN leased_by TEXT;
ALTER TABLE posts ADD COLUMN found_by_vk INTEGER NOT NULL DEFAULT 0;
`;
