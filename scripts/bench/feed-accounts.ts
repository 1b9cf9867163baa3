/**
 * Adds data that slows calls down to the bench database: measures of posts, walls that gave the comments, read stories, muted
 * sources, saved views, and collected windows.
 */
import { DatabaseSync } from 'node:sqlite';
import { chunkBytes, chunkOf, setMark } from '../../server/backend/rules/mark-bits.ts';
import { newestMax, usualOf, type Viewed } from '../../server/backend/rules/measures.ts';
import { idsPerSecond } from '../../server/backend/store/post-id.ts';
import { packColumn } from '../../server/backend/store/sqlite/row-columns.ts';
import { hashPassword } from '../../server/platform/password-hash.ts';
import { countLoadTestOwners, loadTestOwner } from '../demo/load-test.ts';
import { demoAccounts } from '../demo/world/accounts.ts';
import { commonWords } from './backend-calls.ts';

/** Two administrators: one has muted sources, one has read everything. */
export const mutingAdmin = { username: 'bench-muting', password: 'bench-muting-1' } as const;
export const readingAdmin = { username: 'bench-reading', password: 'bench-reading-1' } as const;

const readStories = 50_000;
const mutedSources = 100;
/** The stories that arrived since each view was opened. */
const newStories = 20_000;

function addMarks(db: DatabaseSync, account: string, limit: number): void {
  const newest = db.prepare('SELECT story_id AS id FROM stories ORDER BY story_id DESC LIMIT ?').all(limit);
  const stories = newest.map(({ id }) => Number(id));
  const add = db.prepare('INSERT OR REPLACE INTO marks VALUES (?, ?, ?)');
  for (const [chunk, marked] of Map.groupBy(stories, chunkOf)) {
    const bits = new Uint8Array(chunkBytes);
    for (const story of marked) setMark(bits, story, true);
    add.run(account, chunk, bits);
  }
}

/** Sources of all sizes: the first one has the most posts. */
function addMutes(db: DatabaseSync, account: string, posts: number): void {
  const add = db.prepare(
    `INSERT OR IGNORE INTO mutes (account, kind, target_id, created_by, created_at) VALUES (?1, 'owner', ?2, ?1, 0)`,
  );
  const step = Math.max(1, Math.floor(countLoadTestOwners(posts) / mutedSources));
  for (let index = 0; index < mutedSources; index += 1) add.run(account, loadTestOwner(index * step).ownerId);
}

/** A view for each common word. */
function addViews(db: DatabaseSync, account: string): void {
  db.prepare('DELETE FROM views WHERE account = ?').run(account);
  const add = db.prepare('INSERT INTO views (account, name, query, created_at) VALUES (?1, ?2, ?3, 0)');
  const see = db.prepare(
    'INSERT INTO view_visits (view_id, account, seen_story) SELECT ?, ?, max(0, coalesce(max(arrival), 0) - ?) FROM posts',
  );
  for (const word of commonWords) {
    const { lastInsertRowid } = add.run(account, word, `text=${encodeURIComponent(word)}`);
    see.run(lastInsertRowid, account, newStories);
  }
}

/** Gets half of all phrases, so that it has enough stories. */
export const workingClient = demoAccounts.clients[1];
const workedStories = 100_000;

/**
 * Adds work on stories of all times, and hides some. One tag is on every tenth story, another on the thousand that arrived
 * first.
 */
function addWork(db: DatabaseSync, passwordHash: string): void {
  const { client_id } = workingClient;
  db.prepare('UPDATE clients SET password_hash = ? WHERE client_id = ?').run(passwordHash, client_id);
  db.prepare(
    `INSERT OR IGNORE INTO word_clients (word_id, client_id, shown_id, text)
     SELECT word_id, ?, word_id, text FROM words WHERE word_id % 2 = 0`,
  ).run(client_id);
  db.prepare('DELETE FROM work_tags WHERE client_id = ?').run(client_id);
  db.prepare('DELETE FROM story_work WHERE client_id = ?').run(client_id);
  db.prepare(
    `INSERT INTO story_work (client_id, story_id, version, state, assignee, tone, hidden, changed_at)
     SELECT ?1, story_id, 1, CASE story_id % 5 WHEN 0 THEN 'in-progress' WHEN 1 THEN 'rejected' ELSE 'resolved' END,
       CASE story_id % 4 WHEN 0 THEN 0 END, CASE story_id % 3 WHEN 0 THEN 'negative' END, story_id % 50 = 1, 0
     FROM (SELECT DISTINCT story_id FROM posts JOIN word_clients USING (word_id) WHERE client_id = ?1 ORDER BY story_id * 7919 % 1000003)
     LIMIT ?2`,
  ).run(client_id, workedStories);
  const addTag = db.prepare(
    `INSERT INTO work_tags (tag_id, client_id, name, name_folded, color) VALUES (?1, ?2, ?1, ?1, 'red')`,
  );
  for (const tag of [1, 2]) addTag.run(tag, client_id);
  const ofClient = 'FROM story_work WHERE client_id = ?1';
  db.prepare(`INSERT INTO story_tags SELECT ?1, 1, story_id ${ofClient} AND story_id % 10 = 0`).run(client_id);
  db.prepare(`INSERT INTO story_tags SELECT ?1, 2, story_id ${ofClient} ORDER BY story_id LIMIT 1000`).run(client_id);
}

