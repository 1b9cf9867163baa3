/** The journal for administrators (docs/product.md, section 20). */
import { type ReactNode, useMemo } from 'react';
import { formatJournalQuery, type JournalPage, loadJournal, parseJournalFilters } from '../../../shared/api/journal.ts';
import type { JournalRecord } from '../../../shared/fields/journal.ts';
import type { IslandProps } from '../../../shared/islands.ts';
import * as messages from '../../../shared/messages.ts';
import { journalPageSize } from '../../../shared/rules/limits.ts';
import { DataTable } from '../../components/data-table.tsx';
import { ListToolbar } from '../../components/list-toolbar.tsx';
import { staticChildren } from '../../components/static-children.ts';
import { useIslandContext } from '../../lib/island-context.tsx';
import type { PagedSource } from '../../lib/loaded-pages.ts';
import { usePagedList } from '../../lib/use-paged-list.ts';
import { journalColumns } from './journal-columns.tsx';

const source: PagedSource<JournalPage, JournalRecord> = {
  pageSize: journalPageSize,
  rowsOf: (page) => page.records,
  withRows: (page, records) => ({ ...page, records }),
  keyOf: (record) => record.id,
};

const noFilters = formatJournalQuery(parseJournalFilters({}));

const rowHeight = 44;
const cardBase = 58;

type JournalIslandProps = IslandProps['journal'] & { children?: ReactNode };

/** `children` are the filters. */
export function JournalIsland({ filters, page, first, children }: JournalIslandProps) {
  const { timeZone } = useIslandContext();
  const pageCall = (offset: number) => loadJournal(filters, offset);
  const list = usePagedList(source, { pageCall, firstPage: page, first });
  const columns = useMemo(() => journalColumns(timeZone), [timeZone]);
  const isFiltered = formatJournalQuery(filters) !== noFilters;
  return (
    <>
      <div {...staticChildren(children)} />
      <ListToolbar
        list={list}
        columns={columns}
        onRefresh={list.refresh}
        firstPageHref={formatJournalQuery(filters) || '?'}
      />
      <DataTable
        label="Журнал"
        columns={columns}
        list={list}
        keyOf={source.keyOf}
        rowHeight={rowHeight}
        cardBase={cardBase}
        emptyText={isFiltered ? messages.noFoundRecords : messages.noRecords}
        nextPageHref={formatJournalQuery(filters, page + 1)}
      />
    </>
  );
}
