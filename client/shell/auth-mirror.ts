/**
 * Mirrors the page's viewer in local storage (docs/product.md, section 3). Tabs that were rendered for another viewer reload,
 * so that all tabs have the same identity.
 */
import type { Viewer } from '../../shared/roles.ts';
import { restoreImpersonation } from '../../shared/rules/impersonation.ts';
import { serverNow } from '../lib/clock.ts';
import { readLocal, writeLocal } from '../lib/storage.ts';

type Mirror = { auth_user: string | null; impersonation_state: string | null };

const keys = ['auth_user', 'impersonation_state'] as const satisfies readonly (keyof Mirror)[];
const toText = (value: object | null): string | null => value && JSON.stringify(value);

/** Returns the values for local storage, without an impersonation that has expired at `now` (milliseconds since the epoch). */
export function mirrorOf(viewer: Viewer | null, now: number): Mirror {
  if (!viewer) return { auth_user: null, impersonation_state: null };
  const { user, impersonation } = viewer;
  return { auth_user: toText(user), impersonation_state: toText(restoreImpersonation(user, impersonation, now)) };
}

/** Saves drafts, which only the same user gets back. Unlike `location.reload()`, does not resubmit a form that led to the page. */
async function reloadPage(viewer: Viewer | null): Promise<void> {
  if (viewer) {
    const saved = import('../lib/drafts.ts').then(({ saveDrafts }) => saveDrafts(viewer.user.id));
    await saved.catch(() => undefined);
  }
  location.replace(location.pathname + location.search);
}

export function startAuthMirror(viewer: Viewer | null): void {
  const mirror = mirrorOf(viewer, serverNow());
  for (const key of keys) writeLocal(key, mirror[key]);
  const reloadIfDifferent = () => {
    if (keys.some((key) => readLocal(key) !== mirror[key])) void reloadPage(viewer);
  };
  addEventListener('storage', ({ key }) => {
    if (key === null || keys.some((candidate) => candidate === key)) reloadIfDifferent();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) reloadIfDifferent();
  });
}
