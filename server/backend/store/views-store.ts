/** Saved views of the feed, per account (store/account.ts). Times are milliseconds. */
import type { Author } from './journal.ts';

/** `query` is canonical (views/view-query.ts). `clientId`: an administrator shares it with this client. */
export type NewView = { account: string; clientId: string | null; name: string; query: string };

/** `seenStory`: the newest arrival when the account last opened the view, at first when the view was created. */
export type ViewRow = NewView & { viewId: number; seenStory: number };

export type ViewSaved = { outcome: 'saved'; viewId: number } | { outcome: 'duplicate' } | { outcome: 'too-many' };

export interface ViewsStore {
  /** The views of the account, and those shared with its client, by name. */
  list(account: string): Promise<ViewRow[]>;
  /** Names of an account's views differ, ignoring case and ё. An account has at most 100 views. */
  /** `max`: the limit of views of an account. */
  create(view: NewView, now: number, by?: Author | null, max?: number): Promise<ViewSaved>;
  rename(view: ViewRow, name: string, by?: Author | null): Promise<ViewSaved>;
  /** With its rules of alerts, whoever they belong to. */
  delete(view: ViewRow, by?: Author | null): Promise<void>;
  /** The account has seen all stories of the view that have arrived. */
  open(viewId: number, account: string): Promise<void>;
}
