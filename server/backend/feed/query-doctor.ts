/**
 * Examines a search while it is typed: what each of its parts finds alone, and which words with a minus would remove stories
 * that the client has rejected. The search index lists the rows of each word; a row is a bit from then on.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { Diagnosis } from '../../../shared/api/text-preview.ts';
import { countBits, hasBit, placesOf, setBit } from '../rules/bits.ts';
import { quoteOf } from '../rules/quote.ts';
import { highlight } from '../rules/search/highlight.ts';
import { type Candidate, chooseMinusWords, findCandidates } from '../rules/search/minus-words.ts';
import { phraseTextError } from '../rules/search/phrase-text.ts';
import {
  excludedParts,
  type PhraseQuery,
  type SearchQuery,
  wantedParts,
  wantedPhrases,
} from '../rules/search/query-tree.ts';
import { parseAsWritten, parseSearchQuery } from '../rules/search/search-query.ts';
import { type Viewing, withFilters } from '../store/posts-store.ts';
import type { Rows } from '../store/sqlite/row-columns.ts';
import { readArrays } from '../store/sqlite/sql.ts';
import { createRowFilter } from './analytics-rows.ts';
import { type ResolvedFilter, selectAll } from './filters.ts';
import { findHiddenStories } from './hidden-stories.ts';
import type { ListedIds } from './list-cache.ts';
import type { OwnStories } from './own-stories.ts';
import { selectPosts } from './post-selection.ts';
import { readChunks } from './row-columns.ts';
import { emptyMask, invertMask, maskWithout } from './row-mask.ts';
import { listByIndex } from './row-queries.ts';
import { maskRows } from './row-sources.ts';
import { createStorySet } from './story-set.ts';
import { listByWork } from './work-columns.ts';

/** The rows of a chunk that the viewer may see. `shown`: without those of stories that rules have hidden. */
type Chunk = Rows<'stories'> & { visible: Uint8Array; shown: Uint8Array };

function readVisible(db: DatabaseSync, own: OwnStories, viewing: Viewing, selection: ResolvedFilter): Chunk[] {
  const filter = createRowFilter(db, selection);
  const listed = filter.listRows();
  const { hiddenStories } = findHiddenStories(db, withFilters(viewing, { state: null }));
  const columns = ['stories', ...filter.tests.map(({ column }) => column)] as const;
  return [...readChunks(db, own, columns)].map((rows) => {
    const { ids, stories } = rows;
    const visible = maskRows(rows, listed, filter.tests) ?? invertMask(emptyMask(ids.length), ids.length);
    const shown = maskWithout(stories, hiddenStories, visible);
    return { ids, stories, visible, shown };
  });
}

const both = (first: Uint8Array, second: Uint8Array): Uint8Array =>
  first.map((byte, index) => byte & (second[index] ?? 0));
const either = (first: Uint8Array, second: Uint8Array): Uint8Array =>
  first.map((byte, index) => byte | (second[index] ?? 0));
const butNot = (first: Uint8Array, second: Uint8Array): Uint8Array =>
  first.map((byte, index) => byte & ~(second[index] ?? 0));

type ListPhrase = (phrase: PhraseQuery) => ListedIds;

/** Returns a function that lists the rows with a word or a quoted phrase, whoever sees them. Equal ones are looked up once. */
function createLists(db: DatabaseSync, selection: ResolvedFilter): ListPhrase {
  const all = selectAll(selection);
  const lists = new Map<string, ListedIds>();
  return (phrase) => {
    const key = phrase.stems.join(' ');
    const list = lists.get(key) ?? listByIndex(db, { ...all, text: phrase });
    lists.set(key, list);
    return list;
  };
}

/** The rows of a chunk that match. */
function match(ids: Float64Array, query: SearchQuery, list: ListPhrase): Uint8Array {
  if (query.kind === 'phrase') return list(query).maskIn(ids);
  if (query.kind === 'not') return invertMask(match(ids, query.part, list), ids.length);
  return query.parts.map((part) => match(ids, part, list)).reduce(query.kind === 'all' ? both : either);
}

type WantedPart = { text: string; query: SearchQuery };

