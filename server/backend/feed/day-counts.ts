/** The days of posts, which migration 005 adds and migration 009 removes. */
import type { DatabaseSync } from 'node:sqlite';
import { createLocalDay } from '../rules/days/local-day.ts';
import { timeOfPostId } from '../store/post-id.ts';
import { readZone } from './time-zone.ts';

/** Computes the days of all posts and their counts in the stored zone, inside the caller's transaction. */
export function rebuildDays(db: DatabaseSync): void {
  const dayOf = createLocalDay(readZone(db));
  db.function('local_day', (id) => dayOf(timeOfPostId(Number(id))));
  db.exec(`
    UPDATE posts SET day = local_day(id);
    DELETE FROM post_days;
    INSERT INTO post_days SELECT word_id, day, count(*) FROM posts GROUP BY word_id, day;
    INSERT INTO post_days SELECT 0, day, count(*) FROM posts GROUP BY day;
  `);
}
