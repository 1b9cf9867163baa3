/**
 * One table of fields per entity drives the reader of replies, the columns of tables and exports, and the sort. The key of a
 * field is its name in the console, `api` its name in the API.
 */
import {
  type Fields,
  readBoolean,
  readKey,
  readList,
  readNullable,
  readNumber,
  readObject,
  readText,
  readTime,
} from '../read.ts';

/** `labels` maps names of the API to texts for people. An unknown name is read as the last one; if `strict`, it is an error. */
type Labels = { labels: Readonly<Record<string, string>>; strict?: true };

/**
 * `id` is a required number, `count` a number that is 0 when missing, `reference` an ID that is null when missing or 0.
 * `optional` is a text that is null when empty, and omitted in replies.
 */
type FieldType = Exclude<keyof Values, 'figure' | 'numbers'> | Labels;

export type Field = {
  api: string;
  type: FieldType;
  /** Makes the field a column of the table and of the export. */
  title?: string;
  /** The name by which the user hides the column: letters, `_` and `.` only. */
  name?: string;
  /** The value of `orderBy` that sorts by the column. */
  sort?: string;
  /** The width of the exported column in characters. */
  chars?: number;
};

export type FieldTable = Readonly<Record<string, Field>>;

/** Types that only readers know: `figure` is a number or null, `rows` a list of entities. */
type ReadField = { api: string; type: FieldType | 'figure' | 'numbers' | { rows: ReadTable } };

/** Fields of a reply that is neither a table's nor presented by `presenterOf`. */
export interface ReadTable extends Readonly<Record<string, ReadField>> {}

type Values = {
  id: number;
  count: number;
  reference: number | null;
  figure: number | null;
  text: string;
  nullable: string | null;
  optional: string | null;
  time: string | null;
  boolean: boolean;
  texts: string[];
  numbers: number[];
};

type ValueOf<Type> = Type extends { labels: infer Names }
  ? keyof Names
  : Type extends { rows: infer Table extends ReadTable }
    ? RowOf<Table>[]
    : Type extends keyof Values
      ? Values[Type]
      : never;

/** The row that `readRow` returns. */
export type RowOf<Table extends ReadTable> = { -readonly [Key in keyof Table]: ValueOf<Table[Key]['type']> };

export type SortColumnOf<Table extends FieldTable> = {
  [Key in keyof Table]: Table[Key] extends { sort: infer Column extends string } ? Column : never;
}[keyof Table];

const readers: { [Type in keyof Values]: (value: unknown, api: string) => Values[Type] } = {
  id: (value) => readNumber(value),
  count: (value) => readNumber(value, 0),
  reference: (value) => readNumber(value, 0) || null,
  figure: (value) => (readNullable(value) === null ? null : readNumber(value)),
  text: readText,
  nullable: readNullable,
  optional: (value) => readText(value) || null,
  time: readTime,
  boolean: readBoolean,
  texts: (value, api) => readList(value ?? null, api, readText),
  numbers: (value, api) => readList(value ?? null, api, (item) => readNumber(item)),
};

function readValue({ api, type }: ReadField, raw: Fields): unknown {
  if (typeof type === 'string') return readers[type](raw[api], api);
  if ('rows' in type) return readList(raw, api, (row) => readRow(type.rows, row));
  if (type.strict) return readKey(type.labels, raw[api]);
  const names = Object.keys(type.labels);
  return names.find((name) => name === readText(raw[api])) ?? names.at(-1);
}

/** Reads an entity of a reply. Throws a `ReplyError` without an ID. */
export function readRow<Table extends ReadTable>(table: Table, reply: unknown): RowOf<Table> {
  const raw = readObject(reply);
  const entries = Object.entries(table).map(([key, field]) => [key, readValue(field, raw)]);
  return Object.fromEntries(entries) as RowOf<Table>;
}

/** Returns the values of `orderBy`, in the order of the columns. */
export const sortColumnsOf = <Table extends FieldTable>(table: Table): SortColumnOf<Table>[] =>
  Object.values(table).flatMap(({ sort }) => (sort === undefined ? [] : [sort as SortColumnOf<Table>]));
