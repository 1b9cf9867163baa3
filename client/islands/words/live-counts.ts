/** Live post counts of the visible phrases. Each is loaded once. Rows that only scroll past are not loaded. */
import type { Word } from '../../../shared/api/words.ts';

/** The maximum number of parallel calls. */
const maxCalls = 4;
/** How long a row must be visible before its count is loaded. The delay also keeps calls away from the first paint. */
const settleMs = 150;

/** The counted phrase. A changed text needs a new count. */
export type CountedWord = Pick<Word, 'id' | 'text'>;

const keyOf = ({ id, text }: CountedWord): string => `${id} ${text}`;

export type CountLoader = {
  /** Phrases per call. */
  batchSize: number;
  /** The counts in the order of the phrases; -1 means unknown. */
  load: (words: readonly CountedWord[]) => Promise<readonly number[]>;
};

export type LiveCounts = {
  /** Returns the count, or undefined until it is loaded. A failed count is 0 (docs/product.md, section 8). */
  get: (word: CountedWord) => number | undefined;
  /** Loads the count unless it is known, and then calls the listener. Returns a function that unsubscribes. */
  watch: (word: CountedWord, listener: () => void) => () => void;
  /** Loads the watched counts again and drops the others. */
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
