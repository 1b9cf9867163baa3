/** The collection page for administrators (docs/product.md, section 17): state, quota and runs. */
import { useMemo } from 'react';
import { loadRunsPage } from '../../../shared/api/collection.ts';
import type { Run, RunsPage } from '../../../shared/api/collection-data.ts';
import type { IslandProps } from '../../../shared/islands.ts';
import { formatQuery } from '../../../shared/list-query.ts';
import * as messages from '../../../shared/messages.ts';
import { runsPageSize } from '../../../shared/rules/limits.ts';
import { DataTable } from '../../components/data-table.tsx';
import { ErrorCard } from '../../components/error-card.tsx';
import { ListToolbar } from '../../components/list-toolbar.tsx';
import { useIslandContext } from '../../lib/island-context.tsx';
import type { PagedSource } from '../../lib/loaded-pages.ts';
import { mergePages } from '../../lib/loaded-pages.ts';
import { usePagedList } from '../../lib/use-paged-list.ts';
import { CollectionSummary } from './collection-summary.tsx';
import { runColumns } from './run-columns.tsx';
import { useLiveCollection } from './use-live-collection.ts';

const source: PagedSource<RunsPage, Run> = {
  pageSize: runsPageSize,
  rowsOf: (page) => page.runs,
  withRows: (page, runs) => ({ ...page, runs }),
  keyOf: (run) => run.id,
};

const rowHeight = 40;
const cardBase = 58;

export function CollectionIsland({ overview: initial, page, first }: IslandProps['collection']) {
  const { basePath, timeZone } = useIslandContext();
  const loaded = usePagedList(source, { pageCall: loadRunsPage, firstPage: page, first });
  const { live, reload } = useLiveCollection();
  const columns = useMemo(() => runColumns(basePath, timeZone), [basePath, timeZone]);

  // Newer runs precede the loaded ones without a request of the list.
  const newest = page === 1 ? live?.newest : undefined;
  const rows = useMemo(
    () => (newest ? mergePages([newest.runs, loaded.rows], (runs) => runs, source.keyOf) : loaded.rows),
    [newest, loaded.rows],
  );
  const list = { ...loaded, rows, total: newest?.total ?? loaded.total };
  const overview = live?.overview ?? initial.data;

  function refresh() {
    loaded.refresh();
    void reload();
  }

  return (
    <>
      {overview && <CollectionSummary overview={overview} timeZone={timeZone} />}
      {!overview && <ErrorCard text={initial.error ?? messages.loadCollection} onRetry={() => void reload()} />}
      <ListToolbar list={list} columns={columns} onRefresh={refresh} firstPageHref="?" />
      <DataTable
        label="Запуски"
        columns={columns}
        list={list}
        keyOf={source.keyOf}
        rowHeight={rowHeight}
        cardBase={cardBase}
        emptyText={messages.noRuns}
        nextPageHref={formatQuery({ page: page + 1 })}
      />
    </>
  );
}
