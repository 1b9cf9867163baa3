/** Gives saved filters that rules or reports use to the client's own account, when their owner may no longer change these rules. */
import { type ClientRole, hasRole } from '../../../shared/roles.ts';
import { clientAccount, clientOf } from '../rules/account.ts';
import { isOwnFilter, namedQuery } from '../rules/own-filter.ts';
import { rulesOnView, setPaused } from './alert-rules.ts';
import { addFeed } from './atom-feeds.ts';
import type { By } from './journal.ts';
import { freeName } from './page.ts';
import { type Db, insertRow } from './port.ts';
import { raisedBy, raisesVersion } from './versions.ts';
import { pause, ofView as workRulesOnView } from './work-rules.ts';

type Handed = { viewId: number; name: string; query: string; createdAt: number };

/** The account keeps a copy of the filter, and has to renew the link of the copy. */
async function copyView(db: Db, { viewId, name, query, createdAt }: Handed, account: string): Promise<void> {
  const copy = await insertRow(db, 'views', { account, clientId: null, name, query, createdAt }, 'view_id');
  const ofAccount = 'WHERE account = $2 AND view_id = $3';
  await db.run(`UPDATE view_visits SET view_id = $1 ${ofAccount}`, copy, account, viewId);
  await db.run(`UPDATE atom_feeds SET view_id = $1, revoked = true ${ofAccount}`, copy, account, viewId);
}

/** Pauses the rules on a filter that selected the stories of a person who is gone. */
async function pauseRulesOn(db: Db, viewId: number, by: By): Promise<void> {
  for (const rule of await rulesOnView(db, viewId)) await setPaused(db, rule, true, by?.at ?? Date.now(), by);
  for (const rule of await workRulesOnView(db, viewId)) await pause(db, rule, 'person-gone', by);
}

async function handOver(db: Db, view: Handed, account: string, role: ClientRole | null, by: By): Promise<void> {
  const { viewId, name, query } = view;
  const shared = clientAccount(clientOf(account) ?? '');
  await db.lock('views', shared);
  const taken = await db.column<string>('SELECT name FROM views WHERE account = $1', shared);
  const next = [shared, freeName(name, taken), namedQuery(query, account)];
  const sql = `UPDATE views SET account = $1, name = $2, query = $3, ${raisesVersion(4)} WHERE view_id = $6`;
  await db.run(sql, ...next, ...raisedBy(by), viewId);
  if (role !== null) await copyView(db, view, account);
  await addFeed(db, { account: shared, viewId, ruleId: null });
  if (role === null && isOwnFilter(query)) await pauseRulesOn(db, viewId, by);
}

/** `role`: the new role of the person; null if the person is deleted. */
export async function handOverViews(db: Db, account: string, role: ClientRole | null, by: By): Promise<void> {
  const used = [
    ...(hasRole(role ?? 'reader', 'owner') ? [] : ['SELECT view_id FROM alert_rules']),
    ...(hasRole(role ?? 'reader', 'editor')
      ? []
      : ['SELECT view_id FROM work_rules', 'SELECT view_id FROM report_views']),
  ];
  if (used.length === 0) return;
  await db.lock('views', account);
  const views = await db.rows<Handed>(
    `SELECT view_id, name, query, created_at FROM views WHERE account = $1 AND view_id IN (${used.join(' UNION ')})
     ORDER BY view_id ${db.dialect.locking('UPDATE')}`,
    account,
  );
  for (const view of views) await handOver(db, view, account, role, by);
}
