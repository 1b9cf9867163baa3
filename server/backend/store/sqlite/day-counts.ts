/** Days of posts: the zone of `posts.day`, and the counts of `post_days` (migration 005). */
import type { DatabaseSync } from 'node:sqlite';
import { createLocalDay } from '../../posts/local-day.ts';
import { timeOfPostId } from './post-id.ts';

/** Stands for all phrases in `post_days`. */
export const allWords = 0;

export const prepareZone = (db: DatabaseSync) => {
  const read = db.prepare('SELECT name FROM time_zone');
  return () => String(read.get()?.name);
};

/**
 * Returns a function that gives the day of a time. It reads the zone from the database on each call, because another
 * process may have changed it.
 */
export function createDayReader(db: DatabaseSync): (time: number) => number {
  const readZone = prepareZone(db);
  let zone = '';
  let dayOf = (_time: number) => 0;
  return (time) => {
    const name = readZone();
    if (name !== zone) dayOf = createLocalDay(name);
    zone = name;
    return dayOf(time);
  };
}

/** Counts rows by phrase and day. The methods run inside the caller's transaction. */
export function createDayCounter(db: DatabaseSync) {
  const add = db.prepare(
    'INSERT INTO post_days VALUES (?, ?, 1) ON CONFLICT (word_id, day) DO UPDATE SET posts = posts + 1',
  );
  const subtract = db.prepare('UPDATE post_days SET posts = posts - 1 WHERE word_id = ? AND day = ?');
  const dropEmpty = db.prepare('DELETE FROM post_days WHERE word_id = ? AND day = ? AND posts = 0');
  return {
    add(wordId: number, day: number): void {
      for (const word of [wordId, allWords]) add.run(word, day);
    },
    subtract(wordId: number, day: number): void {
      for (const word of [wordId, allWords]) {
        subtract.run(word, day);
        dropEmpty.run(word, day);
      }
    },
  };
}

/** Computes the days of all posts and their counts in the stored zone, inside the caller's transaction. */
export function rebuildDays(db: DatabaseSync): void {
  const dayOf = createLocalDay(prepareZone(db)());
  db.function('local_day', (id) => dayOf(timeOfPostId(Number(id))));
  db.exec(`
    UPDATE posts SET day = local_day(id);
    DELETE FROM post_days;
    INSERT INTO post_days SELECT word_id, day, count(*) FROM posts GROUP BY word_id, day;
    INSERT INTO post_days SELECT ${allWords}, day, count(*) FROM posts GROUP BY day;
  `);
}
