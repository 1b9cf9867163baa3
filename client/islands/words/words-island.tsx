/** The phrases screen (section 2 of the specification): stats, the table, and the dialogs that change a phrase. */
import { useMemo, useState } from 'react';
import { loadWordPostCount } from '../../../shared/api/posts.ts';
import {
  defaultWordSort,
  loadWordsPage,
  type Word,
  type WordsPage,
  wordSortColumns,
} from '../../../shared/api/words.ts';
import type { IslandProps } from '../../../shared/islands.ts';
import { orderOf } from '../../../shared/list-query.ts';
import * as messages from '../../../shared/messages.ts';
import { wordsPageSize } from '../../../shared/rules/limits.ts';
import { BusyButton } from '../../components/busy-button.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Icon } from '../../components/icon.tsx';
import { ListToolbar } from '../../components/list-toolbar.tsx';
import { MessageBar, useMessage } from '../../components/message-bar.tsx';
import { callApi } from '../../lib/api.ts';
import { useIslandContext } from '../../lib/island-context.tsx';
import { useLazyComponent } from '../../lib/use-lazy-component.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { type PagedSource, usePagedList } from '../../lib/use-paged-list.ts';
import { useSortedPage } from '../../lib/use-sorted-page.ts';
import { createLiveCounts } from './live-counts.ts';
import { wordColumns } from './word-columns.tsx';

const source: PagedSource<WordsPage, Word> = {
  pageSize: wordsPageSize,
  rowsOf: (page) => page.words,
  keyOf: (word) => word.id,
};

const rowHeight = 40;
const cardBase = 58;

const importDialog = () => import('./word-dialog.tsx').then(({ WordDialog }) => WordDialog);
const importRemoval = () => import('./word-removal.tsx').then(({ WordRemoval }) => WordRemoval);

/** What is being changed: a phrase to edit, null for a new one; or a phrase to delete. */
type Change = { kind: 'edit'; word: Word | null } | { kind: 'remove'; word: Word };

export function WordsIsland({ first, ...initial }: IslandProps['words']) {
  const context = useIslandContext();
  const { basePath, timeZone } = context;
  const viewer = context.viewer.user.type;
  const { sort, page, tableSort, firstPageHref, nextPageHref } = useSortedPage(
    initial,
    wordSortColumns,
    defaultWordSort,
  );
  const list = usePagedList(source, {
    pageCall: (offset) => loadWordsPage(viewer, { offset, ...orderOf(sort) }),
    firstPage: page,
    first,
  });
  const [counts] = useState(() =>
    createLiveCounts(({ id, text }) => callApi(loadWordPostCount(viewer, id, text), context)),
  );
  const [message, setMessage] = useMessage();
  const { opened: change, open, close } = useOpened<Change>(setMessage);
  const dialog = useLazyComponent(importDialog);
  const removal = useLazyComponent(importRemoval);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the actions are new at every render and do the same
  const columns = useMemo(
    () =>
      wordColumns({
        viewer,
        basePath,
        timeZone,
        counts,
        actions: {
          edit: (word) => open(dialog, { kind: 'edit', word }),
          remove: (word) => open(removal, { kind: 'remove', word }),
          preloadEdit: dialog.preload,
          preloadRemove: removal.preload,
        },
      }),
    [viewer, basePath, timeZone, counts],
  );

  function refresh() {
    counts.reload();
    void list.reload();
  }

  function done(text: string) {
    close();
    setMessage({ kind: 'success', text });
    void list.reload(change?.word ?? undefined);
  }

  return (
    <>
      <ListToolbar list={list} onRefresh={refresh} firstPageHref={firstPageHref}>
        <BusyButton
          kind="primary"
          busy={false}
          data-scripted=""
          {...dialog.preload}
          onClick={() => open(dialog, { kind: 'edit', word: null })}
        >
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
      <MessageBar message={message} onClose={() => setMessage(null)} />
      {change?.kind === 'edit' && dialog.Component && (
        <dialog.Component word={change.word} onDone={done} onClose={close} />
      )}
      {change?.kind === 'remove' && removal.Component && (
        <removal.Component word={change.word} onDone={done} onClose={close} />
      )}
    </>
  );
}
