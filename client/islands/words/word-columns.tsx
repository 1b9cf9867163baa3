/** The columns of the phrases table (docs/product/phrases.md). */

import { useMemo, useState } from 'react';
import type { WordFilters } from '../../../shared/api/words.ts';
import type { BackendKind } from '../../../shared/backend-kind.ts';
import { type Word, type WordSortColumn, wordFields } from '../../../shared/fields/words.ts';
import { formatDate, formatNumber, type ZoneOffsets } from '../../../shared/format.ts';
import * as messages from '../../../shared/messages.ts';
import type { UserType } from '../../../shared/roles.ts';
import {
  describeDeletion,
  explainWordState,
  type WordState,
  wordDeleteLabels,
  wordStateLabels,
} from '../../../shared/rules/word-states.ts';
import type { OpenerProps } from '../../components/lazy.tsx';
import { actionsColumn, type RowActionOf } from '../../components/row-actions.tsx';
import { type Selection, selectColumn } from '../../components/selection.tsx';
import type { Column, Tone } from '../../components/table-column.ts';
import { useIslandContext } from '../../lib/island-context.ts';
import { createRowFigures, type RowFigures } from './row-figures.ts';
import type { useWordDialogs } from './use-word-dialogs.tsx';
import { AwaitedCount, countLoaders, LiveCount, type Trend, TrendLine, trendLoader } from './word-figures.tsx';

export type WordColumn = Column<Word, WordSortColumn>;

const clientsColumn: WordColumn = {
  ...wordFields.clients,
  width: 'minmax(4.5rem, 1fr)',
  card: 'line',
  cell: ({ clients }) => clients.join(', '),
};

const trendColumn = (trends: RowFigures<Trend | null>): WordColumn => ({
  title: 'Динамика',
  on: 'own',
  name: 'words.trend',
  width: '5.5rem',
  scripted: true,
  cell: (word) => <TrendLine word={word} trends={trends} />,
});

/**
 * The state of a phrase, explained in a tooltip. It is rendered only after hydration, to keep the explanation out of the HTML.
 */
function WordStateLabel({ word }: { word: Word }) {
  const hint = explainWordState(word);
  return hint === null ? wordStateLabels[word.state] : <span title={hint}>{wordStateLabels[word.state]}</span>;
}

/** Each function returns the props of a row's button. Deleted phrases can only be restored. */
type RowOpener = (word: Word) => OpenerProps;
export type WordActions = { edit: RowOpener; remove: RowOpener } | { restore: RowOpener };

const wordActions = ({ viewer, basePath, actions }: WordColumnsOptions): RowActionOf<Word>[] =>
  'restore' in actions
    ? [{ label: 'Восстановить', icon: 'restore', on: 'own', open: actions.restore }]
    : [
        { label: 'Карточка фразы', icon: 'word-card', on: 'own', href: ({ id }) => `${basePath}/ldvknf/words/${id}` },
        { label: 'Редактировать', icon: 'edit', on: 'both', open: actions.edit },
        { label: wordDeleteLabels[viewer], icon: 'remove', on: 'both', open: actions.remove },
      ];

export type WordColumnsOptions = {
  viewer: UserType;
  basePath: string;
  timeZone: ZoneOffsets;
  backendKind: BackendKind;
  counts: RowFigures<number>;
  /** Null for deleted phrases. */
  trends: RowFigures<Trend | null> | null;
  selection: Selection<number>;
  actions: WordActions;
};

const stateTones = {
  ready: 'success',
  freeze: 'neutral',
  pending: 'warning',
  error: 'danger',
} as const satisfies Record<WordState, Tone>;

const stateColumn = (explained: boolean): WordColumn => ({
  ...wordFields.state,
  width: '6.5rem',
  tone: ({ state }) => stateTones[state],
  cell: (word, _, interactive) =>
    explained && interactive ? <WordStateLabel word={word} /> : wordStateLabels[word.state],
});

