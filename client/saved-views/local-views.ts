/** Saved views of the feed in local storage, for existing backends. */
import { viewNameMax, viewsMax } from '../../shared/api/views.ts';
import { shownName } from '../../shared/format.ts';
import * as messages from '../../shared/messages.ts';
import { localViewsKey } from '../../shared/page-names.ts';
import type { AuthUser } from '../../shared/roles.ts';
import { foldText } from '../../shared/rules/word.ts';
import { readLocal, writeLocal } from '../lib/storage.ts';

/** `total` is the number of matching posts when the user last opened the view; null until it is counted. */
export type LocalView = { id: number; name: string; query: string; total: number | null; pinned: boolean };

const version = 1;

function parseView(item: unknown): LocalView | null {
  if (typeof item !== 'object' || item === null) return null;
  const { id, name, query, total, pinned } = item as Record<string, unknown>;
  if (!Number.isSafeInteger(id) || Number(id) < 1) return null;
  if (typeof name !== 'string' || name === '' || name.length > viewNameMax || typeof query !== 'string') return null;
  const counted = typeof total === 'number' && total >= 0 ? total : null;
  return { id: Number(id), name: shownName(name), query, total: counted, pinned: pinned === true };
}

const byPinAndName = (first: LocalView, second: LocalView) =>
  Number(second.pinned) - Number(first.pinned) || foldText(first.name).localeCompare(foldText(second.name), 'ru');

/**
 * Returns the valid views, pinned ones first, then by name. Returns none for another version or a text that cannot be parsed.
 */
export function parseLocalViews(text: string | null): LocalView[] {
  try {
    const stored = JSON.parse(text ?? 'null');
    if (stored?.version !== version || !Array.isArray(stored.views)) return [];
    const views = new Map<number, LocalView>();
    for (const view of stored.views.map(parseView)) if (view && !views.has(view.id)) views.set(view.id, view);
    return [...views.values()].slice(0, viewsMax).sort(byPinAndName);
  } catch {
    return [];
  }
}

export const readLocalViews = (user: AuthUser): LocalView[] => parseLocalViews(readLocal(localViewsKey(user)));

/** Throws when local storage is blocked or full. */
function writeLocalViews(user: AuthUser, views: readonly LocalView[]): void {
  const key = localViewsKey(user);
  const text = views.length > 0 ? JSON.stringify({ version, views }) : null;
  writeLocal(key, text);
  if (readLocal(key) !== text) throw new Error(messages.saveView);
}

function checkName(views: readonly LocalView[], name: string, exceptId?: number): void {
  if (views.some((view) => view.id !== exceptId && foldText(view.name) === foldText(name)))
    throw new Error(messages.viewExists);
}

/** Like the other changes, throws an `Error` with a message for the user. */
export function addLocalView(user: AuthUser, name: string, query: string): void {
  const views = readLocalViews(user);
  checkName(views, name);
  if (views.length >= viewsMax) throw new Error(messages.tooManyViews(viewsMax));
  const id = Math.max(0, ...views.map((view) => view.id)) + 1;
  writeLocalViews(user, [...views, { id, name, query, total: null, pinned: false }]);
}

const change = (user: AuthUser, id: number, part: Partial<LocalView>) =>
  writeLocalViews(
    user,
    readLocalViews(user).map((view) => (view.id === id ? { ...view, ...part } : view)),
  );

/** A change of the filters resets the count. */
export function updateLocalView(
  user: AuthUser,
  id: number,
  part: Partial<Pick<LocalView, 'name' | 'query' | 'pinned'>>,
) {
  if (part.name !== undefined) checkName(readLocalViews(user), part.name, id);
  change(user, id, part.query === undefined ? part : { ...part, total: null });
}

/** Stores how many posts of the view the user has seen. Has no effect if local storage is blocked or full. */
export function setLocalViewTotal(user: AuthUser, id: number, total: number): void {
  try {
    change(user, id, { total });
  } catch {
    // The user changed nothing, so there is nothing to report.
  }
}

export function deleteLocalView(user: AuthUser, id: number): void {
  writeLocalViews(
    user,
    readLocalViews(user).filter((view) => view.id !== id),
  );
}
