/** The calls of the capability `journal`. */
import { endpoint } from '../http/endpoint.ts';
import { lowerBound, upperBound } from '../rules/days/day-bounds.ts';
import { toNullable, toTime } from '../rules/reply-values.ts';
import { exported } from './exported.ts';
import { journalQuery, journalReply } from './schemas.ts';

export const journal = [
  endpoint({
    method: 'GET',
    path: '/server/journal',
    access: 'admin',
    summary: 'A page of the journal, newest first: who did what, when, for whom and from where',
    query: journalQuery,
    reply: journalReply,
    handle: exported('journal', async ({ store, config, query: { from, to, action = null, ...query } }) => {
      const { rows, total } = await store.journal.page({
        ...query,
        action,
        from: from === undefined ? null : lowerBound(from, config.CONSOLE_TIME_ZONE),
        to: to === undefined ? null : upperBound(to, config.CONSOLE_TIME_ZONE),
      });
      const records = rows.map((row) => ({
        RecordID: row.recordId,
        At: toTime(row.at),
        Who: row.who,
        OnBehalfOf: toNullable(row.onBehalfOf),
        Action: row.action,
        Object: row.object,
        Address: row.address,
      }));
      return { records, total };
    }),
  }),
];
