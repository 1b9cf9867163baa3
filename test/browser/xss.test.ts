// Proves: security#statements
/** Statement 13 (docs/product/security.md): hostile texts and URLs in every field of every screen are inert. */
import type { Page } from 'playwright-core';
import { startBrowser } from '../support/browser.ts';
import { expectSoon } from '../support/expect-soon.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { signInByRequest } from '../support/sign-in.ts';
import { type StandIn, startStandIn } from '../support/stand-in-backend.ts';
import { waitForIsland } from '../support/wait-for-island.ts';
import { hostileTexts, hostileUrls } from '../support/xss-payloads.ts';

const { openPage } = startBrowser();
let backend: StandIn;
let server: ServerProcess;

const payloads = [...hostileTexts, ...hostileUrls];
const total = payloads.length;
/** The payload of a field in a row: shifted, so that each row has different ones and each field gets all. */
const text = (row: number, shift = 0): string => hostileTexts[(row + shift) % hostileTexts.length] ?? '';
const url = (row: number, shift = 0): string => hostileUrls[(row + shift) % hostileUrls.length] ?? '';
const nullable = (value: string) => ({ String: value, Valid: true });
const rows = <T>(make: (row: number) => T): T[] => Array.from({ length: hostileTexts.length }, (_, row) => make(row));

const time = '2026-11-01T10:00:00Z';
const words = rows((row) => ({
  WordID: row + 1,
  Text: text(row),
  State: 'ready',
  UpdateDt: text(row, 1),
  TotalPosts: 1,
  Clients: [text(row, 2), text(row, 3)],
}));
const posts = rows((row) => ({
  OwnerID: -row - 1,
  PostID: row + 1,
  WordID: row + 1,
  UserID: 1,
  PostDt: row === 0 ? text(row) : time,
  UpdateDt: time,
  Text: nullable(text(row)),
  // Every second one has no marks, so that plain texts are tested too.
  TextHighlighted: nullable(row % 2 === 0 ? `<mark>${text(row)}</mark>` : ''),
  PhotoURL: nullable(url(row)),
  Word: nullable(text(row, 1)),
  OwnerName: nullable(text(row, 2)),
  OwnerPhotoURL: nullable(url(row, 3)),
  Domain: nullable(row % 2 === 0 ? text(row, 4) : url(row)),
  OwnerType: text(row, 5),
  Country: nullable(text(row, 6)),
  City: nullable(text(row, 7)),
  CityID: row + 1,
}));
const owners = rows((row) => ({
  OwnerID: row + 1,
  OwnerType: text(row, 1),
  Name: nullable(text(row)),
  Domain: nullable(row % 2 === 0 ? text(row, 2) : url(row)),
  PhotoURL: nullable(url(row, 1)),
}));
const clients = rows((row) => ({
  client_id: text(row, 1),
  name: text(row),
  ipaddr: text(row, 2),
  macaddr: text(row, 3),
  email: text(row, 4),
  phone: text(row, 5),
  note: text(row, 6),
  export_access: text(row, 7),
  connected: true,
}));
const hostileName = text(52) + text(6) + text(17);

beforeAll(async () => {
  backend = await startStandIn();
  const answers: Record<string, unknown> = {
    'GET /vknf/words/paginated': { words, total: words.length },
    'GET /vknf/words': { words },
    'GET /vknf/words/autocomplete': { words: hostileTexts },
    'GET /vknf/posts/details': { posts, total: posts.length },
    'GET /vknf/posts/dates': { minDate: text(0), maxDate: text(1) },
    'GET /vknf/posts/count': { total: posts.length },
    'GET /vknf/posts/count/word': { total: 1 },
    'GET /vknf/owners/details': { owners, total: owners.length },
    'GET /vknf/owners/count': { total: owners.length },
    'GET /vknf/owners/9000': owners[53],
    'GET /vknf/cities': { cities: rows((row) => ({ CityID: row + 9000, Name: nullable(text(row)) })) },
    'GET /server/clients': { clients },
    'POST /admin/auth/login': { admin_id: 1, username: hostileName },
  };
  for (const [route, body] of Object.entries(answers)) backend.on(route, () => ({ body }));
  server = await startServerProcess('main.js', {
    HOST: '127.0.0.1',
    PORT: '0',
    API_URL: backend.url,
    SESSION_SECRET: 'test-secret-'.repeat(4),
  });
});
afterAll(async () => {
  await server?.stop();
  await backend?.close();
});

