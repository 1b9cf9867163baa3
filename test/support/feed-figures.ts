/** Counts with SQL what a client's feed must show. Shares no code with the product's queries. */
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { databaseFileName } from '../../server/backend/store/sqlite/database.ts';

/** Formats for SQLite's `strftime`. */
const barNames = { day: '%d.%m.%Y', hour: '%d.%m.%Y, %H:00' } as const;
export type BarUnit = keyof typeof barNames;

export type FeedFigures = {
  /** The number of stories of the client's feed whose rows meet the condition. Columns: see the view `feed`. */
  stories: (condition?: string) => number;
  rows: (condition?: string) => number;
  /** Stories per day or hour in chronological order, as the names of the histogram's bars. */
  bars: (unit: BarUnit, condition?: string) => string[];
  /** Posts of the client's phrases, each once, including muted ones. */
  posts: (condition: string) => number;
  marks: () => number;
  newestArrival: () => number;
  close: () => void;
};

/** The database must have the time zone Europe/Moscow. */
const views = (clientId: string) => `
CREATE TEMP VIEW tracked AS
SELECT story_id, owner_id, post_id, user_id, post_texts.text, posts.id >> 20 AS seconds,
  EXISTS (SELECT 1 FROM marks WHERE account = 'client:${clientId}' AND chunk = story_id / 4096
    AND bit_of(bits, story_id % 4096)) AS is_read,
  EXISTS (SELECT 1 FROM mutes WHERE account = 'client:${clientId}'
    AND (kind = 'owner' AND target_id = owner_id OR kind = 'user' AND target_id = user_id)) AS is_muted
FROM posts JOIN post_texts USING (id) JOIN words USING (word_id) JOIN word_clients USING (word_id)
WHERE client_id = '${clientId}' AND deleted_at IS NULL;
CREATE TEMP VIEW feed AS SELECT * FROM tracked WHERE NOT is_muted;
`;

const bitOf = (bits: Uint8Array, index: number): number => ((bits[index >> 3] ?? 0) >> (index & 7)) & 1;

const bitCount = (bits: Uint8Array): number =>
  Array.from({ length: bits.length * 8 }, (_, index) => bitOf(bits, index)).filter((bit) => bit === 1).length;

export function openFeedFigures(dataDir: string, clientId: string): FeedFigures {
  const db = new DatabaseSync(path.join(dataDir, databaseFileName), { readOnly: true });
  db.function('bit_of', (bits, index) => bitOf(bits as Uint8Array, Number(index)));
  db.function('bit_count', (bits) => bitCount(bits as Uint8Array));
  db.exec(views(clientId));
  const read = (sql: string) => Number(Object.values(db.prepare(sql).get() ?? {})[0]);
  return {
    stories: (condition = 'true') => read(`SELECT count(DISTINCT story_id) FROM feed WHERE ${condition}`),
    rows: (condition = 'true') => read(`SELECT count(*) FROM feed WHERE ${condition}`),
    bars: (unit, condition = 'true') =>
      db
        .prepare(
          `SELECT strftime('${barNames[unit]}', seconds, 'unixepoch', '+3 hours') AS bar,
             count(DISTINCT story_id) AS stories
           FROM feed WHERE ${condition} GROUP BY bar ORDER BY min(seconds)`,
        )
        .all()
        .map(({ bar, stories }) => `${bar}: ${stories}`),
    posts: (condition) =>
      read(`SELECT count(*) FROM (SELECT DISTINCT owner_id, post_id FROM tracked WHERE ${condition})`),
    marks: () => read(`SELECT coalesce(sum(bit_count(bits)), 0) FROM marks WHERE account = 'client:${clientId}'`),
    newestArrival: () => read('SELECT max(arrival) FROM posts'),
    close: () => db.close(),
  };
}

/** Ends the client's visit: half an hour passes without a request. */
export function endVisit(dataDir: string, clientId: string): void {
  const db = new DatabaseSync(path.join(dataDir, databaseFileName));
  const pause = 31 * 60 * 1000;
  db.prepare('UPDATE visits SET used_at = used_at - ? WHERE account = ?').run(pause, `client:${clientId}`);
  db.close();
}
