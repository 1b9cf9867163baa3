/** Conditions of SQL on rows of posts. */
import type { LocalTimes } from '../rules/local-hours.ts';
import { idsPerSecond } from '../store/post-id.ts';
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

/** 0: rows without a city. */
export const isInCity = (column: string, cityId: number | null): Condition[] => {
  if (cityId === null) return [];
  return cityId === 0 ? [{ sql: `${column} IS NULL`, params: [] }] : [{ sql: `${column} = ?`, params: [cityId] }];
};

/** The column has row IDs. A week more keeps local times positive. */
export function isAtLocalTime(column: string, times: LocalTimes | null): Condition[] {
  if (times === null) return [];
  const { weekday, hour, offsets } = times;
  const [first, ...others] = offsets.map(({ offset }) => offset + 7 * 24 * 3600);
  const changes = others.map(
    (offset, index) => `WHEN ${column} >= ${(offsets[index + 1]?.from ?? 0) * idsPerSecond} THEN ${offset}`,
  );
  const offset = changes.length === 0 ? first : `CASE ${changes.toReversed().join(' ')} ELSE ${first} END`;
  const local = `(${column} / ${idsPerSecond} + ${offset})`;
  return [
    // 1970 began on a Thursday.
    ...(weekday === null ? [] : [{ sql: `(${local} / 86400 + 3) % 7 = ${weekday - 1}`, params: [] }]),
    ...(hour === null ? [] : [{ sql: `${local} / 3600 % 24 = ${hour}`, params: [] }]),
  ];
}
