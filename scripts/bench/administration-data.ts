/** Adds to a copy of the bench database what an installation in use has: sign-ins, permissions, states, runs, journal. */
import { DatabaseSync } from 'node:sqlite';
import { demoAccounts } from '../../server/backend/demo/fill-demo.ts';

const journalRecords = 200_000;
const runs = 50_000;
const views = 10;
const rules = 50;
const deliveries = 5000;

/** Numbers from 1 to the maximum, as the table `n`. */
const numbers = (max: number) => `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${max})`;

/** A tenth of those who signed in within 30 days use the console now. */
const clients = `
  UPDATE clients SET export_access = iif(client_no % 10 < 3, 'allowed', 'denied'),
    note = iif(client_no % 4 = 0, 'Договор № ' || client_no, ''),
    signed_in_at = iif(client_no % 5 = 0, NULL, :now - (client_no * 7919 % 1000) * (client_no * 104729 % 1000) * 8000);
  INSERT INTO sessions (client_id, created_at, used_at, ends_at)
    SELECT client_id, signed_in_at, iif(client_no % 10 = 1, :now, signed_in_at), signed_in_at + 90 * :day
    FROM clients WHERE signed_in_at > :now - 30 * :day`;

/** Health is up to date, so that it is not computed meanwhile. */
const phrases = `
  UPDATE words SET full_search = word_id % 20 = 7, update_dt = :now - (word_id * 7919 % 86400) * 1000,
    deleted_at = iif(word_id % 33 = 5, :now - word_id * 60000, NULL),
    state = CASE WHEN word_id % 100 < 6 THEN 'freeze' WHEN word_id % 100 < 9 THEN 'error' WHEN word_id % 100 < 11 THEN 'pending'
      ELSE 'ready' END;
  UPDATE collection_phrases SET due_at = :now + :day, interval_ms = 3600000 * (1 + word_id % 24), collected_to = :now,
    found = iif(word_id % 100 IN (9, 10), NULL, word_id), reason = iif(word_id % 100 IN (6, 7, 8), 'Access denied', NULL);
  INSERT INTO collection_windows
    SELECT word_id, :now - (90 - 30 * part.value) * :day, :now - (61 - 30 * part.value) * :day, word_id % 7 > 0
    FROM words, json_each('[0, 1, 2]') part;
  DELETE FROM word_health;
  INSERT INTO word_health
    SELECT word_id, :now, word_id % 9 = 0, word_id % 50 = 0, iif(word_id % 12 = 0, NULL, :now - word_id % 40 * :day),
      total_posts / 150, total_posts / 36, total_posts / 40
    FROM words;
  INSERT INTO word_overlaps SELECT word_id, 1 + word_id * 13 % (SELECT count(*) FROM words), 9 FROM words WHERE word_id % 2 = 0`;

const collected = `
  ${numbers(runs)} INSERT INTO collection_runs (word_id, client_id, started_at, ended_at, found, added, calls, outcome, reason)
    SELECT 1 + n * 7919 % (SELECT count(*) FROM words), 'client-' || (1001 + n % 1000), :now - (${runs} - n) * 50000,
      :now - (${runs} - n) * 50000 + 900, n % 500, n % 40, 1 + n % 5, iif(n % 30 = 0, 'failed', 'done'),
      iif(n % 30 = 0, 'Access denied', NULL)
    FROM n`;

const journal = `
  ${numbers(journalRecords)} INSERT INTO journal (at, who, who_folded, on_behalf_of, action, object, address)
    SELECT :now - (${journalRecords} - n) * 150000, who, who, iif(n % 40 = 0, 'client-1005', NULL), action,
      'фраза «ремонт дорог ' || n || '»', '10.0.0.' || (n % 250)
    FROM (SELECT n, iif(n % 3 = 0, 'admin', 'client-' || (1001 + n * 7919 % 1000)) AS who,
      '["sign-in","sign-out","word-added","word-changed","word-deleted","exported"]' ->> (n % 6) AS action
      FROM n)`;

/** Of one client: the most rules that a screen has. */
const alerts = `
  ${numbers(views)} INSERT INTO views (account, name, query, created_at)
    SELECT :account, 'Фильтр ' || n, 'text=ремонт', :now FROM n;
  ${numbers(rules)} INSERT INTO alert_rules (account, view_id, name, condition, least, period, channel, address, schedule,
      created_at, evaluated, fired, fired_hour)
    SELECT :account, (SELECT min(view_id) FROM views WHERE account = :account) + n % ${views}, 'Правило ' || n, 'least', 1000, 'day', 'atom', '',
      'now', :now, newest, newest, :now
    FROM n, (SELECT max(arrival) AS newest FROM posts);
  ${numbers(deliveries)} INSERT INTO deliveries (key, kind, rule_id, rule_name, query, account, channel, findings, state, created_at,
      due_at, ended_at)
    SELECT n, 'alert', rule_id, name, 'text=ремонт', :account, 'atom', '[]', 'sent', :now - n * 60000, :now, :now - n * 60000
    FROM n JOIN alert_rules ON rule_id = (SELECT min(rule_id) FROM alert_rules WHERE account = :account) + n % ${rules}`;

/** The client with the rules. */
export const ruledClient = demoAccounts.clients[1];

export function addAdministration(file: string, now: number): void {
  const db = new DatabaseSync(file);
  const parameters = { now, day: 24 * 60 * 60 * 1000, account: `client:${ruledClient.client_id}` };
  try {
    db.exec('PRAGMA synchronous = OFF; BEGIN');
    for (const sql of [clients, phrases, collected, journal, alerts].join(';\n').split(/;\n/)) {
      const used = Object.entries(parameters).filter(([name]) => sql.includes(`:${name}`));
      db.prepare(sql).run(Object.fromEntries(used));
    }
    db.exec('COMMIT');
  } finally {
    db.close();
  }
}
