/** Which stories the first client has worked on, and how. */

import type { PostRow } from '../../../server/backend/store/posts-store.ts';
import { dayMs, hourMs } from '../../../shared/durations.ts';
import type { Tone } from '../../../shared/rules/work.ts';
import { startOfDay } from '../world/days.ts';
import { demoPhrases, type Topic } from '../world/phrases.ts';
import { spamSources } from '../world/sources.ts';
import { team } from './team.ts';
import { newStories } from './visit.ts';

/**
 * `overdue`: postponed until a time that has passed. `returned`: closed before a copy arrived. `growing`: in progress, with
 * many copies of the last hours.
 */
export type Fate = 'in-progress' | 'overdue' | 'postponed' | 'returned' | 'growing' | 'rejected' | 'resolved';
export type Planned = { row: PostRow; fate: Fate; at: number };

const count = (fate: Fate, times: number): Fate[] => Array<Fate>(times).fill(fate);

/** Of the stories since the last visit, and of the older ones, newest first. */
const freshFates = [...count('in-progress', 5), ...count('resolved', 3), ...count('in-progress', 1)];
const olderFates = [
  ...count('growing', 2),
  ...count('returned', 2),
  ...count('overdue', 2),
  ...count('postponed', 3),
  ...count('in-progress', 5),
  ...count('resolved', 31),
];
const rejectedStories = 6;

const [dayStart, dayEnd] = [9 * hourMs, 18 * hourMs];

/** The working hour in which somebody handles a post. */
function workTime(postedAt: number): number {
  const time = postedAt + hourMs;
  const day = startOfDay(time);
  if (time < day + dayStart) return day + dayStart + (time % hourMs);
  return time < day + dayEnd ? time : day + dayMs + dayStart + (time % hourMs);
}

const spamIds = new Set(spamSources.map(({ ownerId }) => ownerId));
const isSpam = ({ ownerId }: PostRow): boolean => spamIds.has(ownerId);

/** Has the words that a copy repeats, and few copies yet, so that more make it grow. */
const isOrdinary = ({ text, textParts, copies }: PostRow): boolean =>
  text !== null && text.length > 80 && text.length < 1500 && textParts.length === 0 && copies < 3;

/** As many rows as wanted, evenly from the whole list. */
const spread = (rows: readonly PostRow[], wanted: number): PostRow[] =>
  rows.filter(
    (_, index) => Math.floor((index * wanted) / rows.length) !== Math.floor(((index - 1) * wanted) / rows.length),
  );

/** `rows`: one of each story, newest first. */
export function planWork(rows: readonly PostRow[], now: number): Planned[] {
  const visitAt = rows[newStories - 1]?.postedAt ?? now;
  const from = startOfDay(now) - (team.workDays - 1) * dayMs;
  const handled = rows.filter(({ postedAt }) => postedAt > from && workTime(postedAt) < now);
  const ordinary = handled.filter((row) => isOrdinary(row) && !isSpam(row));
  const fresh = ordinary.filter(({ postedAt }) => postedAt > visitAt);
  const older = ordinary.filter(({ postedAt }) => postedAt <= visitAt);
  const freshCount = Math.min(fresh.length, freshFates.length);
  const olderCount = olderFates.length + freshFates.length - freshCount;
  const plan = (found: readonly PostRow[], fates: readonly Fate[]): Planned[] =>
    found.map((row, index) => ({ row, fate: fates[index] ?? 'resolved', at: workTime(row.postedAt) }));
  return [
    ...plan(spread(fresh, freshCount), freshFates),
    ...plan(spread(older, olderCount), olderFates),
    ...plan(handled.filter(isSpam).slice(0, rejectedStories), count('rejected', rejectedStories)),
  ];
}

const tagOfTopic: { readonly [Name in Topic]?: string } = {
  politics: 'Власть',
  transport: 'Транспорт',
  housing: 'ЖКХ',
  nature: 'Экология',
};
const roads = ['ремонт дорог', 'платная парковка', 'пробки на кольцевой'];
const praised = ['новая станция метро', 'набережная реки', 'детская площадка', 'электробусы'];
const blamed = ['отключение горячей воды', 'управляющая компания', 'вывоз мусора', 'тарифы ЖКХ', 'мусорный полигон'];

export function marksOf({ word }: PostRow): { tone: Tone; tags: string[] } {
  const topic = demoPhrases.find(({ text }) => text === word)?.topic;
  const tag = roads.includes(word) ? 'Дороги' : topic && tagOfTopic[topic];
  const tone = praised.includes(word) ? 'positive' : blamed.includes(word) ? 'negative' : 'neutral';
  return { tone, tags: [...(tag ? [tag] : []), ...(tone === 'negative' ? ['Жалоба'] : [])] };
}

export const notes = [
  'Ответили в комментариях, автор доволен.',
  'Запросили данные у управляющей компании, ответ до пятницы.',
  'Передали в дорожную службу, номер заявки 4512.',
  'Пресс-релиз на сайте, дали ссылку.',
  'Позвонили автору: вопрос решён на месте.',
  'Похоже на сообщение прошлой недели, причина та же.',
] as const;
