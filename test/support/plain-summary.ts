/** The figures of «Сводка» as plain loops over exported rows. */
import { dayMs } from '../../shared/durations.ts';
import { type ExportedRow, plainMedian } from './plain-explanation.ts';

type Period = { from: number; to: number };
type Row = ExportedRow & { postId: number };

const isIn = ({ postedAt }: Row, { from, to }: Period) =>
  Date.parse(postedAt ?? '') >= from && Date.parse(postedAt ?? '') < to;

/** The mean place of the equal values among others, from 1 on. */
const placeOf = (value: number, all: readonly number[]) =>
  all.filter((other) => other > value).length + (all.filter((other) => other === value).length + 1) / 2;

/** `rows`: all that the viewer sees, by time. `viewsOf`: by source and post. */
export function summarisePlainly(rows: readonly Row[], period: Period, viewsOf: ReadonlyMap<string, number>) {
  const now = rows.filter((row) => isIn(row, period));
  const first = Date.parse(rows[0]?.postedAt ?? '');
  const weeks = [1, 2, 3, 4, 5, 6, 7, 8]
    .map((week) => ({ from: period.from - week * 7 * dayMs, to: period.to - week * 7 * dayMs }))
    .filter(({ from }) => from >= first)
    .map((week) => rows.filter((row) => isIn(row, week)));
  const storiesIn = (some: readonly Row[]) => new Set(some.map(({ storyId }) => storyId)).size;
  const keyOf = ({ ownerId, postId }: Row) => `${ownerId} ${postId}`;
  const posts = new Set(now.map(keyOf));
  const measured = [...posts].flatMap((key) => viewsOf.get(key) ?? []);

  const stories = [...new Set(now.map(({ storyId }) => storyId))].map((storyId) => {
    const own = now.filter((row) => row.storyId === storyId);
    const views = own.flatMap((row) => viewsOf.get(keyOf(row)) ?? []);
    return {
      storyId,
      rows: own.length,
      sources: new Set(own.map(({ ownerId }) => ownerId)).size,
      views: views.length === 0 ? null : Math.max(...views),
      at: now.findIndex((row) => row.storyId === storyId),
    };
  });
  const sumOf = ({ rows, sources, views }: (typeof stories)[number]) =>
    placeOf(
      rows,
      stories.map((story) => story.rows),
    ) +
    placeOf(
      sources,
      stories.map((story) => story.sources),
    ) +
    placeOf(
      views ?? -1,
      stories.map((story) => story.views ?? -1),
    );
  const ordered = stories
    .map((story) => ({ story, sum: sumOf(story) }))
    .sort((a, b) => a.sum - b.sum || b.story.at - a.story.at)
    .slice(0, 10);

  const earlier = new Set(
    rows.filter(({ postedAt }) => Date.parse(postedAt ?? '') < period.from).map(({ ownerId }) => ownerId),
  );
  const fresh = [...new Set(now.map(({ ownerId }) => ownerId))]
    .filter((ownerId) => !earlier.has(ownerId))
    .map((ownerId) => ({ ownerId, rows: now.filter((row) => row.ownerId === ownerId).length }))
    .sort((a, b) => b.rows - a.rows || a.ownerId - b.ownerId);
  return {
    total: now.length,
    usual: weeks.length < 3 ? null : plainMedian(weeks.map((week) => week.length)),
    stories: storiesIn(now),
    usualStories: weeks.length < 3 ? null : plainMedian(weeks.map(storiesIn)),
    views: { sum: measured.reduce((sum, views) => sum + views, 0), measured: measured.length, posts: posts.size },
    main: ordered.map(({ story: { at: _, ...story } }) => story),
    newSources: fresh.slice(0, 10),
    newSourcesTotal: fresh.length,
  };
}
