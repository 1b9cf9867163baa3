/** Versions and sizes of the packed columns (010-row-columns.ts) without reading their rows, which are long. */
export const rowChunks = `
CREATE INDEX row_chunks ON row_columns (chunk, version, length(ids));
`;
