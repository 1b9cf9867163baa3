/** Chooses words that tell stories which the client has rejected from its other stories, for a minus in a search. */
import { toPhrase } from './query-tree.ts';
import { tokenise } from './tokenise.ts';

/** A proposed word removes at least this many rejected stories. */
const gainMin = 3;
/** All proposed words together remove at most this share of the other stories. */
const lossShareMax = 0.02;
export const proposalsMax = 8;

/** Losing a story weighs as much as removing this many rejected ones. */
const lossWeight = 10;

/** Words that tell nothing about a subject, even if few texts show it. */
const functionWords = new Set(
  toPhrase(
    `а без более бы был быть в вам вас ваш весь вот все всё всех вся вы где да для до его ее её если есть еще ещё же за и из
     или им их к как когда которая которое которые который кто ли лишь либо между меня мне мной мои мой мы на над нам нас наконец наш
     не него нее неё нет ни них но о об однако он она они оно опять от очень перед по под после потому почему при про просто раз с сам самый
     свой себе себя сейчас снова со среди так также такой там тебя тем теперь то тоже только том тот тут ты у уже хоть чего чем через
     что чтобы эта эти это этот я`,
  ),
);

/** Shorter words say little, and numbers nothing. */
const plainWord = /^\p{L}[\p{L}\p{M}-]{2,}$/u;

/** `word`: the most frequent spelling in rejected texts, in small letters. */
export type Candidate = { word: string; stem: string };

const candidatesMax = 40;

type Counts = { texts: number; forms: Map<string, number> };

/** By stem, the number of texts that have it, and how often they have each of its spellings. */
function countStems(texts: readonly string[]): Map<string, Counts> {
  const counts = new Map<string, Counts>();
  for (const text of texts) {
    const met = new Set<string>();
    for (const { stem, start, end } of tokenise(text)) {
      const [form, known] = [text.slice(start, end).toLowerCase(), counts.get(stem) ?? { texts: 0, forms: new Map() }];
      known.texts += met.has(stem) ? 0 : 1;
      known.forms.set(form, (known.forms.get(form) ?? 0) + 1);
      met.add(stem);
      counts.set(stem, known);
    }
  }
  return counts;
}

const mostFrequent = (forms: ReadonlyMap<string, number>): string =>
  [...forms].sort(([a, first], [b, second]) => second - first || (a < b ? -1 : 1))[0]?.[0] ?? '';

/**
 * The most promising words of sampled texts, the best first. A sample shows shares only roughly, so that a word may have twice
 * the share of other texts that a proposal may lose. `wanted`: stems that the search asks for.
 */
export function findCandidates(
  rejected: readonly string[],
  others: readonly string[],
  wanted: ReadonlySet<string>,
): Candidate[] {
  const lost = countStems(others);
  const lossMax = Math.max(1, 2 * lossShareMax * others.length);
  return [...countStems(rejected)]
    .map(([stem, { texts, forms }]) => ({ stem, gain: texts, loss: lost.get(stem)?.texts ?? 0, forms }))
    .filter(
      ({ stem, gain, loss }) => gain >= gainMin && loss <= lossMax && !wanted.has(stem) && !functionWords.has(stem),
    )
    .map(({ forms, ...word }) => ({ ...word, word: mostFrequent(forms) }))
    .filter(({ word }) => plainWord.test(word))
    .sort((a, b) => b.gain - lossWeight * b.loss - a.gain + lossWeight * a.loss || (a.word < b.word ? -1 : 1))
    .slice(0, candidatesMax);
}

/** The rows that a search finds: the story of each, and which stories are rejected. Stories are numbered from 0. */
export type FoundRows = { storyOf: ArrayLike<number>; isRejected: readonly boolean[] };

/** `gone`: the stories that a minus removes, because all their rows have the word. */
type Removal = { gain: number; loss: number; gone: number[] };

/**
 * Returns a function that tells what the rows of a word would remove in addition to the words taken so far. Counts in arrays,
 * because a common word has 100,000 rows, and maps take ten times as long.
 */
function createRemovals({ storyOf, isRejected }: FoundRows) {
  const left = new Uint32Array(isRejected.length);
  for (let row = 0; row < storyOf.length; row += 1) left[storyOf[row] ?? 0] = (left[storyOf[row] ?? 0] ?? 0) + 1;
  const taken = new Uint8Array(storyOf.length);
  /** By story; 0 between two calls. */
  const counts = new Uint32Array(isRejected.length);
  function removalOf(rows: ArrayLike<number>): Removal {
    for (let index = 0; index < rows.length; index += 1) {
      const row = rows[index] ?? 0;
      const story = storyOf[row] ?? 0;
      counts[story] = (counts[story] ?? 0) + 1 - (taken[row] ?? 0);
    }
    const gone: number[] = [];
    let gain = 0;
    for (let index = 0; index < rows.length; index += 1) {
      const story = storyOf[rows[index] ?? 0] ?? 0;
      const count = counts[story] ?? 0;
      counts[story] = 0;
      if (count === 0 || count !== left[story]) continue;
      gone.push(story);
      gain += Number(isRejected[story]);
    }
    return { gain, loss: gone.length - gain, gone };
  }
  return {
    removalOf,
    take(rows: ArrayLike<number>): void {
      for (let index = 0; index < rows.length; index += 1) {
        const row = rows[index] ?? 0;
        if (taken[row] === 0) left[storyOf[row] ?? 0] = (left[storyOf[row] ?? 0] ?? 0) - 1;
        taken[row] = 1;
      }
    },
  };
}

const worthOf = ({ gain, loss }: Removal): number => gain - lossWeight * loss;

/**
 * Takes the best word again and again, while each removes enough rejected stories that the words before it leave, and all
 * together not too many others. `rows`: the found rows that have the word. Gain and loss of a chosen word are those of the word
 * alone. `isAllowed` decides about a word beside those that are chosen.
 */
export function chooseMinusWords<Word extends { word: string; rows: ArrayLike<number> }>(
  found: FoundRows,
  words: readonly Word[],
  isAllowed: (word: Word, chosen: readonly Word[]) => boolean,
): (Word & Removal)[] {
  const others = found.isRejected.filter((isRejected) => !isRejected).length;
  const lossMax = Math.floor(lossShareMax * others);
  const [alone, further] = [createRemovals(found), createRemovals(found)];
  let left = words.map((word) => ({ ...word, ...alone.removalOf(word.rows) }));
  const chosen: typeof left = [];
  for (let lost = 0; chosen.length < proposalsMax; ) {
    const possible = left
      .map((word) => ({ word, more: further.removalOf(word.rows) }))
      .filter(({ word, more }) => more.gain >= gainMin && lost + more.loss <= lossMax && isAllowed(word, chosen))
      .sort((a, b) => worthOf(b.more) - worthOf(a.more) || (a.word.word < b.word.word ? -1 : 1));
    const [best] = possible;
    if (best === undefined) break;
    lost += best.more.loss;
    further.take(best.word.rows);
    chosen.push(best.word);
    left = left.filter(({ word }) => word !== best.word.word);
  }
  return chosen;
}
