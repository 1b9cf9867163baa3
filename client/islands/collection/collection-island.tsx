/** The collection page for administrators (docs/product.md, section 17): state, quota and runs. */

import { useCallback, useEffect, useMemo, useState } from 'react';
import {
  type CollectionOverview,
  loadCollection,
  loadRunsPage,
  outcomeLabel,
  type Run,
  type RunOutcome,
} from '../../../shared/api/collection.ts';
import { formatDateTime, formatNumber, type ZoneOffsets } from '../../../shared/format.ts';
import { formatQuery } from '../../../shared/list-query.ts';
import * as messages from '../../../shared/messages.ts';
import type { IslandProps } from '../../../shared/pages/islands.ts';
import type { Page } from '../../../shared/read.ts';
import { runsPageSize } from '../../../shared/rules/limits.ts';
import { ErrorCard } from '../../components/error-card.tsx';
import { ListTable } from '../../components/list-toolbar.tsx';
import type { Column, Tone } from '../../components/table-column.ts';
import { callApi } from '../../lib/api.ts';
import { useIslandContext } from '../../lib/island-context.ts';
import { idOf, mergePages } from '../../lib/loaded-pages.ts';
import { usePagedList } from '../../lib/use-paged-list.ts';
import { CollectionSummary } from './collection-summary.tsx';

const outcomeTones: Record<RunOutcome, Tone> = {
  done: 'success',
  partial: 'warning',
  waiting: 'neutral',
  failed: 'danger',
};

function describeOutcome({ outcome, reason }: Run): string {
  return reason === null ? outcomeLabel(outcome) : `${outcomeLabel(outcome)}: ${reason}`;
}

/** The columns of the table of runs on the collection page. */
function runColumns(basePath: string, timeZone: ZoneOffsets): Column<Run>[] {
  const time = (value: string | null) => value && (formatDateTime(value, timeZone) ?? messages.badDate);
  return [
    {
      title: 'Фраза',
      width: 'minmax(0, 1.6fr)',
      card: 'heading',
      cell: ({ wordId, word }, control) => (
        <a href={`${basePath}/ldvknf/words/${wordId}`} {...control}>
          {word}
        </a>
      ),
    },
    { title: 'Начало', name: 'runs.started', width: '144px', cell: ({ startedAt }) => time(startedAt) },
    { title: 'Конец', name: 'runs.ended', width: '144px', cell: ({ endedAt }) => time(endedAt) },
    {
      title: 'Найдено',
      name: 'runs.found',
      width: '96px',
      align: 'end',
      cell: ({ found }) => (found === null ? '—' : formatNumber(found)),
    },
    { title: 'Новых', name: 'runs.added', width: '80px', align: 'end', cell: ({ added }) => formatNumber(added) },
    {
      title: 'Итог',
      name: 'runs.outcome',
      width: 'minmax(0, 1fr)',
      tone: ({ outcome }) => (outcome === null ? 'accent' : outcomeTones[outcome]),
      cell: describeOutcome,
    },
  ];
}

/** Loads the state of collection and the newest runs again while the page is visible. */
const intervalMs = 15_000;

type LiveCollection = { overview: CollectionOverview; newest: Page<Run> };

/** `live` is null before the first reload. A failed reload keeps the previous data. */
function useLiveCollection() {
  const [live, setLive] = useState<LiveCollection | null>(null);
  const reload = useCallback(async () => {
    try {
      const calls = [callApi(loadCollection()), callApi(loadRunsPage(0))] as const;
      const [overview, newest] = await Promise.all(calls);
      setLive({ overview, newest });
    } catch {
      // The next reload may succeed.
    }
  }, []);
  useEffect(() => {
    const timer = setInterval(() => {
      // New rows would move those that the user scrolled to.
      if (!document.hidden && scrollY === 0) void reload();
    }, intervalMs);
    return () => clearInterval(timer);
  }, [reload]);
  return { live, reload };
}

export function CollectionIsland({ overview: initial, page, first }: IslandProps['collection']) {
  const { basePath, timeZone } = useIslandContext();
  const loaded = usePagedList({ pageSize: runsPageSize, keyOf: idOf, pageCall: loadRunsPage, firstPage: page, first });
  const { live, reload } = useLiveCollection();
  const columns = useMemo(() => runColumns(basePath, timeZone), [basePath, timeZone]);

  // Newer runs precede the loaded ones without a request of the list.
  const newest = page === 1 ? live?.newest : undefined;
  const rows = useMemo(
    () => (newest ? mergePages([newest.rows, loaded.rows], idOf) : loaded.rows),
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
      <ListTable
        label="Запуски"
        emptyText={messages.noRuns}
        nextPageHref={formatQuery({ page: page + 1 })}
        {...{ columns, list, keyOf: idOf, rowHeight: 40, cardBase: 58 }}
        onRefresh={refresh}
        firstPageHref="?"
      />
    </>
  );
}
