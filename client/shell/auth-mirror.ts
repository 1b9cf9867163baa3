/**
 * Mirrors the page's viewer in local storage (docs/product/api.md). Tabs that were rendered for another viewer reload,
 * so that all tabs have the same identity.
 */
import type { Viewer } from '../../shared/roles.ts';
import { restoreImpersonation } from '../../shared/rules/impersonation.ts';
import { serverNow } from '../lib/clock.ts';
import { reloadAddress } from '../lib/page.ts';
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

const reload = () => import('../lib/reload-page.ts').then(({ reloadWithDrafts }) => reloadWithDrafts(), reloadAddress);

export function startAuthMirror(viewer: Viewer | null): void {
  const mirror = mirrorOf(viewer, serverNow());
  for (const key of keys) writeLocal(key, mirror[key]);
  const reloadIfDifferent = () => {
    if (keys.some((key) => readLocal(key) !== mirror[key])) void reload();
  };
  addEventListener('storage', ({ key }) => {
    if (key === null || keys.some((candidate) => candidate === key)) reloadIfDifferent();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) reloadIfDifferent();
  });
}
