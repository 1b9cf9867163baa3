/**
 * Explains a period: the stories, sources, cities and phrases with more rows than in the same period of earlier weeks, by the
 * packed columns, and the words that their texts have more often (docs/product/summary.md).
 */
import type { DatabaseSync } from 'node:sqlite';
import type { Explanation, Standout, StandoutKind } from '../../../shared/api/explanation.ts';
import { minuteMs } from '../../../shared/durations.ts';
import { postLine } from '../../../shared/post-text.ts';
import { cityCode } from '../../../shared/rules/city-code.ts';
import { wordTextMax } from '../../../shared/rules/limits.ts';
import { baselineWeeksMin, earlierPeriods, medianOf } from '../rules/alerts/conditions.ts';
import type { TimeWindow } from '../rules/days.ts';
import { nameOfSentence, quoteOf } from '../rules/quote.ts';
import { toPhrase } from '../rules/search/query-tree.ts';
import { parseAsWritten, parseSearchQuery } from '../rules/search/search-query.ts';
import { tokenise } from '../rules/search/tokenise.ts';
import { type Series, scoreMin, scoreOf, shareOfRise, standoutMin } from '../rules/standouts.ts';
import { timeOfPostId } from '../store/post-id.ts';
import { type QuotedStory, type Viewing, withFilters } from '../store/posts-store.ts';
import type { Rows } from '../store/sqlite/row-columns.ts';
import { listNumbers, readArrays } from '../store/sqlite/sql.ts';
import { readNames } from './analytics.ts';
import { createRowFilter, readFilteredRows } from './analytics-rows.ts';
import { findReading } from './earlier-stories.ts';
import type { OwnStories } from './own-stories.ts';
import { findFirstRealTime } from './page-places.ts';
import { readRows } from './page-rows.ts';
import { countPosts } from './post-counts.ts';
import { readZone, selectPosts } from './post-selection.ts';

const columns = ['stories', 'owners', 'cities', 'words'] as const;
type Column = (typeof columns)[number];

/** The rows of a period, chunk by chunk. */
type Period = readonly Rows<Column>[];

const sizeOf = (period: Period): number => period.reduce((sum, { ids }) => sum + ids.length, 0);

const countStories = (period: Period): number => new Set(period.flatMap(({ stories }) => [...stories])).size;

/** `earlier` is empty with too few weeks. */
const countPeriods = (now: Period, earlier: readonly Period[]): Omit<Explanation, 'items'> => ({
  total: sizeOf(now),
  usual: earlier.length === 0 ? null : medianOf(earlier.map(sizeOf)),
  stories: countStories(now),
  usualStories: earlier.length === 0 ? null : medianOf(earlier.map(countStories)),
});

