/** The columns of the phrases table (docs/product.md, section 2, Phrases screen). */
import { type Word, wordFields } from '../../../shared/fields/words.ts';
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
    { ...wordFields.id, width: '64px', cell: ({ id }) => id },
    {
      ...wordFields.text,
      width: 'minmax(120px, 1.6fr)',
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
      ...wordFields.state,
      width: '104px',
      tone: ({ state }) => stateTones[state],
      cell: (word, _, interactive) =>
        collects && interactive ? <WordStateLabel word={word} /> : wordStateLabels[word.state],
    },
    { ...wordFields.running, width: '56px', cell: ({ running }) => yesNo(running) },
    { ...wordFields.fullSearch, width: '72px', cell: ({ fullSearch }) => yesNo(fullSearch) },
    {
      ...wordFields.totalPosts,
      width: viewer === 'admin' ? '108px' : '80px',
      align: viewer === 'admin' ? 'pair' : 'end',
      cell: (word, _, interactive) => (
        <>
          {viewer === 'admin' && `${formatNumber(word.totalPosts)} / `}
          {interactive ? <LiveCount word={word} counts={counts} /> : viewer === 'client' && formatCount(undefined)}
        </>
      ),
    },
    {
      ...wordFields.updatedAt,
      width: 'minmax(92px, 104px)',
      cell: ({ updatedAt }) => formatUpdated(updatedAt, timeZone),
    },
    ...(trends ? [trendColumn(trends)] : []),
    wordActionsColumn({ viewer, basePath, hasCards, actions }),
  ];
}
