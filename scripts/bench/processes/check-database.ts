/** Compares the database with what was acknowledged and received, and its counters with a recount. */
import pg from 'pg';
import { listMarks } from '../../../server/backend/rules/mark-bits.ts';
import type { ServiceProcess } from './service-process.ts';
import type { Acknowledged } from './writing-users.ts';
import { callService } from './writing-users.ts';

type Row = Record<string, string | number | null>;

export type Facts = {
  acknowledged: Acknowledged;
  /** Bodies by key. */
  received: Map<string, string[]>;
  vkCalls: number;
};

/** In how many ranges that were reported each story is, by its first row. */
const reports = `WITH ranges AS (
    SELECT (f->>'since')::bigint AS since, (f->>'until')::bigint AS until
    FROM deliveries, json_array_elements(findings::json) f WHERE kind = 'alert'),
  firsts AS (SELECT story_id, min(arrival) AS first FROM posts GROUP BY story_id),
  reports AS (
    SELECT story_id, (SELECT count(*) FROM ranges WHERE first > since AND first <= until) AS times FROM firsts)`;

export const unreportedStories = `${reports} SELECT count(*)::int FROM reports WHERE times = 0`;

/** Each query returns the rows that contradict its name. */
const contradictions: Record<string, string> = {
  'a post is stored twice': 'SELECT owner_id, post_id, word_id FROM posts GROUP BY 1, 2, 3 HAVING count(*) > 1',
  'the ID of a row is not its own': 'SELECT id FROM posts GROUP BY id HAVING count(*) > 1',
  'the number of an arrival is given twice': 'SELECT arrival FROM posts GROUP BY arrival HAVING count(*) > 1',
  'the counter of arrivals is not the newest number':
    'SELECT newest FROM arrival_counter WHERE newest <> (SELECT coalesce(max(arrival), 0) FROM posts)',
  'a story has another number of rows': `SELECT s.story_id, s.rows, count(p.id) AS counted
     FROM stories s LEFT JOIN posts p USING (story_id) GROUP BY s.story_id, s.rows HAVING s.rows <> count(p.id)`,
  'a post has no story': 'SELECT id FROM posts WHERE story_id NOT IN (SELECT story_id FROM stories)',
  'rows of a post are in several stories':
    'SELECT owner_id, post_id FROM posts GROUP BY 1, 2 HAVING count(DISTINCT story_id) > 1',
  'equal texts are in several stories': `SELECT text FROM posts GROUP BY text HAVING count(DISTINCT story_id) > 1`,
  'a phrase has another number of posts': `SELECT w.word_id, total_posts, count(p.id) AS counted
     FROM words w LEFT JOIN posts p USING (word_id) GROUP BY w.word_id HAVING total_posts <> count(p.id)`,
  'the runs of a phrase have added another number': `SELECT w.word_id, total_posts, sum(added) AS added
     FROM words w JOIN collection_runs USING (word_id) GROUP BY w.word_id HAVING total_posts <> sum(added)`,
  'a key of a text has no row': 'SELECT key, id FROM text_keys WHERE id NOT IN (SELECT id FROM posts)',
  'a phrase was not collected or is still running':
    "SELECT word_id, state, running FROM words WHERE running OR state <> 'ready' OR total_posts = 0",
  'a run has not ended': 'SELECT run_id FROM collection_runs WHERE outcome IS NULL',
  'a message was not sent': "SELECT delivery_id, state, error FROM deliveries WHERE state <> 'sent'",
  'an author has not exactly one record': `SELECT user_id, count(record_id) AS records FROM users
     LEFT JOIN journal ON action = 'author-added' AND (event::json ->> 'id')::bigint = user_id
     WHERE name = 'Автор ' || user_id GROUP BY user_id HAVING count(record_id) <> 1`,
  'a record is of no author': `SELECT event FROM journal WHERE action = 'author-added'
     AND (event::json ->> 'id')::bigint NOT IN (SELECT user_id FROM users)`,
  'a phrase has not exactly one record': `SELECT text, count(record_id) AS records FROM words
     LEFT JOIN journal ON action = 'word-added' AND event::json ->> 'text' = text
     WHERE text LIKE 'фраза%' GROUP BY word_id HAVING count(record_id) <> 1`,
  'a story was reported more than once': `${reports} SELECT story_id, times FROM reports WHERE times > 1`,
  'a story was not reported': `${reports} SELECT story_id FROM reports WHERE times = 0`,
};

