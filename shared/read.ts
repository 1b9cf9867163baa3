/**
 * Readers for the reply shapes of different backends. A nullable is a wrapper, a plain value or null. A list is bare, under a
 * name, null or missing. IDs may be text. Values are kept as sent. Callers turn a `ReplyError` into the error of the call.
 */

import { toWellFormed } from './well-formed.ts';

export class ReplyError extends Error {
  override name = 'ReplyError';
}

export type Fields = Record<string, unknown>;

/** A nullable as Go's `database/sql` serialises it. */
export type Nullable = { String: string; Valid: boolean };

export function readObject(value: unknown): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
  throw new ReplyError('An object was expected');
}

/**
 * Returns the text of a wrapper or a plain value, or null for anything else. Replaces lone surrogates, because HTML cannot
 * contain them, and hydration fails for an island whose props differ from its HTML.
 */
export function readNullable(value: unknown): string | null {
  let plain = value;
  if (typeof value === 'object' && value !== null) {
    const { String: text, Time: time, Int64: integer, Valid: valid } = value as Fields;
    plain = valid === false ? null : (text ?? time ?? integer);
  }
  return typeof plain === 'string' || typeof plain === 'number' ? toWellFormed(String(plain)) : null;
}

export const readText = (value: unknown): string => readNullable(value) ?? '';

/** Reads a number, a numeric text or a wrapper. For anything else, returns the fallback, or throws without one. */
export function readNumber(value: unknown, fallback?: number): number {
  const text = readNullable(value);
  const number = text === null || text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isFinite(number)) return number;
  if (fallback === undefined) throw new ReplyError('A number was expected');
  return fallback;
}

export function readBoolean(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) {
    const { Bool: inner, Valid: valid } = value as Fields;
    return inner === true && valid !== false;
  }
  return value === true || value === 1 || value === 'true';
}

/** Returns an RFC 3339 time exactly as sent, or null. Go's zero time means «never» and is null. */
export function readTime(value: unknown): string | null {
  const text = readText(value);
  return text === '' || text.startsWith('0001-01-01') ? null : text;
}

/** Reads a list that is bare or under `name`. A null or missing list is empty. */
export function readList<T>(reply: unknown, name: string, readItem: (item: unknown) => T): T[] {
  const list = Array.isArray(reply) || reply === null ? reply : readObject(reply)[name];
  if (list === null || list === undefined) return [];
  if (!Array.isArray(list)) throw new ReplyError(`A list of ${name} was expected`);
  return list.map(readItem);
}

/** Reads the total of a counting call; -1 means unknown. */
export const readCount = (reply: unknown): number => readNumber(readObject(reply).total);

/** A page of a list. A negative total is unknown. */
export type Page<Row> = { rows: Row[]; total: number };

/** Reads the rows under `name` and the total; a missing total is the number of rows. */
export function readPage<Row>(reply: unknown, name: string, readRow: (row: unknown) => Row): Page<Row> {
  const rows = readList(reply, name, readRow);
  const { total } = (reply ?? {}) as Fields;
  return { rows, total: readNumber(total, rows.length) };
}

export function readKey<Key extends string>(names: Record<Key, string>, value: unknown): Key {
  const text = readText(value);
  if (!Object.hasOwn(names, text)) throw new ReplyError('An unknown name');
  return text as Key;
}
