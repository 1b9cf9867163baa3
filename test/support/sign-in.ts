/** Signs in through the form. */
import type { Page } from 'playwright-core';

export type Account = { type: 'admin' | 'client'; name: string; password: string };

const labels = {
  admin: { type: 'Администратор', name: 'Имя пользователя' },
  client: { type: 'Клиент', name: 'ID клиента' },
} as const;

/** Fills in and submits the form of /login; resolves when the response has loaded, whatever it is. */
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
