/** Compares the database with what was acknowledged and received, on either engine. The service has stopped. */
import { listMarks } from '../../../server/backend/rules/mark-bits.ts';
import type { Acknowledged } from '../processes/writing-users.ts';
import type { Row, Rows } from './open-rows.ts';

export type Kept = {
  acknowledged: Acknowledged;
  /** IDs of posts of imports that have ended. */
  imported: ReadonlySet<number>;
  /** Contents by key, of all receivers. */
  received: ReadonlyMap<string, readonly string[]>;
};

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

/** What is still to be done: each query returns rows until it is. */
export const undone = (rows: Rows): string[] => [
  "SELECT word_id FROM words WHERE running OR state <> 'ready' OR total_posts = 0 LIMIT 1",
  "SELECT delivery_id FROM deliveries WHERE state = 'waiting' LIMIT 1",
  `${reports(rows)} SELECT story_id FROM reports WHERE times = 0 LIMIT 1`,
];

/** Each query returns the rows that contradict its name. */
const contradictions = (rows: Rows): Record<string, string> => ({
  'a post is stored twice':
    'SELECT owner_id, post_id FROM posts GROUP BY owner_id, post_id, word_id HAVING count(*) > 1',
  'the number of an arrival is given twice': 'SELECT arrival FROM posts GROUP BY arrival HAVING count(*) > 1',
  'a story has another number of rows': `SELECT s.story_id, s.rows, count(p.id) AS counted
     FROM stories s LEFT JOIN posts p USING (story_id) GROUP BY s.story_id, s.rows HAVING s.rows <> count(p.id)`,
  'rows of a post are in several stories':
    'SELECT owner_id, post_id FROM posts GROUP BY owner_id, post_id HAVING count(DISTINCT story_id) > 1',
  'a phrase has another number of posts': `SELECT w.word_id, total_posts, count(p.id) AS counted
     FROM words w LEFT JOIN posts p USING (word_id) GROUP BY w.word_id HAVING total_posts <> count(p.id)`,
  'a phrase was not collected or is still running':
    "SELECT word_id, state, running, total_posts FROM words WHERE running OR state <> 'ready' OR total_posts = 0",
  'a run has not ended': 'SELECT run_id FROM collection_runs WHERE outcome IS NULL',
  'a message was not sent': "SELECT delivery_id, state, tries, error FROM deliveries WHERE state <> 'sent'",
  'an author has not exactly one record': `SELECT user_id, count(record_id) AS records FROM users
     LEFT JOIN journal ON action = 'author-added' AND object = 'Автор ' || user_id || ' «' || name || '»'
     WHERE name = 'Автор ' || user_id GROUP BY user_id HAVING count(record_id) <> 1`,
  'a phrase has not exactly one record': `SELECT text, count(record_id) AS records FROM words
     LEFT JOIN journal ON action = 'word-added' AND object LIKE '%«' || text || '»%'
     WHERE text LIKE 'фраза%' GROUP BY text HAVING count(record_id) <> 1`,
  'a story was reported more than once by a rule': `${reports(rows)} SELECT * FROM reports WHERE times > 1`,
  'a story was not reported by a rule': `${reports(rows)} SELECT * FROM reports WHERE times = 0`,
  ...(rows.engine === 'sqlite' && {
    'the file is damaged': "SELECT integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok'",
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

async function findLosses(rows: Rows, { acknowledged, imported }: Kept): Promise<string[]> {
  const column = async (sql: string) =>
    new Set((await rows.read(sql)).map((row: Row) => String(Object.values(row)[0])));
  const lost = async (what: string, wanted: Iterable<unknown>, sql: string) => {
    const stored = await column(sql);
    return [...wanted]
      .filter((value) => !stored.has(String(value)))
      .map((value) => `acknowledged and lost: ${what} ${value}`);
  };
  return [
    ...(await lost('author', acknowledged.authors, 'SELECT user_id FROM users')),
    ...(await lost('phrase', acknowledged.phrases, 'SELECT text FROM words')),
    ...(await lost('imported post', imported, 'SELECT post_id FROM posts')),
  ];
}

async function findLostMarks(rows: Rows, { marks }: Acknowledged): Promise<string[]> {
  const chunks = (await rows.read('SELECT chunk, bits FROM marks')) as { chunk: number | string; bits: Uint8Array }[];
  const read = new Set(chunks.flatMap(({ chunk, bits }) => listMarks(Number(chunk), bits)));
  return [...marks]
    .filter(([storyId, isRead]) => isRead !== null && read.has(storyId) !== isRead)
    .map(([storyId, isRead]) => `acknowledged and lost: story ${storyId} is ${isRead ? 'read' : 'unread'}`);
}

/** Every message was received, and all that was received with one key is the same. */
async function findMessages(rows: Rows, received: Kept['received']): Promise<string[]> {
  const keys = new Set((await rows.read('SELECT key FROM deliveries')).map(({ key }) => String(key)));
  return [
    ...[...keys].filter((key) => !received.has(key)).map((key) => `a message was not received: ${key}`),
    ...[...received.keys()].filter((key) => !keys.has(key)).map((key) => `received, and not stored: ${key}`),
    ...[...received]
      .filter(([, contents]) => new Set(contents).size > 1)
      .map(([key]) => `received with several contents: ${key}`),
  ];
}

export const checkKept = async (rows: Rows, kept: Kept): Promise<string[]> => [
  ...(await findLosses(rows, kept)),
  ...(await findLostMarks(rows, kept.acknowledged)),
  ...(await findMessages(rows, kept.received)),
  ...(await findContradictions(rows)),
];
