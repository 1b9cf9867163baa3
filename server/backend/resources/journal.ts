/**
 * The journal, and the calls that exports use: they need the right to export, and the first call of each export is recorded.
 */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import {
  continuedExport,
  type DownloadFormat,
  type DownloadName,
  type ExportFormatName,
  exportFormats,
} from '../../../shared/export.ts';
import { journalFields } from '../../../shared/fields/journal.ts';
import * as messages from '../../../shared/messages.ts';
import { journalActionNames, journalActions } from '../../../shared/rules/journal.ts';
import { batchIdPattern, journalPageSize, signInNameMax } from '../../../shared/rules/limits.ts';
import { tooManyRequests } from '../../platform/app-error.ts';
import { requireExport } from '../domain/export-right.ts';
import { type Context, endpoint } from '../http/endpoint.ts';
import { pageOf } from '../http/reply.ts';
import { limitAndOffset, queryBoolean, text } from '../http/schema-fields.ts';
import type { Identity } from '../rules/account.ts';
import { lowerBound, upperBound } from '../rules/days.ts';
import type { Author } from '../store/journal.ts';

const marks = [...(Object.keys(exportFormats) as ExportFormatName[]), continuedExport] as const;
export const exportMark = v.picklist(marks);
/** For calls that are an export only with this parameter. */
export const exportEntry = { export: v.optional(exportMark) };

type Exporting = Context & {
  viewer: Identity;
  query: { export?: DownloadFormat | typeof continuedExport | undefined };
};

/**
 * Records the export after its rows were read: a refused call exports nothing, and a reply that cannot be recorded is not sent.
 */
export const exported =
  <Input extends Exporting, Reply>(list: DownloadName, handle: (input: Input) => Promise<Reply>) =>
  async (input: Input): Promise<Reply> => {
    const { query, store, by } = input;
    const mark = query.export;
    if (mark === undefined) return handle(input);
    await requireExport(input);
    const reply = await handle(input);
    if (
      mark !== continuedExport &&
      by !== null &&
      !(await store.journal.recordExport(by, { of: 'export', list, format: mark }))
    ) {
      throw tooManyRequests(messages.tooManyExports);
    }
    return reply;
  };

const batchId = v.pipe(v.string(), v.regex(batchIdPattern));
/** For the body of a call that changes several entities. Calls of one action have the same ID. */
export const batch = v.optional(batchId);

/** The author of a call, or of several calls with the same batch ID. */
export const inBatch = (by: Author | null, id: string = randomUUID()): Author | null => by && { ...by, batch: id };

const day = v.pipe(v.string(), v.isoDate());

/** Days are in the console's time zone, both included. */
const journalQuery = v.object({
  ...exportEntry,
  ...limitAndOffset(journalPageSize),
  who: v.optional(text(signInNameMax), ''),
  action: v.optional(v.picklist(journalActionNames)),
  from: v.optional(day),
  to: v.optional(day),
  batch,
  folded: v.optional(queryBoolean, 'false'),
});

/** `OnBehalfOf`: the client for which an administrator acted. `Address`: empty for actions of the service itself. */
const recordFields = {
  ...journalFields,
  at: { api: 'At', type: 'moment' },
  action: { api: 'Action', type: { labels: journalActions } },
} as const;

export const journal = [
  endpoint('GET', '/server/journal', 'admin', {
    summary:
      'A page of the journal, newest first: who did what, when, for whom and from where. With folded=true, the first record of a ' +
      'batch stands for its Parts',
    query: journalQuery,
    reply: pageOf('records', recordFields),
    handle: exported('journal', async ({ store, config, query: { from, to, action = null, ...query } }) => {
      const { rows, total } = await store.journal.page({
        ...query,
        action,
        from: from === undefined ? null : lowerBound(from, config.CONSOLE_TIME_ZONE),
        to: to === undefined ? null : upperBound(to, config.CONSOLE_TIME_ZONE),
      });
      return { rows: rows.map(({ recordId: id, ...row }) => ({ ...row, id })), total };
    }),
  }),
];
