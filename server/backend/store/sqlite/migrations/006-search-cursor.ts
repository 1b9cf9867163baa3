/** Which plain search of a phrase with OR a full search continues, and the latest time that the earlier ones left unread. */
export const searchCursor = `
ALTER TABLE collection_phrases ADD COLUMN cursor_search INTEGER NOT NULL DEFAULT 0;
ALTER TABLE collection_phrases ADD COLUMN cursor_unread INTEGER;
`;
