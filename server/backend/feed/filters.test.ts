import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { hourMs } from '../../../shared/durations.ts';
import { createWeekTime, maybe, seldom } from '../../../test/support/arbitraries.ts';
import { listOffsets } from '../../platform/zone-offset.ts';
import { placesOf } from '../rules/bits.ts';
import { firstPostId, timeOfPostId } from '../store/post-id.ts';
import { type ColumnName, selectRows } from '../store/sqlite/row-columns.ts';
import { allOf } from '../store/sqlite/sql.ts';
import { anyRows, filtersOf, type PostSelection } from './filters.ts';
import { maskOf, type RowMask } from './row-mask.ts';
import { noMutes } from './scope-conditions.ts';

/** When Berlin's clocks went back one hour. */
const change = Date.UTC(2026, 9, 25, 1);
const zone = 'Europe/Berlin';
const secondOf = (hour: number): number => change / 1000 + hour * 3600;
const offsets = listOffsets(secondOf(-48), secondOf(48), zone);
const firstIdOf = (hour: number): number => firstPostId(change + hour * hourMs);

const hours = fc.integer({ min: -30, max: 30 });
const wordIds = fc.constantFrom(1, 7, 8, 300);
const ownerIds = fc.constantFrom(-5_000_000_000, -2, 2);
const storyIds = fc.constantFrom(1, 8, 9, 1000);

const posts = fc.array(
  fc.record({ hour: hours, wordId: wordIds, ownerId: ownerIds, cityId: fc.nat(2), storyId: storyIds }),
  { maxLength: 30 },
);
type Post = { id: number; arrival: number; wordId: number; ownerId: number; cityId: number; storyId: number };

/** Sets only one or two filters, so that some posts pass. */
const selections: fc.Arbitrary<PostSelection> = fc
  .record({
    words: seldom(
      fc.oneof(
        fc.record({ only: fc.uniqueArray(wordIds, { minLength: 1 }) }),
        fc.record({ except: fc.uniqueArray(wordIds) }),
      ),
    ),
    ownerId: seldom(ownerIds),
    cityId: seldom(fc.nat(2)),
    localTimes: seldom(
      fc.record({
        weekday: maybe(fc.integer({ min: 1, max: 7 })),
        hour: maybe(fc.integer({ min: 0, max: 23 })),
        offsets: fc.constant(offsets),
      }),
    ),
    fromId: seldom(hours.map(firstIdOf)),
    toId: seldom(hours.map(firstIdOf)),
    stories: seldom(fc.uniqueArray(storyIds)),
    arrivals: seldom(fc.record({ since: fc.nat(20), until: fc.nat(20) })),
  })
  .map(({ words, ...set }) => ({
    ...{ ...anyRows, firstId: null, query: null, reindexed: null, leftOut: null, mutes: noMutes },
    words: words ?? { except: [] },
    ...set,
  }));

const weekTime = createWeekTime(zone);

function isAtTime(id: number, { weekday, hour }: { weekday: number | null; hour: number | null }): boolean {
  const local = weekTime(timeOfPostId(id));
  return (weekday === null || local.weekday === weekday) && (hour === null || local.hour === hour);
}

const isSelected = (post: Post, selection: PostSelection): boolean =>
  [
    'only' in selection.words
      ? selection.words.only.includes(post.wordId)
      : !selection.words.except.includes(post.wordId),
    selection.ownerId === null || post.ownerId === selection.ownerId,
    selection.cityId === null || post.cityId === selection.cityId,
    selection.localTimes === null || isAtTime(post.id, selection.localTimes),
    selection.fromId === null || post.id >= selection.fromId,
    selection.toId === null || post.id < selection.toId,
    selection.stories === null || selection.stories.includes(post.storyId),
    selection.arrivals === null ||
      (post.arrival > selection.arrivals.since && post.arrival <= selection.arrivals.until),
  ].every(Boolean);

const columns: readonly ColumnName[] = ['words', 'owners', 'cities', 'stories', 'arrivals'];

test('SQL conditions and packed-column tests of all filters find the same posts as a reference', () => {
  const db = new DatabaseSync(':memory:');
  db.exec('CREATE TABLE posts (id INTEGER PRIMARY KEY, arrival, word_id, owner_id, city_id, story_id)');
  const insert = db.prepare('INSERT INTO posts VALUES (?, ?, ?, ?, nullif(?, 0), ?)');
  const names = { sign: '', id: 'posts.id', story: 'posts.story_id', arrival: 'posts.arrival' } as const;
  fc.assert(
    fc.property(posts, selections, (given, selection) => {
      db.exec('DELETE FROM posts');
      // The first post of an hour has its first ID, which is also a bound of filters.
      const ids = new Set<number>();
      const stored: Post[] = given.map(({ hour, ...post }, index) => {
        let id = firstIdOf(hour);
        while (ids.has(id)) id += 1;
        ids.add(id);
        return { ...post, id, arrival: index + 1 };
      });
      for (const post of stored) {
        insert.run(post.id, post.arrival, post.wordId, post.ownerId, post.cityId, post.storyId);
      }
      const filters = filtersOf(selection);
      const found = selectRows(db, [], allOf(filters.flatMap(({ rows }) => rows(selection, names))));
      const chunk = selectRows(db, columns, allOf([]));
      const mask = filters.reduce<RowMask>((passed, { column, testOf }) => {
        if (!column || !testOf) throw new Error('Every filter but mutes has a column');
        return maskOf(chunk[column], testOf(selection), passed);
      }, null);
      const packed = mask === null ? [...chunk.ids] : [...placesOf(mask)].map((place) => chunk.ids[place] ?? 0);
      const expected = stored.filter((post) => isSelected(post, selection)).map(({ id }) => id);
      expected.sort((a, b) => a - b);
      expect({ found: [...found.ids], packed }).toEqual({ found: expected, packed: expected });
    }),
    { numRuns: 1000 },
  );
});
