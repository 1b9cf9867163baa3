/**
 * Suggests a tone and tags for a story, based on the choices of people for other stories: multinomial naive Bayes on the
 * distinct stems of a text. The tone is one of three classes; each tag is a separate class, against all stories without the
 * tag.
 */
import { type Tone, tones } from '../../../shared/rules/work.ts';
import { tokenise } from './search/tokenise.ts';
import { isClosed, type Work } from './work.ts';

export type Suggestion = { tone: Tone | null; tags: readonly number[] };

/** Below this number of stories with a tone or a tag nothing is suggested. */
const marksMin = 50;
/** A class with fewer stories in it, or fewer outside it, is not suggested. */
const classMin = 10;
/** Only a class with at least this probability is suggested. */
const minProbability = 0.9;
/**
 * A text with fewer known stems says nothing. One with more than `stemsWeight` weighs as much as that many, because long texts
 * are not more certain.
 */
const [knownMin, stemsWeight] = [3, 20];
/** The number of stems in a model: the most frequent ones in the client's stories. */
const stemsMax = 3000;
/** The part of a text that is read, in UTF-16 units. */
const textMax = 2000;

export const stemsOf = (text: string): string[] => [
  ...new Set(tokenise(text.slice(0, textMax)).map(({ stem }) => stem)),
];

const toneNames = Object.keys(tones) as Tone[];
/** The column of all stories comes after the tones, and before the tags. */
const all = toneNames.length;

/** The stored form. By column: the number of stories and, for each stem, the number of stories whose text has it. */
type Counts = { tags: number[]; stories: number[]; stems: [stem: string, stories: number[]][] };

type Marks = Pick<Work, 'tone' | 'tags'>;

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0);

/** For stories that somebody marked or closed. Null with too few marks. */
export function createTraining(marked: Iterable<Marks>) {
  const [stories, ofTag] = [[...marked], new Map<number, number>()];
  for (const tag of stories.flatMap(({ tags }) => tags)) ofTag.set(tag, (ofTag.get(tag) ?? 0) + 1);
  if (stories.filter(({ tone, tags }) => tone !== null || tags.length > 0).length < marksMin) return null;
  const tags = [...ofTag.keys()].filter((tag) => (ofTag.get(tag) ?? 0) >= classMin);
  const columns = new Map<Tone | number | null, number>(
    [...toneNames, null, ...tags].map((name, column) => [name, column]),
  );
  const zeros = () => new Uint16Array(columns.size);
  const total = zeros();
  const stems = new Map<string, Uint16Array>();
  return {
    add({ tone, tags }: Marks, text: readonly string[]): void {
      const names = [...(tone === null ? [] : [tone]), null, ...tags];
      const own = names.flatMap((name) => columns.get(name) ?? []);
      function count(counts: Uint16Array): void {
        for (const column of own) counts[column] = (counts[column] ?? 0) + 1;
      }
      count(total);
      for (const stem of text) {
        const counts = stems.get(stem) ?? zeros();
        count(counts);
        stems.set(stem, counts);
      }
    },
    /** The model as JSON. */
    finish(): string {
      const frequent = [...stems]
        .filter(([, counts]) => (counts[all] ?? 0) > 1)
        .sort(([, first], [, second]) => (second[all] ?? 0) - (first[all] ?? 0))
        .slice(0, stemsMax)
        .map(([stem, counts]): Counts['stems'][number] => [stem, [...counts]]);
      return JSON.stringify({ tags, stories: [...total], stems: frequent } satisfies Counts);
    },
  };
}

/**
 * The lists are by class, the tones before the tags. `isKnown`: the class may be suggested. The logarithmic weights of a tag
 * are relative to the stories without it.
 */
