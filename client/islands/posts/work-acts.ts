/** What people do with stories, for the rows, the dialogs and the open post. */
import type { WorkChange } from '../../../shared/api/work.ts';
import type { StoryWork } from '../../../shared/fields/work.ts';
import type { FeedRow, WorkAct } from './feed-row.ts';

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
};
const names = Object.keys(workActs) as WorkAct[];

/** Of a story that a rule has hidden, or of others. */
export const actsOf = (isHidden: boolean): WorkAct[] => names.filter((act) => act !== 'restore' || isHidden);

/** A note is about one story. */
export const bulkActsOf = (isHidden: boolean): WorkAct[] => actsOf(isHidden).filter((act) => act !== 'note');

/** A change, and what rows show of it before the reply. */
export type ShownChange = { change: WorkChange; shown: (work: StoryWork) => Partial<StoryWork> };

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
  onClose: () => void;
};
