/** Whose account added a source that no post has confirmed. Sources from before are confirmed. */
export const unconfirmedOwners = `
ALTER TABLE owners ADD COLUMN added_by TEXT;
CREATE INDEX owners_added ON owners (added_by) WHERE added_by IS NOT NULL;
`;
