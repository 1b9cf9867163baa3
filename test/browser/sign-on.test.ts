// Proves: sign-on#openid-connect
/** Sign-in by OpenID Connect in a real browser, with the provider's own pages (docs/product/sign-on.md). */
import { intranetHost, startBrowser } from '../support/browser.ts';
import { type RunningConsole, startConsole } from '../support/console-process.ts';
import { type OidcProvider, startOidcProvider } from '../support/oidc-provider.ts';
import { takeFreePort } from '../support/ports.ts';
import { storeClient } from '../support/seed-words.ts';

const { openPage } = startBrowser();
let running: RunningConsole;
let provider: OidcProvider;
let publicUrl: string;

beforeAll(async () => {
  const port = await takeFreePort();
  // Another site than the provider's, so that cookies and policies apply as they do between two hosts.
  publicUrl = `http://${intranetHost}:${port}`;
  provider = await startOidcProvider(publicUrl, { PAGES: '1' });
  await provider.set({ groups: { anna: ['press'] } });
  const seat = (client: string, role: string) => ({ group: 'press', client, role });
  running = await startConsole({
    PORT: String(port),
    PUBLIC_URL: publicUrl,
    OIDC_ISSUER: provider.url,
    OIDC_PLAIN: 'on',
    OIDC_NAME: 'Офис',
    OIDC_CLIENT_ID: 'ldvk',
    OIDC_CLIENT_SECRET: 'secret-of-the-console',
    SSO_ROLES: JSON.stringify([seat('client-1001', 'editor'), seat('client-1002', 'reader')]),
  });
});
afterAll(async () => {
  await running?.close();
  await provider?.stop();
});

test('a person signs in at the provider, switches the client, and signs out there', async () => {
  for (const name of ['ООО «Первый»', 'ООО «Второй»']) await storeClient(running.dataDir, name, 'надёжный-пароль-7');
  // The provider's pages have their own messages.
  const page = await openPage({ allow: [/./] });
  await page.goto(`${publicUrl}/ldvknf/words`);
  await page.getByRole('link', { name: 'Войти через Офис' }).click();
  await page.waitForURL(`${provider.url}/**`);
  await page.locator('input[name=login]').fill('anna');
  await page.locator('input[name=password]').fill('password');
  await page.locator('button[type=submit]').click();
  await page.waitForURL(`${publicUrl}/ldvknf/words`);
  await page.goto(`${publicUrl}/profile`);
  const terms = page.getByRole('region', { name: 'Учётная запись' });
  await terms.getByText('client-1001').waitFor();
  const others = page.getByRole('region', { name: 'Другие клиенты' });
  await others.getByText('ООО «Второй» (Читатель)').waitFor();
  await others.getByRole('button', { name: 'Перейти' }).click();
  await page.waitForURL('**/ldvknf/posts');
  await page.goto(`${publicUrl}/profile`);
  await terms.getByText('client-1002').waitFor();
  await page.getByRole('main').getByRole('button', { name: 'Выйти' }).click();
  await page.waitForURL(`${provider.url}/**`);
  await page.locator('button[value=yes]').click();
  await page.waitForURL(`${publicUrl}/login*`);
  await page.getByRole('link', { name: 'Войти через Офис' }).waitFor();
});