export function readModel(json: string) {
  const { tags, stories, stems }: Counts = JSON.parse(json);
  const totals = stories.map((_, column) => sumOf(stems.map(([, counts]) => counts[column] ?? 0)));
  const toned = sumOf(stories.slice(0, all));
  /** `own` and `rest`: the stories of the class, and the stories that it is compared with. */
  const classes = [...stories.keys()].flatMap((column) => {
    const own = stories[column] ?? 0;
    const [total, allTotal] = [totals[column] ?? 0, totals[all] ?? 0];
    return column === all
      ? []
      : { column, own, rest: (column < all ? toned : (stories[all] ?? 0)) - own, total, restTotal: allTotal - total };
  });
  const share = (count: number, total: number) => Math.log((count + 1) / (total + stems.length));
  const weightsOf = (counts: readonly number[]) =>
    Float64Array.from(classes, ({ column, total, restTotal }) => {
      const own = counts[column] ?? 0;
      return share(own, total) - (column < all ? 0 : share((counts[all] ?? 0) - own, restTotal));
    });
  return {
    tags,
    isKnown: classes.map(({ own, rest }) => Math.min(own, rest) >= classMin),
    priors: classes.map(({ column, own, rest }) => Math.log((own + 1) / (column < all ? 1 : rest + 1))),
    weights: new Map(stems.map(([stem, counts]) => [stem, weightsOf(counts)])),
  };
}

export type Model = ReturnType<typeof readModel>;

/** The probability of each tone and of each tag of the model; null when the text has too few known stems. */
export function probabilities({ priors, weights }: Model, stems: readonly string[]) {
  const known = stems.flatMap((stem) => weights.get(stem) ?? []);
  if (known.length < knownMin) return null;
  const part = Math.min(1, stemsWeight / known.length);
  const scores = Float64Array.from(priors);
  for (const each of known) {
    for (let index = 0; index < each.length; index += 1)
      scores[index] = (scores[index] ?? 0) + part * (each[index] ?? 0);
  }
  const best = Math.max(...scores.subarray(0, all));
  const powers = [...scores.subarray(0, all)].map((score) => Math.exp(score - best));
  return {
    tones: powers.map((power) => power / sumOf(powers)),
    tags: [...scores.subarray(all)].map((score) => 1 / (1 + Math.exp(-score))),
  };
}

/** Null if the model is not sure of anything. */
export function suggest(model: Model, stems: readonly string[]): Suggestion | null {
  const found = probabilities(model, stems);
  if (!found) return null;
  const isSure = (probability: number, index: number) => probability >= minProbability && model.isKnown[index] === true;
  const tone = toneNames.find((_, index) => isSure(found.tones[index] ?? 0, index)) ?? null;
  const tags = model.tags.filter((_, index) => isSure(found.tags[index] ?? 0, all + index));
  return tone === null && tags.length === 0 ? null : { tone, tags };
}

/** The part of a suggestion that nobody has set on the story yet. A closed story gets no suggestions. */
export function suggestMissing(suggestion: Suggestion | null, work: Work | null): Suggestion | null {
  if (!suggestion || !work) return suggestion;
  const tone = work.tone === null ? suggestion.tone : null;
  const tags = suggestion.tags.filter((tag) => !work.tags.includes(tag));
  return isClosed(work.state) || (tone === null && tags.length === 0) ? null : { tone, tags };
}

/** One in five stories never shows suggestions: the values that people set on it measure the quality of suggestions. */
export const isHeldOut = (storyId: number): boolean => (Math.imul(storyId, 0x9e3779b1) >>> 16) % 5 === 0;

export type Checked = { checked: number; correct: number };

/**
 * How many suggestions a story would have had, and how many equal the values that people set. A tone and tags that nobody has
 * set do not count.
 */
export function checkSuggestion(suggestion: Suggestion | null, { tone, tags }: Marks): Checked {
  const tagged = tags.length > 0 ? (suggestion?.tags ?? []) : [];
  const toned = tone !== null && suggestion?.tone ? [suggestion.tone] : [];
  return {
    checked: tagged.length + toned.length,
    correct: tagged.filter((tag) => tags.includes(tag)).length + toned.filter((each) => each === tone).length,
  };
}
