/** Conditions of SQL on rows of posts. */
import type { Condition } from '../store/sqlite/sql.ts';

export const isOneOf = (column: string, ids: readonly number[]): Condition => ({
  sql: `${column} IN (SELECT value FROM json_each(?))`,
  params: [JSON.stringify(ids)],
});

export const isNoneOf = (column: string, ids: readonly number[]): Condition[] =>
  ids.length === 0 ? [] : [{ sql: `${column} NOT IN (SELECT value FROM json_each(?))`, params: [JSON.stringify(ids)] }];

/**
 * Includes the first ID, but not the last one. The IDs are part of the SQL, because numbers are bound as reals, and the search
 * index skips to an integer only.
 */
export const isWithin = (column: string, from: number | null, to: number | null): Condition[] => [
  ...(from === null ? [] : [{ sql: `${column} >= ${from}`, params: [] }]),
  ...(to === null ? [] : [{ sql: `${column} < ${to}`, params: [] }]),
];

/** On phrases: the client tracks it. */
export const isTrackedBy = (clientId: string): Condition => ({
  sql: 'word_id IN (SELECT word_id FROM word_clients WHERE client_id = ?)',
  params: [clientId],
});
