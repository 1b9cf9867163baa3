// Proves: pages#layout, pages#width-print-and-direction
/**
 * Keyboard shortcuts: the effect of each in any layout, when they are ignored, and the setting that turns them off. The menu at
 * 200 % zoom, reduced motion, layout stability, and forced colours (a high-contrast theme).
 */
import type { Locator, Page } from 'playwright-core';
import { pathOf } from '../../shared/routes.ts';
import { shortcuts } from '../../shared/shortcuts.ts';
import { startDemo } from '../support/demo-pages.ts';
import { expectSoon } from '../support/expect-soon.ts';
import { findOutOfReach, zoom } from '../support/out-of-reach.ts';
import { step } from '../support/step.ts';
import { waitForIsland } from '../support/wait-for-island.ts';

const { demo, openTable } = startDemo();

/** Collects layout shifts. Rows, and what is below them, move when the order or number of rows changes. */
const watchJumps = (page: Page) =>
  page.evaluate(() => {
    type Shift = PerformanceEntry & { sources: { node?: Node | null }[] };
    const nodes: string[] = [];
    const observer = new PerformanceObserver((list) => collect(list.getEntries()));
    const collect = (entries: PerformanceEntryList) => {
      for (const { node } of (entries as Shift[]).flatMap(({ sources }) => sources)) {
        if (node instanceof Element && !node.matches('[aria-rowindex], [role="grid"] ~ *'))
          nodes.push(node.outerHTML.slice(0, 120));
      }
    };
    observer.observe({ type: 'layout-shift' });
    const takeJumps = () => {
      collect(observer.takeRecords());
      return nodes;
    };
    Object.assign(window, { takeJumps });
  });
const jumps = (page: Page) => page.evaluate(() => (window as unknown as { takeJumps: () => string[] }).takeJumps());
const settled = (page: Page) =>
  page.waitForFunction(() => document.querySelector('[role="grid"]')?.getAttribute('aria-busy') === 'false');

async function scrollAndSort(page: Page): Promise<void> {
  await watchJumps(page);
  await page.evaluate(async () => {
    for (const step of [...Array(20).fill(600), ...Array(30).fill(-600)]) {
      scrollBy(0, step);
      await new Promise(requestAnimationFrame);
    }
  });
  for (const column of [0, 1]) {
    await page
      .getByRole('columnheader')
      .getByRole('link')
      .nth(column)
      .evaluate((link: HTMLElement) => link.click());
    await settled(page);
  }
  expect(await jumps(page)).toEqual([]);
}

test('the sources do not shift while scrolling or sorting', async () => {
  await scrollAndSort(await openTable('client', pathOf('owners')));
});

test('the feed does not shift while scrolling, sorting or filtering; loading rows pulse unless motion is reduced', async () => {
  const page = await openTable('client', pathOf('posts'));
  await scrollAndSort(page);
  for (const index of [1, 0]) {
    await page.getByRole('combobox', { name: 'Фраза' }).selectOption({ index });
    await settled(page);
    await waitForIsland(page);
  }
  expect(await jumps(page)).toEqual([]);

  await page.route('**/api/v1/**', () => undefined);
  // The list was not sorted by this column before.
  await page.getByRole('columnheader').getByRole('link').last().click();
  await page.getByText('Загрузка…', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Тема', exact: true }).hover();
  const animations = () => page.evaluate(() => document.getAnimations().length);
  await expectSoon(animations).toBeGreaterThan(0);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expectSoon(animations).toBe(0);
});

/** The visible colours and borders; a transparent background counts as the page's. */
const lookOf = (element: Locator) =>
  element.evaluate((node) => {
    const { backgroundColor, color, borderColor, outlineColor, outlineStyle } = getComputedStyle(node);
    const page = getComputedStyle(document.body).backgroundColor;
    const background = backgroundColor.endsWith(', 0)') ? page : backgroundColor;
    return { background, color, borderColor, outline: outlineStyle === 'none' ? null : outlineColor };
  });

/** Forced colours replace our backgrounds and borders. */
test('at 200 % zoom the main menu is within reach; in forced colours chosen items differ from the others', async () => {
  const page = await openTable('admin', pathOf('words'));
  await zoom(page);
  await page.getByRole('button', { name: 'Меню', exact: true }).click();
  const menu = page.getByRole('navigation', { name: 'Главное меню' });
  await menu.waitFor();
  expect(await findOutOfReach(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'hidden' });

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ forcedColors: 'active' });
  const current = menu.getByRole('link', { name: 'Фразы', exact: true });
  const { background, color } = await lookOf(current);
  expect(background).not.toBe((await lookOf(menu.getByRole('link', { name: 'Источники' }))).background);
  const icon = current.locator('[data-icon]');
  await expectSoon(() => icon.evaluate((node) => getComputedStyle(node).stroke)).toBe(color);
  expect(color).not.toBe(background);

  await page.getByRole('button', { name: 'Добавить фразу' }).click();
  const field = page.getByRole('dialog').getByLabel('Текст *');
  await field.fill('а');
  const options = page.getByRole('listbox').getByRole('option');
  await options.nth(1).waitFor();
  await field.press('ArrowDown');
  const [highlighted, other] = [options.and(page.locator('[data-highlighted]')), options.nth(1)];
  await highlighted.waitFor();
  expect(await lookOf(highlighted)).not.toEqual(await lookOf(other));

  await page.context().clearCookies();
  await page.goto(demo.url + pathOf('login'));
  const type = (name: string) => page.locator('label', { has: page.getByRole('radio', { name }) });
  expect(await lookOf(type('Администратор'))).not.toEqual(await lookOf(type('Клиент')));
});

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

test('in the feed j and k move between rows, also new ones; Enter and o open a post, / the search', async () => {
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

test('the keys load at the first press, act by position and outside dialogs only, and can be turned off', async () => {
  // Administrators have no work.
  const page = await openTable('client', pathOf('words'));
  await step('the first key', async () => {
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
  });

  await step('with Ctrl and in a dialog', async () => {
    await page.keyboard.press('Control+j');
    await expectSoon(() => focusedRow(page)).toBeNaN();
    await page.getByRole('button', { name: 'Добавить фразу' }).click();
    await page.getByRole('dialog', { name: 'Новая фраза' }).waitFor();
    await page.getByRole('button', { name: 'Отмена' }).focus();
    await page.keyboard.press('?');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(await list(page).isVisible()).toBe(false);
  });

  await step('by position', async () => {
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
  });

  await step('the list of keys', async () => {
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
  });

  await step('turned off and on', async () => {
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

  await step('the phrases do not shift', async () => {
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await scrollAndSort(page);
  });
});
