/**
 * How much of what walls have given search finds too, by phrase (docs/product/collection.md#completeness-of-search). Times are
 * milliseconds since 1970.
 */
import { dayMs } from '../../../shared/durations.ts';
import type { CollectedWindow } from '../../../shared/rules/coverage.ts';
import type { Recall } from '../../../shared/rules/recall.ts';
import { coverPeriod } from '../rules/report-coverage.ts';
import type { Db } from './port.ts';
import { boundPostId } from './post-id.ts';
import { isBareRepost, readParts } from './text-parts.ts';

/** Search has had a day to find a post; older posts are left out, so that the share is that of a week. */
const youngestMs = dayMs;
const oldestMs = 8 * dayMs;

/** `clientId`: null for administrators. `found`: search has found the post for the phrase too. */
type Given = { clientId: string | null; found: number; textParts: string | null };

/** SQL: posts of followed walls that match the phrase `$1`, from the row ID `$2` on and before `$3`. */
const given = (source: string, clientId: string, followed: string, condition: string): string =>
  `SELECT ${clientId} AS client_id, CASE WHEN audience_id IS NULL THEN 1 ELSE 0 END AS found, text_parts
   FROM ${source} JOIN wall_rows USING (owner_id, post_id, word_id) ${followed}
   WHERE word_id = $1 AND id >= $2 AND id < $3 AND ${condition} AND NOT EXISTS (
     SELECT 1 FROM post_facts facts WHERE facts.owner_id = wall_rows.owner_id AND facts.post_id = wall_rows.post_id
       AND facts.parent_post_id IS NOT NULL)`;

/** A client's own: of the walls that it follows, what it sees. */
const givenToClients = (source: string): string =>
  given(
    source,
    'f.client_id',
    'JOIN wall_follows f USING (owner_id)',
    `f.client_id IN (SELECT client_id FROM word_clients WHERE word_id = $1)
     AND (audience_id IS NULL OR EXISTS (SELECT 1 FROM wall_audience_clients seen
       WHERE seen.audience_id = wall_rows.audience_id AND seen.client_id = f.client_id))`,
  );

const givenToAnybody = (source: string): string =>
  given(source, 'CAST(NULL AS text)', '', 'owner_id IN (SELECT owner_id FROM wall_follows)');

const hasFollowers = async (db: Db, wordId: number): Promise<boolean> =>
  (await db.row(
    'SELECT 1 FROM word_clients JOIN wall_follows USING (client_id) WHERE word_id = $1 LIMIT 1',
    wordId,
  )) !== null;

/** Whether search has not read all posts of the time. */
async function isCapped(db: Db, wordId: number, from: number, to: number): Promise<boolean> {
  const windows = await db.rows<CollectedWindow>(
    `SELECT from_at AS "from", to_at AS "to", complete FROM collection_windows WHERE word_id = $1 AND complete
     ORDER BY from_at`,
    wordId,
  );
  const coverage = coverPeriod([{ since: null, windows }], { from, to }, to);
  return coverage === null || coverage.gaps.length > 0;
}

/**
 * Counts the posts of the phrase for all its viewers, and saves the numbers. `source`: the rows of posts with their texts. Runs in
 * the transaction that has saved the health of the phrase.
 */
export async function saveRecalls(db: Db, source: string, wordId: number, now: number): Promise<void> {
  if (!(await hasFollowers(db, wordId))) return;
  const [from, to] = [now - oldestMs, now - youngestMs];
  const rows = await db.rows<Given>(
    `${givenToClients(source)} UNION ALL ${givenToAnybody(source)}`,
    wordId,
    boundPostId(from),
    boundPostId(to),
  );
  const posts = rows.filter(({ textParts }) => !isBareRepost(readParts(textParts)));
  for (const [clientId, own] of Map.groupBy(posts, (post) => post.clientId)) {
    const found = own.reduce((sum, post) => sum + post.found, 0);
    if (clientId === null) {
      await db.run(
        'UPDATE word_health SET wall_posts = $2, found_posts = $3, search_capped = $4 WHERE word_id = $1',
        wordId,
        own.length,
        found,
        await isCapped(db, wordId, from, to),
      );
    } else {
      await db.run(
        `INSERT INTO word_recalls SELECT $1, client_id, $3, $4 FROM clients WHERE client_id = $2
         ${db.dialect.locking('KEY SHARE')}`,
        wordId,
        clientId,
        own.length,
        found,
      );
    }
  }
}

const sum = (value: string): string => `CAST(sum(${value}) AS bigint)`;
const sums = `${sum('r.wall_posts')} AS posts, ${sum('r.found_posts')} AS found,
  ${sum('CASE WHEN h.search_capped THEN 1 ELSE 0 END')} AS capped`;

/** Over the phrases of a client, or over all phrases if null. Null if followed walls have given nothing. */
export async function sumRecalls(db: Db, clientId: string | null): Promise<Recall | null> {
  const all = `SELECT ${sums} FROM word_health h JOIN word_health r USING (word_id) JOIN words USING (word_id)
    WHERE deleted_at IS NULL AND h.wall_posts > 0`;
  const own = `SELECT ${sums} FROM word_recalls r JOIN word_health h USING (word_id) JOIN words USING (word_id)
      JOIN word_clients l ON l.word_id = r.word_id AND l.client_id = r.client_id
    WHERE r.client_id = $1 AND deleted_at IS NULL AND NOT awaits`;
  const row = await (clientId === null
    ? db.row<Recall | { posts: null }>(all)
    : db.row<Recall | { posts: null }>(own, clientId));
  return row === null || row.posts === null ? null : row;
}