/** Records scripts that ran or tried to: dialogs, policy violations, and changes that the payloads make to the page. */
async function watch(page: Page): Promise<string[]> {
  const events: string[] = [];
  page.on('dialog', async (dialog) => {
    events.push(`dialog ${dialog.message()}`);
    await dialog.dismiss();
  });
  await page.exposeFunction('reportViolation', (report: string) => void events.push(report));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      (window as unknown as { reportViolation: (report: string) => void }).reportViolation(
        `policy ${violatedDirective} ${blockedURI} ${sample}`,
      ),
    );
  });
  return events;
}

async function openHostile(height: number, allow: RegExp[] = []): Promise<{ page: Page; events: string[] }> {
  const page = await openPage({ viewport: { width: 1440, height }, allow });
  const events = await watch(page);
  await signInByRequest(page.context(), server.url, { type: 'admin', name: 'root', password: 'password' });
  return { page, events };
}

/** Returns elements and attributes that the console never renders, inside the elements of a selector. */
const findInjected = (page: Page, within = 'html'): Promise<string[]> =>
  page.evaluate((selector) => {
    const own = (address: string) => new URL(address, location.href).origin === location.origin;
    const isInjected = (element: Element): boolean => {
      const attributes = [...element.attributes];
      if (attributes.some(({ name }) => /^on/i.test(name) || /^(srcdoc|formaction|xlink:href|action)$/i.test(name))) {
        return !(element instanceof HTMLFormElement && own(element.action));
      }
      if (
        element.matches('iframe, object, embed, base, meta[http-equiv], foreignObject, animate, math, video, audio')
      ) {
        return true;
      }
      if (element.matches('script')) {
        const { src, type } = element as HTMLScriptElement;
        return type !== 'application/json' && !(src !== '' && own(src));
      }
      return ['href', 'src'].some((name) => {
        const value = element.getAttribute(name);
        return value !== null && !/^https?:$/.test(new URL(value, location.href).protocol);
      });
    };
    const elements = [...document.querySelectorAll(`${selector}, ${selector} *`)];
    return elements.filter(isInjected).map((element) => element.outerHTML.slice(0, 200));
  }, within);

/** Without white space and invisible characters, which a browser collapses or does not render. */
const withoutSpace = (value: string) => value.replace(/[\s\p{Cc}\u2028\u2029\ufffd]+/gu, '');

async function expectShown(page: Page, wanted: readonly string[]): Promise<void> {
  const findMissing = async () => {
    const shown = withoutSpace(await page.evaluate(() => document.body.textContent ?? ''));
    return wanted.filter((payload) => !shown.includes(withoutSpace(payload)));
  };
  await expectSoon(findMissing).toEqual([]);
}

async function expectInert(page: Page, events: string[], within?: string): Promise<void> {
  const { pathname } = new URL(page.url());
  const injected = await findInjected(page, within);
  // This resolves after all earlier reports of the page.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  expect({ pathname, injected, events }).toEqual({ pathname, injected: [], events: [] });
}

test('[13] there are at least 60 hostile texts, and hostile addresses too', () => {
  expect(new Set(hostileTexts).size).toBeGreaterThanOrEqual(60);
  expect(new Set(payloads).size).toBe(total);
});

async function openPosts(page: Page, events: string[]): Promise<void> {
  const openers = page.getByRole('grid').locator('[data-post-url]');
  const popup = page.getByRole('dialog', { name: 'Текст поста' });
  for (const index of [0, 17, 24, 40, 52, 69]) {
    await openers.nth(index).press('Enter');
    await expectSoon(async () => withoutSpace((await popup.textContent()) ?? '')).toContain(withoutSpace(text(index)));
    await expectInert(page, events, 'dialog');
  }
}

