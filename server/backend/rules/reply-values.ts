/** Values of replies. The schemas and the presentation of an entity follow from its table of fields (shared/fields). */
import * as v from 'valibot';
import type { ReplyTable } from '../../../shared/fields/field.ts';
import type { Nullable } from '../../../shared/read.ts';

/** A nullable text in the format of the Go backend (docs/product/api.md). */
export const nullableText = v.strictObject({ String: v.string(), Valid: v.boolean() });

export const toNullable = (value: string | null): Nullable => ({ String: value ?? '', Valid: value !== null });

/** An RFC 3339 time in a reply. */
export const time = v.pipe(v.string(), v.isoTimestamp());

/** Milliseconds as RFC 3339. */
export const toTime = (milliseconds: number): string => new Date(milliseconds).toISOString();
export const toTimeOrNull = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : toTime(milliseconds);

export const integer = v.pipe(v.number(), v.integer());

/** A value that is stored and returned in the same form. */
const same = <Schema extends v.GenericSchema>(schema: Schema) => ({
  schema,
  convert: (value: v.InferOutput<Schema>): unknown => value,
});

/** Times are stored in milliseconds. A text that is null counts as empty, an optional one as missing. */
const types = {
  id: same(integer),
  count: same(integer),
  decimal: same(v.number()),
  figure: same(v.nullable(v.number())),
  reference: same(v.nullable(integer)),
  text: { schema: v.string(), convert: (value: string | null) => value ?? '' },
  nullable: { schema: nullableText, convert: toNullable },
  plain: same(v.nullable(v.string())),
  optional: { schema: v.optional(v.string()), convert: (value: string | null) => value ?? undefined },
  time: { schema: v.nullable(time), convert: toTimeOrNull },
  moment: { schema: time, convert: toTime },
  boolean: same(v.boolean()),
  texts: same(v.optional(v.array(v.string()))),
  numbers: { schema: v.array(integer), convert: (value: readonly number[]) => value },
};
type Types = typeof types;

type NullOf<Type> = Type extends { nullable: true } ? null : never;

/** `stored` is the input of a presenter. */
type ValueOf<Type> = Type extends { labels: infer Names }
  ? { stored: keyof Names | NullOf<Type>; schema: v.GenericSchema<(keyof Names & string) | NullOf<Type>> }
  : Type extends { rows: infer Table extends ReplyTable }
    ? { stored: readonly StoredRow<Table>[]; schema: v.GenericSchema<ReplyOf<Table>[]> }
    : Type extends { row: infer Table extends ReplyTable }
      ? { stored: StoredRow<Table> | NullOf<Type>; schema: v.GenericSchema<ReplyOf<Table> | NullOf<Type>> }
      : Type extends keyof Types
        ? { stored: Parameters<Types[Type]['convert']>[0]; schema: Types[Type]['schema'] }
        : never;

type Value = { schema: v.GenericSchema; convert: (value: never) => unknown };

function resolveType(type: ReplyTable[string]['type']): Value {
  if (typeof type === 'string') return types[type];
  if ('rows' in type) {
    const present = presenterOf(type.rows);
    return { schema: v.array(replyOf(type.rows)), convert: (rows: StoredRow<ReplyTable>[]) => rows.map(present) };
  }
  const { schema, convert }: Value = 'row' in type ? rowValue(type.row) : same(v.picklist(Object.keys(type.labels)));
  return { schema: type.nullable ? v.nullable(schema) : schema, convert };
}

function rowValue(table: ReplyTable): Value {
  const present = presenterOf(table);
  return { schema: replyOf(table), convert: (row: StoredRow<ReplyTable> | null) => row && present(row) };
}

type ReplyEntries<Table extends ReplyTable> = {
  -readonly [Key in keyof Table as Table[Key]['api']]: ValueOf<Table[Key]['type']>['schema'];
};

/** The schema of an entity in a reply. `texts` may be missing, because only administrators see some. */
export const replyOf = <Table extends ReplyTable>(table: Table) =>
  v.strictObject(
    Object.fromEntries(
      Object.values(table).map(({ api, type }) => [api, resolveType(type).schema]),
    ) as ReplyEntries<Table>,
  );

/** The input of a presenter of the table. */
export type StoredRow<Table extends ReplyTable> = { [Key in keyof Table]: ValueOf<Table[Key]['type']>['stored'] };

type Omitted = 'optional' | 'texts';

type ReplyOf<Table extends ReplyTable> = {
  -readonly [Key in keyof Table as Table[Key]['type'] extends Omitted ? never : Table[Key]['api']]: v.InferOutput<
    ValueOf<Table[Key]['type']>['schema']
  >;
} & {
  -readonly [Key in keyof Table as Table[Key]['type'] extends Omitted ? Table[Key]['api'] : never]?: v.InferOutput<
    ValueOf<Table[Key]['type']>['schema']
  >;
};

/** Returns a function that presents a row. A value that is undefined is omitted. */
export function presenterOf<Table extends ReplyTable>(table: Table) {
  const fields = Object.entries(table).map(([key, { api, type }]) => [key, api, resolveType(type).convert] as const);
  return (row: StoredRow<Table>) => {
    const reply: Record<string, unknown> = {};
    for (const [key, api, convert] of fields) {
      const value = convert(row[key] as never);
      if (value !== undefined) reply[api] = value;
    }
    return reply as ReplyOf<Table>;
  };
}
