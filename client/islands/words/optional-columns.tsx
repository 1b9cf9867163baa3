/** Columns of the phrases table that depend on the viewer or on a capability. */
import { type Word, type WordSortColumn, wordFields } from '../../../shared/fields/words.ts';
import type { Column } from '../../components/table-column.ts';
import type { RowFigures } from './row-figures.ts';
import type { Trend } from './trend.ts';
import { TrendLine } from './trend-line.tsx';

export type WordColumn = Column<Word, WordSortColumn>;

export const clientsColumn: WordColumn = {
  ...wordFields.clients,
  width: 'minmax(72px, 1fr)',
  card: 'line',
  cell: ({ clients }) => clients.join(', '),
};

export const trendColumn = (trends: RowFigures<Trend | null>): WordColumn => ({
  title: 'Динамика',
  name: 'words.trend',
  width: '88px',
  scripted: true,
  cell: (word) => <TrendLine word={word} trends={trends} />,
});
