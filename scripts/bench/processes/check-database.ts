/** Compares the database of either engine with the acknowledged changes and the received messages. */
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { listMarks } from '../../../server/backend/rules/mark-bits.ts';
import type { Acknowledged } from './writing-users.ts';

type Row = Record<string, unknown>;
export type Rows = { engine: 'sqlite' | 'postgres'; read(sql: string): Promise<Row[]>; close(): Promise<void> };

/** Opens the database while the service runs. `url` is null for SQLite. */
export async function openRows(url: string | null, file: string): Promise<Rows> {
  if (url === null) {
    const db = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
    return { engine: 'sqlite', read: async (sql) => db.prepare(sql).all(), close: async () => db.close() };
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return { engine: 'postgres', read: async (sql) => (await client.query(sql)).rows, close: () => client.end() };
}

/** The value of a query with one row and one column. */
export const numberOf = async (rows: Rows, sql: string): Promise<number> =>
  Number(Object.values((await rows.read(sql))[0] ?? {})[0]);

export type Facts = {
  acknowledged: Acknowledged;
  /** IDs of posts of imports that have ended. */
  imported: ReadonlySet<number>;
  /** The contents received with each key, by all receivers. */
  received: ReadonlyMap<string, readonly string[]>;
  vkCalls: number;
};

/** The text of a field of a record's event. */
const eventField = ({ engine }: Rows, name: string): string =>
  engine === 'sqlite' ? `event ->> '${name}'` : `(event::json ->> '${name}')`;

/** Stories by their first arrival, and the ranges that the messages of each rule report. */
const reports = ({ engine }: Rows): string => {
  const list = engine === 'sqlite' ? 'json_each(findings) f' : 'json_array_elements(findings::json) f';
  const field = (name: string) => (engine === 'sqlite' ? `f.value->>'${name}'` : `(f->>'${name}')::bigint`);
  return `WITH ranges AS (
      SELECT rule_id, ${field('since')} AS since, ${field('until')} AS until FROM deliveries, ${list} WHERE kind = 'alert'),
    firsts AS (SELECT story_id, min(arrival) AS first FROM posts GROUP BY story_id),
    reports AS (SELECT r.rule_id, story_id,
      (SELECT count(*) FROM ranges WHERE ranges.rule_id = r.rule_id AND first > since AND first <= until) AS times
      FROM firsts, alert_rules r)`;
};

/** How often each report was sent. Its name is in its record. */
const sendings = `WITH sendings AS (SELECT report_id, name,
  (SELECT count(*) FROM report_sendings s WHERE s.report_id = r.report_id) AS times,
  (SELECT count(*) FROM journal WHERE action = 'report-sent' AND event LIKE '%"' || r.name || '"%') AS records
  FROM reports r)`;

const uncollected = "SELECT word_id, state, running FROM words WHERE running OR state <> 'ready' OR total_posts = 0";

/** Whether everything has been collected, reported and sent. */
export async function isDone(rows: Rows): Promise<boolean> {
  const undone = [
    `${uncollected} LIMIT 1`,
    "SELECT delivery_id FROM deliveries WHERE state = 'waiting' LIMIT 1",
    `${reports(rows)} SELECT story_id FROM reports WHERE times = 0 LIMIT 1`,
    `${sendings} SELECT report_id FROM sendings WHERE times = 0 LIMIT 1`,
  ];
  for (const sql of undone) if ((await rows.read(sql)).length > 0) return false;
  return true;
}

/** Each query returns the rows that contradict its name. */
const contradictions = (rows: Rows): Record<string, string> => ({
  'a post is stored twice':
    'SELECT owner_id, post_id FROM posts GROUP BY owner_id, post_id, word_id HAVING count(*) > 1',
  'an arrival number is assigned twice': 'SELECT arrival FROM posts GROUP BY arrival HAVING count(*) > 1',
  'a story has a wrong number of rows': `SELECT s.story_id, s.rows, count(p.id) AS counted
     FROM stories s LEFT JOIN posts p USING (story_id) GROUP BY s.story_id, s.rows HAVING s.rows <> count(p.id)`,
  'a post has no story': 'SELECT id FROM posts WHERE story_id NOT IN (SELECT story_id FROM stories)',
  'rows of a post are in several stories':
    'SELECT owner_id, post_id FROM posts GROUP BY owner_id, post_id HAVING count(DISTINCT story_id) > 1',
  'a phrase has another number of posts': `SELECT w.word_id, total_posts, count(p.id) AS counted
     FROM words w LEFT JOIN posts p USING (word_id) GROUP BY w.word_id HAVING total_posts <> count(p.id)`,
  'a phrase was not collected or is still running': uncollected,
  'a run has not ended': 'SELECT run_id FROM collection_runs WHERE outcome IS NULL',
  'a report was not sent exactly once': `${sendings} SELECT * FROM sendings WHERE times <> 1 OR records <> 1`,
  'a recipient has not exactly one mail of a report': `SELECT r.recipient_id, count(d.delivery_id) AS mails
     FROM report_recipients r LEFT JOIN deliveries d ON d.recipient_id = r.recipient_id
     GROUP BY r.recipient_id HAVING count(d.delivery_id) <> 1`,
  'files of a report are left': 'SELECT sending_id, name FROM report_parts',
  'a message was not sent': "SELECT delivery_id, state, tries, error FROM deliveries WHERE state <> 'sent'",
  'an author has not exactly one record': `SELECT user_id, count(record_id) AS records FROM users
     LEFT JOIN journal ON action = 'author-added' AND ${eventField(rows, 'id')} = CAST(user_id AS text)
     WHERE name = 'Автор ' || user_id GROUP BY user_id HAVING count(record_id) <> 1`,
  'a phrase has not exactly one record': `SELECT text, count(record_id) AS records FROM words
     LEFT JOIN journal ON action = 'word-added' AND ${eventField(rows, 'text')} = text
     WHERE text LIKE 'фраза%' GROUP BY text HAVING count(record_id) <> 1`,
  'a story was reported more than once by a rule': `${reports(rows)} SELECT * FROM reports WHERE times > 1`,
  'a story was not reported by a rule': `${reports(rows)} SELECT * FROM reports WHERE times = 0`,
  ...(rows.engine === 'sqlite'
    ? { 'the file is damaged': "SELECT integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok'" }
    : {
        'the ID of a row is not its own': 'SELECT id FROM posts GROUP BY id HAVING count(*) > 1',
        'the counter of arrivals is not the newest number':
          'SELECT newest FROM arrival_counter WHERE newest <> (SELECT coalesce(max(arrival), 0) FROM posts)',
        'equal texts are in several stories':
          'SELECT text FROM posts GROUP BY text HAVING count(DISTINCT story_id) > 1',
        'a key of a text has no row': 'SELECT key, id FROM text_keys WHERE id NOT IN (SELECT id FROM posts)',
      }),
});

async function findContradictions(rows: Rows): Promise<string[]> {
  const problems: string[] = [];
  for (const [name, sql] of Object.entries(contradictions(rows))) {
    const found = await rows.read(sql);
    if (found.length > 0) problems.push(`${name}: ${found.length}, for example ${JSON.stringify(found[0])}`);
  }
  return problems;
}

async function findLosses(rows: Rows, { acknowledged, imported, vkCalls }: Facts): Promise<string[]> {
  const lost = async (what: string, values: Iterable<unknown>, sql: string) => {
    const stored = new Set((await rows.read(sql)).map((row) => String(Object.values(row)[0])));
    return [...values]
      .filter((value) => !stored.has(String(value)))
      .map((value) => `acknowledged and lost: ${what} ${value}`);
  };
  const calls = await numberOf(rows, 'SELECT count(*) FROM collection_calls');
  return [
    ...(await lost('author', acknowledged.authors, 'SELECT user_id FROM users')),
    ...(await lost('phrase', acknowledged.phrases, 'SELECT text FROM words')),
    ...(await lost('imported post', imported, 'SELECT post_id FROM posts')),
    ...(calls < vkCalls ? [`VK was called ${vkCalls} times, and ${calls} calls were counted`] : []),
  ];
}

/** Finds stories whose last acknowledged mark is not stored. One account has all marks. */
async function findLostMarks(rows: Rows, { marks }: Acknowledged): Promise<string[]> {
  const chunks = (await rows.read('SELECT chunk, bits FROM marks')) as { chunk: number | string; bits: Uint8Array }[];
  const read = new Set(chunks.flatMap(({ chunk, bits }) => listMarks(Number(chunk), bits)));
  return [...marks]
    .filter(([storyId, isRead]) => isRead !== null && read.has(storyId) !== isRead)
    .map(([storyId, isRead]) => `acknowledged and lost: story ${storyId} is ${isRead ? 'read' : 'unread'}`);
}

/** Finds messages that were not received, or with several contents for one key. */
async function findMessages(rows: Rows, received: Facts['received']): Promise<string[]> {
  const keys = new Set((await rows.read('SELECT key FROM deliveries')).map(({ key }) => String(key)));
  return [
    ...[...keys].filter((key) => !received.has(key)).map((key) => `a message was not received: ${key}`),
    ...[...received.keys()].filter((key) => !keys.has(key)).map((key) => `received, and not stored: ${key}`),
    ...[...received]
      .filter(([, contents]) => new Set(contents).size > 1)
      .map(([key]) => `received with several contents: ${key}`),
  ];
}

export const checkDatabase = async (rows: Rows, facts: Facts): Promise<string[]> => [
  ...(await findLosses(rows, facts)),
  ...(await findLostMarks(rows, facts.acknowledged)),
  ...(await findMessages(rows, facts.received)),
  ...(await findContradictions(rows)),
];
