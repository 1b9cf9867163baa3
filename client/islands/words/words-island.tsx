/** The phrases screen (docs/product/phrases.md): the table, and the dialogs that change phrases. */
import { useEffect, useState } from 'react';
import { defaultWordSort, loadWordsPage } from '../../../shared/api/words.ts';
import { wordSortColumns } from '../../../shared/fields/words.ts';
import * as messages from '../../../shared/messages.ts';
import type { IslandProps } from '../../../shared/pages/islands.ts';
import { addWordParameter, formatWordFilters, hasWordFilters } from '../../../shared/pages/words-query.ts';
import { wordsPageSize } from '../../../shared/rules/limits.ts';
import { isWaiting } from '../../../shared/rules/word-states.ts';
import { AddButton, Button } from '../../components/buttons.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { lateComponent, type OpenerProps, useLazyComponent } from '../../components/lazy.tsx';
import { ListTable } from '../../components/list-toolbar.tsx';
import { OwnOnly } from '../../components/own-only.tsx';
import { createSelection, useKeptSelection } from '../../components/selection.tsx';
import { useIslandContext } from '../../lib/island-context.ts';
import { idOf } from '../../lib/loaded-pages.ts';
import { useSortedList } from '../../lib/use-sorted-list.ts';
import controls from '../../styles/controls.module.css';
import { useWordDialogs } from './use-word-dialogs.tsx';
import type { WaitingWordsProps } from './waiting-words.tsx';
import { useWordColumns } from './word-columns.tsx';

const WordBulkTools = lateComponent(() => import('./word-bulk-tools.tsx').then(({ WordBulkTools: Tools }) => Tools));

/** Opens the dialog that the URL wants (`addWordParameter`). */
function useWantedDialog(openers: Readonly<Record<string, OpenerProps>>) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the URL of the page load matters
  useEffect(() => {
    const address = new URL(location.href);
    const opener = openers[address.searchParams.get(addWordParameter) ?? ''];
    if (!opener) return;
    address.searchParams.delete(addWordParameter);
    history.replaceState(null, '', address);
    if ('onClick' in opener) opener.onClick();
  }, []);
}

const importWaiting = () => import('./waiting-words.tsx').then(({ WaitingWords }) => WaitingWords);

/** The code loads when a phrase waits for its first posts. */
function WaitingWords(props: WaitingWordsProps) {
  const { Component, load } = useLazyComponent(importWaiting);
  const waits = props.list.rows.some(isWaiting);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` is a new but equivalent function in every render
  useEffect(() => {
    if (waits) void load();
  }, [waits]);
  return Component && <Component {...props} />;
}

/** With an existing backend only the specified title. A client without phrases reads above how to start. */
function NoWords({ isFiltered, isFirstRun }: { isFiltered: boolean; isFirstRun: boolean }) {
  const { backendKind } = useIslandContext();
  if (!isFiltered) {
    const hint = isFirstRun || backendKind === 'specified' ? null : 'Добавьте фразу: сервис найдёт посты с ней.';
    return <EmptyState title={messages.noWords} hint={hint} />;
  }
  return (
    <EmptyState title={messages.nothingFound} hint={messages.noFoundWords}>
      <a href="?" className={controls.button}>
        {messages.resetFilters}
      </a>
    </EmptyState>
  );
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
  const addition = dialogs.editor.openerProps({ word: null });
  const showsSteps = isFirstRun && list.rows.length === 0;
  const additions = dialogs.additions.openerProps({ clients: filters.client === null ? [] : [filters.client] });
  useWantedDialog({ 1: addition, list: additions });

  function refresh() {
    counts.reload();
    trends?.reload();
    list.refresh();
  }

  return (
    <>
      <ListTable
        label="Фразы"
        emptyText={<NoWords isFiltered={hasWordFilters(filters)} isFirstRun={isFirstRun} />}
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
          <Button data-scripted="" {...additions}>
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
      <WaitingWords list={list} onFound={counts.reload} />
      {dialogs.opened}
    </>
  );
}
