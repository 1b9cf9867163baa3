/** Figures of a period in words, for pages and reports. */
import type { Period, RankedItem, Ranking } from '../api/analytics.ts';
import type { WorkTimes } from '../api/story-work.ts';
import { formatCounted, formatNumber, pluralOf } from '../format.ts';
import { formatDuration } from '../format-duration.ts';
import { isolate } from '../isolate.ts';
import { cityCode } from './city-code.ts';
import { dayName } from './time-units.ts';

export const notCollected = 'Собрано не всё';

/** From this ratio on, «в 3 раза» is easier to read than a percentage. */
const timesFrom = 3;

/** The name of the previous period follows the text. Null when there is nothing to compare with. */
export function describeChange(total: number, before: number): string | null {
  if (before === 0) return null;
  if (total === before) return 'столько же, сколько';
  const ratio = total / before;
  const times = Number(ratio.toFixed(ratio < 10 ? 1 : 0));
  if (times >= timesFrom) return `в ${formatNumber(times)} ${pluralOf(times, ['раз', 'раза', 'раз'])} больше, чем`;
  const percent = Math.round((100 * Math.abs(total - before)) / before);
  if (percent === 0) return 'почти столько же, сколько';
  return `на ${formatNumber(percent)}\u00a0% ${total > before ? 'больше' : 'меньше'}, чем`;
}

/** For example «с 01.11.2026 по 30.11.2026». */
export const periodName = ({ from, to }: Pick<Period, 'from' | 'to'>): string =>
  from === to ? `за ${dayName(from)}` : `с ${dayName(from)} по ${dayName(to)}`;

/** The head of an item's column. `filter`: the filter that selects the posts of an item. */
export const rankings = {
  words: { head: 'Фраза', filter: 'word' },
  owners: { head: 'Источник', filter: 'owner' },
  cities: { head: 'Город', filter: 'city' },
} as const;
export type RankedBy = keyof typeof rankings;

/** Without its name, an item has its ID. */
export const rankedName = (by: RankedBy, { id, name }: RankedItem): string =>
  (by === 'cities' && cityCode.nameOf(id)) || name || String(id);

/** A share that rounds to 0 is «меньше 1 %». */
export const percentOf = (value: number, total: number): string => {
  const percent = Math.round((100 * value) / Math.max(1, total));
  return percent === 0 ? 'меньше 1\u00a0%' : `${percent}\u00a0%`;
};

/** Whether the item stands for the posts without a city. */
const isNotGiven = ({ id }: RankedItem): boolean => id === cityCode.none;

export function describeRanking(by: RankedBy, { items, distinct }: Ranking, total: number): string {
  const notGiven = items.find(isNotGiven);
  const first = items.find((item) => !isNotGiven(item)) ?? notGiven;
  if (!first) return 'Нет постов.';
  const others = notGiven && first !== notGiven ? `; ${percentOf(notGiven.total, total)} без города` : '';
  const shown = distinct > items.length ? ` Показаны ${items.length} из ${formatNumber(distinct)}.` : '';
  return `Больше всего — ${isolate(rankedName(by, first))}: ${percentOf(first.total, total)} постов${others}.${shown}`;
}

const ofStories = ['сюжету', 'сюжетам', 'сюжетам'] as const;

export function describeTimes({ reaction, closing }: WorkTimes): string {
  const parts = [
    reaction.median !== null &&
      `До первой реакции — ${formatDuration(reaction.median)} (медиана по ${formatCounted(reaction.stories, ofStories)}).`,
    closing.median !== null &&
      `До закрытия — ${formatDuration(closing.median)} (по ${formatCounted(closing.stories, ofStories)}).`,
  ];
  return parts.filter(Boolean).join(' ') || 'Сюжеты ещё не брали в работу.';
}