/** The words and quoted phrases as written, each once. */
function listWanted(text: string): WantedPart[] {
  const written = parseAsWritten(text);
  const parts = new Map<string, WantedPart>();
  for (const { stems, text } of written ? wantedParts(written) : []) {
    const query = parseSearchQuery(text);
    const key = stems.join(' ');
    if (query && !parts.has(key)) parts.set(key, { text, query });
  }
  return [...parts.values()];
}

/** For each wanted part, the rows that have it, and those that have no other one. */
function countWanted(parts: readonly WantedPart[], chunks: readonly Chunk[], list: ListPhrase): Diagnosis['parts'] {
  const counts = parts.map(({ text }) => ({ text, posts: 0, only: 0 }));
  for (const { ids, shown } of chunks) {
    const masks = parts.map(({ query }) => both(match(ids, query, list), shown));
    let [once, twice] = [emptyMask(ids.length), emptyMask(ids.length)];
    for (const mask of masks) {
      twice = either(twice, both(once, mask));
      once = either(once, mask);
    }
    for (const [index, mask] of masks.entries()) {
      const count = counts[index];
      if (count === undefined) continue;
      count.posts += countBits(mask);
      count.only += countBits(butNot(mask, twice));
    }
  }
  return counts;
}

/** For each part with a minus, the rows that it removes. */
function countExcluded(query: SearchQuery, chunks: readonly Chunk[], list: ListPhrase): Diagnosis['parts'] {
  return excludedParts(query).map(({ text, rest }) => ({
    text: `-${text}`,
    posts: chunks.reduce((sum, { ids, shown }) => {
      const without = rest === null ? shown : both(match(ids, rest, list), shown);
      return sum + countBits(butNot(without, match(ids, query, list)));
    }, 0),
    only: null,
  }));
}

/** The stories that the client has closed as «Не наше», or that rules have hidden for it. */
function listRejected(db: DatabaseSync, viewing: Viewing): Uint8Array {
  const rejected = createStorySet(db);
  for (const state of ['rejected', 'hidden'] as const) {
    for (const story of listByWork(db, withFilters(viewing, { state }))?.stories ?? []) setBit(rejected, story, true);
  }
  return rejected;
}

/**
 * The rows that the search finds, numbered from 0 in the order of time. `chunks`: which rows are found, and the number of the row
 * at each place.
 */
function findRows(query: SearchQuery, chunks: readonly Chunk[], list: ListPhrase, rejected: Uint8Array) {
  /** By story, one more than its number: a map takes ten times as long. */
  const numbers = new Uint32Array(8 * rejected.length);
  const [rowIds, storyOf, firstRow]: [number[], number[], number[]] = [[], [], []];
  const isRejected: boolean[] = [];
  const found = chunks.flatMap(({ ids, stories, visible }) => {
    const mask = both(match(ids, query, list), visible);
    const places = placesOf(mask);
    if (places.length === 0) return [];
    const rows = new Uint32Array(ids.length);
    for (const place of places) {
      const story = stories[place] ?? 0;
      if (numbers[story] === 0) {
        numbers[story] = isRejected.push(hasBit(rejected, story));
        firstRow.push(rowIds.length);
      }
      rows[place] = rowIds.length;
      rowIds.push(ids[place] ?? 0);
      storyOf.push((numbers[story] ?? 0) - 1);
    }
    return [{ ids, mask, rows }];
  });
  return { rowIds, storyOf, isRejected, firstRow, chunks: found };
}

type Found = ReturnType<typeof findRows>;

/** The beginning of a text that is read, in characters. */
const textLength = 2000;

/** How many texts are read for proposals, of rejected stories and of others. Reading and splitting one takes 30 µs. */
const textsMax = 300;

/** The beginnings of the texts of rows that have one, in their order. */
function readTexts(db: DatabaseSync, ids: readonly number[]): string[] {
  const sql = `SELECT substr(text, 1, ${textLength}) FROM json_each(?) AS wanted
    JOIN post_texts ON post_texts.id = wanted.value WHERE text IS NOT NULL ORDER BY wanted.key`;
  return readArrays<[string]>(db, sql, [JSON.stringify(ids)]).map(([text]) => text);
}

