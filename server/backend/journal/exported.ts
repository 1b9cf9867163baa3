/** Calls that exports read: they need the right to export, and the first one of each export is recorded. */
import * as v from 'valibot';
import { continuedExport, type ExportFormatName, type ExportName, exportFormats } from '../../../shared/export.ts';
import * as messages from '../../../shared/messages.ts';
import { forbidden, tooManyRequests } from '../../platform/app-error.ts';
import type { Context } from '../http/endpoint.ts';
import type { Identity } from '../rules/account.ts';
import { describeExport } from '../rules/journal/describe.ts';

const marks = [...(Object.keys(exportFormats) as ExportFormatName[]), continuedExport] as const;
export const exportMark = v.picklist(marks);
/** In the query of a call that is no export without it. */
export const exportEntry = { export: v.optional(exportMark) };

type Exporting = Context & { viewer: Identity; query: { export?: v.InferOutput<typeof exportMark> | undefined } };

/** While an administrator acts as a client, the right of the client counts. */
async function requireRight({ store, viewer, now }: Exporting): Promise<void> {
  if (viewer.type === 'admin') return;
  const client = await store.clients.get(viewer.clientId, now);
  if (client?.exportAccess !== 'allowed') throw forbidden(messages.exportDenied);
}

/** Records after the rows were read: a call that is refused exports nothing, and a reply that cannot be recorded is not sent. */
export const exported =
  <Input extends Exporting, Reply>(list: ExportName, handle: (input: Input) => Promise<Reply>) =>
  async (input: Input): Promise<Reply> => {
    const { query, store, by } = input;
    const mark = query.export;
    if (mark === undefined) return handle(input);
    await requireRight(input);
    const reply = await handle(input);
    if (
      mark !== continuedExport &&
      by !== null &&
      !(await store.journal.recordExport(by, describeExport(list, mark)))
    ) {
      throw tooManyRequests(messages.tooManyExports);
    }
    return reply;
  };
