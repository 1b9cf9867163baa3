/** Values typed into a dialog survive the end of the session, only for the same user. */
import type { Page } from 'playwright-core';
import * as messages from '../../shared/messages.ts';
import { pathOf } from '../../shared/routes.ts';
import { demoUsers, startDemo } from '../support/demo-pages.ts';
import { expectSoon } from '../support/expect-soon.ts';
import { type Account, sendSignIn } from '../support/sign-in.ts';
import { waitForIsland } from '../support/wait-for-island.ts';

const { demo, openTable } = startDemo();
const allow = [/status of 401/];
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Новая фраза' });

/** Counts the mutation observers of the whole body in every document that the page loads. */
async function countBodyObservers(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const active = new Set<MutationObserver>();
    const { observe, disconnect } = MutationObserver.prototype;
    MutationObserver.prototype.observe = function (target, options) {
      if (target === document.body) active.add(this);
      observe.call(this, target, options);
    };
    MutationObserver.prototype.disconnect = function () {
      active.delete(this);
      disconnect.call(this);
    };
    Object.assign(window, { countBodyObservers: () => active.size });
  });
  return () => page.evaluate('countBodyObservers()');
}

/** Types a phrase and saves it after the session has ended. */
async function loseSession(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Добавить фразу' }).click();
  await dialog(page).getByLabel('Клиент *').selectOption({ index: 2 });
  const suggestions = page.waitForResponse(/\/words\/autocomplete/);
  await dialog(page).getByLabel('Текст *').fill('ремонт набережной');
  await suggestions;
  await dialog(page).getByLabel('Полный поиск').check();
  await page.context().clearCookies({ name: /token/ });
  // By keyboard, because suggestions may cover the button.
  await dialog(page).getByRole('button', { name: 'Сохранить' }).press('Enter');
  await page.waitForURL(/\/login\?next=/);
}

async function signInAgain(page: Page, account: Account): Promise<void> {
  await sendSignIn(page, account);
  await page.waitForURL(demo.url + pathOf('words'));
  await waitForIsland(page);
}

test('a draft is restored once, in the same dialog, for the same user; one that cannot be restored completely is dropped when its form closes; another user does not get it', async () => {
  const page = await openTable('admin', pathOf('words'), { allow });
  const bodyObservers = await countBodyObservers(page);
  await loseSession(page);
  await signInAgain(page, demoUsers.admin);
  await page.getByRole('status').filter({ hasText: messages.draftKept }).waitFor();
  await page.getByRole('button', { name: 'Добавить фразу' }).click();
  await dialog(page).getByLabel('Клиент *').and(page.locator(':not([value=""])')).waitFor();
  await page.waitForFunction(() => !sessionStorage.getItem('drafts'));
  await expectSoon(bodyObservers).toBe(0);
  await expectSoon(() => dialog(page).getByLabel('Текст *').inputValue()).toBe('ремонт набережной');
  await expectSoon(() => dialog(page).getByLabel('Полный поиск').isChecked()).toBe(true);
  await expectSoon(() => dialog(page).getByLabel('Клиент *').inputValue()).not.toBe('');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Добавить фразу' }).click();
  await expectSoon(() => dialog(page).getByLabel('Текст *').inputValue()).toBe('');
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'hidden' });

  await loseSession(page);
  await page.evaluate(() => {
    const drafts = JSON.parse(sessionStorage.getItem('drafts') ?? '');
    drafts.forms['word-new'].clientId = 'a client that is gone';
    sessionStorage.setItem('drafts', JSON.stringify(drafts));
  });
  await signInAgain(page, demoUsers.admin);
  await page.getByRole('button', { name: 'Добавить фразу' }).click();
  await dialog(page).getByLabel('Текст *').and(page.locator('[value="ремонт набережной"]')).waitFor();
  await expectSoon(bodyObservers).toBe(1);
  await dialog(page).getByRole('button', { name: 'Отмена' }).click();
  await dialog(page).waitFor({ state: 'hidden' });
  await page.waitForFunction(() => !sessionStorage.getItem('drafts'));
  await expectSoon(bodyObservers).toBe(0);

  await loseSession(page);
  await signInAgain(page, demoUsers.client);
  await page.getByRole('button', { name: 'Добавить фразу' }).click();
  await page.waitForFunction(() => sessionStorage.getItem('drafts') === null);
  await expectSoon(() => dialog(page).getByLabel('Текст *').inputValue()).toBe('');
});
