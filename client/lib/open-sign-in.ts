/** Leaves a page whose session is over. Loads when that happens. */
import { formatQuery } from '../../shared/list-query.ts';
import type { Viewer } from '../../shared/roles.ts';
import { readScriptContext } from './page.ts';

/** Clears the stored identity and opens the sign-in page, which leads back to this page. */
export async function openSignIn({ user, impersonation }: Viewer): Promise<void> {
  // A failure to save drafts must not prevent the redirect.
  await import('./drafts.ts').then(({ saveDrafts }) => saveDrafts(user.id)).catch(() => undefined);
  localStorage.removeItem('auth_user');
  localStorage.removeItem('impersonation_state');
  const { basePath } = readScriptContext();
  const next = (location.pathname + location.search).slice(basePath.length);
  location.assign(`${basePath}/login${formatQuery({ next, over: impersonation ? 'admin' : user.type })}`);
}
