/** Marks of posts as read, in all tabs of the browser. */

/** `savedSince`: the marks made at this time (`Date.now()`) have been saved. */
export type TabMarks = { stories: readonly number[]; read: boolean; savedSince?: number };

let channel: BroadcastChannel | undefined;

/**
 * Returns the channel that shows a mark in all tabs of the browser. One per tab, because a second one would receive what the
 * first one sends.
 */
export const otherTabs = (): BroadcastChannel => {
  channel ??= new BroadcastChannel('marks');
  return channel;
};
