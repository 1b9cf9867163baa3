/** The content of an export: columns and rows, independent of list and format. */
import type { Call } from '../../shared/api/call.ts';
import { type On, offered } from '../../shared/backend-kind.ts';
import type { ExportName } from '../../shared/export.ts';
import type { Field, FieldTable, RowOf } from '../../shared/fields/field.ts';
import type { PageInput } from '../session/page-input.ts';

/** Times are RFC 3339 texts as the backend sent them. */
export type Cell = string | number | null;

/** `value` and `fields` are methods, so that a column of any row type is assignable to one of unknown rows. */
export type ExportColumn<Row> = {
  title: string;
  /** The backends with which the column exists. */
  on: On;
  /** The name of a column that the user can hide (client/components/table-column.ts). */
  name?: string;
  /** The column's value of `orderBy`. */
  sort?: string;
  kind: 'text' | 'number' | 'time' | 'link';
  /** In characters. */
  width: number;
  value(row: Row): Cell;
  /** The value as fields of the API, for JSON Lines. */
  fields(row: Row): Record<string, unknown>;
};

function toCell(type: Field['type'], value: unknown): Cell {
  if (typeof type === 'object' && 'labels' in type) return type.labels[String(value)] ?? '';
  if (typeof value === 'boolean') return yesNo(value);
  return Array.isArray(value) ? value.join(', ') : ((value ?? null) as Cell);
}

const numberTypes: readonly Field['type'][] = ['id', 'count', 'reference', 'figure'];

const kindOf = (type: Field['type']): ExportColumn<unknown>['kind'] =>
  type === 'time' ? 'time' : numberTypes.includes(type) ? 'number' : 'text';

/** The columns of a table of fields. `overrides` replaces the values of columns, by the key of the field. */
export const exportColumns = <Table extends FieldTable>(
  table: Table,
  overrides: { [Key in keyof Table]?: Partial<Pick<ExportColumn<RowOf<Table>>, 'value' | 'fields'>> } = {},
): ExportColumn<RowOf<Table>>[] =>
  Object.entries(table).flatMap(([key, { api, type, title, on, chars, ...column }]) =>
    title === undefined || chars === undefined
      ? []
      : {
          ...column,
          title,
          on,
          width: chars,
          kind: kindOf(type),
          value: (row) => toCell(type, row[key]),
          fields: (row) => ({ [api]: row[key] }),
          ...overrides[key],
        },
  );

/** A label and a value of the sheet «О выгрузке». */
export type Fact = readonly [string, string];

export type ExportTable<Row> = {
  columns: readonly ExportColumn<Row>[];
  batches: AsyncIterable<readonly Row[]>;
  /** Called after the last row. */
  facts(rows: number): readonly Fact[];
  /** An IANA name. */
  timeZone: string;
};

/** Sends a call as the viewer. Throws an `AppError` with a text for the user. */
export type Send = <T>(call: Call<T>) => Promise<T>;

/** `sendRows` sends the calls whose rows are exported: the backend checks the right to export, and records the first one. */
export type ExportInput = PageInput & { send: Send; sendRows: Send };

/**
 * The part of the table that a list provides. `facts`: its filters and its sort; a filter that is not set has the value ''.
 */
export type ExportSource<Row> = Pick<ExportTable<Row>, 'columns' | 'batches'> & { facts(): readonly Fact[] };

export type ExportList<Row = unknown> = {
  name: ExportName;
  /** The number of rows that an export would have; -1 when unknown. */
  count(input: ExportInput): Promise<number>;
  open(input: ExportInput): ExportSource<Row> | Promise<ExportSource<Row>>;
};

/** Rows per call. A larger page would block the console longer than a page of the feed. */
export const batchRows = 100;

export const shownColumns = <Row>(
  columns: readonly ExportColumn<Row>[],
  { preferences, backendKind }: Pick<PageInput, 'preferences' | 'backendKind'>,
): ExportColumn<Row>[] => {
  const hidden = preferences.hiddenColumns.split(' ');
  return offered(columns, backendKind).filter(({ name }) => name === undefined || !hidden.includes(name));
};

export const yesNo = (value: boolean): string => (value ? 'Да' : 'Нет');

export function sortFact(columns: readonly ExportColumn<never>[], sort: { column: string; descending: boolean }): Fact {
  const title = columns.find((column) => column.sort === sort.column)?.title ?? sort.column;
  return ['Сортировка', `${title}, ${sort.descending ? 'по убыванию' : 'по возрастанию'}`];
}
