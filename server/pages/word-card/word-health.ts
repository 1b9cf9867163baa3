/** A verdict on a phrase's collection, in the words of the UI dictionary. */
import type { WordCollection } from '../../../shared/api/collection-data.ts';
import { isMissing, type Stretch } from '../../../shared/rules/coverage.ts';
import { dayMs } from '../../platform/durations.ts';

export type Health = { label: string; tone: 'Success' | 'Warning'; why: string };

/** A phrase without new posts for this long is silent. */
const silentDays = 7;

/** Returns null before the first run has ended. */
export function healthOf(collection: WordCollection, stretches: readonly Stretch[], now: number): Health | null {
  const { lastRun, lastPostAt } = collection;
  if (stretches.length === 0) return null;
  if (lastRun?.outcome === 'partial' || stretches.some(isMissing)) {
    return { label: 'Собрано не всё', tone: 'Warning', why: 'Получены не все посты. Остальные соберёт полный поиск' };
  }
  if (lastPostAt === null || now - Date.parse(lastPostAt) > silentDays * dayMs) {
    return { label: 'Молчит', tone: 'Warning', why: `Новых постов нет больше ${silentDays} дней` };
  }
  return { label: 'В порядке', tone: 'Success', why: 'Собрано всё, новые посты приходят' };
}
