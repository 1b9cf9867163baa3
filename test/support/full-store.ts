/** A SQLite file with rows in every table, for tests that copy a whole store. */
import { DatabaseSync } from 'node:sqlite';
import { openStore } from '../../server/backend/open-store.ts';
import { packRows } from '../../server/backend/store/sqlite/row-columns.ts';
import { factoriesOf, start } from './collection-store.ts';
import { newPost } from './seed-posts.ts';

/** Rows that the store has no short way to write. The first posts, phrases and clients already exist. */
const rows = `
  INSERT INTO administrators (username, password_hash, created_at) VALUES ('admin', 'hash', 1), ('Ёж «1»', 'hash', 2);
  INSERT INTO impersonations (admin_id, username, client_id, started_at, expires_at, ended_at, ending, reason, read_only)
    VALUES (1, 'admin', 'client-1001', 1, 2, NULL, NULL, NULL, 0), (1, 'admin', 'client-1002', 1, 2, 2, 'stopped', 'Жалоба', 1);
  INSERT INTO sessions (admin_id, client_id, created_at, used_at, ends_at, impersonation_id)
    VALUES (1, NULL, 1, 2, 3, 1), (NULL, 'client-1001', 1, 2, 3, NULL), (NULL, 'client-1002', 1, 2, 3, NULL);
  INSERT INTO session_tokens SELECT randomblob(32), session_id, 'refresh', 5, nullif(session_id, 1) FROM sessions;
  INSERT INTO second_factors VALUES ('admin:1', 'sealed', 7), ('client:client-1001', 'sealed too', 8);
  INSERT INTO recovery_codes VALUES ('admin:1', x'07ff'), ('admin:1', x'00');
  INSERT INTO login_attempts (user_type, account, address, at) VALUES ('admin', 'admin', '10.0.0.1', 4);
  INSERT INTO users VALUES (1, 'Анна ''"\\', NULL, NULL), (2, '', 'anna', 'https://example.org/1');
  INSERT INTO owners VALUES (-1, 'group', 'Город', 'город', NULL, NULL, NULL),
    (1, 'user', NULL, '', 'anna', NULL, 'client:client-1001');
  INSERT INTO cities VALUES (1, 'Орёл', 'орел', NULL), (2, NULL, '', 'Россия');
  UPDATE words SET deleted_at = 7, update_dt = 6, full_search = 1 WHERE word_id = 2;
  UPDATE word_clients SET awaits = 1, collected_at = 3, frozen = 1 WHERE word_id = 1;
  UPDATE collection_phrases SET run_id = 2, lease_until = 9, cursor_start = 'a/b', found = 3 WHERE word_id = 1;
  INSERT INTO collection_runs (word_id, client_id, started_at, outcome) VALUES (1, 'client-1001', 1, 'done'), (2, NULL, 2, NULL);
  INSERT INTO collection_windows VALUES (1, 0, 5, 1), (1, 6, 9, 0), (2, 0, 5, 1);
  INSERT INTO collection_calls (key_id, at, client_id) VALUES ('a', 1, NULL), ('a', 2, 'client-1001');
  INSERT INTO collection_calls (key_id, at, method) VALUES ('a', 3, 'wall.getById');
  INSERT INTO collection_calls (key_id, at, method, owner_id) VALUES ('a', 4, 'wall.get', -77);
  INSERT INTO collection_keys (key_id, state) VALUES ('a', 'working');
  INSERT INTO collection_keys VALUES
    ('b', 'broken', 3, 5, 'no', 'https://vk.ru', 9, 15, 'Access denied', 8, 29, 'Rate limit', 7, 29, 'Rate limit');
  INSERT INTO collection_key_uses VALUES ('one', 'a', 9), ('One', 'b', 9);
  INSERT INTO jobs VALUES ('sweep', 'one', 9);
  INSERT INTO word_health VALUES (1, 9, 1, 1, NULL, 2, 3, 2, 12, 9, 1), (2, 9, 0, 0, 8, 0, 0, 0, 0, 0, 0);
  INSERT INTO word_overlaps VALUES (1, 2, 2);
  INSERT INTO word_recalls VALUES (1, 'client-1001', 12, 9);
  INSERT INTO people (client_id, login, name, role, may_export, invitation_hash, invited_until, created_at)
    VALUES ('client-1001', 'anna', 'Анна', 'editor', 1, x'07ff', 9, 1), ('client-1002', 'boris', 'Борис', 'owner', 0, NULL, NULL, 2);
  UPDATE people SET source = 'oidc', subject = '7', disabled = 1, departed = 1 WHERE person_id = 2;
  INSERT INTO api_keys (admin_id, client_id, person_id, name, scopes, hash, used_at)
    VALUES (1, NULL, NULL, 'Ключ', 'read', x'01', NULL), (NULL, 'client-1001', 1, 'Ключ', 'read', x'02', 4);
  INSERT INTO marks VALUES ('admin:1', 0, randomblob(512)), ('client:client-1001', 0, zeroblob(512));
  INSERT INTO visits VALUES ('admin:1', 1, 2, 0), ('client:client-1001', 1, 2, 1);
  INSERT INTO mutes (account, kind, target_id, created_by, created_at) VALUES ('admin:1', 'owner', -5, 'admin:1', 3);
  INSERT INTO views (account, client_id, name, query, created_at)
    VALUES ('admin:1', 'client-1001', 'Мост', 'text=мост', 1), ('client:client-1002', NULL, 'Все', '', 2);
  INSERT INTO view_visits VALUES (1, 'admin:1', 1, NULL), (1, 'client:client-1001', 2, 3);
  INSERT INTO journal (at, who, who_folded, on_behalf_of, action, object, address)
    VALUES (1, 'admin', 'admin', NULL, 'sign-in', '', '10.0.0.1'), (2, 'admin', 'admin', 'client-1001', 'sign-out', 'x', '');
  UPDATE journal_retention SET deletable_before = 1;
  INSERT INTO journal_refusals VALUES ('я', 1, 0, 'admin', '', ''), ('z', 2, 4, 'admin', '', ''), ('Я', 3, 1, '', '', '');
  INSERT INTO alert_rules (account, view_id, name, condition, least, period, channel, address, secret, schedule, created_at,
      evaluated, fired, fired_hour)
    VALUES ('admin:1', 1, 'Всплеск', 'spike', 3, 'day', 'webhook', 'https://example.org', 's', 'now', 1, 2, 3, 4),
      ('client:client-1002', 2, 'Лента', 'every', 1, 'hour', 'atom', '', NULL, 'daily', 1, 2, 3, 4);
  INSERT INTO atom_feeds (account, view_id, rule_id, nonce, used_at, revoked)
    VALUES ('admin:1', 1, NULL, randomblob(16), 5, 1), ('client:client-1001', 1, NULL, randomblob(16), NULL, 0),
      ('client:client-1002', 2, NULL, randomblob(16), NULL, 0), ('client:client-1002', NULL, 2, randomblob(16), NULL, 0);
  INSERT INTO story_work VALUES
    ('client-1001', 1, 3, 'in-progress', 1, NULL, NULL, NULL, NULL, 'negative', 1, NULL, 0, 0, 5, NULL, 6, 'Анна (anna)', 0),
    ('client-1001', 2, 1, 'postponed', 0, 9, NULL, NULL, NULL, NULL, 0, 4, 0, 0, 5, NULL, 6, 'admin', 1),
    ('client-1002', 1, 2, 'new', NULL, NULL, NULL, NULL, 'Реклама «1»', NULL, 0, 3, 2, 1, 5, 4, 6, NULL, 0);
  INSERT INTO work_tags (client_id, name, name_folded, color)
    VALUES ('client-1001', 'Ёлка', 'елка', 'red'), ('client-1002', 'Ёлка', 'елка', 'gray');
  INSERT INTO story_tags VALUES ('client-1001', 1, 1), ('client-1001', 1, 2), ('client-1002', 2, 1);
  INSERT INTO work_reasons (client_id, text, text_folded) VALUES ('client-1001', 'Реклама', 'реклама');
  INSERT INTO story_notes (client_id, story_id, text, person, who, at) VALUES ('client-1001', 1, 'Ответили', 1, 'Анна (anna)', 6);
  INSERT INTO work_batches (client_id, rule_id, state, change, stories, who, at, total)
    VALUES ('client-1001', NULL, 'running', '{}', x'01000000', 'admin', 6, 1), ('client-1001', 7, 'done', '{}', NULL, NULL, 6, 1);
  INSERT INTO work_changes (batch_id, client_id, story_id, version, at, who, before, after)
    VALUES (1, 'client-1001', 1, 3, 6, 'Анна (anna)', '{"tone":null}', '{"tone":"negative"}'), (NULL, 'client-1002', 1, 2, 6, NULL, '{}', '{}');
  INSERT INTO work_models VALUES ('client-1001', 1, '{"tags":[],"stories":[],"stems":[]}', 5, 3, 2);
  INSERT INTO work_rules (client_id, position, name, view_id, tag_id, assignee, state, reason, hidden, paused, fault, evaluated, fired)
    VALUES ('client-1001', 1, 'Спам', 1, 1, 0, 'rejected', 'Реклама', 1, 0, NULL, 5, 7),
      ('client-1001', 2, 'Пауза', 99, NULL, NULL, 'resolved', NULL, 0, 1, 'view-gone', 0, 0);
  INSERT INTO joined_stories VALUES ('client-1001', 1, 2), ('client-1002', 2, 9);
  INSERT INTO separated_posts VALUES ('client-1001', 9, -1, 2), ('client-1002', 9, -1, 1);
  INSERT INTO atom_uses VALUES (1, '203.0.113.7', 20000);
  INSERT INTO reports (account, name, period, from_day, to_day, sections, formats, weekdays, minute, author_account, author,
      paused, stopped, next_at, created_at)
    VALUES ('admin:1', 'Неделя', 'week', NULL, NULL, '["main"]', '["mail"]', '[1]', 540, 'admin:1', 'admin', 0, NULL, 9, 1),
      ('client:client-1001', 'Дни', 'days', '2026-03-01', '2026-03-02', '["main"]', '["pdf"]', '[]', 0, 'client:client-1001', 'Ёж', 1,
        'author', NULL, 1);
  INSERT INTO report_views VALUES (1, 0, 2), (1, 1, 1), (2, 0, 1);
  INSERT INTO report_recipients (report_id, position, address, token, stopped_at)
    VALUES (1, 0, 'anna@example.ru', randomblob(32), NULL), (1, 1, 'ёж@пример.рф', randomblob(32), 7);
  INSERT INTO report_sendings (report_id, trial, skipped, plan, created_at, make_at, claims, tries, sent, failed)
    VALUES (1, 0, 2, '{}', 5, NULL, 1, 1, 1, 0), (1, 1, 0, '{"name":"Ёж"}', 6, 7, 0, 0, 0, 0);
  INSERT INTO report_parts VALUES (1, 'mail', x'00ff'), (1, 'report.pdf', zeroblob(9));
  INSERT INTO deliveries (key, kind, rule_name, query, account, channel, findings, state, created_at, due_at, sending_id, recipient_id,
      address)
    VALUES ('8a6f6a52-0c3c-4b0a-9a43-2f6a1a3a7c13', 'report', 'Неделя', '', 'admin:1', 'email', '[]', 'waiting', 1, 2, 1, 1,
      'anna@example.ru');
  INSERT INTO deliveries (key, kind, rule_id, rule_name, query, account, channel, findings, state, created_at, due_at)
    VALUES ('8a6f6a52-0c3c-4b0a-9a43-2f6a1a3a7c11', 'alert', 1, 'Всплеск', '', 'admin:1', 'webhook', '[]', 'waiting', 1, 2),
      ('0a6f6a52-0c3c-4b0a-9a43-2f6a1a3a7c12', 'trial', NULL, '', '', 'admin:1', 'email', '[]', 'sent', 1, 2);
  INSERT INTO post_facts VALUES (-1, 1, 5, NULL, 0, 9007199254740991, 1, NULL, -2, 3, 9, 24, 8, NULL, 2, 'Ёж', 9, 7),
    (-1, 2, NULL, NULL, NULL, NULL, 0, 4, NULL, NULL, NULL, NULL, NULL, 7, NULL, NULL, NULL, NULL);
  INSERT INTO post_measures VALUES (-1, 1, 1, 8, 5, 10, NULL, 0, 9007199254740991), (-1, 1, 24, 9, 5, NULL, 1, 2, 3);
  INSERT INTO source_usuals VALUES (-1, 1, 5, 10, 7, 14, 13, 12, NULL), (-1, 24, 5, 1, 7, 14, 13, 12, 20);
  INSERT INTO post_versions VALUES (-1, 1, 8, 'Ёж «1»', '[{"Kind":"repost","At":3}]'), (-1, 1, 9, NULL, NULL);
  INSERT INTO post_checks VALUES (-1, 3, 9, NULL, NULL), (-1, 5, 9, 8, 7) ON CONFLICT DO UPDATE SET absent_since = 7;
  INSERT INTO owners (owner_id, owner_type, name) VALUES (-77, 'group', 'Город') ON CONFLICT DO NOTHING;
  INSERT INTO walls VALUES (-77, 5, 17, 6, NULL, 4, 9, 15, 'Access denied', 3);
  INSERT INTO wall_follows VALUES ('client-1001', -77, 1, 1), ('client-1002', -77, 0, 0);
  INSERT INTO wall_posts VALUES (-77, 1, 5, 2, 1, 'Ёж', 4, 3, 8, 9, 7, 6, '{"known":{}}', 5, 4),
    (-77, 2, -77, NULL, 1, '', 0, NULL, NULL, NULL, NULL, 6, NULL, NULL, NULL);
  INSERT INTO wall_audiences VALUES (1, 1, 'a'), (2, 1, 'b');
  INSERT INTO wall_audience_clients VALUES (1, 'client-1001'), (2, 'client-1001'), (2, 'client-1002');
  INSERT INTO wall_rows VALUES (-1, 1, 1, 1), (-1, 3, 1, 2), (-1, 2, 1, NULL);
  INSERT INTO erasures VALUES ('owner', -9, 1), ('user', 9, 2);
  UPDATE time_zone SET name = 'Asia/Omsk';
`;

