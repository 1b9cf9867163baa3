/** A page of a list, and its query. */

/** `total` is the length of the whole list; -1 means unknown. */
export type Page<T> = { rows: T[]; total: number };

/** The length of the list of which a page has this number of rows. A page that is not full shows it, so nothing is counted. */
export const totalOf = (rows: number, { limit, offset }: { limit: number; offset: number }, count: () => number) =>
  rows < limit && (rows > 0 || offset === 0) ? offset + rows : count();

export type PageQuery<Column extends string = string> = {
  limit: number;
  offset: number;
  orderBy: Column;
  orderDirection: 'ASC' | 'DESC';
};
