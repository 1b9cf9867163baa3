/** The limits of the verdicts on phrases, and the texts of a verdict (docs/product/phrases.md). */
import { dayMs } from '../durations.ts';
import type { ReplyTable, RowOf } from '../fields/field.ts';
import { capitalise, formatCounted, formatDate, formatNumber, type PluralForms, type ZoneOffsets } from '../format.ts';
import * as messages from '../messages.ts';
import { recallFields } from './recall.ts';

/** By severity: the first one that applies is the verdict. */
export const healthVerdicts = ['incomplete', 'silent', 'flooding', 'overlapping', 'copies', 'fine'] as const;
export type HealthVerdict = (typeof healthVerdicts)[number];

export const healthLabels = {
  incomplete: 'Собрано не всё',
  silent: 'Молчит',
  flooding: 'Слишком много',
  overlapping: 'Пересекается',
  copies: 'В основном повторы',
  fine: 'В порядке',
} as const satisfies Record<HealthVerdict, string>;

/** Another phrase that matches nearly all stories of the last 30 days. */
const overlapFields = {
  id: { api: 'WordID', type: 'id' },
  text: { api: 'Text', type: 'text' },
  stories: { api: 'Stories', type: 'id' },
} as const satisfies ReplyTable;

/**
 * The state at `computedAt`. `gaps` counts stretches of time that are not collected; `leftOut`: the last run did not read all
 * posts. `weekStories` and `monthStories` count the stories of the last 7 and 30 days, `monthRows` the posts of 30 days, copies
 * included. `overlap` is null if no phrase that the viewer may see overlaps. `recall`: of what the viewer may see.
 */
export const healthFields = {
  wordId: { api: 'WordID', type: 'id' },
  computedAt: { api: 'ComputedAt', type: 'moment' },
  verdict: { api: 'Verdict', type: { labels: healthLabels, strict: true } },
  gaps: { api: 'Gaps', type: 'id' },
  leftOut: { api: 'LeftOut', type: 'boolean' },
  lastPostAt: { api: 'LastPostAt', type: 'time' },
  weekStories: { api: 'WeekStories', type: 'id' },
  monthStories: { api: 'MonthStories', type: 'id' },
  monthRows: { api: 'MonthRows', type: 'id' },
  overlap: { api: 'Overlap', type: { row: overlapFields, nullable: true } },
  recall: { api: 'Recall', type: { row: recallFields } },
} as const satisfies ReplyTable;

export type WordHealth = RowOf<typeof healthFields>;

/** A phrase is silent after this many days without new posts. */
export const silentDays = 7;
/** Stories a day, averaged over `floodingDays`: as many as one ordinary run reads, and more than a person can read. */
export const floodingPerDay = 200;
export const floodingDays = 7;
/** The number of days that overlaps and copies are counted for. */
export const healthDays = 30;
/** Phrases overlap if the other one matches at least this share of the stories, and there are at least `overlapStories`. */
export const overlapPercent = 90;
export const overlapStories = 10;
/** The verdict `copies` needs at least this many posts. */
export const copiesRows = 20;

const days: PluralForms = ['день', 'дня', 'дней'];

/** `why` states the numbers; `advice` says what to do, and is null if nothing needs to be done. */
export type HealthText = { label: string; tone: 'Success' | 'Warning'; why: string; advice: string | null };

function describeGaps({ gaps, leftOut }: WordHealth): string {
  const parts = [
    ...(gaps > 0 ? [`пробелов во времени сбора: ${formatNumber(gaps)}`] : []),
    ...(leftOut ? ['последний сбор получил не все посты'] : []),
  ];
  return capitalise(parts.join(', '));
}

function describeSilence({ computedAt, lastPostAt }: WordHealth, timeZone: ZoneOffsets): string {
  if (lastPostAt === null) return 'Постов ещё не было';
  const silence = Math.floor((Date.parse(computedAt) - Date.parse(lastPostAt)) / dayMs);
  const lastDay = formatDate(lastPostAt, timeZone) ?? messages.badDate;
  return `Новых постов нет ${formatCounted(silence, days)}, последний — ${lastDay}`;
}

const describers: Record<
  HealthVerdict,
  (health: WordHealth, timeZone: ZoneOffsets) => Pick<HealthText, 'why' | 'advice'>
> = {
  incomplete: (health) => ({
    why: describeGaps(health),
    advice: 'Включите полный поиск: он соберёт остальные посты',
  }),
  silent: (health, timeZone) => ({
    why: describeSilence(health, timeZone),
    advice: 'Проверьте состояние фразы и упростите её текст',
  }),
  flooding: ({ weekStories }) => ({
    why:
      `За ${floodingDays} дней постов: ${formatNumber(weekStories)}, в среднем ` +
      `${formatNumber(Math.round(weekStories / floodingDays))} в день при пределе ${floodingPerDay}`,
    advice: 'Уточните текст фразы: добавьте слова или исключите лишнее минусом',
  }),
  overlapping: ({ overlap, monthStories }) => ({
    why:
      `За ${healthDays} дней постов: ${formatNumber(monthStories)}, ` +
      `из них под обеими фразами: ${formatNumber(overlap?.stories ?? 0)}`,
    advice: 'Оставьте одну из фраз или уточните её текст',
  }),
  copies: ({ monthRows, monthStories }) => ({
    why: `За ${healthDays} дней постов: ${formatNumber(monthRows)}, из них повторов: ${formatNumber(monthRows - monthStories)}`,
    advice: 'Скройте источники, которые повторяют чужие посты',
  }),
  fine: ({ monthStories }) => ({
    why: `Новые посты приходят, за ${healthDays} дней: ${formatNumber(monthStories)}`,
    advice: null,
  }),
};

export const describeHealth = (health: WordHealth, timeZone: ZoneOffsets): HealthText => ({
  label: healthLabels[health.verdict] + (health.verdict === 'overlapping' ? ` с ${health.overlap?.text ?? ''}` : ''),
  tone: health.verdict === 'fine' ? 'Success' : 'Warning',
  ...describers[health.verdict](health, timeZone),
});
