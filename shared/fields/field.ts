/**
 * One table of fields per entity drives the reader of replies, the columns of tables and exports, and the sort. The key of a
 * field is its name in the console, `api` its name in the API.
 */
import type { On } from '../backend-kind.ts';
import { shownName } from '../format.ts';
import {
  type Fields,
  type Page,
  readBoolean,
  readKey,
  readList,
  readNullable,
  readNumber,
  readObject,
  readPage,
  readText,
  readTime,
} from '../read.ts';

/**
 * `labels` maps names of the API to labels. An unknown name is read as the last one, with `nullable` as null; with `strict` it
 * is an error.
 */
type Labels = { labels: Readonly<Record<string, string>>; strict?: true; nullable?: true };

/**
 * `id` is a required number, `count` a number that is 0 when missing, `reference` an ID or a version that is null when missing
 * or 0. `optional` is a text that is null when empty or missing; replies omit it then.
 */
type FieldType = Exclude<keyof Values, keyof ReplyValues> | 'figure' | Labels;

/** Makes the field a column of the table and of the export. */
type FieldColumn = {
  title: string;
  /** The backends with which the column exists. */
  on: On;
  /** The name of the column in the preferences, for hiding it: letters, `_` and `.` only. */
  name?: string;
  /** The value of `orderBy` that sorts by the column. */
  sort?: string;
  /** The width of the column in XLSX, in characters. */
  chars?: number;
};

export type Field = { api: string; type: FieldType | { rows: ReplyTable }; named?: true } & (
  | FieldColumn
  | { [Key in keyof FieldColumn]?: undefined }
);

export type FieldTable = Readonly<Record<string, Field>>;

/** Types of fields that are never columns. */
type ReplyValues = {
  /** With a fraction; 0 when missing. */
  decimal: number;
  figure: number | null;
  /** A nullable text, which the embedded backend sends without a wrapper. */
  plain: string | null;
  /** A required time. */
  moment: string;
  numbers: number[];
};

/** `rows` is a list of entities, `row` a single one. */
type ReplyField = {
  api: string;
  type: FieldType | keyof ReplyValues | { rows: ReplyTable } | { row: ReplyTable; nullable?: true };
  /** The name of a source, a person, a client, a filter and the like. An invisible name is read as «Без названия». */
  named?: true;
};

export interface ReplyTable extends Readonly<Record<string, ReplyField>> {}

type Values = ReplyValues & {
  id: number;
  count: number;
  reference: number | null;
  text: string;
  nullable: string | null;
  optional: string | null;
  time: string | null;
  boolean: boolean;
  texts: string[];
};

type NullOf<Type> = Type extends { nullable: true } ? null : never;

type ValueOf<Type> = Type extends { labels: infer Names }
  ? keyof Names | NullOf<Type>
  : Type extends { rows: infer Table extends ReplyTable }
    ? RowOf<Table>[]
    : Type extends { row: infer Table extends ReplyTable }
      ? RowOf<Table> | NullOf<Type>
      : Type extends keyof Values
        ? Values[Type]
        : never;

export type RowOf<Table extends ReplyTable> = { -readonly [Key in keyof Table]: ValueOf<Table[Key]['type']> };

export type SortColumnOf<Table extends FieldTable> = {
  [Key in keyof Table]: Table[Key] extends { sort: infer Column extends string } ? Column : never;
}[keyof Table];

const readers: { [Type in keyof Values]: (value: unknown, api: string) => Values[Type] } = {
  id: (value) => readNumber(value),
  count: (value) => readNumber(value, 0),
  reference: (value) => readNumber(value, 0) || null,
  decimal: (value) => readNumber(value, 0),
  figure: (value) => (readNullable(value) === null ? null : readNumber(value)),
  text: readText,
  moment: readText,
  plain: readNullable,
  nullable: readNullable,
  optional: (value) => readText(value) || null,
  time: readTime,
  boolean: readBoolean,
  texts: (value, api) => readList(value ?? null, api, readText),
  numbers: (value, api) => readList(value ?? null, api, (item) => readNumber(item)),
};

function readValue({ api, type, named }: ReplyField, raw: Fields): unknown {
  if (typeof type === 'string') {
    const value = readers[type](raw[api], api);
    return named && typeof value === 'string' && value !== '' ? shownName(value) : value;
  }
  if ('rows' in type) return readList(raw, api, (row) => readRow(type.rows, row));
  if ('row' in type) return type.nullable && !raw[api] ? null : readRow(type.row, raw[api]);
  if (type.strict) return readKey(type.labels, raw[api]);
  const names = Object.keys(type.labels);
  return names.find((name) => name === readText(raw[api])) ?? (type.nullable ? null : names.at(-1));
}

/** Reads an entity of a reply. Throws a `ReplyError` if a required number or a strict name is missing. */
export function readRow<Table extends ReplyTable>(table: Table, reply: unknown): RowOf<Table> {
  const raw = readObject(reply);
  const entries = Object.entries(table).map(([key, field]) => [key, readValue(field, raw)]);
  return Object.fromEntries(entries) as RowOf<Table>;
}

/** Returns the body of a call, with the fields that the row has. */
export const bodyOf = <Table extends ReplyTable>(table: Table, row: Partial<RowOf<Table>>): Fields =>
  Object.fromEntries(Object.entries(table).flatMap(([key, { api }]) => (key in row ? [[api, row[key]]] : [])));

/** Return readers of an entity, of a list under `name`, and of a page. */
export const rowReader =
  <Table extends ReplyTable>(table: Table) =>
  (reply: unknown): RowOf<Table> =>
    readRow(table, reply);
export const listReader = <Table extends ReplyTable>(name: string, table: Table) => {
  const read = rowReader(table);
  return (reply: unknown): RowOf<Table>[] => readList(reply, name, read);
};
export const pageReader = <Table extends ReplyTable>(name: string, table: Table) => {
  const read = rowReader(table);
  return (reply: unknown): Page<RowOf<Table>> => readPage(reply, name, read);
};

/** Returns the values of `orderBy` in column order. */
export const sortColumnsOf = <Table extends FieldTable>(table: Table): SortColumnOf<Table>[] =>
  Object.values(table).flatMap(({ sort }) => (sort === undefined ? [] : [sort as SortColumnOf<Table>]));
