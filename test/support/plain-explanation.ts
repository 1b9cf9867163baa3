/** What stands out in a period, as plain loops over exported rows. */
import { tokenise } from '../../server/backend/rules/search/tokenise.ts';
import type { Post } from '../../shared/api/posts.ts';
import { dayMs, minuteMs } from '../../shared/durations.ts';

export type ExportedRow = Pick<Post, 'postedAt' | 'ownerId' | 'cityId' | 'wordId' | 'storyId' | 'text'>;
type Period = { from: number; to: number };

const timeOf = (time: string | null | undefined): number => Date.parse(time ?? '');
const byNumber = (a: number, b: number) => a - b;
export function plainMedian(values: readonly number[]): number {
  const sorted = [...values].sort(byNumber);
  const half = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[half] ?? 0) : ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2;
}

function isSpike(count: number, earlier: readonly number[]): boolean {
  const usual = plainMedian(earlier);
  const spread = plainMedian(earlier.map((value) => Math.abs(value - usual)));
  const limit = usual + 1 + 3 * 1.4826 * Math.max(spread, Math.sqrt(usual + 1));
  return count >= limit && count >= 2 * usual;
}

const isIn = (row: ExportedRow, { from, to }: Period) => timeOf(row.postedAt) >= from && timeOf(row.postedAt) < to;

/** The z-score of a word: texts with it, and all texts, of the period and of earlier weeks. */
function plainScore(now: [number, number], before: [number, number]): number {
  const prior = 0.5 + (10 * before[0]) / before[1];
  const logOdds = ([having, all]: [number, number]) => Math.log((having + prior) / (all + 11 - having - prior));
  return (logOdds(now) - logOdds(before)) / Math.sqrt(1 / (now[0] + prior) + 1 / (before[0] + prior));
}

/** The texts of the first row of each story. */
function textsOf(rows: readonly ExportedRow[]): string[] {
  const met = new Set<number | null>();
  return rows.filter(({ storyId }) => !met.has(storyId) && met.add(storyId)).map(({ text }) => text ?? '');
}
const stemsOf = (text: string) => new Set(tokenise(text).map(({ stem }) => stem));

type Line = { kind: string; id: number | string; total: number; share: number; fast: number | null };

/** `rows`: all that the viewer sees, by time. The time zone has no clock changes. Words have their stem as ID. */
export function explainPlainly(rows: readonly ExportedRow[], period: Period) {
  const first = timeOf(rows[0]?.postedAt);
  const weeks = [1, 2, 3, 4, 5, 6, 7, 8]
    .map((week) => ({ from: period.from - week * 7 * dayMs, to: period.to - week * 7 * dayMs }))
    .filter(({ from }) => from >= first)
    .map((week) => rows.filter((row) => isIn(row, week)));
  const now = rows.filter((row) => isIn(row, period));
  if (weeks.length < 3) return { total: now.length, usual: null, items: [], words: [] };
  const usual = plainMedian(weeks.map((week) => week.length));
  const rise = now.length - usual;
  const shareIn = (count: number, earlier: readonly number[]) => (count - plainMedian(earlier)) / rise;
  const standsOut = (count: number, earlier: readonly number[]) =>
    rise > 0 &&
    isSpike(count, earlier) &&
    shareIn(count, earlier) >= 0.2 &&
    !(count === now.length && earlier.every((each, week) => each === weeks[week]?.length) && usual > 0);

  const items: Line[] = [];
  for (const [kind, field] of [
    ['story', 'storyId'],
    ['owner', 'ownerId'],
    ['city', 'cityId'],
    ['phrase', 'wordId'],
  ] as const) {
    for (const id of new Set(now.map((row) => row[field]))) {
      const own = now.filter((row) => row[field] === id);
      const earlier = weeks.map((week) => week.filter((row) => row[field] === id).length);
      if (id === null || !standsOut(own.length, earlier)) continue;
      const start = timeOf(own[0]?.postedAt);
      const fast = own.slice(1).filter(({ postedAt }) => timeOf(postedAt) - start <= 10 * minuteMs).length;
      const share = Math.round(100 * shareIn(own.length, earlier));
      const copies = own.length - 1;
      const isStory = kind === 'story' && copies > 0;
      items.push({ kind, id, total: own.length, share, fast: isStory ? Math.round((100 * fast) / copies) : null });
    }
  }

  const texts = textsOf(now).map(stemsOf);
  const before = weeks.map((week) => textsOf(week).map(stemsOf));
  const all = before.flat().length;
  const words: { stem: string; total: number; share: number }[] = [];
  for (const stem of new Set(texts.flatMap((stems) => [...stems]))) {
    const having = texts.filter((stems) => stems.has(stem)).length;
    const earlier = before.map((week) => week.filter((stems) => stems.has(stem)).length);
    const score = plainScore([having, texts.length], [earlier.reduce((sum, count) => sum + count, 0), all]);
    if (score < 3 || !standsOut(having, earlier)) continue;
    const total = now.filter(({ text }) => stemsOf(text ?? '').has(stem)).length;
    words.push({ stem, total, share: Math.round(100 * shareIn(having, earlier)) });
  }
  return { total: now.length, usual, items, words };
}
