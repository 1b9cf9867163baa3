/** Live post counts of the visible phrases. Each is loaded once, and rows that only scroll past are left out. */
import type { Word } from '../../../shared/api/words.ts';

/** Calls under way at most. */
const maxCalls = 4;
/** How long a row must be visible before its count is loaded. Rows become visible as they are painted, so calls start after that. */
const settleMs = 150;

/** What is counted: a phrase that changes its text is another one. */
export type CountedWord = Pick<Word, 'id' | 'text'>;

const keyOf = ({ id, text }: CountedWord): string => `${id} ${text}`;

export type CountLoader = {
  /** Phrases per call. */
  batchSize: number;
  /** The counts in the order of the phrases; -1 means unknown. */
  load: (words: readonly CountedWord[]) => Promise<readonly number[]>;
};

export type LiveCounts = {
  /** The phrase's count, undefined until it is loaded. A count that failed is 0 (docs/product.md, section 8). */
  get: (word: CountedWord) => number | undefined;
  /** Loads the count unless it is known, and calls the listener when it is. Returns a function that stops it. */
  watch: (word: CountedWord, listener: () => void) => () => void;
  /** Loads the watched counts again and forgets the others. */
  reload: () => void;
};

type Watched = { word: CountedWord; listeners: Set<() => void> };

export function createLiveCounts({ batchSize, load }: CountLoader): LiveCounts {
  let counts = new Map<string, number>();
  const watched = new Map<string, Watched>();
  const loading = new Set<string>();
  let calls = 0;
  let isScheduled = false;

  async function loadBatch(batch: readonly (readonly [string, Watched])[]) {
    const target = counts;
    calls += 1;
    for (const [key] of batch) loading.add(key);
    const loaded = await load(batch.map(([, { word }]) => word)).catch(() => []);
    calls -= 1;
    for (const [index, [key, { listeners }]] of batch.entries()) {
      target.set(key, loaded[index] ?? 0);
      loading.delete(key);
      for (const listener of listeners) listener();
    }
    startCalls();
  }

  function startCalls() {
    isScheduled = false;
    while (calls < maxCalls) {
      const missing = [...watched].filter(([key]) => !counts.has(key) && !loading.has(key));
      if (missing.length === 0) return;
      void loadBatch(missing.slice(0, batchSize));
    }
  }

  function schedule() {
    if (!isScheduled) setTimeout(startCalls, settleMs);
    isScheduled = true;
  }

  return {
    get: (word) => counts.get(keyOf(word)),
    watch(word, listener) {
      const key = keyOf(word);
      const entry = watched.get(key) ?? { word, listeners: new Set() };
      watched.set(key, entry);
      entry.listeners.add(listener);
      if (!counts.has(key)) schedule();
      return () => {
        entry.listeners.delete(listener);
        if (entry.listeners.size === 0) watched.delete(key);
      };
    },
    reload() {
      counts = new Map();
      schedule();
    },
  };
}
