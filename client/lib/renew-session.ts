/** Renews the session once for all requests of a tab that met a 401, and leaves the page when the session is over. */
import { authPaths } from '../../shared/api/auth-paths.ts';
import { apiBase } from '../../shared/api/call.ts';
import { formatQuery } from '../../shared/list-query.ts';
import type { Viewer } from '../../shared/roles.ts';
import { apiTimeoutMs } from '../../shared/rules/limits.ts';

/** `unknown` is a refresh that could not be made: the service may be down, which ends nobody's session. */
export type SessionState = 'renewed' | 'over' | 'unknown';

let renewals = 0;
let running: Promise<SessionState> | null = null;

/** How often the session was renewed so far. A request remembers it, so that its late 401 does not renew once more. */
export const sessionAge = (): number => renewals;

/** Chosen by the type of user (docs/product.md, section 7), who is the client while an administrator acts as one. */
const refreshPath = ({ user }: Viewer): string => authPaths.refresh[user.type];

/** Clears the mirror of the identity (docs/product.md, section 4) and leads back here after signing in. */
async function leave(viewer: Viewer, basePath: string) {
  // A failure to save drafts must not keep the person on this page.
  await import('./drafts.ts').then(({ saveDrafts }) => saveDrafts(viewer.user.id)).catch(() => undefined);
  localStorage.removeItem('auth_user');
  localStorage.removeItem('impersonation_state');
  const here = (location.pathname + location.search).slice(basePath.length);
  location.assign(`${basePath}/login${formatQuery({ next: here })}`);
}

async function requestRenewal(viewer: Viewer, basePath: string): Promise<SessionState> {
  try {
    const { ok, status } = await fetch(basePath + apiBase + refreshPath(viewer), {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'content-type': 'application/json' },
      body: '{}',
      signal: AbortSignal.timeout(apiTimeoutMs),
    });
    if (ok) {
      renewals += 1;
      return 'renewed';
    }
    if (status !== 401 && status !== 403) return 'unknown';
    await leave(viewer, basePath);
    return 'over';
  } catch {
    return 'unknown';
  }
}

/** `age` is the `sessionAge` at which the refused request was sent. */
export async function renewSession(viewer: Viewer, basePath: string, age: number): Promise<SessionState> {
  if (age < renewals) return 'renewed';
  running ??= requestRenewal(viewer, basePath).finally(() => {
    running = null;
  });
  return running;
}
