/** Calls of our own backend about the text of a phrase while it is typed. */
import { type ReplyTable, type RowOf, rowReader } from '../fields/field.ts';
import * as messages from '../messages.ts';
import { alphabets } from '../rules/word.ts';
import { type Call, get, withQuery } from './call.ts';

const excludedFields = {
  text: { api: 'Text', type: 'text' },
  removed: { api: 'Removed', type: 'id' },
} as const satisfies ReplyTable;

const spellingFields = {
  text: { api: 'Text', type: 'text' },
  alphabet: { api: 'Alphabet', type: { labels: alphabets, strict: true } },
} as const satisfies ReplyTable;

const changedFields = {
  total: { api: 'total', type: 'id' },
  examples: { api: 'Examples', type: 'texts' },
} as const satisfies ReplyTable;

/**
 * `perDay` is the average of the last 30 days. `examples` are highlighted texts of the newest matches, at most 10. `excluded`
 * has an entry per excluded term of the query, as written, with the number of posts that it removes. `spellings`: words of the
 * query in the other alphabet, in which they are searched too. `callsPerDay`: the calls of VK that a phrase with
 * `perDay` new posts needs; null without collection. `readsWalls`: walls are read again when the client adds the phrase.
 * `leaving` and `coming`: the stored posts that the phrase would lose and gain, with at most 3 examples; null without `wordId`.
 */
export const previewFields = {
  total: { api: 'total', type: 'id' },
  perDay: { api: 'PerDay', type: 'decimal' },
  callsPerDay: { api: 'CallsPerDay', type: 'figure' },
  readsWalls: { api: 'ReadsWalls', type: 'boolean' },
  examples: { api: 'Examples', type: 'texts' },
  excluded: { api: 'Excluded', type: { rows: excludedFields } },
  spellings: { api: 'Spellings', type: { rows: spellingFields } },
  leaving: { api: 'Leaving', type: { row: changedFields, nullable: true } },
  coming: { api: 'Coming', type: { row: changedFields, nullable: true } },
} as const satisfies ReplyTable;

export type TextPreview = RowOf<typeof previewFields>;

/** Previews which stored posts a phrase would find. `wordId`: the phrase whose text would be replaced. */
export const loadTextPreview = (text: string, wordId: number | null): Call<TextPreview> =>
  get(withQuery('/vknf/posts/preview', { text, wordId }), rowReader(previewFields), messages.loadPosts);

/** `only` is null for a part with a minus. */
const partFields = {
  text: { api: 'Text', type: 'text' },
  posts: { api: 'Posts', type: 'id' },
  only: { api: 'Only', type: 'figure' },
} as const satisfies ReplyTable;

const proposalFields = {
  word: { api: 'Word', type: 'text' },
  gain: { api: 'Gain', type: 'id' },
  loss: { api: 'Loss', type: 'id' },
  gainExamples: { api: 'GainExamples', type: 'texts' },
  lossExamples: { api: 'LossExamples', type: 'texts' },
} as const satisfies ReplyTable;

const storiesFields = {
  rejected: { api: 'Rejected', type: 'id' },
  others: { api: 'Others', type: 'id' },
  read: { api: 'Read', type: 'id' },
} as const satisfies ReplyTable;

/**
 * `parts`: the words and quoted phrases of the search, then its parts with a minus, as written, each once. `posts` counts the
 * rows of the viewer's feed that have the part, `only` those that have no other wanted part; `posts` of a minus are the rows
 * that it removes.
 *
 * `stories`: of the stories that the search finds, those that the client has closed as «Не наше» or that rules have hidden, and
 * all others; `read`: the rejected ones whose texts were read for proposals, the newest. Null for administrators, who
 * have no work. `proposals`: words whose minus removes rejected stories (`gain`) and few others (`loss`), the best first, with
 * highlighted sentences of at most five removed stories of each kind. A proposal is added to `base`: the search, in brackets if
 * it needs them.
 */
export const diagnosisFields = {
  parts: { api: 'Parts', type: { rows: partFields } },
  base: { api: 'Base', type: 'text' },
  stories: { api: 'Stories', type: { row: storiesFields, nullable: true } },
  proposals: { api: 'Proposals', type: { rows: proposalFields } },
} as const satisfies ReplyTable;

export type Diagnosis = RowOf<typeof diagnosisFields>;

export const loadDiagnosis = (text: string): Call<Diagnosis> =>
  get(withQuery('/vknf/posts/doctor', { text }), rowReader(diagnosisFields), messages.loadPosts);
