/**
 * Reads the saved views in local storage, for existing backends. Separate from their changes, because the shell lists them on pages
 * without other code.
 */
import type { AuthUser } from '../../shared/roles.ts';
import { viewNameMax, viewsMax } from '../../shared/rules/view-limits.ts';
import { localViewsKey } from '../../shared/shell-names.ts';
import { readLocal } from '../lib/storage.ts';

export type LocalView = { id: number; name: string; query: string; pinned: boolean };

export const localViewsVersion = 1;

function parseView(item: unknown): LocalView | null {
  if (typeof item !== 'object' || item === null) return null;
  const { id, name, query, pinned } = item as Record<string, unknown>;
  if (!Number.isSafeInteger(id) || Number(id) < 1) return null;
  if (typeof name !== 'string' || name === '' || name.length > viewNameMax || typeof query !== 'string') return null;
  return { id: Number(id), name, query, pinned: pinned === true };
}

const byPinAndName = (first: LocalView, second: LocalView) =>
  Number(second.pinned) - Number(first.pinned) || first.name.localeCompare(second.name, 'ru');

/**
 * Returns the valid views, pinned ones first, then by name. Returns none for another version or a text that cannot be parsed.
 */
export function parseLocalViews(text: string | null): LocalView[] {
  try {
    const stored = JSON.parse(text ?? 'null');
    if (stored?.version !== localViewsVersion || !Array.isArray(stored.views)) return [];
    const views = new Map<number, LocalView>();
    for (const view of stored.views.map(parseView)) if (view && !views.has(view.id)) views.set(view.id, view);
    return [...views.values()].slice(0, viewsMax).sort(byPinAndName);
  } catch {
    return [];
  }
}

export const readLocalViews = (user: AuthUser): LocalView[] => parseLocalViews(readLocal(localViewsKey(user)));
