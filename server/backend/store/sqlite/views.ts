/** Saved views of the feed in SQLite. */
import type { DatabaseSync } from 'node:sqlite';
import { foldText } from '../../../../shared/rules/word.ts';
import { clientAccount, clientOf } from '../../rules/account.ts';
import { ruleEvent, viewEvent } from '../../rules/journal/events.ts';
import { byFoldedName } from '../by-folded-name.ts';
import type { Author } from '../journal.ts';
import type { NewView, ViewRow, ViewSaved, ViewsStore } from '../views-store.ts';
import { readRule, type StoredRule, selectRules } from './alert-rows.ts';
import { newestArrival } from './arrivals.ts';
import { transaction } from './database.ts';
import { createJournalWriter } from './journal-writer.ts';

export function createViewsStore(db: DatabaseSync): ViewsStore {
  const list = db.prepare(`
    SELECT views.view_id AS viewId, views.account, client_id AS clientId, name, query,
      coalesce(seen_story, ${newestArrival}) AS seenStory
    FROM views LEFT JOIN view_visits seen ON seen.view_id = views.view_id AND seen.account = :account
    WHERE views.account = :account OR client_id = :clientId`);
  const names = db.prepare('SELECT view_id AS viewId, name FROM views WHERE account = ?');
  const insert = db.prepare(`
    INSERT INTO views (account, client_id, name, query, created_at) VALUES (?, ?, ?, ?, ?) RETURNING view_id AS viewId`);
  const update = db.prepare('UPDATE views SET name = ? WHERE view_id = ?');
  const remove = db.prepare('DELETE FROM views WHERE view_id = ?');
  const rulesOf = db.prepare(`${selectRules} WHERE rule.view_id = ? ORDER BY rule_id`);
  const see = db.prepare(
    `INSERT OR REPLACE INTO view_visits (view_id, account, seen_story) VALUES (?, ?, ${newestArrival})`,
  );

  const record = createJournalWriter(db);

  function hasName(account: string, name: string, exceptId: number): boolean {
    const rows = names.all(account) as { viewId: number; name: string }[];
    return rows.some((row) => row.viewId !== exceptId && foldText(row.name) === foldText(name));
  }

  function create({ account, clientId, name, query }: NewView, now: number, by: Author | null, max: number): ViewSaved {
    if (hasName(account, name, 0)) return { outcome: 'duplicate' };
    if (names.all(account).length >= max) return { outcome: 'too-many' };
    const { viewId } = insert.get(account, clientId, name, query, now) as { viewId: number };
    see.run(viewId, account);
    if (clientId !== null) see.run(viewId, clientAccount(clientId));
    record(by, 'view-saved', viewEvent({ name, clientId }));
    return { outcome: 'saved', viewId };
  }
  return {
    list: async (account) =>
      (list.all({ account, clientId: clientOf(account) }) as ViewRow[]).sort(byFoldedName('viewId')),
    create: async (view, now, by = null, max = Infinity) => transaction(db, () => create(view, now, by, max)),
    rename: async (view, name, by = null) =>
      transaction(db, () => {
        const { viewId, account } = view;
        if (hasName(account, name, viewId)) return { outcome: 'duplicate' };
        update.run(name, viewId);
        if (name !== view.name) record(by, 'view-changed', { ...viewEvent(view), newName: name });
        return { outcome: 'saved', viewId };
      }),
    delete: async (view, by = null) =>
      transaction(db, () => {
        const rules = rulesOf.all(view.viewId) as StoredRule[];
        remove.run(view.viewId);
        record(by, 'view-deleted', viewEvent(view));
        for (const rule of rules) record(by, 'rule-deleted', ruleEvent(readRule(rule)));
      }),
    open: async (viewId, account) => void see.run(viewId, account),
  };
}
