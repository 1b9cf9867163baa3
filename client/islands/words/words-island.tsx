/** The phrases screen (docs/product.md, section 2): statistics, table, and the dialogs that change a phrase. */
import { useMemo, useState } from 'react';
import {
  defaultWordSort,
  loadWordsPage,
  type Word,
  type WordSortColumn,
  type WordsPage,
  wordSortColumns,
} from '../../../shared/api/words.ts';
import type { IslandProps } from '../../../shared/islands.ts';
import { orderOf, type Sort } from '../../../shared/list-query.ts';
import * as messages from '../../../shared/messages.ts';
import { wordsPageSize } from '../../../shared/rules/limits.ts';
import { BusyButton } from '../../components/busy-button.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Icon } from '../../components/icon.tsx';
import { ListToolbar } from '../../components/list-toolbar.tsx';
import { useNotify } from '../../components/message-bar.tsx';
import { useIslandContext } from '../../lib/island-context.tsx';
import { useLazyDialog } from '../../lib/use-lazy-dialog.ts';
import { type PagedSource, usePagedList } from '../../lib/use-paged-list.ts';
import { useSortedPage } from '../../lib/use-sorted-page.ts';
import { createCountLoader, createTrendLoader } from './figure-loaders.ts';
import { createRowFigures } from './row-figures.ts';
import { wordColumns } from './word-columns.tsx';

const source: PagedSource<WordsPage, Word> = {
  pageSize: wordsPageSize,
  rowsOf: (page) => page.words,
  withRows: (page, words) => ({ ...page, words }),
  keyOf: (word) => word.id,
};

export const rowHeight = 40;
const cardBase = 58;

const importEditor = () => import('./word-dialog.tsx').then(({ WordDialog }) => WordDialog);
const importRemoval = () => import('./word-removal.tsx').then(({ WordRemoval }) => WordRemoval);

export function WordsIsland({ first, rowsInHtml, ...initial }: IslandProps['words']) {
  const context = useIslandContext();
  const { basePath, timeZone } = context;
  const collects = context.capabilities.includes('collection');
  const viewer = context.viewer.user.type;
  const pageCall = (order: Sort<WordSortColumn>, offset: number) =>
    loadWordsPage(viewer, { offset, ...orderOf(order) });
  const { sort, page, tableSort, firstPageHref, nextPageHref } = useSortedPage(
    initial,
    wordSortColumns,
    defaultWordSort,
    (next) => list.preload(pageCall(next.sort, (next.page - 1) * wordsPageSize)),
  );
  const list = usePagedList(source, {
    pageCall: (offset) => pageCall(sort, offset),
    firstPage: page,
    first,
    rowsInHtml,
  });
  const [counts] = useState(() => createRowFigures(createCountLoader(context)));
  const [trends] = useState(() =>
    context.capabilities.includes('analytics') ? createRowFigures(createTrendLoader(context)) : null,
  );
  const notify = useNotify();
  const editor = useLazyDialog(importEditor);
  const removal = useLazyDialog(importRemoval);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the actions are new but equivalent functions in every render
  const columns = useMemo(
    () =>
      wordColumns({
        viewer,
        basePath,
        timeZone,
        collects,
        counts,
        trends,
        actions: {
          edit: (word) => editor.openerProps({ word }),
          remove: (word) => removal.openerProps({ word }),
        },
      }),
    [viewer, basePath, timeZone, collects, counts, trends],
  );

  function refresh() {
    counts.reload();
    trends?.reload();
    list.refresh();
  }

  function closeWithSuccess(text: string) {
    editor.close();
    removal.close();
    notify({ kind: 'success', text });
  }

  function onRemoved(text: string) {
    if (removal.opened) list.reloadFrom(removal.opened.subject.word);
    closeWithSuccess(text);
  }

  return (
    <>
      <ListToolbar list={list} columns={columns} onRefresh={refresh} firstPageHref={firstPageHref}>
        <BusyButton kind="primary" busy={false} data-scripted="" {...editor.openerProps({ word: null })}>
          <Icon name="add" />
          Добавить фразу
        </BusyButton>
      </ListToolbar>
      <DataTable
        label="Фразы"
        columns={columns}
        list={list}
        keyOf={source.keyOf}
        rowHeight={rowHeight}
        cardBase={cardBase}
        sort={tableSort}
        emptyText={messages.noWords}
        nextPageHref={nextPageHref}
      />
      {editor.opened && (
        <editor.opened.Component
          {...editor.opened.subject}
          onAdded={(text) => {
            closeWithSuccess(text);
            list.refresh();
          }}
          onSaved={(text, word) => {
            closeWithSuccess(text);
            list.updateRow(word);
          }}
          onClose={editor.close}
        />
      )}
      {removal.opened && (
        <removal.opened.Component {...removal.opened.subject} onDone={onRemoved} onClose={removal.close} />
      )}
    </>
  );
}
