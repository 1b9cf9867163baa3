/** The columns of the phrases table (docs/product.md, section 2, Phrases screen). */
import type { Word } from '../../../shared/api/words.ts';
import { formatDate, formatNumber } from '../../../shared/format.ts';
import * as messages from '../../../shared/messages.ts';
import type { UserType } from '../../../shared/roles.ts';
import { type WordState, wordStateLabels } from '../../../shared/rules/word-states.ts';
import { selectColumn } from '../../components/select-column.tsx';
import type { Tone } from '../../components/table-column.ts';
import type { Selection } from '../../lib/selection.ts';
import { formatCount, LiveCount } from './live-count.tsx';
import { clientsColumn, trendColumn, type WordColumn } from './optional-columns.tsx';
import type { RowFigures } from './row-figures.ts';
import type { Trend } from './trend.ts';
import { type WordActions, wordActionsColumn } from './word-actions-column.tsx';
import { WordStateLabel } from './word-state-label.tsx';

export type WordColumnsOptions = {
  viewer: UserType;
  basePath: string;
  timeZone: string;
  /** Whether the backend collects: states are explained. */
  collects: boolean;
  /** Whether rows link to their card. */
  hasCards: boolean;
  counts: RowFigures<number>;
  /** Null without the capability `analytics`. */
  trends: RowFigures<Trend | null> | null;
  /** Null without the capability `bulk`. */
  selection: Selection<number> | null;
  actions: WordActions;
};

const stateTones = {
  ready: 'success',
  freeze: 'accent',
  pending: 'warning',
  error: 'danger',
} as const satisfies Record<WordState, Tone>;

const yesNo = (value: boolean): string => (value ? 'Да' : 'Нет');

function formatUpdated(time: string | null, timeZone: string): string {
  return time === null ? messages.notUpdated : (formatDate(time, timeZone) ?? messages.badDate);
}

const idOf = ({ id }: Word) => id;
const textOf = ({ text }: Word) => text;

/** All least widths add up to 928 px: a window of 1,280 px shows rows, not cards. */
export function wordColumns({
  viewer,
  basePath,
  timeZone,
  collects,
  hasCards,
  counts,
  trends,
  selection,
  actions,
}: WordColumnsOptions): WordColumn[] {
  return [
    ...(selection ? [selectColumn(selection, idOf, textOf)] : []),
    { title: 'ID', name: 'words.id', width: '64px', sort: 'word_id', cell: ({ id }) => id },
    {
      title: 'Текст',
      width: 'minmax(120px, 1.6fr)',
      sort: 'text',
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
    {
      title: 'Статус',
      name: 'words.state',
      width: '104px',
      sort: 'state',
      tone: ({ state }) => stateTones[state],
      cell: (word, _, interactive) =>
        collects && interactive ? <WordStateLabel word={word} /> : wordStateLabels[word.state],
    },
    {
      title: 'Сбор',
      name: 'words.running',
      width: '56px',
      sort: 'running',
      cell: ({ running }) => yesNo(running),
    },
    {
      title: 'Полный поиск',
      name: 'words.full_search',
      width: '72px',
      sort: 'full_search',
      cell: ({ fullSearch }) => yesNo(fullSearch),
    },
    {
      title: 'Посты',
      name: 'words.posts',
      width: viewer === 'admin' ? '108px' : '80px',
      sort: 'total_posts',
      align: viewer === 'admin' ? 'pair' : 'end',
      cell: (word, _, interactive) => (
        <>
          {viewer === 'admin' && `${formatNumber(word.totalPosts)} / `}
          {interactive ? <LiveCount word={word} counts={counts} /> : viewer === 'client' && formatCount(undefined)}
        </>
      ),
    },
    {
      title: 'Обновлено',
      name: 'words.updated',
      width: 'minmax(92px, 104px)',
      sort: 'update_dt',
      cell: ({ updatedAt }) => formatUpdated(updatedAt, timeZone),
    },
    ...(trends ? [trendColumn(trends)] : []),
    wordActionsColumn({ viewer, basePath, hasCards, actions }),
  ];
}
