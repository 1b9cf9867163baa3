/** Changes the saved views in local storage, for existing backends. */
import * as messages from '../../shared/messages.ts';
import type { AuthUser } from '../../shared/roles.ts';
import { viewsMax } from '../../shared/rules/view-limits.ts';
import { foldText } from '../../shared/rules/word.ts';
import { localViewsKey } from '../../shared/shell-names.ts';
import { readLocal, writeLocal } from '../lib/storage.ts';
import { type LocalView, localViewsVersion, readLocalViews } from './read-local-views.ts';

/** Throws when local storage is blocked or full. */
function writeLocalViews(user: AuthUser, views: readonly LocalView[]): void {
  const key = localViewsKey(user);
  const text = views.length > 0 ? JSON.stringify({ version: localViewsVersion, views }) : null;
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
  writeLocalViews(user, [...views, { id, name, query, pinned: false }]);
}

export function updateLocalView(
  user: AuthUser,
  id: number,
  part: Partial<Pick<LocalView, 'name' | 'query' | 'pinned'>>,
): void {
  const views = readLocalViews(user);
  if (part.name !== undefined) checkName(views, part.name, id);
  writeLocalViews(
    user,
    views.map((view) => (view.id === id ? { ...view, ...part } : view)),
  );
}

export function deleteLocalView(user: AuthUser, id: number): void {
  writeLocalViews(
    user,
    readLocalViews(user).filter((view) => view.id !== id),
  );
}
