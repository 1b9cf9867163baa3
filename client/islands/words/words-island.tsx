/** The phrases screen (section 2 of the specification): stats, the table, and the dialogs that change a phrase. */
import { useMemo, useState } from 'react';
import {
  defaultWordSort,
  deleteWord,
  loadWordsPage,
  type Word,
  type WordsPage,
  wordSortColumns,
} from '../../../shared/api/words.ts';
import { formatShownOfTotal } from '../../../shared/format.ts';
import type { IslandProps } from '../../../shared/islands.ts';
import {
  formatQuery,
  formatSort,
  orderOf,
  parsePage,
  parseSort,
  type QuerySource,
  toggleSort,
} from '../../../shared/list-query.ts';
import * as messages from '../../../shared/messages.ts';
import type { UserType } from '../../../shared/roles.ts';
import { wordsPageSize } from '../../../shared/rules/limits.ts';
import { DataTable } from '../../components/data-table.tsx';
import { MessageBar, useMessage } from '../../components/message-bar.tsx';
import { callApi } from '../../lib/api.ts';
import { useSurroundings } from '../../lib/surroundings.tsx';
import { type PagedSource, usePagedList } from '../../lib/use-paged-list.ts';
import { usePart } from '../../lib/use-part.ts';
import { useUrlState } from '../../lib/use-url-state.ts';
import { createLiveCounts } from './live-counts.ts';
import { deleteLabels, wordColumns } from './word-columns.tsx';
import { WordsToolbar } from './words-toolbar.tsx';

const source: PagedSource<WordsPage, Word> = {
  pageSize: wordsPageSize,
  rowsOf: (page) => page.words,
  keyOf: (word) => word.id,
};

const parseQuery = (query: QuerySource) => ({
  sort: parseSort(query.sort, wordSortColumns, defaultWordSort),
  page: parsePage(query.page),
});

const rowHeight = 40;
const cardHeights: Record<UserType, number> = { admin: 284, client: 232 };

const deleteQuestions = { admin: messages.confirmWordDeleteAdmin, client: messages.confirmWordDeleteClient };
const deletedTexts = { admin: 'Фраза помечена удалённой', client: 'Фраза удалена из вашего списка' };

const importWordDialog = () => import('./word-dialog.tsx').then(({ WordDialog }) => WordDialog);
const importConfirmDialog = () => import('../../components/confirm-dialog.tsx').then((module) => module.ConfirmDialog);

/** What is open: a phrase to edit, null for a new one; or a phrase to delete. */
type OpenDialog = { kind: 'edit'; word: Word | null } | { kind: 'remove'; word: Word };

export function WordsIsland({ sort: initialSort, page: initialPage, first }: IslandProps['words']) {
  const surroundings = useSurroundings();
  const { basePath, timeZone } = surroundings;
  const viewer = surroundings.viewer.user.type;
  const [{ sort, page }, navigate] = useUrlState({ sort: initialSort, page: initialPage }, parseQuery);
  const list = usePagedList(source, {
    pageCall: (offset) => loadWordsPage(viewer, { offset, ...orderOf(sort) }),
    firstPage: page,
    first,
  });
  const [counts] = useState(() => createLiveCounts((call) => callApi(call, surroundings)));
  const [message, setMessage] = useMessage();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const editor = usePart(importWordDialog);
  const confirmation = usePart(importConfirmDialog);
  const close = () => setDialog(null);

  const open = async (part: { load: () => Promise<boolean> }, next: OpenDialog) => {
    if (await part.load()) setDialog(next);
    else setMessage({ kind: 'failure', text: messages.unexpected });
  };
  const add = () => open(editor, { kind: 'edit', word: null });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the actions are new at every render and do the same
  const columns = useMemo(
    () =>
      wordColumns({
        viewer,
        basePath,
        timeZone,
        counts,
        actions: {
          edit: (word) => open(editor, { kind: 'edit', word }),
          remove: (word) => open(confirmation, { kind: 'remove', word }),
          preloadEdit: editor.preload,
          preloadRemove: confirmation.preload,
        },
      }),
    [viewer, basePath, timeZone, counts],
  );

  function refresh() {
    counts.reload();
    void list.reload();
  }

  function saved(word: Word | null) {
    close();
    setMessage({ kind: 'success', text: word ? 'Фраза сохранена' : 'Фраза добавлена' });
    void list.reload(word ?? undefined);
  }

  async function remove(word: Word): Promise<string | null> {
    try {
      await callApi(deleteWord(word.id), surroundings);
    } catch (error) {
      return error instanceof Error ? error.message : messages.deleteWord;
    }
    setMessage({ kind: 'success', text: deletedTexts[viewer] });
    void list.reload(word);
    return null;
  }

  const sortHref = (column: (typeof wordSortColumns)[number]) =>
    formatQuery({ sort: formatSort(toggleSort(sort, column)) });

  return (
    <>
      <WordsToolbar
        stats={formatShownOfTotal(list.rows.length, list.total)}
        busy={list.loading}
        onRefresh={refresh}
        onAdd={add}
        preloadAdd={editor.preload}
        firstPageHref={page > 1 ? `${basePath}/ldvknf/words${formatQuery({ sort: formatSort(sort) })}` : null}
      />
      <DataTable
        label="Фразы"
        columns={columns}
        list={list}
        keyOf={source.keyOf}
        rowHeight={rowHeight}
        cardHeight={cardHeights[viewer]}
        sort={{ current: sort, href: sortHref, onSort: navigate }}
        emptyText={messages.noWords}
        nextPageHref={formatQuery({ sort: formatSort(sort), page: page + 1 })}
      />
      <MessageBar message={message} onClose={() => setMessage(null)} />
      {dialog?.kind === 'edit' && editor.Component && (
        <editor.Component word={dialog.word} onSaved={() => saved(dialog.word)} onClose={close} />
      )}
      {dialog?.kind === 'remove' && confirmation.Component && (
        <confirmation.Component
          question={deleteQuestions[viewer]}
          confirmLabel={deleteLabels[viewer]}
          onConfirm={() => remove(dialog.word)}
          onClose={close}
        />
      )}
    </>
  );
}
