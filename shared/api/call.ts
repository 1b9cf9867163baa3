/**
 * Describes calls to the backend as data, for page loaders, the browser and SWR. `path` is relative to /api/v1 and is the SWR
 * key of a GET. `failure` is shown to the user when the call fails (docs/product/api.md).
 */
import { formatQuery, type Query } from '../list-query.ts';
import { readNumber, readObject } from '../read.ts';

export type Call<T> = {
  method: 'GET' | 'POST';
  path: string;
  body?: unknown;
  read: (reply: unknown) => T;
  failure: string;
};

export const apiBase = '/api/v1';

/** Adds a query to a path. Omits null, undefined and empty values. */
export const withQuery = (path: string, query: Query): string => path + formatQuery(query);

export function get<T>(path: string, read: (reply: unknown) => T, failure: string): Call<T> {
  return { method: 'GET', path, read, failure };
}

export function post<T>(path: string, body: unknown, read: (reply: unknown) => T, failure: string): Call<T> {
  return { method: 'POST', path, body, read, failure };
}

/** A change whose reply (an entity, a status or nothing) is not used. */
export const change = (path: string, failure: string, body?: unknown): Call<null> =>
  post(path, body, () => null, failure);

/** Reads the ID of a created entity from the field `name`. */
export const idReader =
  (name: string) =>
  (reply: unknown): number =>
    readNumber(readObject(reply)[name]);

/** An entity that a bulk change left unchanged, and why. `name` is its display name. */
export type BulkFailure<Id = string> = { id: Id; name: string; error: string };
