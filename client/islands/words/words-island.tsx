/** The phrases screen (docs/product/phrases.md): the table, and the dialogs that change phrases. */
import { useEffect, useState } from 'react';
import useSWR from 'swr';
import { defaultWordSort, loadWord, loadWordsPage } from '../../../shared/api/words.ts';
import { type Word, wordSortColumns } from '../../../shared/fields/words.ts';
import * as messages from '../../../shared/messages.ts';
import type { IslandProps } from '../../../shared/pages/islands.ts';
import { addWordParameter, formatWordFilters, hasWordFilters } from '../../../shared/pages/words-query.ts';
import { wordsPageSize } from '../../../shared/rules/limits.ts';
import { AddButton, Button } from '../../components/buttons.tsx';
import { lateComponent } from '../../components/lazy.tsx';
import { ListTable } from '../../components/list-toolbar.tsx';
import { useNotify } from '../../components/message-bar.tsx';
import { OwnOnly } from '../../components/own-only.tsx';
import { createSelection, useKeptSelection } from '../../components/selection.tsx';
import { callApi } from '../../lib/api.ts';
import { useIslandContext } from '../../lib/island-context.ts';
import { type ChangeableList, idOf } from '../../lib/loaded-pages.ts';
import { useSortedList } from '../../lib/use-sorted-list.ts';
import { useWordDialogs } from './use-word-dialogs.tsx';
import { useWordColumns } from './word-columns.tsx';

const WordBulkTools = lateComponent(() => import('./word-bulk-tools.tsx').then(({ WordBulkTools: Tools }) => Tools));

/** Opens the dialog for a new phrase if the URL has `addWordParameter`. */
function useWantedWord(open: (() => void) | undefined) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the URL of the page load matters
  useEffect(() => {
    const address = new URL(location.href);
    if (!address.searchParams.has(addWordParameter)) return;
    address.searchParams.delete(addWordParameter);
    history.replaceState(null, '', address);
    open?.();
  }, []);
}

const pollMs = 5000;
/** The maximum number of calls per poll, because an administrator may add many phrases at once. */
const polledMax = 10;

const isWaiting = ({ state, totalPosts }: Word): boolean => state === 'pending' && totalPosts === 0;

/** Reloads phrases that wait for their first posts. Calls `onFound` when a phrase has posts. */
function useWaitingWords(list: ChangeableList<Word>, onFound: () => void): void {
  const { basePath } = useIslandContext();
  const notify = useNotify();
  const ids = list.rows
    .filter(isWaiting)
    .slice(0, polledMax)
    .map(({ id }) => id);

  async function load() {
    for (const id of ids) {
      const word = await callApi(loadWord(id), { background: true }).catch(() => null);
      if (word === null || isWaiting(word)) continue;
      list.updateRow(word);
      if (word.totalPosts === 0) continue;
      onFound();
      const href = `${basePath}/ldvknf/posts?word=${id}`;
      notify({ kind: 'success', text: 'Найдены первые посты', action: { label: 'Открыть ленту', href } });
    }
    return null;
  }
  useSWR(ids.length === 0 ? null : `waiting ${ids}`, load, { refreshInterval: pollMs });
}

export function WordsIsland({ first, filters, isFirstRun, ...initial }: IslandProps['words']) {
  const viewer = useIslandContext().viewer.user.type;
  const { list, links } = useSortedList({
    initial,
    first,
    columns: wordSortColumns,
    defaultSort: defaultWordSort,
    pageSize: wordsPageSize,
    keyOf: idOf,
    pageCall: (query) => loadWordsPage(viewer, query, filters),
    filters: formatWordFilters(filters),
  });
  const [selection] = useState(() => createSelection<number>());
  useKeptSelection(selection);
  const dialogs = useWordDialogs(list, selection);
  const { columns, counts, trends } = useWordColumns(filters, selection, dialogs);
  useWaitingWords(list, counts.reload);
  const addition = dialogs.editor.openerProps({ word: null });
  const showsSteps = isFirstRun && list.rows.length === 0;
  useWantedWord('onClick' in addition ? addition.onClick : undefined);

  function refresh() {
    counts.reload();
    trends?.reload();
    list.refresh();
  }

  return (
    <>
      <ListTable
        label="Фразы"
        emptyText={hasWordFilters(filters) ? messages.noFoundWords : messages.noWords}
        columns={columns}
        list={list}
        {...links}
        keyOf={idOf}
        rowHeight={40}
        cardBase={58}
        onRefresh={refresh}
      >
        {!showsSteps && <AddButton {...addition}>Добавить фразу</AddButton>}
        <OwnOnly>
          <Button data-scripted="" {...dialogs.additions.openerProps({})}>
            Добавить списком
          </Button>
        </OwnOnly>
      </ListTable>
      <OwnOnly>
        <WordBulkTools
          selection={selection}
          list={list}
          filters={filters}
          onChanged={() => {
            counts.reload();
            list.reload();
          }}
        />
      </OwnOnly>
      {dialogs.opened}
    </>
  );
}
