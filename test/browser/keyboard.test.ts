/** Keyboard shortcuts: the effect of each in any layout, when they are ignored, and the setting that turns them off. */
import type { Page } from 'playwright-core';
import { pathOf } from '../../shared/routes.ts';
import { shortcuts } from '../../shared/shortcuts.ts';
import { startDemo } from '../support/demo-pages.ts';
import { expectSoon } from '../support/expect-soon.ts';

const { openTable } = startDemo();

/** Rows count from 0; ARIA counts from 1 and includes the header. */
const focusedRow = (page: Page) =>
  page.evaluate(() => Number(document.activeElement?.closest('[aria-rowindex]')?.ariaRowIndex ?? Number.NaN) - 2);
const waitForRow = (page: Page, row: number) =>
  page.waitForFunction(
    (index) => document.activeElement?.closest('[aria-rowindex]')?.ariaRowIndex === index,
    String(row + 2),
  );
const list = (page: Page) => page.getByRole('dialog', { name: 'Горячие клавиши' });
const isFocused = (page: Page, selector: string) =>
  page.waitForFunction((wanted) => document.activeElement?.matches(wanted), selector);

test('in the feed j and k move between rows, Enter opens the text, o the post’s page in a new tab, and / focuses the search; j reaches rows that are not rendered yet', async () => {
  const page = await openTable('client', pathOf('posts'));
  await page.keyboard.press('j');
  await waitForRow(page, 0);
  for (const row of [1, 2, 3]) {
    await page.keyboard.press('j');
    await waitForRow(page, row);
  }
  // Users type without waiting for the page between two keys.
  await page.keyboard.press('k');
  await page.keyboard.press('Enter');
  const popup = page.getByRole('dialog', { name: 'Текст поста' });
  await popup.waitFor();
  await page.keyboard.press('Escape');
  await popup.waitFor({ state: 'hidden' });
  await waitForRow(page, 2);

  for (let row = 3; row < 12; row += 1) {
    await page.keyboard.press('j');
    await waitForRow(page, row);
  }
  await expectSoon(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);

  await page.context().route('https://vk.com/**', (route) => route.fulfill({ body: 'a post' }));
  const url = await page.locator('[aria-rowindex]:focus-within [data-post-url]').first().getAttribute('data-post-url');
  const [tab] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('o')]);
  await tab.waitForURL(url ?? '');
  await expectSoon(() => tab.evaluate(() => window.opener)).toBeNull();
  await tab.close();
  await page.bringToFront();

  await page.keyboard.press('/');
  await isFocused(page, '[type="search"]');
  await page.keyboard.type('jk?/o');
  await expectSoon(() => page.getByRole('searchbox').inputValue()).toBe('jk?/o');
});

test('the code of the keys loads with the first key; no key acts while a dialog is open, or with Ctrl; they are read by position, so they work in the Russian layout; their list has every key, traps the focus and returns it, and turns them off and on', async () => {
  // Administrators have no work.
  const page = await openTable('client', pathOf('words'));
  const scripts = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .join('\n'),
    );
  expect(await scripts()).not.toContain('/shortcuts-');
  await page.keyboard.press('Shift');
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/shortcuts-')),
  );

  await page.keyboard.press('Control+j');
  await expectSoon(() => focusedRow(page)).toBeNaN();
  await page.getByRole('button', { name: 'Добавить фразу' }).click();
  await page.getByRole('dialog', { name: 'Новая фраза' }).waitFor();
  await page.getByRole('button', { name: 'Отмена' }).focus();
  await page.keyboard.press('?');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(await list(page).isVisible()).toBe(false);

  const press = (key: string, code: string, shiftKey = false) =>
    page.evaluate(
      (init) => document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true })),
      { key, code, shiftKey },
    );
  await press('о', 'KeyJ');
  await waitForRow(page, 0);
  await press('о', 'KeyJ');
  await waitForRow(page, 1);
  await press('л', 'KeyK');
  await waitForRow(page, 0);
  await press(',', 'Slash', true);
  await list(page).waitFor();

  for (const { key, text } of shortcuts) {
    await expectSoon(() => list(page).getByRole('term').filter({ hasText: key }).count()).toBeGreaterThan(0);
    await list(page).getByText(text, { exact: true }).waitFor();
  }
  for (let tab = 0; tab < 6; tab += 1) {
    await page.keyboard.press('Tab');
    expect(await page.locator(':is([aria-rowindex], nav):focus-within').count()).toBe(0);
  }
  await page.keyboard.press('Escape');
  await list(page).waitFor({ state: 'hidden' });
  await waitForRow(page, 0);

  const choice = () => page.getByRole('checkbox', { name: 'Горячие клавиши включены' });
  const open = () => page.getByRole('button', { name: 'Горячие клавиши', exact: true }).click();
  await open();
  await choice().uncheck();
  await page.keyboard.press('Escape');
  await expectSoon(() => page.evaluate(() => localStorage.getItem('shortcuts'))).toBe('off');
  await page.reload();
  await open();
  await expectSoon(() => choice().isChecked()).toBe(false);
  await page.keyboard.press('Escape');
  await list(page).waitFor({ state: 'hidden' });
  for (const key of ['?', 'j']) await page.keyboard.press(key);
  expect(await list(page).isVisible()).toBe(false);
  await expectSoon(() => focusedRow(page)).toBeNaN();
  await open();
  await choice().check();
  await page.keyboard.press('Escape');
  await list(page).waitFor({ state: 'hidden' });
  await page.keyboard.press('j');
  await waitForRow(page, 0);
});
