/** A saved view of the feed, and the actions of its dialogs. */

/** `create` saves the feed's filters as a new view. */
export type SavedViewAction = 'create' | 'update' | 'rename' | 'pin' | 'unpin' | 'delete';

/** `query`: see `SavedView`. `version` is null in local storage. */
export type View = { id: number; name: string; query: string; version: number | null };
