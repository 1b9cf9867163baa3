/** Sort and page of a list, to and from a page's URL. A sort is a column with a minus in front when it descends. */

export type Sort<Column extends string = string> = { column: Column; descending: boolean };

/** What of an Express or URLSearchParams query a parser may look at. */
export type QuerySource = Record<string, unknown>;

export function parseSort<Column extends string>(
  value: unknown,
  columns: readonly Column[],
  fallback: Sort<Column>,
): Sort<Column> {
  if (typeof value !== 'string') return fallback;
  const descending = value.startsWith('-');
  const name = descending ? value.slice(1) : value;
  const column = columns.find((candidate) => candidate === name);
  return column ? { column, descending } : fallback;
}

export const formatSort = (sort: Sort): string => (sort.descending ? `-${sort.column}` : sort.column);

/** A column's next sort when its header is pressed: ascending first, then the other way. */
export function toggleSort<Column extends string>(current: Sort<Column>, column: Column): Sort<Column> {
  return { column, descending: current.column === column && !current.descending };
}

/** `orderBy` and `orderDirection` as the backend takes them. */
export function orderOf<Column extends string>(
  sort: Sort<Column>,
): { orderBy: Column; orderDirection: 'ASC' | 'DESC' } {
  return { orderBy: sort.column, orderDirection: sort.descending ? 'DESC' : 'ASC' };
}

/** A page's number in a URL, from 1; anything else is 1. */
export function parsePage(value: unknown): number {
  return typeof value === 'string' && /^[1-9]\d{0,5}$/.test(value) ? Number(value) : 1;
}

/** A positive or negative whole number in a URL, or null. */
export function parseId(value: unknown): number | null {
  return typeof value === 'string' && /^-?[1-9]\d{0,14}$/.test(value) ? Number(value) : null;
}

/** A day in a URL as `YYYY-MM-DD`, or null when there is no such day. */
export function parseDay(value: unknown): string | null {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return null;
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value) ? value : null;
}

export type Query = Record<string, string | number | null | undefined>;

/** A query as URL text with its question mark, or '' when nothing is left: null, undefined and empty values are left out. */
export function formatQuery(query: Query): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== '') params.set(name, String(value));
  }
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}
