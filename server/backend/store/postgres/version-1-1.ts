import type { Db } from '../port.ts';
import { changesOfVersion11 } from '../schema/changes-1-1.ts';
import { rewriteClients, type StoredClient, storedClients } from '../schema/stored-clients.ts';
import { rewriteSearches, type StoredSearches, storedSearches } from '../schema/stored-searches.ts';
import { postgresDialect } from './dialect.ts';
import { logged } from './schema-1-0/changes.ts';

const shownFacts =
  'likes, reposts, comments, views, measured_at, views_age, changed_at, deleted_at, parent_post_id, parent_text, thread_id';

/** What replicas copy of the figures of posts and of the rows of walls. */
const logs = [
  ...logged('post_facts', ['owner_id', 'post_id'], `UPDATE OF ${shownFacts}`),
  ...logged('post_measures', ['owner_id', 'post_id']),
  ...logged('source_usuals', ['owner_id']),
  ...logged('wall_rows', ['owner_id', 'post_id']),
  ...logged('wall_audiences', ['audience_id']),
  ...logged('wall_audience_clients', ['audience_id']),
];

/** 029. */
export async function version11(db: Db): Promise<void> {
  for (const sql of changesOfVersion11({ types: postgresDialect.types, textTable: 'posts' })) await db.run(sql);
  for (const sql of logs) await db.run(sql);
  const { words, links, views, waiting } = storedSearches;
  const stored = {
    words: await db.rows(words),
    links: await db.rows(links),
    views: await db.rows(views),
    waiting: await db.rows(waiting),
  };
  const clients = await db.rows<StoredClient>(storedClients);
  for (const [sql, ...values] of [...rewriteSearches(stored as StoredSearches), ...rewriteClients(clients)])
    await db.run(sql, ...values);
}
