/** Connects the browser's tabs, so that a mark shows in all of them. */

/** `savedSince`: the marks that were made at this time are saved. */
export type TabMarks = { stories: readonly number[]; read: boolean; savedSince?: number };

let channel: BroadcastChannel | undefined;

/** One channel per tab: a second one would receive what the first one sends. */
export const otherTabs = (): BroadcastChannel => {
  channel ??= new BroadcastChannel('marks');
  return channel;
};
