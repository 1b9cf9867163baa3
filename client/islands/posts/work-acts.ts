/** What people do with stories, for the rows, the dialogs and the open post. */
import type { Post } from '../../../shared/api/posts.ts';
import type { WorkChange } from '../../../shared/api/work.ts';
import type { StoryWork } from '../../../shared/fields/work.ts';
import type { FeedRow, WorkAct } from './feed-row.ts';
import { missingMarks } from './work-cell.tsx';

/** Those with an ellipsis ask in a dialog. */
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

/** `isFolded`: copies are counted, so that a post without them is known to be the only one of its story. */
export const actsOf = (post: FeedRow, isFolded: boolean): WorkAct[] =>
  names.filter(
    (act) =>
      (act !== 'restore' || post.work?.hidden) &&
      (act !== 'accept' || acceptance(post)) &&
      (act !== 'separate' || !isFolded || post.copies > 0 || post.expanded || post.repeated),
  );

const ofOneStory: readonly WorkAct[] = ['note', 'accept', 'join', 'separate'];

/** `isHidden`: of stories that a rule has hidden. */
export const bulkActsOf = (isHidden: boolean): WorkAct[] =>
  names.filter((act) => (act !== 'restore' || isHidden) && !ofOneStory.includes(act));

/** A change, and what rows show of it before the reply. */
export type ShownChange = { change: WorkChange; shown: (work: StoryWork) => Partial<StoryWork> };

/** Null when nothing is suggested. */
export function acceptance(post: Post): ShownChange | null {
  const { tone, tags } = missingMarks(post);
  if (tone === null && tags.length === 0) return null;
  return {
    change: { ...(tone && { Tone: tone }), AddTags: tags.map(({ tagId }) => tagId) },
    shown: (work) => ({ tone: work.tone ?? tone, tags: [...work.tags, ...tags] }),
  };
}

/** `found`: in place of the posts, all stories that the filters find, which are that many. */
export type WorkTarget = { posts: readonly FeedRow[]; found: number | null };

export type WorkDialogProps = {
  act: WorkAct;
  target: WorkTarget;
  /** The change that only needs to be confirmed, because many stories are out of sight. */
  known: ShownChange | null;
  /** Must close the dialog on success. The dialog shows the message of a thrown `Error`. */
  onChange: (wanted: ShownChange) => Promise<void>;
  onNoted: (storyId: number) => void;
  /** Joins the story with another one. Must close the dialog on success. */
  onJoin: (targetId: number) => Promise<void>;
  /** A tag has another name or colour, or has gone. */
  onTags: () => void;
  onClose: () => void;
};
