/** The journal for administrators (docs/product/journal.md). */

import { useMemo } from 'react';
import { formatJournalQuery, loadJournalPage, parseJournalFilters } from '../../../shared/api/journal.ts';
import { type JournalRecord, journalFields } from '../../../shared/fields/journal.ts';
import { formatDateTime, type ZoneOffsets } from '../../../shared/format.ts';
import { isolate } from '../../../shared/isolate.ts';
import * as messages from '../../../shared/messages.ts';
import type { IslandProps } from '../../../shared/pages/islands.ts';
import { journalPageSize } from '../../../shared/rules/limits.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ListTable } from '../../components/list-toolbar.tsx';
import type { Column } from '../../components/table-column.ts';
import { useIslandContext } from '../../lib/island-context.ts';
import { idOf } from '../../lib/loaded-pages.ts';
import { usePagedList } from '../../lib/use-paged-list.ts';
import controls from '../../styles/controls.module.css';

const unfiltered = parseJournalFilters({});

export const journalColumns = (timeZone: ZoneOffsets): Column<JournalRecord>[] => [
  {
    ...journalFields.at,
    width: '9rem',
    cell: ({ at }) => (at && formatDateTime(at, timeZone)) ?? messages.badDate,
  },
  { ...journalFields.who, width: 'minmax(0, 1.15fr)', cell: ({ who }) => isolate(who) },
  { ...journalFields.onBehalfOf, width: 'minmax(0, 0.7fr)', cell: (record) => isolate(record.onBehalfOf ?? '—') },
  { ...journalFields.action, width: 'minmax(0, 1.1fr)', card: 'heading', cell: ({ action }) => action },
  {
    ...journalFields.object,
    width: 'minmax(0, 2.85fr)',
    card: 'line',
    cell: ({ object, batch, parts }, control) => {
      const text = isolate(object);
      return (
        <span className={controls.twoLines} title={text}>
          {parts > 1 ? (
            <a href={formatJournalQuery({ ...unfiltered, batch })} {...control}>
              {text}
            </a>
          ) : (
            text || '—'
          )}
        </span>
      );
    },
  },
  { ...journalFields.address, width: 'minmax(0, 0.7fr)', cell: ({ address }) => address || '—' },
];

export function JournalIsland({ filters, page, first }: IslandProps['journal']) {
  const { timeZone } = useIslandContext();
  const pageCall = (offset: number) => loadJournalPage(filters, offset);
  const list = usePagedList({ pageSize: journalPageSize, keyOf: idOf, pageCall, firstPage: page, first });
  const columns = useMemo(() => journalColumns(timeZone), [timeZone]);
  const isFiltered = formatJournalQuery(filters) !== '';
  return (
    <ListTable
      label="Журнал"
      emptyText={
        isFiltered ? (
          <EmptyState title={messages.noFoundRecords} hint={null}>
            <a href="?" className={controls.button}>
              {messages.resetFilters}
            </a>
          </EmptyState>
        ) : (
          <EmptyState title={messages.noRecords} hint="Записи появятся с первыми действиями." />
        )
      }
      nextPageHref={formatJournalQuery(filters, page + 1)}
      columns={columns}
      list={list}
      keyOf={idOf}
      rowHeight={44}
      cardBase={58}
      firstPageHref={formatJournalQuery(filters) || '?'}
    />
  );
}
