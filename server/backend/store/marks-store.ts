/** Read marks of stories, per account (store/account.ts). */
import type { Identity } from './sessions-store.ts';

export interface MarksStore {
  /**
   * Marks the stories as read or unread, in one transaction. Ignores stories without a row that the viewer may see. Returns
   * the stories whose mark changed.
   */
  mark(viewer: Identity, storyIds: readonly number[], read: boolean): Promise<number[]>;
}