/** The rows of each value of a column; with `wanted`, only of these values. */
function countValues(period: Period, column: Column, wanted?: ReadonlyMap<number, unknown>): Map<number, number> {
  const counts = new Map<number, number>();
  for (const chunk of period) {
    for (const value of chunk[column]) {
      if (wanted === undefined || wanted.has(value)) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
  }
  return counts;
}

/** Only of keys that can stand out by their count. */
function seriesOf<Key>(
  now: ReadonlyMap<Key, number>,
  countEarlier: (wanted: ReadonlyMap<Key, number>) => readonly ReadonlyMap<Key, number>[],
): Map<Key, Series> {
  const wanted = new Map([...now].filter(([, count]) => count >= standoutMin));
  const earlier = wanted.size === 0 ? [] : countEarlier(wanted);
  return new Map(
    [...wanted].map(([key, count]) => [key, { now: count, earlier: earlier.map((counts) => counts.get(key) ?? 0) }]),
  );
}

type Found<Key> = { key: Key; share: number; total: number };

/** The keys that stand out, by share. */
function findStandouts<Key>(series: ReadonlyMap<Key, Series>, total: Series): Found<Key>[] {
  return [...series].flatMap(([key, item]) => {
    const share = shareOfRise(item, total);
    return share === null ? [] : [{ key, share, total: item.now }];
  });
}

const fastMs = 10 * minuteMs;

/** See `fast` of shared/api/explanation.ts. */
function measureSpeed(now: Period, story: number): { first: number; fast: number | null } {
  const ids = now.flatMap((chunk) => [...chunk.ids].filter((_, row) => chunk.stories[row] === story));
  const [first = 0, ...copies] = ids;
  const fast = copies.filter((id) => timeOfPostId(id) - timeOfPostId(first) <= fastMs).length;
  return { first, fast: copies.length === 0 ? null : Math.round((100 * fast) / copies.length) };
}

type Item = Omit<Standout, 'share'> & { share: number };

/**
 * The sentences of rows that mention their phrase or the search: one for each row ID that still exists, in their order.
 */
export function quoteStories(
  db: DatabaseSync,
  own: OwnStories,
  viewing: Viewing,
  ids: readonly number[],
): QuotedStory[] {
  const found = new Set(
    listNumbers(db, `SELECT id FROM posts WHERE id IN (SELECT value FROM json_each(?))`, JSON.stringify(ids)),
  );
  const existing = ids.filter((id) => found.has(id));
  const rows = readRows(db, own, viewing, { selection: null, ids: existing, textMax: textLength });
  return rows.map((row, index) => ({
    id: existing[index] ?? 0,
    quote: nameOfSentence(
      quoteOf(
        postLine(row),
        [row.word, viewing.filter.text ?? ''].flatMap((text) => parseSearchQuery(text) ?? []),
      ),
    ),
    work: row.work,
  }));
}

function nameStories(
  db: DatabaseSync,
  own: OwnStories,
  viewing: Viewing,
  now: Period,
  found: readonly Found<number>[],
): Item[] {
  const speeds = found.map(({ key }) => measureSpeed(now, key));
  const quotes = quoteStories(
    db,
    own,
    viewing,
    speeds.map(({ first }) => first),
  );
  return found.map(({ key, ...figures }, index) => ({
    kind: 'story',
    id: key,
    name: quotes[index]?.quote ?? '',
    text: null,
    ...figures,
    fast: speeds[index]?.fast ?? null,
  }));
}

/** Phrases are counted by stored ID, and shown with the viewer's. */
const named = [
  ['owner', 'owners'],
  ['city', 'cities'],
  ['phrase', 'words'],
] as const satisfies (readonly [StandoutKind, Exclude<Column, 'stories'>])[];

function findItems(db: DatabaseSync, own: OwnStories, viewing: Viewing, { now, earlier, total }: Compared): Item[] {
  const findBy = (column: Column): Found<number>[] =>
    findStandouts(
      seriesOf(countValues(now, column), (wanted) => earlier.map((period) => countValues(period, column, wanted))),
      total,
    );
  const others = named.flatMap(([kind, column]) => {
    const found = findBy(column).filter(({ key }) => kind !== 'city' || cityCode.toId(key) !== null);
    const ids = found.map(({ key }) => key);
    const names = readNames(db, column, viewing.clientId, ids);
    return found.map(({ key, ...figures }): Item => {
      const { id, name } = names.get(key) ?? { id: key, name: null };
      return { kind, id, name: name ?? '', text: null, ...figures, fast: null };
    });
  });
  return [...nameStories(db, own, viewing, now, findBy('stories')), ...others];
}

/** The first row of each story of a period, at most `max` of them, evenly spaced. `stories`: their number. */
function sampleStories(period: Period, max: number): { ids: number[]; stories: number } {
  const first = new Map<number, number>();
  for (const { ids, stories } of period) {
    for (let row = 0; row < ids.length; row += 1) {
      const story = stories[row] ?? 0;
      if (!first.has(story)) first.set(story, ids[row] ?? 0);
    }
  }
  const all = [...first.values()];
  const size = Math.min(all.length, max);
  return {
    ids: Array.from({ length: size }, (_, place) => all[Math.floor((place * all.length) / size)] ?? 0),
    stories: all.length,
  };
}

/** The beginning of a text that is read, in characters. */
const textLength = 2000;

/** How many texts are read: of the period, and of each earlier one. Reading and splitting one takes 30 µs. */
const textsMax = { now: 500, earlier: 100 };

/** The texts of a sample of the period's stories. `stories`: their number. */
type Sample = { texts: readonly string[]; stories: number };

function readTexts(db: DatabaseSync, period: Period, max: number): Sample {
  const { ids, stories } = sampleStories(period, max);
  const sql = `SELECT substr(text, 1, ${textLength}) FROM post_texts
    WHERE id IN (SELECT value FROM json_each(?)) AND text IS NOT NULL ORDER BY id`;
  return { texts: readArrays<[string]>(db, sql, [JSON.stringify(ids)]).map(([text]) => text), stories };
}

/** By stem, its spellings, each with the number of its texts. */
function countForms({ texts }: Sample): Map<string, Map<string, number>> {
  const forms = new Map<string, Map<string, number>>();
  const lastText = new Map<string, number>();
  for (const [index, text] of texts.entries()) {
    for (const { stem, start, end } of tokenise(text)) {
      if (lastText.get(stem) === index) continue;
      lastText.set(stem, index);
      const form = text.slice(start, end);
      const known = forms.get(stem);
      if (known) known.set(form, (known.get(form) ?? 0) + 1);
      else forms.set(stem, new Map([[form, 1]]));
    }
  }
  return forms;
}

/** The number of texts with each of the wanted stems. */
function countStems({ texts }: Sample, wanted: ReadonlyMap<string, number>): Map<string, number> {
  const counts = new Map<string, number>();
  const lastText = new Map<string, number>();
  for (const [index, text] of texts.entries()) {
    for (const { stem } of tokenise(text)) {
      if (!wanted.has(stem) || lastText.get(stem) === index) continue;
      lastText.set(stem, index);
      counts.set(stem, (counts.get(stem) ?? 0) + 1);
    }
  }
  return counts;
}

const sumOf = (counts: Iterable<number>): number => [...counts].reduce((sum, count) => sum + count, 0);

/** Counts of a sample, as if all stories had been read. */
const scaled = (count: number, { texts, stories }: Sample): number => (count * stories) / Math.max(texts.length, 1);

/** Shorter ones are prepositions and the like. Numbers say nothing alone. */
const plainWord = /^\p{L}[\p{L}\p{M}-]{2,}$/u;

const mostFrequent = (forms: ReadonlyMap<string, number>): string =>
  [...forms].reduce((best, form) => (form[1] > best[1] || (form[1] === best[1] && form[0] < best[0]) ? form : best))[0];

/** The search of the feed with a word in addition. Null if it would be another search, or too long. */
function searchWith(text: string | null, word: string): string | null {
  const query = parseAsWritten(text ?? '');
  const added = parseAsWritten(word);
  if (added?.kind !== 'phrase' || added.stems.length !== 1) return null;
  const search = query === null ? word : `${query.kind === 'any' ? `(${text})` : text} ${word}`;
  return search.length > wordTextMax ? null : search;
}

/** At most this many words stand out. */
const wordsMax = 3;

/**
 * Words by score. Copies do not count: the story stands out then; nor do words of a phrase that stands out. `total` is what the
 * feed finds for the word.
 */
function findWords(
  db: DatabaseSync,
  own: OwnStories,
  viewing: Viewing,
  { now, earlier, total }: Compared,
  items: readonly Item[],
): Item[] {
  const told = new Set(items.flatMap(({ kind, name }) => (kind === 'phrase' ? toPhrase(name) : [])));
  const sample = readTexts(db, now, textsMax.now);
  const forms = countForms(sample);
  const counts = new Map([...forms].map(([stem, spellings]) => [stem, sumOf(spellings.values())]));
  const weeks: Sample[] = [];
  const series = seriesOf(counts, (wanted) => {
    weeks.push(...earlier.map((period) => readTexts(db, period, textsMax.earlier)));
    return weeks.map((week) => countStems(week, wanted));
  });
  const all = sumOf(weeks.map(({ texts }) => texts.length));
  const scoreOfStem = ({ now: having, earlier: before }: Series): number =>
    scoreOf({ having, all: sample.texts.length }, { having: sumOf(before), all });
  const found = [...series].flatMap(([stem, item]) => {
    const score = scoreOfStem(item);
    if (told.has(stem) || score < scoreMin) return [];
    const full = {
      now: scaled(item.now, sample),
      earlier: item.earlier.map((count, week) => scaled(count, weeks[week] ?? sample)),
    };
    const share = shareOfRise(full, total);
    const form = mostFrequent(forms.get(stem) ?? new Map([[stem, 0]]));
    const text = share !== null && plainWord.test(form) ? searchWith(viewing.filter.text, form) : null;
    return share === null || text === null ? [] : [{ form, text, share, score }];
  });
  found.sort((a, b) => b.score - a.score || (a.form < b.form ? -1 : 1));
  return found.slice(0, wordsMax).map(({ form, text, share }): Item => {
    const reading = findReading(db, own, withFilters(viewing, { text }));
    return { kind: 'word', id: 0, name: form, text, total: reading ? countPosts(db, reading) : 0, share, fast: null };
  });
}

/** The rows of the period and of the earlier ones. */
type Compared = { now: Period; earlier: readonly Period[]; total: Series };

const linesMax = 6;
/** Lines of stories, sources, cities and phrases, when words stand out too. */
const itemsMax = 4;

function chooseLines(items: readonly Item[], words: readonly Item[]): Item[] {
  const ordered = items.toSorted((a, b) => b.share - a.share || (a.name < b.name ? -1 : 1));
  return [...ordered.slice(0, words.length > 0 ? itemsMax : linesMax), ...words].slice(0, linesMax);
}

/** Filters of time, by single stories and by reading, which have no meaning in earlier weeks. */
const anyTime = { weekday: null, hour: null, story: null, since: null, until: null, first: false, unread: false };

/** The earlier periods since the first post of the scope. They end where the period does now. */
function findPeriods(db: DatabaseSync, own: OwnStories, scope: Viewing, { from, to }: TimeWindow, now: number) {
  const period = { from, to: from < now ? Math.min(to, now) : to };
  const first = findFirstRealTime(db, own, scope, now);
  return first === null ? [] : earlierPeriods(period, readZone(db)).filter(({ from }) => from >= first);
}

/** The dates of the filter are the period. Counts rows, whatever the filter says about copies. */
export function explainPosts(db: DatabaseSync, own: OwnStories, viewing: Viewing, now: number): Explanation {
  const period = { from: viewing.filter.from ?? 0, to: viewing.filter.to ?? now };
  const scope = withFilters(viewing, { ...anyTime, copies: true });
  const periods = findPeriods(db, own, scope, period, now);
  const start = periods.at(-1)?.from ?? period.from;
  const selection = selectPosts(db, own, withFilters(scope, { from: start, to: period.to }));
  if (selection === null) return { ...countPeriods([], []), items: [] };
  const filter = createRowFilter(db, selection);
  const listed = filter.listRows();
  const read = (window: TimeWindow): Period => [...readFilteredRows(db, filter, listed, columns, window)];
  const rows = read(period);
  const earlier = periods.length < baselineWeeksMin ? [] : periods.map(read);
  const figures = countPeriods(rows, earlier);
  if (figures.total <= (figures.usual ?? figures.total)) return { ...figures, items: [] };
  const total = { now: figures.total, earlier: earlier.map(sizeOf) };
  const compared = { now: rows, earlier, total };
  const inPeriod = withFilters(scope, period);
  const found = findItems(db, own, inPeriod, compared);
  const items = chooseLines(found, findWords(db, own, inPeriod, compared, found));
  return { ...figures, items: items.map(({ share, ...item }) => ({ ...item, share: Math.round(100 * share) })) };
}
