/** Replies of calls: their schemas, and the presentation of what handlers return. */
import * as v from 'valibot';
import type { ReplyTable } from '../../../shared/fields/field.ts';
import { presenterOf, replyOf, type StoredRow } from '../rules/reply-values.ts';
import type { Page } from '../store/page.ts';
import { total } from './schema-fields.ts';

/** A reply that is JSON already, in pieces. */
export class JsonParts {
  readonly parts: readonly Uint8Array[];
  constructor(parts: readonly Uint8Array[]) {
    this.parts = parts;
  }
}

type Presented = { schema: v.GenericSchema; present: (stored: never) => unknown };

/** A schema of what the handler returns, or a table of fields that presents stored values. */
export type Reply = v.GenericSchema | ReplyTable | Presented;

export type Returned<R extends Reply | undefined> = R extends v.GenericSchema
  ? v.InferOutput<R> | JsonParts
  : R extends Presented
    ? Parameters<R['present']>[0]
    : R extends ReplyTable
      ? StoredRow<R>
      : unknown;

const done: Presented = {
  schema: v.strictObject({ status: v.literal('ok') }),
  present: () => ({ status: 'ok' }),
};

const isSchema = (reply: Reply): reply is v.GenericSchema => 'kind' in reply && reply.kind === 'schema';
const isPresented = (reply: Reply): reply is Presented => 'present' in reply;

export function readReply(reply: Reply = done): Presented {
  if (isSchema(reply)) return { schema: reply, present: (value) => value };
  return isPresented(reply) ? reply : { schema: replyOf(reply), present: presenterOf(reply) };
}

export const listOf = <Name extends string, Table extends ReplyTable>(name: Name, rows: Table) =>
  ({ [name]: { api: name, type: { rows } } }) as Record<Name, { api: Name; type: { rows: Table } }>;

/** Rows under a name and the length of the list. A handler that returns no page returns the whole list. */
export function pageOf<Table extends ReplyTable>(name: string, table: Table) {
  const present = presenterOf(table);
  return {
    schema: v.strictObject({ [name]: v.array(replyOf(table) as v.GenericSchema), total }),
    present: (found: Page<StoredRow<Table>> | readonly StoredRow<Table>[]) => {
      const page = 'rows' in found ? found : { rows: found, total: found.length };
      return { [name]: page.rows.map(present), total: page.total };
    },
  };
}
