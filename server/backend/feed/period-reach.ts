/**
 * The views of the posts of a period: over time, by source, and the most viewed ones. A post counts once, whatever its phrases;
 * of its rows the oldest one that passes the filter counts.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { PeriodReach, ViewedPost, ViewsSum } from '../../../shared/api/reach.ts';
import type { Days } from '../../../shared/rules/days.ts';
import { rankedMax } from '../../../shared/rules/limits.ts';
import { keepResults } from '../../platform/keep-results.ts';
import { boundPostId, timeOfPostId } from '../store/post-id.ts';
import { type Viewing, withFilters } from '../store/posts-store.ts';
import type { Rows } from '../store/sqlite/row-columns.ts';
import { readArrays } from '../store/sqlite/sql.ts';
import { anyTime, type BarsOfDays, barsOfPeriod, readNames } from './analytics.ts';
import { createRowFilter, keyOfRange, type RowFilter, readFilteredRows } from './analytics-rows.ts';
import { quoteStories } from './explanation.ts';
import type { ResolvedFilter } from './filters.ts';
import { createFirstRowTest } from './first-rows.ts';
import type { OwnStories } from './own-stories.ts';
import { readZone, selectPosts } from './post-selection.ts';
import { readReach } from './reach.ts';

const columns = ['owners', 'views'] as const;

const noSum = (): ViewsSum => ({ views: 0, measured: 0, posts: 0 });

/** `views`: null if unknown. */
function addPost(sum: ViewsSum, views: number | null): void {
  sum.posts += 1;
  if (views === null) return;
  sum.measured += 1;
  sum.views += views;
}

type Viewed = { id: number; views: number };

/** The most viewed posts, of equal ones the newer. Call it with ascending IDs. */
function addViewed(top: Viewed[], post: Viewed): void {
  const place = top.findIndex(({ views }) => views <= post.views);
  top.splice(place < 0 ? top.length : place, 0, post);
  top.splice(rankedMax);
}

type Sums = { total: ViewsSum; bars: ViewsSum[]; owners: Map<number, ViewsSum>; top: Viewed[] };

function sumRows(
  chunks: Iterable<Rows<(typeof columns)[number]>>,
  isFirst: (id: number) => boolean,
  starts: number[],
): Sums {
  const sums: Sums = { total: noSum(), bars: starts.map(noSum), owners: new Map(), top: [] };
  let bar = 0;
  for (const { ids, owners, views } of chunks) {
    for (let row = 0; row < ids.length; row += 1) {
      const id = ids[row] ?? 0;
      if (!isFirst(id)) continue;
      while ((starts[bar + 1] ?? Infinity) <= id) bar += 1;
      const known = views[row] ? (views[row] ?? 0) - 1 : null;
      const owner = owners[row] ?? 0;
      const ofOwner = sums.owners.get(owner) ?? noSum();
      sums.owners.set(owner, ofOwner);
      for (const sum of [sums.total, sums.bars[bar] ?? noSum(), ofOwner]) addPost(sum, known);
      if (known !== null) addViewed(sums.top, { id, views: known });
    }
  }
  return sums;
}

/** Kept until a row of the range changes. */
const keepSums = keepResults<Sums>(20);

function sumPeriod(db: DatabaseSync, filter: RowFilter, selection: ResolvedFilter, range: BarsOfDays): Sums {
  return keepSums(JSON.stringify([keyOfRange(db, filter, range), range.starts]), () =>
    sumRows(
      readFilteredRows(db, filter, filter.listRows(), columns, range),
      createFirstRowTest(db, selection, { fromId: boundPostId(range.from), toId: boundPostId(range.to) }),
      range.starts.map(boundPostId),
    ),
  );
}

function rankOwners(db: DatabaseSync, owners: Sums['owners']): Pick<PeriodReach, 'owners' | 'measuredOwners'> {
  const measured = [...owners].filter(([, sum]) => sum.measured > 0);
  const first = measured.sort(([a, one], [b, other]) => other.views - one.views || a - b).slice(0, rankedMax);
  const named = readNames(
    db,
    'owners',
    null,
    first.map(([id]) => id),
  );
  return {
    owners: first.map(([id, sum]) => ({ id, name: named.get(id)?.name ?? '', ...sum })),
    measuredOwners: measured.length,
  };
}

function describeTop(db: DatabaseSync, own: OwnStories, viewing: Viewing, top: readonly Viewed[]): ViewedPost[] {
  const ids = top.map(({ id }) => id);
  const quotes = new Map(quoteStories(db, own, viewing, ids).map(({ id, quote }) => [id, quote]));
  const reach = readReach(db, ids);
  const sql = `SELECT owner_id, post_id, (SELECT name FROM owners WHERE owners.owner_id = posts.owner_id)
    FROM json_each(?) AS wanted JOIN posts ON posts.id = wanted.value ORDER BY wanted.key`;
  const posts = readArrays<[number, number, string | null]>(db, sql, [JSON.stringify(ids)]);
  return top.flatMap(({ id, views }, place) => {
    const [ownerId, postId, ownerName] = posts[place] ?? [];
    if (ownerId === undefined || postId === undefined) return [];
    const postedAt = new Date(timeOfPostId(id)).toISOString();
    const more = { quote: quotes.get(id) ?? '', views, ratio: reach.get(id)?.ratio ?? null };
    return [{ ownerId, postId, ownerName: ownerName ?? '', postedAt, ...more }];
  });
}

/** Ignores the dates of the filter, and whether it shows copies. */
export function readPeriodReach(db: DatabaseSync, own: OwnStories, viewing: Viewing, days: Days): PeriodReach {
  const { unit, range } = barsOfPeriod(days, readZone(db));
  const scope = withFilters(viewing, { ...anyTime, from: range.from, to: range.to });
  const selection = selectPosts(db, own, scope);
  const { total, bars, owners, top }: Sums = selection
    ? sumPeriod(db, createRowFilter(db, selection), selection, range)
    : { total: noSum(), bars: range.starts.map(noSum), owners: new Map(), top: [] };
  return {
    ...total,
    ...days,
    unit,
    bars: range.labels.map((from, bar) => ({ from, ...(bars[bar] ?? noSum()) })),
    ...rankOwners(db, owners),
    top: describeTop(db, own, scope, top),
  };
}
