/** Gives accounts of the backend bench what slows down their feed: read stories, and muted sources. */
import { DatabaseSync } from 'node:sqlite';
import { hashPassword } from '../../server/backend/auth/password-hash.ts';
import { countLoadTestOwners, loadTestOwner } from '../../server/backend/demo/load-test-data.ts';
import { chunkBytes, chunkOf, setMark } from '../../server/backend/marks/mark-bits.ts';

/** An administrator who has muted sources. */
export const mutingAdmin = { username: 'bench-muting', password: 'bench-muting-1' } as const;

const readStories = 50_000;
const mutedSources = 100;

/** The first administrator has read the newest stories. */
function addMarks(db: DatabaseSync): void {
  const newest = db.prepare('SELECT story_id AS id FROM stories ORDER BY story_id DESC LIMIT ?').all(readStories);
  const stories = newest.map(({ id }) => Number(id));
  const add = db.prepare(`INSERT OR REPLACE INTO marks SELECT 'admin:' || min(admin_id), ?, ? FROM administrators`);
  for (const [chunk, marked] of Map.groupBy(stories, chunkOf)) {
    const bits = new Uint8Array(chunkBytes);
    for (const story of marked) setMark(bits, story, true);
    add.run(chunk, bits);
  }
}

/** Sources of all sizes: the first one has the most posts. */
function addMutes(db: DatabaseSync, posts: number, adminId: number): void {
  const add = db.prepare(
    `INSERT OR IGNORE INTO mutes (account, kind, target_id, created_by, created_at) VALUES (?1, 'owner', ?2, ?1, 0)`,
  );
  const step = Math.max(1, Math.floor(countLoadTestOwners(posts) / mutedSources));
  for (let index = 0; index < mutedSources; index += 1) {
    add.run(`admin:${adminId}`, loadTestOwner(index * step).ownerId);
  }
}

/** The database must have its first administrator. */
export async function addFeedAccounts(file: string, posts: number): Promise<void> {
  const hash = await hashPassword(mutingAdmin.password);
  const db = new DatabaseSync(file, { timeout: 5000 });
  try {
    db.exec('BEGIN IMMEDIATE');
    const add = db.prepare(
      `INSERT INTO administrators (username, password_hash, created_at) VALUES (?, ?, 0)
       ON CONFLICT (username) DO UPDATE SET created_at = 0 RETURNING admin_id AS id`,
    );
    const adminId = Number(add.get(mutingAdmin.username, hash)?.id);
    addMarks(db);
    addMutes(db, posts, adminId);
    db.exec('COMMIT');
  } finally {
    db.close();
  }
}
