/** Renews the session once for all refused requests of a tab, or redirects to sign-in if the session is over. */
import { authPaths } from '../../shared/api/auth.ts';
import { apiBase } from '../../shared/api/call.ts';
import { formatQuery } from '../../shared/list-query.ts';
import type { Viewer } from '../../shared/roles.ts';
import { readScriptContext } from './page.ts';
import { writeLocal } from './storage.ts';

/** `unknown`: the refresh did not succeed, for example because the service is down. The session is kept. */
type RenewalResult = 'renewed' | 'over' | 'unknown';

/** How long a failed renewal answers for later requests: a page sends many calls. */
const failureHoldMs = 2000;

let renewals = 0;
/** The last renewal. It answers until `until`, in milliseconds of the page's clock: while it runs, and some time after a failure. */
let last: { result: Promise<RenewalResult>; until: number } | null = null;
let leaving: Promise<void> | null = null;

/** The number of renewals in this tab. Requests compare it, so that a late 401 does not cause another renewal. */
export const renewalCount = (): number => renewals;

async function requestRenewal({ user }: Viewer): Promise<RenewalResult> {
  const { basePath, apiTimeoutMs } = readScriptContext();
  try {
    // While an administrator acts as a client, the user is the client.
    const { ok, status } = await fetch(basePath + apiBase + authPaths.refresh[user.type], {
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
    return status === 401 || status === 403 ? 'over' : 'unknown';
  } catch {
    return 'unknown';
  }
}

/** Returns the result of the running renewal, or of one that has just failed; otherwise starts one. */
function shareRenewal(viewer: Viewer): Promise<RenewalResult> {
  if (last && performance.now() < last.until) return last.result;
  const started = { result: requestRenewal(viewer), until: Number.POSITIVE_INFINITY };
  last = started;
  started.result.then((result) => {
    started.until = result === 'renewed' ? 0 : performance.now() + failureHoldMs;
  });
  return started.result;
}

/** Clears the stored identity and opens the sign-in page, which leads back to this page. */
async function openSignIn({ user, impersonation }: Viewer): Promise<void> {
  // A failure to save drafts must not prevent the redirect.
  await import('./drafts.ts').then(({ saveDrafts }) => saveDrafts(user.id)).catch(() => undefined);
  writeLocal('auth_user', null);
  writeLocal('impersonation_state', null);
  const { basePath } = readScriptContext();
  const next = (location.pathname + location.search).slice(basePath.length);
  location.assign(`${basePath}/login${formatQuery({ next, over: impersonation ? 'admin' : user.type })}`);
}

/**
 * `countAtSend` is the `renewalCount` when the refused request was sent. For a `background` call, which the user did not cause,
 * the end of the session does not open the sign-in page.
 */
export async function renewSession(viewer: Viewer, countAtSend: number, background: boolean): Promise<RenewalResult> {
  if (countAtSend < renewals) return 'renewed';
  const result = await shareRenewal(viewer);
  // All calls share the renewal, but only calls that the user caused open the sign-in page, which happens once.
  if (result === 'over' && !background) {
    leaving ??= openSignIn(viewer).finally(() => {
      leaving = null;
    });
    await leaving;
  }
  return result;
}
