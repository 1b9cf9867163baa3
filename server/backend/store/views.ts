/** Saved views of the feed, per account (rules/account.ts). Times are milliseconds. */

import { clientAccount, clientOf, personAccount } from '../rules/account.ts';
import { ruleEvent, viewEvent } from '../rules/journal/events.ts';
import type { Versioned } from '../rules/versioned.ts';
import { deleteRulesOfView } from './alert-rules.ts';
import { addFeed } from './atom-feeds.ts';
import { type By, recordChange } from './journal.ts';
import { byFoldedName, hasName, type Saved } from './page.ts';
import { createMethods, type Db, insertRow } from './port.ts';
import { changeRow, versionColumns } from './versions.ts';
import { newestArrival } from './visits.ts';

/** `query` is canonical (domain/saved-filter.ts). `clientId`: an administrator shares it with this client. */
export type NewView = { account: string; clientId: string | null; name: string; query: string };

/**
 * `seenStory`: the newest arrival when the account last opened the view; if it never did, when it got the view. `pinnedAt`:
 * when the account pinned it.
 */
export type ViewRow = NewView & Versioned & { viewId: number; seenStory: number; pinnedAt: number | null };

/** Marks all stories of the view that have arrived as seen by the account. */
const open = (db: Db, viewId: number, account: string) =>
  db.run(
    `INSERT INTO view_visits (view_id, account, seen_story)
     SELECT view_id, $2, ${newestArrival} FROM views WHERE view_id = $1
     ON CONFLICT (view_id, account) DO UPDATE SET seen_story = excluded.seen_story`,
    viewId,
    account,
  );

/** Returns false if there is no such view. */
const visit = async (db: Db, viewId: number, account: string): Promise<boolean> =>
  (await open(db, viewId, account)) > 0;

/** Every view in an account's list has a feed. */
async function addToList(db: Db, viewId: number, account: string): Promise<void> {
  await open(db, viewId, account);
  await addFeed(db, { account, viewId, ruleId: null });
}

/** The accounts of a client: its own account, and the accounts of its people. */
async function readersOf(db: Db, clientId: string): Promise<string[]> {
  const people = await db.column<number>('SELECT person_id FROM people WHERE client_id = $1', clientId);
  return [clientAccount(clientId), ...people.map((personId) => personAccount(clientId, personId))];
}

/** A new account of the client gets the views that are shared with it. */
export async function addReader(db: Db, clientId: string, account: string): Promise<void> {
  const shared = await db.column<number>('SELECT view_id FROM views WHERE client_id = $1', clientId);
  for (const viewId of shared) await addToList(db, viewId, account);
}

const namesOf = (db: Db, account: string) =>
  db.rows<Pick<ViewRow, 'viewId' | 'name'>>('SELECT view_id, name FROM views WHERE account = $1', account);

/** View names are unique within an account, ignoring case and ё. `max` limits the views of an account. */
async function create(db: Db, view: NewView, now: number, by: By = null, max = Infinity): Promise<Saved> {
  const { account, clientId, name, query } = view;
  await db.lock('views', account);
  const others = await namesOf(db, account);
  if (hasName(others, 'viewId', name)) return { outcome: 'duplicate' };
  if (others.length >= max) return { outcome: 'too-many' };
  const viewId = await insertRow(db, 'views', { account, clientId, name, query, createdAt: now }, 'view_id');
  for (const reader of [account, ...(clientId === null ? [] : await readersOf(db, clientId))]) {
    await addToList(db, viewId, reader);
  }
  await recordChange(db, by, 'view-saved', viewEvent(view));
  return { outcome: 'saved', id: viewId };
}

/** Locks the view until the end of the transaction. Null if the account has no such view in its list. */
async function lock(db: Db, account: string, viewId: number): Promise<ViewRow | null> {
  const owner = await db.value<string>('SELECT account FROM views WHERE view_id = $1', viewId);
  if (owner !== null) await db.lock('views', owner);
  await db.run(`SELECT 1 FROM views WHERE view_id = $1 ${db.dialect.locking('UPDATE')}`, viewId);
  return (await list(db, account)).find((view) => view.viewId === viewId) ?? null;
}

/** `named`: identifies a view of its account. */
async function update(
  db: Db,
  named: Pick<ViewRow, 'viewId' | 'account'>,
  fields: Partial<Pick<ViewRow, 'name' | 'query'>>,
  by: By = null,
): Promise<Saved> {
  const { viewId, account } = named;
  const view = await lock(db, account, viewId);
  if (view?.account !== account) return { outcome: 'unknown' };
  const { name, query } = { ...view, ...fields };
  if (name === view.name && query === view.query) return { outcome: 'saved', id: viewId };
  if (name !== view.name && hasName(await namesOf(db, account), 'viewId', name, viewId))
    return { outcome: 'duplicate' };
  if ((await changeRow(db, 'views', { viewId }, view, { name, query }, by)) === 0) return { outcome: 'unknown' };
  const change = {
    ...(name !== view.name && { newName: name }),
    ...(query !== view.query && { newQuery: true as const }),
  };
  await recordChange(db, by, 'view-changed', { ...viewEvent(view), ...change });
  return { outcome: 'saved', id: viewId };
}

/** `pinnedAt`: null unpins the view for the account. Returns false if there is no such view. */
const pin = async (db: Db, viewId: number, account: string, pinnedAt: number | null): Promise<boolean> =>
  (await db.run(
    `INSERT INTO view_visits (view_id, account, seen_story, pinned_at)
     SELECT view_id, $2, ${newestArrival}, CAST($3 AS bigint) FROM views WHERE view_id = $1
     ON CONFLICT (view_id, account) DO UPDATE SET pinned_at = excluded.pinned_at`,
    viewId,
    account,
    pinnedAt,
  )) > 0;

/** Also deletes all accounts' alert rules on the view. Returns false if there is no such view. */
async function remove(db: Db, view: ViewRow, by: By = null): Promise<boolean> {
  const rules = await deleteRulesOfView(db, view.viewId, by?.at ?? Date.now());
  if ((await db.run('DELETE FROM views WHERE view_id = $1', view.viewId)) === 0) return false;
  await recordChange(db, by, 'view-deleted', viewEvent(view));
  for (const rule of rules) await recordChange(db, by, 'rule-deleted', ruleEvent(rule));
  return true;
}

/**
 * The account's views and the views shared with its client: first the pinned ones, the last pinned first; then the others by
 * name.
 */
async function list(db: Db, account: string): Promise<ViewRow[]> {
  const views = await db.rows<ViewRow>(
    `SELECT views.view_id, views.account, client_id, name, query, coalesce(seen_story, ${newestArrival}) AS seen_story,
       pinned_at, ${versionColumns('views')}
     FROM views LEFT JOIN view_visits seen ON seen.view_id = views.view_id AND seen.account = $1
     WHERE views.account = $1 OR client_id = $2`,
    account,
    clientOf(account),
  );
  const byName = byFoldedName('viewId');
  return views.sort((first, second) => (second.pinnedAt ?? 0) - (first.pinnedAt ?? 0) || byName(first, second));
}

export const createViewsStore = (db: Db) =>
  createMethods(db, { list }, { lock, create, update, delete: remove, open: visit, pin });