const texts = [
  'Открыли новую станцию метро',
  'Ремонт моста через реку',
  null,
  '',
  'Ёлка — «c++» \\ \'кавычки\' {"a":[1]} 😀\n\t',
];

/** Also deletes rows with the highest IDs, so that the counters are ahead of the rows. */
export async function writeFullStore(file: string): Promise<void> {
  const store = openStore(file, { now: () => start });
  const { createClient, createWord } = factoriesOf(store);
  const clients = [await createClient(), await createClient(), await createClient()];
  for (const clientId of clients) await createWord(clientId);
  for (const wordId of [1, 2]) {
    const posts = Array.from({ length: 12 }, (_, index) =>
      newPost({
        wordId,
        postId: index + 1,
        userId: index,
        ownerId: index % 2 === 0 ? -1 : 1,
        cityId: index % 3 || null,
        postedAt: start - (index % 5) * 86_400_000,
        updatedAt: start + index,
        text: texts[index % 5] ?? null,
      }),
    );
    await store.posts.save(posts);
  }
  await store.close();
  const db = new DatabaseSync(file);
  db.exec(rows);
  packRows(db);
  db.exec("DELETE FROM clients WHERE client_id = 'client-1003'; DELETE FROM mutes; DELETE FROM login_attempts");
  db.exec(`INSERT INTO mutes (account, kind, target_id, created_by, created_at) VALUES ('admin:1', 'owner', -5, 'admin:1', 3);
    INSERT INTO login_attempts (user_type, account, address, at) VALUES ('client', 'client-1001', '10.0.0.1', 4);
    UPDATE sqlite_sequence SET seq = seq + 5 WHERE name = 'deliveries'`);
  db.close();
}
