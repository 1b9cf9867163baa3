/** A page of a list, and its query. */

/** `total` is the length of the whole list; -1 means unknown. */
export type Page<T> = { rows: T[]; total: number };

export type PageQuery<Column extends string = string> = {
  limit: number;
  offset: number;
  orderBy: Column;
  orderDirection: 'ASC' | 'DESC';
};
