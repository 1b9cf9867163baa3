/**
 * Mirrors the page's viewer in local storage (docs/product.md, section 3) and keeps all tabs on one identity: a tab
 * that was drawn for another person than the last one loads its page anew, and the server's guard does the rest.
 */
import type { Viewer } from '../../shared/roles.ts';
import { restoreImpersonation } from '../../shared/rules/impersonation.ts';
import { readLocal, writeLocal } from '../lib/local-storage.ts';
import { readScriptContext } from '../lib/script-context.ts';

type Mirror = { auth_user: string | null; impersonation_state: string | null };

const keys = ['auth_user', 'impersonation_state'] as const satisfies readonly (keyof Mirror)[];
const toText = (value: object | null): string | null => value && JSON.stringify(value);

/** What local storage holds for a viewer; `now` discards an impersonation that is over (section 4). */
export function mirrorOf(viewer: Viewer | null, now: number): Mirror {
  if (!viewer) return { auth_user: null, impersonation_state: null };
  const { user, impersonation } = viewer;
  return { auth_user: toText(user), impersonation_state: toText(restoreImpersonation(user, impersonation, now)) };
}

/** Not `location.reload()`: that would send a form again whose answer this page is. */
function loadAnew(): void {
  location.replace(location.pathname + location.search);
}

export function startAuthMirror(): void {
  const mirror = mirrorOf(readScriptContext().viewer, Date.now());
  for (const key of keys) writeLocal(key, mirror[key]);
  const followOthers = () => {
    if (keys.some((key) => readLocal(key) !== mirror[key])) loadAnew();
  };
  addEventListener('storage', ({ key }) => {
    if (key === null || keys.some((candidate) => candidate === key)) followOthers();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) followOthers();
  });
}