/** Every phrase has been collected for 200 days, with a gap of an hour. */
function addWindows(db: DatabaseSync): void {
  const [now, hour] = [Date.now(), 3_600_000];
  const add = db.prepare('INSERT OR REPLACE INTO collection_windows SELECT word_id, ?, ?, 1 FROM words');
  db.exec('DELETE FROM collection_windows');
  add.run(now - 200 * 24 * hour, now - 10 * 24 * hour);
  add.run(now - (10 * 24 - 1) * hour, now - hour);
}

/** Most posts have few views. Every tenth post has none. */
const viewsSql = 'post_id * 7919 % 1009 * (post_id * 104729 % 1013) / 100';

/** Every post was measured at 7 days of age. Comments are not measured. */
function addMeasures(db: DatabaseSync): void {
  if (db.prepare('SELECT 1 FROM post_measures LIMIT 1').get()) return;
  db.exec(
    `INSERT INTO post_facts (owner_id, post_id, likes, reposts, comments, views, is_ad, measured_at, views_age)
     SELECT owner_id, post_id, 0, 0, 0, ${viewsSql}, 0, (min(id) / ${idsPerSecond} + 604800) * 1000, 168
     FROM posts WHERE post_id % 10 > 0 AND NOT EXISTS (
       SELECT 1 FROM post_facts known WHERE known.owner_id = posts.owner_id AND known.post_id = posts.post_id)
     GROUP BY owner_id, post_id`,
  );
  db.exec(
    `INSERT INTO post_measures (owner_id, post_id, age, at, posted, views, likes, reposts, comments)
     SELECT owner_id, post_id, 168, measured_at, measured_at / 1000 - 604800, views, 0, 0, 0
     FROM post_facts WHERE measured_at IS NOT NULL`,
  );
  const newest = db.prepare(
    `SELECT posted AS at, views FROM post_measures WHERE owner_id = ? AND age = 168
     ORDER BY posted DESC, views DESC LIMIT ${newestMax}`,
  );
  const save = db.prepare('INSERT INTO source_usuals VALUES (?, 168, ?, ?, ?, ?, ?, ?, ?)');
  for (const { owner } of db.prepare('SELECT DISTINCT owner_id AS owner FROM post_measures').all()) {
    const usual = usualOf(newest.all(Number(owner)) as Viewed[]);
    if (usual === null) continue;
    const { edgeAt, edgeViews, pivot, below, equal, above, outside } = usual;
    save.run(Number(owner), edgeAt, edgeViews, pivot, below, equal, above, outside);
  }
  for (const name of ['views', 'flags'] as const) packColumn(db, name, () => {});
}

/** Walls gave all comments. Every client of a phrase followed them, except the working client for every twentieth phrase. */
function addWalls(db: DatabaseSync): void {
  if (db.prepare('SELECT 1 FROM wall_rows LIMIT 1').get()) return;
  db.exec("INSERT INTO wall_audiences (audience_id, word_id, members_key) SELECT word_id, word_id, '' FROM words");
  db.prepare(
    `INSERT INTO wall_audience_clients SELECT word_id, client_id FROM word_clients WHERE word_id % 20 > 0 OR client_id <> ?`,
  ).run(workingClient.client_id);
  db.exec(
    `INSERT INTO wall_rows (owner_id, post_id, word_id, audience_id)
     SELECT owner_id, post_id, word_id, word_id FROM posts JOIN post_facts facts USING (owner_id, post_id)
     WHERE facts.parent_post_id IS NOT NULL`,
  );
  packColumn(db, 'audiences', () => {});
}

/** The database must already have its first administrator. Returns the newest arrival. */
export async function addFeedAccounts(file: string, posts: number): Promise<number> {
  const admins = await Promise.all(
    [mutingAdmin, readingAdmin].map(
      async ({ username, password }) => [username, await hashPassword(password)] as const,
    ),
  );
  const workingHash = await hashPassword(workingClient.password);
  const db = new DatabaseSync(file, { timeout: 5000 });
  try {
    db.exec('BEGIN IMMEDIATE');
    addMeasures(db);
    const addAdmin = db.prepare(
      `INSERT INTO administrators (username, password_hash, created_at) VALUES (?, ?, 0)
       ON CONFLICT (username) DO UPDATE SET created_at = 0 RETURNING 'admin:' || admin_id AS account`,
    );
    const [muting = '', reading = ''] = admins.map((admin) => String(addAdmin.get(...admin)?.account));
    const first = db.prepare(`SELECT 'admin:' || min(admin_id) AS account FROM administrators`).get();
    addMarks(db, String(first?.account), readStories);
    addMarks(db, reading, posts);
    addMarks(db, `client:${demoAccounts.clients[0].client_id}`, posts);
    addMutes(db, muting, posts);
    addViews(db, reading);
    addWindows(db);
    addWork(db, workingHash);
    addWalls(db);
    const newest = db.prepare('SELECT max(arrival) AS arrival FROM posts').get();
    db.exec('COMMIT');
    return Number(newest?.arrival);
  } finally {
    db.close();
  }
}
