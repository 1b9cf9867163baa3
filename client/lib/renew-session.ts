/** Renews the session once for all requests of a tab that received a 401, and leaves the page when the session is over. */
import { authPaths } from '../../shared/api/auth-paths.ts';
import { apiBase } from '../../shared/api/call.ts';
import type { ScriptContext } from '../../shared/islands.ts';
import { formatQuery } from '../../shared/list-query.ts';
import type { Viewer } from '../../shared/roles.ts';

/** What a call needs to know about the page. Without a viewer a 401 is final. */
export type ApiContext = Pick<ScriptContext, 'viewer' | 'basePath' | 'apiTimeoutMs'>;
type SignedInContext = ApiContext & { viewer: Viewer };

/** `unknown`: the refresh did not succeed, for example because the service is down. The session is kept. */
type SessionState = 'renewed' | 'over' | 'unknown';

let renewals = 0;
let running: Promise<SessionState> | null = null;

/** How often this tab has renewed the session. A request remembers it, so that its late 401 causes no further renewal. */
export const renewalCount = (): number => renewals;

/** Clears the stored identity and goes to the sign-in page, which leads back here. */
async function leave({ viewer, basePath }: SignedInContext): Promise<void> {
  // A draft that cannot be stored must not prevent the sign-out.
  await import('./drafts.ts').then(({ saveDrafts }) => saveDrafts(viewer.user.id)).catch(() => undefined);
  localStorage.removeItem('auth_user');
  localStorage.removeItem('impersonation_state');
  const here = (location.pathname + location.search).slice(basePath.length);
  location.assign(`${basePath}/login${formatQuery({ next: here })}`);
}

async function requestRenewal(context: SignedInContext): Promise<SessionState> {
  const { viewer, basePath, apiTimeoutMs } = context;
  try {
    // While an administrator acts as a client, the user is the client.
    const { ok, status } = await fetch(basePath + apiBase + authPaths.refresh[viewer.user.type], {
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
    await leave(context);
    return 'over';
  } catch {
    return 'unknown';
  }
}

/** `countAtSend` is the `renewalCount` at the time when the refused request was sent. */
export async function renewSession(context: SignedInContext, countAtSend: number): Promise<SessionState> {
  if (countAtSend < renewals) return 'renewed';
  running ??= requestRenewal(context).finally(() => {
    running = null;
  });
  return running;
}
