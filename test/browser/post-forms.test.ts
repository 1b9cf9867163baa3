// Proves: pages#without-javascript
/** Forms that the browser posts to the console are sent once, even if the button or Enter is pressed repeatedly. */
import type { Locator, Page } from 'playwright-core';
import { startBrowser } from '../support/browser.ts';
import { expectSoon } from '../support/expect-soon.ts';
import { type Account, signInByRequest } from '../support/sign-in.ts';
import { startStandInConsole } from '../support/stand-in-console.ts';

const admin: Account = { type: 'admin', name: 'root', password: 'password' };
const { openPage } = startBrowser();
const { backend, server } = startStandInConsole();

async function openLogin(page: Page): Promise<void> {
  await page.goto(`${server.url}/login`);
  await page.getByRole('textbox', { name: 'Имя пользователя' }).fill(admin.name);
  await page.getByLabel('Пароль', { exact: true }).fill(admin.password);
}

async function openProfile(page: Page): Promise<void> {
  await signInByRequest(page.context(), server.url, admin);
  await page.goto(`${server.url}/profile`);
}

async function openActingAsClient(page: Page): Promise<void> {
  await signInByRequest(page.context(), server.url, admin);
  const data = { client_id: 'client-1' };
  await page.request.post(`${server.url}/api/v1/admin/impersonate`, { data, headers: { Origin: server.url } });
  await page.goto(`${server.url}/profile`);
}

const button = (page: Page, area: 'main' | 'region' | 'status', name: string) =>
  page.getByRole(area).getByRole('button', { name, exact: true }).first();

type PostForm = { what: string; call: string; open: (page: Page) => Promise<void>; find: (page: Page) => Locator };

const forms: PostForm[] = [
  {
    what: 'sign-in',
    call: '/admin/auth/login',
    open: openLogin,
    find: (page) => button(page, 'main', 'Войти'),
  },
  {
    what: 'sign-out on the profile page',
    call: '/admin/auth/logout',
    open: openProfile,
    find: (page) => button(page, 'main', 'Выйти'),
  },
  {
    what: 'sign-out in the sidebar',
    call: '/admin/auth/logout',
    open: openProfile,
    find: (page) => button(page, 'region', 'Выйти'),
  },
  {
    what: 'end of an impersonation in the sidebar',
    call: '/admin/impersonate/stop',
    open: openActingAsClient,
    find: (page) => button(page, 'region', 'Вернуться к администратору'),
  },
  {
    what: 'end of an impersonation in the banner',
    call: '/admin/impersonate/stop',
    open: openActingAsClient,
    find: (page) => button(page, 'status', 'Вернуться к администратору'),
  },
];

/**
 * Records the state of the button after the page has handled the submission, and again after the page is shown again.
 * Session storage keeps it for the next page, because Chromium evaluates no script while a navigation is pending.
 */
const recordStates = (submit: Locator) =>
  submit.evaluate((element: HTMLButtonElement) => {
    const read = () => [element.disabled, element.getAttribute('aria-busy')];
    addEventListener('formdata', () => {
      const states = [read()];
      if ('showAgain' in sessionStorage) {
        dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
        states.push(read());
      }
      sessionStorage.setItem('states', JSON.stringify(states));
    });
  });

const readStates = (page: Page) => page.evaluate(() => JSON.parse(sessionStorage.getItem('states') ?? 'null'));

test('while a form’s request is pending, its button is busy and Enter sends nothing; going back ends that', async () => {
  const page = await openPage();
  for (const { what, call, open, find } of forms) {
    await page.context().clearCookies();
    await open(page);
    const submit = find(page);
    await recordStates(submit);
    const { received, release, count } = backend.hold(`POST ${call}`);
    await (what === 'sign-in' ? page.getByLabel('Пароль', { exact: true }) : submit).focus();
    const loaded = page.waitForEvent('load');
    await page.keyboard.press('Enter');
    await received;
    await page.keyboard.press('Enter');
    release();
    await loaded;
    await expectSoon(async () => [what, await readStates(page), count()]).toEqual([what, [[true, 'true']], 1]);
    await page.evaluate(() => sessionStorage.clear());
  }

  await page.context().clearCookies();
  await openLogin(page);
  await page.evaluate(() => sessionStorage.setItem('showAgain', ''));
  await recordStates(button(page, 'main', 'Войти'));
  const loaded = page.waitForEvent('load');
  await page.keyboard.press('Enter');
  await loaded;
  await expectSoon(() => readStates(page)).toEqual([
    [true, 'true'],
    [false, null],
  ]);
});