async function findContradictions(client: pg.Client): Promise<string[]> {
  const problems: string[] = [];
  for (const [name, sql] of Object.entries(contradictions)) {
    const { rows } = await client.query<Row>(sql);
    if (rows.length > 0) problems.push(`${name}: ${rows.length}, for example ${JSON.stringify(rows[0])}`);
  }
  return problems;
}

const listed = async <T>(client: pg.Client, sql: string): Promise<Set<T>> =>
  new Set((await client.query({ text: sql, rowMode: 'array' })).rows.map(([value]) => value as T));

/** The last acknowledged mark of each story is stored. One account has all marks. */
async function findLostMarks(client: pg.Client, { marks }: Acknowledged): Promise<string[]> {
  const { rows } = await client.query<{ chunk: number; bits: Buffer }>('SELECT chunk, bits FROM marks');
  const read = new Set(rows.flatMap(({ chunk, bits }) => listMarks(chunk, bits)));
  return [...marks]
    .filter(([storyId, isRead]) => isRead !== null && read.has(storyId) !== isRead)
    .map(([storyId, isRead]) => `acknowledged and lost: story ${storyId} is ${isRead ? 'read' : 'unread'}`);
}

/** What the service acknowledged and sent is in the database. */
async function findLosses(client: pg.Client, { acknowledged, received, vkCalls }: Facts): Promise<string[]> {
  const authors = await listed<string>(client, 'SELECT user_id FROM users');
  const phrases = await listed<string>(client, 'SELECT text FROM words');
  const messages = await listed<string>(client, 'SELECT key::text FROM deliveries');
  const calls = Number([...(await listed<string>(client, 'SELECT count(*) FROM collection_calls'))][0]);
  const lost = [
    ...[...acknowledged.authors].filter((id) => !authors.has(String(id))).map((id) => `author ${id}`),
    ...[...acknowledged.phrases].filter((text) => !phrases.has(text)),
  ];
  const changed = [...received].filter(([, bodies]) => new Set(bodies).size > 1).map(([key]) => key);
  return [
    ...lost.map((what) => `acknowledged and lost: ${what}`),
    ...[...messages].filter((key) => !received.has(key)).map((key) => `a message was not received: ${key}`),
    ...[...received.keys()].filter((key) => !messages.has(key)).map((key) => `received, and not stored: ${key}`),
    ...changed.map((key) => `received with several contents: ${key}`),
    ...(calls < vkCalls ? [`VK was called ${vkCalls} times, and ${calls} calls were counted`] : []),
  ];
}

/** The counts of each backend, by its own search copy, are those of the database. */
async function findDifferentCopies(client: pg.Client, backends: readonly ServiceProcess[], cookie: string) {
  const { rows } = await client.query<{ posts: number; stories: number }>(
    'SELECT count(DISTINCT (owner_id, post_id))::int AS posts, count(DISTINCT story_id)::int AS stories FROM posts',
  );
  const problems: string[] = [];
  for (const backend of backends) {
    const stories = await callService(backend, '/vknf/posts/count?copies=hide', { cookie });
    const counted = (stories.body as { total?: number } | null)?.total;
    if (counted !== rows[0]?.stories) problems.push(`${backend.name} counts ${counted} stories of ${rows[0]?.stories}`);
  }
  return problems;
}

export async function checkDatabase(url: string, facts: Facts, backends: readonly ServiceProcess[], cookie: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return [
      ...(await findLosses(client, facts)),
      ...(await findLostMarks(client, facts.acknowledged)),
      ...(await findContradictions(client)),
      ...(await findDifferentCopies(client, backends, cookie)),
    ];
  } finally {
    await client.end();
  }
}
