/** Live post counts of the phrases in sight: asked for a few at a time, once each, and not for rows that hurry past. */
import type { Call } from '../../../shared/api/call.ts';

/** How many counts are asked for at once. */
const parallel = 4;
/** A row must stand this long before its count is asked for. */
const settleMs = 150;

export type LiveCounts = {
  /** Undefined until it is known; a count that failed is 0 (section 8 of the specification). */
  get: (path: string) => number | undefined;
  /** Asks for the count unless it is known, and tells the listener when it is. Returns how to stop. */
  watch: (call: Call<number>, listener: () => void) => () => void;
  /** Asks anew for the counts that are being watched, and forgets the others. */
  reload: () => void;
};

type Watched = { call: Call<number>; listeners: Set<() => void> };

export function createLiveCounts(load: (call: Call<number>) => Promise<number>): LiveCounts {
  let counts = new Map<string, number>();
  const watched = new Map<string, Watched>();
  const asking = new Set<string>();
  let soon = false;

  async function ask({ call, listeners }: Watched) {
    asking.add(call.path);
    const target = counts;
    target.set(call.path, await load(call).catch(() => 0));
    asking.delete(call.path);
    for (const listener of listeners) listener();
    askNext();
  }

  function askNext() {
    soon = false;
    for (const entry of watched.values()) {
      if (asking.size >= parallel) return;
      if (!counts.has(entry.call.path) && !asking.has(entry.call.path)) void ask(entry);
    }
  }

  function askSoon() {
    if (!soon) setTimeout(askNext, settleMs);
    soon = true;
  }

  return {
    get: (path) => counts.get(path),
    watch(call, listener) {
      const entry = watched.get(call.path) ?? { call, listeners: new Set() };
      watched.set(call.path, entry);
      entry.listeners.add(listener);
      if (!counts.has(call.path)) askSoon();
      return () => {
        entry.listeners.delete(listener);
        if (entry.listeners.size === 0) watched.delete(call.path);
      };
    },
    reload() {
      counts = new Map();
      askSoon();
    },
  };
}
