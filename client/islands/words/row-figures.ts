/** Figures of the visible phrases, such as live counts. Each is loaded once. Rows that merely scroll past load nothing. */
import type { Word } from '../../../shared/fields/words.ts';

/** The maximum number of parallel calls. */
const maxCalls = 4;
/** How long a row must be visible before its figure is loaded. */
const settleMs = 100;
/** How often the visible rows are checked. The delay also keeps calls out of the first paint. */
const checkMs = 150;

/** The phrase of a figure. A changed text makes the figure load again. */
export type FigureWord = Pick<Word, 'id' | 'text'>;

const keyOf = ({ id, text }: FigureWord): string => `${id} ${text}`;

export type FigureLoader<Figure> = {
  /** The maximum number of phrases per call. */
  batchSize: number;
  /** Returns the figures in the order of the phrases. */
  load: (words: readonly FigureWord[]) => Promise<readonly Figure[]>;
  /** The figure of each phrase if the call fails. */
  failed: Figure;
};

export type RowFigures<Figure> = {
  /** Returns the figure, or undefined until it is loaded. */
  get: (word: FigureWord) => Figure | undefined;
  /** Loads the figure unless it is loaded, and then calls the listener. Returns a function that unsubscribes. */
  watch: (word: FigureWord, listener: () => void) => () => void;
  /** Reloads the watched figures and drops the others. */
  reload: () => void;
};

/** `since` is a `performance.now()` time. */
type Watched = { word: FigureWord; since: number; listeners: Set<() => void> };

export function createRowFigures<Figure>({ batchSize, load, failed }: FigureLoader<Figure>): RowFigures<Figure> {
  let figures = new Map<string, Figure>();
  const watched = new Map<string, Watched>();
  const loading = new Set<string>();
  let calls = 0;
  let isScheduled = false;

  async function loadBatch(batch: readonly (readonly [string, Watched])[]) {
    const target = figures;
    calls += 1;
    for (const [key] of batch) loading.add(key);
    const loaded = await load(batch.map(([, { word }]) => word)).catch(() => []);
    calls -= 1;
    for (const [index, [key]] of batch.entries()) {
      target.set(key, loaded[index] ?? failed);
      loading.delete(key);
      // Look up the listeners again, because the row may have been hidden and shown since.
      for (const listener of watched.get(key)?.listeners ?? []) listener();
    }
    startCalls();
  }

  function startCalls() {
    const missing = [...watched].filter(([key]) => !figures.has(key) && !loading.has(key));
    const latest = performance.now() - settleMs;
    const settled = missing.filter(([, { since }]) => since <= latest);
    for (let at = 0; at < settled.length && calls < maxCalls; at += batchSize) {
      void loadBatch(settled.slice(at, at + batchSize));
    }
    if (settled.length < missing.length) schedule();
  }

  function schedule() {
    if (isScheduled) return;
    isScheduled = true;
    setTimeout(() => {
      isScheduled = false;
      startCalls();
    }, checkMs);
  }

  return {
    get: (word) => figures.get(keyOf(word)),
    watch(word, listener) {
      const key = keyOf(word);
      const entry = watched.get(key) ?? { word, since: performance.now(), listeners: new Set() };
      watched.set(key, entry);
      entry.listeners.add(listener);
      // The figure may have been loaded while the row was hidden.
      if (figures.has(key)) listener();
      else schedule();
      return () => {
        entry.listeners.delete(listener);
        if (entry.listeners.size === 0) watched.delete(key);
      };
    },
    reload() {
      figures = new Map();
      schedule();
    },
  };
}