const deletionColumn = (timeZone: ZoneOffsets): WordColumn => ({
  ...wordFields.state,
  width: 'minmax(9.375rem, 1fr)',
  align: 'wrap',
  card: 'line',
  cell: (word) => describeDeletion(word, timeZone),
});

const yesNo = (value: boolean): string => (value ? 'Да' : 'Нет');

function formatUpdated(time: string | null, timeZone: ZoneOffsets): string {
  return time === null ? messages.notUpdated : (formatDate(time, timeZone) ?? messages.badDate);
}

const textOf = ({ text }: Word) => text;

/** The minimum widths add up to 928 px, so that a window of 1,280 px shows rows, not cards. */
export function wordColumns(options: WordColumnsOptions): WordColumn[] {
  const { viewer, basePath, timeZone, backendKind, counts, trends, selection, actions } = options;
  const isOwn = backendKind === 'own';
  return [
    selectColumn(selection, ({ id }) => id, textOf),
    { ...wordFields.id, width: '4rem', cell: ({ id }) => id },
    {
      ...wordFields.text,
      width: 'minmax(7.5rem, 1.6fr)',
      card: 'heading',
      cell: ({ id, text }, control) =>
        // The posts of a deleted phrase are hidden.
        'restore' in actions ? (
          text
        ) : (
          <a href={`${basePath}/ldvknf/posts?word=${id}`} tabIndex={control.tabIndex}>
            {text}
          </a>
        ),
    },
    ...(viewer === 'admin' ? [clientsColumn] : []),
    ...('restore' in actions ? [deletionColumn(timeZone)] : [stateColumn(isOwn)]),
    { ...wordFields.running, width: '3.5rem', cell: ({ running }) => yesNo(running) },
    { ...wordFields.fullSearch, width: '4.5rem', cell: ({ fullSearch }) => yesNo(fullSearch) },
    {
      ...wordFields.totalPosts,
      width: viewer === 'admin' ? '6.75rem' : '5rem',
      align: viewer === 'admin' ? 'pair' : 'end',
      cell: (word, _, interactive) => (
        <>
          {viewer === 'admin' && `${formatNumber(word.totalPosts)} / `}
          {interactive ? (
            <LiveCount word={word} counts={counts} />
          ) : (
            viewer === 'client' && <AwaitedCount word={word} hasStored={isOwn} />
          )}
        </>
      ),
    },
    {
      ...wordFields.updatedAt,
      width: 'minmax(5.75rem, 6.5rem)',
      cell: ({ updatedAt }) => formatUpdated(updatedAt, timeZone),
    },
    ...(trends ? [trendColumn(trends)] : []),
    actionsColumn(wordActions(options), backendKind),
  ];
}

type Dialogs = Pick<ReturnType<typeof useWordDialogs>, 'editor' | 'removalOpener' | 'restorationOpener'>;

/** Returns the columns and the loaders of their figures. `trends` is null for deleted phrases. */
export function useWordColumns(
  { deleted }: WordFilters,
  selection: Selection<number>,
  { editor, removalOpener, restorationOpener }: Dialogs,
) {
  const context = useIslandContext();
  const { basePath, timeZone, backendKind } = context;
  const viewer = context.viewer.user.type;
  const [counts] = useState(() => createRowFigures(countLoaders[backendKind](viewer)));
  const [trends] = useState(() => (deleted ? null : createRowFigures(trendLoader)));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the actions are new but equivalent functions in every render
  const columns = useMemo(
    () =>
      wordColumns({
        viewer,
        basePath,
        timeZone,
        backendKind,
        counts,
        trends,
        selection,
        actions: deleted
          ? { restore: restorationOpener }
          : { edit: (word) => editor.openerProps({ word }), remove: removalOpener },
      }),
    [viewer, basePath, timeZone, backendKind, counts, trends, selection, deleted],
  );
  return { columns, counts, trends };
}