async function openEditors(page: Page, events: string[]): Promise<void> {
  const edit = page.getByRole('grid').getByRole('button', { name: /^Редактировать/ });
  for (const index of [0, 17]) {
    await edit.nth(index).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    const values = await dialog
      .locator('input, textarea')
      .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));
    expect(values).toContain(text(index));
    await expectInert(page, events, 'dialog');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  }
}

test('[13] hostile texts in rows, fields, filters and the popup are shown as text and run nothing', async () => {
  // As tall as all rows of a table, so that virtualisation leaves none out.
  const { page, events } = await openHostile(12_000);
  const shown = hostileTexts.filter((payload) => !/<\/?mark>/.test(payload));
  const pages = [
    { path: '/ldvknf/words', openParts: openEditors },
    { path: '/ldvknf/owners', openParts: openEditors },
    { path: '/ldserver/clients', openParts: openEditors },
    { path: '/ldvknf/posts', openParts: openPosts },
  ];
  for (const { path, openParts } of pages) {
    await page.goto(server.url + path, { waitUntil: 'load' });
    await waitForIsland(page);
    await expectShown(page, shown);
    await expectInert(page, events);
    await openParts(page, events);
  }
  const query = `?owner=9000&city=9000&word=1&text=${encodeURIComponent(text(17) + text(52))}&from=${encodeURIComponent(text(3))}`;
  await page.goto(`${server.url}/ldvknf/posts${query}`, { waitUntil: 'load' });
  await waitForIsland(page);
  await expectInert(page, events);
});

test('[4] scripts read no token; [13] hostile names of users and messages of the backend are text', async () => {
  const { page, events } = await openHostile(900, [/status of 401/]);
  await page.goto(`${server.url}/profile`);
  await expectShown(page, [hostileName]);
  await expectInert(page, events);

  await page.waitForFunction(() => 'auth_user' in localStorage);
  const cookies = await page.context().cookies();
  expect(cookies.filter(({ httpOnly }) => !httpOnly).map(({ name }) => name)).toEqual(
    cookies.some(({ name }) => name === 'console_preferences') ? ['console_preferences'] : [],
  );
  const readable = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie);
  expect(readable).toContain('auth_user');
  expect(readable).not.toMatch(/access_token|refresh_token|console_session|secret-token/);

  await page.evaluate(async (client_id) => {
    await fetch('/api/v1/admin/impersonate', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_id }),
    });
  }, text(6) + text(53));
  await page.goto(`${server.url}/ldvkwi/words`);
  await expectShown(page, ['Вы работаете как клиент', text(6) + text(53)]);
  await expectInert(page, events);

  await page.context().clearCookies();
  const message = text(0) + text(17) + text(52);
  backend.on('POST /server/auth/login', () => ({ status: 401, body: { message } }));
  await page.goto(`${server.url}/login?next=${encodeURIComponent(url(0))}`);
  await page.getByRole('radio', { name: 'Клиент' }).check();
  await page.getByRole('textbox', { name: 'ID клиента' }).fill(text(52));
  await page.getByLabel('Пароль', { exact: true }).fill('password');
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Войти', exact: true }).click()]);
  await expectShown(page, [message]);
  await expectSoon(() => page.getByRole('textbox', { name: 'ID клиента' }).inputValue()).toBe(text(52));
  await expectInert(page, events);
});

test('[13] the checks themselves record dialogs, violations of a policy and injected elements', async () => {
  const body = `<!doctype html><title>x</title>${text(17)}${text(0)}<a href="${url(0)}">x</a>`;
  const page = await openPage({ allow: [/./] });
  const events = await watch(page);
  for (const [headers, expected] of [
    [{}, 'dialog 18'],
    [{ 'Content-Security-Policy': "script-src 'none'" }, 'policy script-src'],
  ] as const) {
    await page.route('**/raw', (route) => route.fulfill({ contentType: 'text/html', body, headers }), { times: 1 });
    await page.goto(`${server.url}/raw`, { waitUntil: 'load' });
    while (!events.join('\n').includes(expected)) await page.evaluate(() => new Promise(requestAnimationFrame));
    expect((await findInjected(page)).length).toBeGreaterThanOrEqual(3);
  }
});
