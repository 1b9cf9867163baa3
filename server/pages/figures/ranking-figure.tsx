/** «По фразам», «По источникам», «По городам»: the items with the most posts, as bars. */
import type { RankedItem, Ranking } from '../../../shared/api/analytics.ts';
import { formatNumber } from '../../../shared/format.ts';
import { ChartFigure } from '../../charts/chart-figure.tsx';
import { ChartTable } from '../../charts/chart-table.tsx';
import { RankedBars } from '../../charts/ranked-bars.tsx';
import { notCollected } from './missing-time.tsx';

type RankingFigureProps = {
  name: string;
  /** Names an item in the head of the table. */
  head: string;
  ranking: Ranking;
  /** All posts of the period. */
  total: number;
  hrefOf: (id: number) => string;
  /** The name of the ID 0. */
  none?: string;
  /** IDs of items with missing time. */
  incomplete?: readonly number[];
};

const percentOf = (value: number, total: number): string => {
  const percent = Math.round((100 * value) / Math.max(1, total));
  return percent === 0 ? 'меньше 1\u00a0%' : `${percent}\u00a0%`;
};

function findingOf({ items, distinct }: Ranking, total: number, nameOf: (item: RankedItem) => string): string {
  const [first] = items;
  if (!first) return 'Нет постов.';
  const shown = distinct > items.length ? ` Показаны ${items.length} из ${formatNumber(distinct)}.` : '';
  return `Больше всего — ${nameOf(first)}: ${percentOf(first.total, total)} постов.${shown}`;
}

export function RankingFigure(props: RankingFigureProps) {
  const { name, head, ranking, total, hrefOf, none, incomplete = [] } = props;
  const { items } = ranking;
  const nameOf = (item: RankedItem) => (item.id === 0 && none) || item.name || String(item.id);
  const rowOf = (item: RankedItem) => ({
    title: nameOf(item),
    cells: [{ value: item.total, href: hrefOf(item.id) }],
  });
  return (
    <ChartFigure
      name={name}
      finding={findingOf(ranking, total, nameOf)}
      table={items.length > 0 && <ChartTable heads={[head, 'Посты']} rows={items.map(rowOf)} />}
    >
      <RankedBars
        items={items.map((item) => ({
          id: item.id,
          label: nameOf(item),
          value: item.total,
          href: hrefOf(item.id),
          note: incomplete.includes(item.id) ? notCollected.toLowerCase() : undefined,
        }))}
      />
    </ChartFigure>
  );
}
