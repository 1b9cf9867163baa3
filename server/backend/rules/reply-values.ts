/** Values of replies. The schemas and the presentation of an entity follow from its table of fields (shared/fields). */
import * as v from 'valibot';
import type { FieldTable } from '../../../shared/fields/field.ts';
import type { Nullable } from '../../../shared/read.ts';

/** A nullable text in the format of the Go backend (docs/product.md, section 3). */
export const nullableText = v.strictObject({ String: v.string(), Valid: v.boolean() });

export const toNullable = (value: string | null): Nullable => ({ String: value ?? '', Valid: value !== null });

/** An RFC 3339 time in a reply. */
export const time = v.pipe(v.string(), v.isoTimestamp());

/** Milliseconds as RFC 3339. */
export const toTime = (milliseconds: number): string => new Date(milliseconds).toISOString();
export const toTimeOrNull = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : toTime(milliseconds);

const integer = v.pipe(v.number(), v.integer());

const schemas = {
  id: integer,
  count: integer,
  reference: v.nullable(integer),
  text: v.string(),
  nullable: nullableText,
  optional: v.optional(v.string()),
  time: v.nullable(time),
  boolean: v.boolean(),
  texts: v.optional(v.array(v.string())),
};

type SchemaOf<Type> = Type extends { labels: infer Names }
  ? v.GenericSchema<keyof Names & string>
  : Type extends keyof typeof schemas
    ? (typeof schemas)[Type]
    : never;

type ReplyEntries<Table extends FieldTable> = {
  -readonly [Key in keyof Table as Table[Key]['api']]: SchemaOf<Table[Key]['type']>;
};

/** The entries of an entity's schema. `texts` may be missing, because only administrators see some. */
export const replyEntries = <Table extends FieldTable>(table: Table): ReplyEntries<Table> =>
  Object.fromEntries(
    Object.values(table).map(({ api, type }) => [
      api,
      typeof type === 'string' ? schemas[type] : v.picklist(Object.keys(type.labels)),
    ]),
  ) as ReplyEntries<Table>;

/** Stored values. Times are milliseconds. */
type StoredValues = {
  id: number;
  count: number;
  reference: number | null;
  text: string | null;
  nullable: string | null;
  optional: string | null;
  time: number | null;
  boolean: boolean;
  texts: string[] | undefined;
};

type StoredOf<Type> = Type extends { labels: infer Names }
  ? keyof Names
  : Type extends keyof StoredValues
    ? StoredValues[Type]
    : never;

type StoredRow<Table extends FieldTable> = { [Key in keyof Table]: StoredOf<Table[Key]['type']> };

type Omitted = 'optional' | 'texts';

type ReplyOf<Table extends FieldTable> = {
  -readonly [Key in keyof Table as Table[Key]['type'] extends Omitted ? never : Table[Key]['api']]: v.InferOutput<
    SchemaOf<Table[Key]['type']>
  >;
} & {
  -readonly [Key in keyof Table as Table[Key]['type'] extends Omitted ? Table[Key]['api'] : never]?: v.InferOutput<
    SchemaOf<Table[Key]['type']>
  >;
};

const converters = new Map<unknown, (value: never) => unknown>([
  ['nullable', toNullable],
  ['time', toTimeOrNull],
  ['text', (value: string | null) => value ?? ''],
  ['optional', (value: string | null) => value ?? undefined],
]);

/** Returns a function that presents a row. A value that is undefined is omitted. */
export function presenterOf<Table extends FieldTable>(table: Table) {
  const fields = Object.entries(table).map(
    ([key, { api, type }]) => [key, api, converters.get(type) ?? ((value: unknown) => value)] as const,
  );
  return (row: StoredRow<Table>) => {
    const reply: Record<string, unknown> = {};
    for (const [key, api, convert] of fields) {
      const value = convert(row[key] as never);
      if (value !== undefined) reply[api] = value;
    }
    return reply as ReplyOf<Table>;
  };
}
