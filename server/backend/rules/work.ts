/**
 * Applies changes to the work on a story (docs/product/work.md), and presents that work for the API. Times are milliseconds.
 */
import { markFields, type WorkTag, workFields } from '../../../shared/fields/work.ts';
import type { Tone, WorkState } from '../../../shared/rules/work.ts';
import { presenterOf } from './reply-values.ts';

/**
 * `until…`: the conditions of a postponed story; only one is set. `seenArrival`: the last arrival when it was closed or
 * postponed.
 */
export type WorkValues = {
  state: WorkState;
  assignee: number | null;
  reason: string | null;
  tone: Tone | null;
  returned: number;
  overdue: boolean;
  /** A rule has hidden the story from the client's feed. */
  hidden: boolean;
  tags: readonly number[];
} & Record<'untilAt' | 'untilCopies' | 'untilSources' | 'seenArrival' | 'firstReactionAt' | 'closedAt', number | null>;

export type Work = WorkValues & { version: number; notes: number; changedAt: number; changedBy: string | null };

export const noWork: Work = {
  version: 0,
  notes: 0,
  changedAt: 0,
  changedBy: null,
  state: 'new',
  assignee: null,
  reason: null,
  tone: null,
  returned: 0,
  overdue: false,
  hidden: false,
  tags: [],
  untilAt: null,
  untilCopies: null,
  untilSources: null,
  seenArrival: null,
  firstReactionAt: null,
  closedAt: null,
};

/** The values to set. A state comes with its reason and its condition of return. */
export type WorkChange = Partial<
  Pick<WorkValues, 'state' | 'assignee' | 'reason' | 'tone' | 'hidden' | 'untilAt' | 'untilCopies' | 'untilSources'>
> & { addTags?: readonly number[]; removeTags?: readonly number[] };

export const isClosed = (state: WorkState): boolean => state === 'resolved' || state === 'rejected';

/**
 * `arrival`: the last arrival of the story. `taker`: the assignee of an unassigned story whose state becomes «in progress»;
 * null leaves it unassigned.
 */
export type ChangeCircumstances = { arrival: number | null; taker: number | null; now: number };

function setState(work: WorkValues, change: WorkChange, { arrival, taker, now }: ChangeCircumstances): WorkValues {
  const { state = work.state, reason = null, untilAt = null, untilCopies = null, untilSources = null } = change;
  const wanted = { state, reason, untilAt, untilCopies, untilSources };
  const isSame = work.returned === 0 && isEqual({ ...work, ...wanted }, work);
  const takes = state === 'in-progress' && work.assignee === null && change.assignee === undefined;
  const assignee = takes ? taker : work.assignee;
  if (isSame) return { ...work, assignee };
  return {
    ...work,
    ...wanted,
    assignee,
    returned: 0,
    seenArrival: isClosed(state) || state === 'postponed' ? arrival : null,
    closedAt: isClosed(state) ? now : null,
  };
}

/** Any change clears `overdue`, because its author has seen the story. */
export function applyChange(work: WorkValues, change: WorkChange, circumstances: ChangeCircumstances): WorkValues {
  const moved = change.state === undefined ? work : setState(work, change, circumstances);
  const { assignee = moved.assignee, tone = moved.tone, hidden = moved.hidden, addTags = [], removeTags = [] } = change;
  const tags = [...new Set([...moved.tags, ...addTags])].filter((tag) => !removeTags.includes(tag));
  const reacts = change.state !== undefined || change.assignee !== undefined;
  return {
    ...moved,
    assignee,
    tone,
    hidden,
    tags: tags.sort((a, b) => a - b),
    overdue: false,
    firstReactionAt: work.firstReactionAt ?? (reacts ? circumstances.now : null),
  };
}

const comparedFields = [
  ...(['state', 'assignee', 'reason', 'tone', 'returned', 'overdue', 'hidden', 'tags'] as const),
  ...(['untilAt', 'untilCopies', 'untilSources', 'seenArrival', 'firstReactionAt', 'closedAt'] as const),
];

/**
 * A regrouping by hand, with the ID of the other story: it was joined, a post was taken out into it or from it, or one of these
 * was undone.
 */
export type StoryMove = Partial<Record<'joined' | 'unjoined' | 'separated' | 'separatedFrom' | 'reunited', number>>;

export type WorkDifference = { before: Partial<WorkValues>; after: Partial<WorkValues> & StoryMove };

const isEqual = (first: unknown, second: unknown): boolean => JSON.stringify(first) === JSON.stringify(second);

/** The difference; null when at most the time of the first reaction differs. */
export function differenceOf(first: WorkValues, second: WorkValues): WorkDifference | null {
  const changed = comparedFields.filter((name) => !isEqual(first[name], second[name]));
  const valuesOf = (work: WorkValues): Partial<WorkValues> =>
    Object.fromEntries(changed.map((name) => [name, work[name]]));
  return changed.every((name) => name === 'firstReactionAt')
    ? null
    : { before: valuesOf(first), after: valuesOf(second) };
}

/** The names of a client's people, by ID, and its tags. */
export type WorkNames = { people: Readonly<Record<number, string>>; tags: readonly WorkTag[] };

/** Omits deleted tags. */
export const namedTags = (of: Pick<WorkValues, 'tags'>, { tags }: WorkNames): WorkTag[] =>
  tags.filter(({ tagId }) => of.tags.includes(tagId));

/** The work as `workFields` presents it, with names. */
export const namedWork = (work: Work, names: WorkNames, growing = false) => ({
  ...work,
  assigneeId: work.assignee,
  until: work.untilAt,
  growing,
  assignee: work.assignee === null ? null : (names.people[work.assignee] ?? null),
  tags: namedTags(work, names),
});

export const presentWork = presenterOf(workFields);
export const presentMarks = presenterOf(markFields);
