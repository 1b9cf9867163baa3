/** Live post counts of the phrases in sight: asked for a few at a time, once each, and not for rows that hurry past. */
import type { Word } from '../../../shared/api/words.ts';

/** How many counts are asked for at once. */
const parallel = 4;
/** A row must stand this long before its count is asked for. */
const settleMs = 150;

/** What is counted: a phrase that changes its text is another one. */
export type CountedWord = Pick<Word, 'id' | 'text'>;

const keyOf = ({ id, text }: CountedWord): string => `${id} ${text}`;

export type LiveCounts = {
  /** The phrase's count; undefined until it is known. A count that failed is 0 (section 8 of the specification). */
  get: (word: CountedWord) => number | undefined;
  /** Asks for the count unless it is known, and tells the listener when it is. Returns how to stop. */
  watch: (word: CountedWord, listener: () => void) => () => void;
  /** Asks anew for the counts that are being watched, and forgets the others. */
  reload: () => void;
};

type Watched = { word: CountedWord; listeners: Set<() => void> };

export function createLiveCounts(load: (word: CountedWord) => Promise<number>): LiveCounts {
  let counts = new Map<string, number>();
  const watched = new Map<string, Watched>();
  const asking = new Set<string>();
  let soon = false;

  async function ask(key: string, { word, listeners }: Watched) {
    asking.add(key);
    const target = counts;
    target.set(key, await load(word).catch(() => 0));
    asking.delete(key);
    for (const listener of listeners) listener();
    askNext();
  }

  function askNext() {
    soon = false;
    for (const [key, entry] of watched) {
      if (asking.size >= parallel) return;
      if (!counts.has(key) && !asking.has(key)) void ask(key, entry);
    }
  }

  function askSoon() {
    if (!soon) setTimeout(askNext, settleMs);
    soon = true;
  }

  return {
    get: (word) => counts.get(keyOf(word)),
    watch(word, listener) {
      const key = keyOf(word);
      const entry = watched.get(key) ?? { word, listeners: new Set() };
      watched.set(key, entry);
      entry.listeners.add(listener);
      if (!counts.has(key)) askSoon();
      return () => {
        entry.listeners.delete(listener);
        if (entry.listeners.size === 0) watched.delete(key);
      };
    },
    reload() {
      counts = new Map();
      askSoon();
    },
  };
}
