/** Parses and formats the sort and the page of a list in a URL. A sort is a column name; a minus before it means descending. */

export type Sort<Column extends string = string> = { column: Column; descending: boolean };

/** A parsed query from Express or URLSearchParams. */
export type QuerySource = Record<string, unknown>;

export function parseSort<Column extends string>(value: unknown, columns: readonly Column[], fallback: Sort<Column>) {
  if (typeof value !== 'string') return fallback;
  const descending = value.startsWith('-');
  const name = descending ? value.slice(1) : value;
  const column = columns.find((candidate) => candidate === name);
  return column ? { column, descending } : fallback;
}

export const formatSort = (sort: Sort): string => (sort.descending ? `-${sort.column}` : sort.column);

/** Returns the sort after a click on the header of a column: ascending first, then descending. */
export function toggleSort<Column extends string>(current: Sort<Column>, column: Column): Sort<Column> {
  return { column, descending: current.column === column && !current.descending };
}

export type Order<Column extends string> = { orderBy: Column; orderDirection: 'ASC' | 'DESC' };

export function orderOf<Column extends string>(sort: Sort<Column>): Order<Column> {
  return { orderBy: sort.column, orderDirection: sort.descending ? 'DESC' : 'ASC' };
}

/** Returns the page number of a URL, from 1 on; 1 for an invalid value. */
export function parsePage(value: unknown): number {
  return typeof value === 'string' && /^[1-9]\d{0,5}$/.test(value) ? Number(value) : 1;
}

/** Returns a positive or negative integer, or null for anything else. */
export function parseId(value: unknown): number | null {
  return typeof value === 'string' && /^-?[1-9]\d{0,14}$/.test(value) ? Number(value) : null;
}

/** Returns a day as `YYYY-MM-DD`, or null when the day does not exist. */
export function parseDay(value: unknown): string | null {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return null;
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value) ? value : null;
}

export type Query = Record<string, string | number | null | undefined>;

/** Formats a query with its question mark. Omits null, undefined and empty values. Returns '' when no value is left. */
export function formatQuery(query: Query): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== '') params.set(name, String(value));
  }
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}
