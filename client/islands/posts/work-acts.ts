/** The actions on stories, for the rows, the dialogs and the open post. */
import type { Post } from '../../../shared/api/posts.ts';
import type { WorkChange } from '../../../shared/api/work.ts';
import type { StoryWork } from '../../../shared/fields/work.ts';
import type { FeedRow } from './feed-row.ts';
import type { WorkAct } from './row-requests.ts';
import { missingMarks } from './work-cell.tsx';

/** Labels with an ellipsis open a dialog. */
export const workActs: Record<WorkAct, string> = {
  restore: 'Вернуть в ленту',
  take: 'Взять в работу',
  assign: 'Назначить…',
  postpone: 'Отложить…',
  resolve: 'Решено',
  reject: 'Не наше…',
  tags: 'Теги…',
  note: 'Заметка…',
  tone: 'Тон…',
  join: 'Присоединить к сюжету…',
  separate: 'Отделить от сюжета',
  accept: 'Принять предложение',
};
const names = Object.keys(workActs) as WorkAct[];

/** Those that have room in the bar of an open post. */
export const shortActs = { take: 'В работу', resolve: 'Решено', reject: 'Не наше' } satisfies Partial<
  Record<WorkAct, string>
>;
export const shortActNames = Object.keys(shortActs) as (keyof typeof shortActs)[];

/** Those that have room in the bar of selected stories on phones. */
export const frequentActs: readonly WorkAct[] = ['take', 'resolve'];

/** The actions that change the state or the person. */
export const stateActs: readonly WorkAct[] = ['restore', 'take', 'assign', 'postpone', 'resolve', 'reject'];

/**
 * Returns the actions on a post. `isFolded`: copies are hidden and counted, so a post with none is the only one of its story.
 */
export const actsOf = (post: FeedRow, isFolded: boolean): WorkAct[] =>
  names.filter(
    (act) =>
      (act !== 'restore' || post.work?.hidden) &&
      (act !== 'accept' || acceptance(post)) &&
      (act !== 'separate' || !isFolded || post.copies > 0 || post.expanded || post.repeated),
  );

const ofOneStory: readonly WorkAct[] = ['note', 'accept', 'join', 'separate'];

/** Returns the actions on several stories. `isHidden`: a rule has hidden them. */
export const bulkActsOf = (isHidden: boolean): WorkAct[] =>
  names.filter((act) => (act !== 'restore' || isHidden) && !ofOneStory.includes(act));

/** A change, and what the rows show of it before the reply. */
export type ShownChange = { change: WorkChange; shown: (work: StoryWork) => Partial<StoryWork> };

/** Returns the change that accepts the suggestion; null if nothing is suggested. */
export function acceptance(post: Post): ShownChange | null {
  const { tone, tags } = missingMarks(post);
  if (tone === null && tags.length === 0) return null;
  return {
    change: { ...(tone && { Tone: tone }), AddTags: tags.map(({ tagId }) => tagId) },
    shown: (work) => ({ tone: work.tone ?? tone, tags: [...work.tags, ...tags] }),
  };
}

/** `found`: instead of `posts`, all stories that match the filters; the number of them. */
export type WorkTarget = { posts: readonly FeedRow[]; found: number | null };

export type WorkDialogProps = {
  act: WorkAct;
  target: WorkTarget;
  /** A change that needs only confirmation, because it applies to all found stories. */
  known: ShownChange | null;
  /** Must close the dialog on success. The dialog shows the message of a thrown `Error`. */
  onChange: (wanted: ShownChange) => Promise<void>;
  onNoted: (storyId: number) => void;
  /** Joins the story with another one. Must close the dialog on success. */
  onJoin: (targetId: number) => Promise<void>;
  /** Called when a tag was changed or deleted. */
  onTags: () => void;
  onClose: () => void;
};
