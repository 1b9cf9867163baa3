/**
 * Mirrors the page's viewer in local storage (docs/product.md, section 3) and keeps all tabs on one identity: a tab that
 * was rendered for a different viewer than the latest one loads its page again, and the server's guard does the rest.
 */
import type { Viewer } from '../../shared/roles.ts';
import { restoreImpersonation } from '../../shared/rules/impersonation.ts';
import { readLocal, writeLocal } from '../lib/local-storage.ts';
import { readScriptContext } from '../lib/script-context.ts';

type Mirror = { auth_user: string | null; impersonation_state: string | null };

const keys = ['auth_user', 'impersonation_state'] as const satisfies readonly (keyof Mirror)[];
const toText = (value: object | null): string | null => value && JSON.stringify(value);

/** The values for local storage. An impersonation that is over at `now` (milliseconds) is left out (section 4). */
export function mirrorOf(viewer: Viewer | null, now: number): Mirror {
  if (!viewer) return { auth_user: null, impersonation_state: null };
  const { user, impersonation } = viewer;
  return { auth_user: toText(user), impersonation_state: toText(restoreImpersonation(user, impersonation, now)) };
}

/** Unlike `location.reload()`, this does not send a form again when the page is its reply. */
function loadAgain(): void {
  location.replace(location.pathname + location.search);
}

export function startAuthMirror(): void {
  const mirror = mirrorOf(readScriptContext().viewer, Date.now());
  for (const key of keys) writeLocal(key, mirror[key]);
  const followOthers = () => {
    if (keys.some((key) => readLocal(key) !== mirror[key])) loadAgain();
  };
  addEventListener('storage', ({ key }) => {
    if (key === null || keys.some((candidate) => candidate === key)) followOthers();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) followOthers();
  });
}