/** The texts of the newest rejected stories, and of others from the whole time. */
function readSamples(db: DatabaseSync, { rowIds, isRejected, firstRow }: Found) {
  const rowsOf = (wanted: boolean) => firstRow.filter((_, story) => isRejected[story] === wanted);
  const [rejected, others] = [rowsOf(true), rowsOf(false)];
  const step = Math.max(1, others.length / textsMax);
  const sampled = Array.from(
    { length: Math.min(others.length, textsMax) },
    (_, index) => others[Math.floor(index * step)] ?? 0,
  );
  const read = (rows: readonly number[]) =>
    readTexts(
      db,
      rows.map((row) => rowIds[row] ?? 0),
    );
  return {
    rejected: read(rejected.slice(-textsMax)),
    others: read(sampled),
    stories: { rejected: rejected.length, others: others.length, read: Math.min(rejected.length, textsMax) },
  };
}

/** The numbers of the found rows that are listed. */
function rowsWith({ chunks }: Found, listed: ListedIds): number[] {
  const numbers: number[] = [];
  for (const { ids, mask, rows } of chunks) {
    const isListed = listed.maskIn(ids);
    // Nearly all bytes are 0.
    for (let index = 0; index < mask.length; index += 1) {
      const byte = (mask[index] ?? 0) & (isListed[index] ?? 0);
      for (let bit = 0; byte >> bit > 0; bit += 1) {
        if ((byte >> bit) & 1) numbers.push(rows[index * 8 + bit] ?? 0);
      }
    }
  }
  return numbers;
}

const phraseOf = ({ stem, word }: Candidate): PhraseQuery => ({ kind: 'phrase', stems: [stem], text: word });

const examplesMax = 5;

/** Sentences of the newest of these stories that have the word. */
function readExamples(db: DatabaseSync, { rowIds, firstRow }: Found, stories: readonly number[], word: Candidate) {
  const rows = stories.map((story) => firstRow[story] ?? 0).sort((a, b) => b - a);
  const query = [phraseOf(word)];
  const texts = readTexts(
    db,
    rows.slice(0, examplesMax).map((row) => rowIds[row] ?? 0),
  );
  return texts.map((text) => highlight(quoteOf(text, query), query));
}

/** `base`: what a minus is added to. */
function propose(db: DatabaseSync, base: string, query: SearchQuery, found: Found, list: ListPhrase) {
  const samples = readSamples(db, found);
  const wanted = new Set(wantedPhrases(query).flat());
  const words = findCandidates(samples.rejected, samples.others, wanted).map((word) => ({
    ...word,
    rows: rowsWith(found, list(phraseOf(word))),
  }));
  const chosen = chooseMinusWords(found, words, ({ word }, before) => {
    const search = [base, ...[...before, { word }].map(({ word }) => `-${word}`)].join(' ');
    return phraseTextError(search) === null;
  });
  const proposals = chosen.map(({ gone, gain, loss, ...word }) => ({
    ...{ word: word.word, gain, loss },
    gainExamples: readExamples(
      db,
      found,
      gone.filter((story) => found.isRejected[story]),
      word,
    ),
    lossExamples: readExamples(
      db,
      found,
      gone.filter((story) => !found.isRejected[story]),
      word,
    ),
  }));
  return { stories: samples.stories, proposals };
}

/** Examines the text of the filter, whose other values have no effect; see `Diagnosis`. */
export function diagnose(db: DatabaseSync, own: OwnStories, viewing: Viewing): Diagnosis {
  const text = viewing.filter.text ?? '';
  const query = parseSearchQuery(text);
  const base = query?.kind === 'any' && parseAsWritten(text)?.kind === 'any' ? `(${text})` : text;
  const visible = withFilters(viewing, { text: null, state: 'any' });
  const selection = query && selectPosts(db, own, visible);
  const wanted = listWanted(text);
  if (query === null || selection === null) {
    const none = { rejected: 0, others: 0, read: 0 };
    const parts = wanted.map(({ text }) => ({ text, posts: 0, only: 0 }));
    return { parts, base, stories: viewing.clientId === null ? null : none, proposals: [] };
  }
  const chunks = readVisible(db, own, visible, selection);
  const list = createLists(db, selection);
  const parts = [...countWanted(wanted, chunks, list), ...countExcluded(query, chunks, list)];
  if (viewing.clientId === null) return { parts, base, stories: null, proposals: [] };
  const found = findRows(query, chunks, list, listRejected(db, viewing));
  return { parts, base, ...propose(db, base, query, found, list) };
}
