/** Signs in, through the form or only with its request. */
import type { BrowserContext, Page } from 'playwright-core';
import { pathOf } from '../../shared/routes.ts';

export type Account = { type: 'admin' | 'client'; name: string; password: string };

const labels = {
  admin: { type: 'Администратор', name: 'Имя пользователя' },
  client: { type: 'Клиент', name: 'ID клиента' },
} as const;

/** Fills in and submits the form of /login. Resolves when the response has loaded, whatever it is. */
export async function sendSignIn(page: Page, { type, name, password }: Account): Promise<void> {
  await page.getByRole('radio', { name: labels[type].type }).check();
  await page.getByRole('textbox', { name: labels[type].name }).fill(name);
  await page.getByLabel('Пароль', { exact: true }).fill(password);
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Войти', exact: true }).click()]);
}

/** Opens `origin`/login (or a `path` that redirects there) and signs in. Throws when refused. */
export async function signIn(page: Page, origin: string, account: Account, path = '/login'): Promise<void> {
  await page.goto(`${origin}${path}`);
  await sendSignIn(page, account);
  if (new URL(page.url()).pathname.endsWith('/login')) throw new Error(`Sign-in refused: ${account.name}`);
}

/**
 * Signs the context in with the form's request, without loading a page; for tests that are not about signing in. The request
 * goes to the machine's address, because only the browser knows its other names; the cookies are then set for `origin`.
 */
export async function signInByRequest(context: BrowserContext, origin: string, account: Account): Promise<void> {
  const { hostname, port } = new URL(origin);
  const server = `http://127.0.0.1:${port}`;
  const { type, name, password } = account;
  const response = await context.request.post(`${server}/login`, {
    headers: { Origin: server },
    form: { type, [type === 'admin' ? 'username' : 'client_id']: name, password },
    maxRedirects: 0,
  });
  if (response.status() !== 303) throw new Error(`Sign-in refused: ${name}`);
  // The first pages of a process may lack the controls of our own backend; its pages wait for the answer of which kind it is.
  await fetch(server + pathOf('collection'), { redirect: 'manual' });
  const cookies = await context.cookies(server);
  await context.addCookies(cookies.map((cookie) => ({ ...cookie, domain: hostname })));
}
