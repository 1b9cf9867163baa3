/**
 * One call to the backend as data: page loaders, the browser and SWR all take it. `path` is under /api/v1 and is the
 * SWR key of a GET; `failure` is what a person reads when the call fails (docs/product.md, section 8).
 */

import { formatQuery, type Query } from '../list-query.ts';

export type Call<T> = {
  method: 'GET' | 'POST';
  path: string;
  body?: unknown;
  read: (reply: unknown) => T;
  failure: string;
};

export const apiBase = '/api/v1';

/** A path with its query; null, undefined and empty values are left out. */
export const withQuery = (path: string, query: Query): string => path + formatQuery(query);

export function get<T>(path: string, read: (reply: unknown) => T, failure: string): Call<T> {
  return { method: 'GET', path, read, failure };
}

export function post<T>(path: string, body: unknown, read: (reply: unknown) => T, failure: string): Call<T> {
  return { method: 'POST', path, body, read, failure };
}
