/** Restores values when a change is undone (docs/product/work.md). */
import type { Work, WorkDifference, WorkValues } from './work.ts';

type Field = keyof WorkValues;

/** Fields that are restored together. Each tag is restored separately. */
const groups: readonly (readonly Field[])[] = [
  ['state', 'reason', 'untilAt', 'untilCopies', 'untilSources', 'seenArrival', 'closedAt', 'returned'],
  ['assignee'],
  ['tone'],
  ['hidden'],
];

/** The awaited numbers shrink when rows arrive; that does not count as a change. */
const shrinking: readonly Field[] = ['untilCopies', 'untilSources'];

function isStill(field: Field, current: WorkValues, set: Partial<WorkValues>): boolean {
  const [now, then] = [current[field], set[field]];
  return now === then || (shrinking.includes(field) && Number(now) > 0 && Number(now) < Number(then));
}

function restoreTags(current: WorkValues, { before, after }: WorkDifference): readonly number[] {
  const [had, got] = [before.tags ?? [], after.tags ?? []];
  const kept = current.tags.filter((tag) => had.includes(tag) || !got.includes(tag));
  const removed = had.filter((tag) => !got.includes(tag));
  return [...new Set([...kept, ...removed])].sort((a, b) => a - b);
}

/** `left`: the fields that stay, because somebody has set them since. */
export type Restored = { work: Work; left: readonly Field[] };

/**
 * Restores each group that still has the values of the change. A group with its earlier values stays. `isUntouched`: nobody has
 * changed the story since. `isAlone`: only the author has changed it since.
 */
export function restoreWork(
  current: Work,
  change: WorkDifference,
  { isUntouched, isAlone }: { isUntouched: boolean; isAlone: boolean },
): Restored {
  const { before, after } = change;
  if (isUntouched) return { work: { ...current, ...before }, left: [] };
  const work: Work = { ...current, ...(before.tags && { tags: restoreTags(current, change) }) };
  const left: Field[] = [];
  for (const group of groups) {
    const fields = group.filter((field) => field in before);
    if (fields.every((field) => isStill(field, current, after)))
      Object.assign(work, Object.fromEntries(fields.map((field) => [field, before[field]])));
    else if (!fields.every((field) => current[field] === before[field])) left.push(...fields);
  }
  const isIdle = work.state === 'new' && work.assignee === null;
  if (isAlone && isIdle && before.firstReactionAt === null) work.firstReactionAt = null;
  return { work, left };
}
