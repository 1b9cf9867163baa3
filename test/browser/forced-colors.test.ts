/** Forced colours (a high-contrast theme) replace our backgrounds and borders: chosen items must still differ. */
import type { Locator } from 'playwright-core';
import { pathOf } from '../../shared/routes.ts';
import { startDemo } from '../support/demo-pages.ts';
import { expectSoon } from '../support/expect-soon.ts';

const { demo, openPage, openTable } = startDemo();
const forcedColors = 'active';

/** The visible colours and borders; a transparent background counts as the page's. */
const lookOf = (element: Locator) =>
  element.evaluate((node) => {
    const { backgroundColor, color, borderColor, outlineColor, outlineStyle } = getComputedStyle(node);
    const page = getComputedStyle(document.body).backgroundColor;
    const background = backgroundColor.endsWith(', 0)') ? page : backgroundColor;
    return { background, color, borderColor, outline: outlineStyle === 'none' ? null : outlineColor };
  });

test('the current menu item differs from the others, and its icon and text from its background', async () => {
  const page = await openTable('admin', pathOf('words'), { forcedColors });
  const menu = page.getByRole('navigation', { name: 'Главное меню' });
  const current = menu.getByRole('link', { name: 'Фразы', exact: true });
  const { background, color } = await lookOf(current);
  expect(background).not.toBe((await lookOf(menu.getByRole('link', { name: 'Источники' }))).background);
  const icon = current.locator('[data-icon]');
  await expectSoon(() => icon.evaluate((node) => getComputedStyle(node).stroke)).toBe(color);
  expect(color).not.toBe(background);
});

test('the chosen type of user differs from the other one', async () => {
  const page = await openPage({ forcedColors });
  await page.goto(demo.url + pathOf('login'));
  const type = (name: string) => page.locator('label', { has: page.getByRole('radio', { name }) });
  expect(await lookOf(type('Администратор'))).not.toEqual(await lookOf(type('Клиент')));
});

test('the highlighted suggestion differs from the others', async () => {
  const page = await openTable('admin', pathOf('words'), { forcedColors });
  await page.getByRole('button', { name: 'Добавить фразу' }).click();
  const field = page.getByRole('dialog').getByLabel('Текст *');
  await field.fill('а');
  const options = page.getByRole('listbox').getByRole('option');
  await options.nth(1).waitFor();
  await field.press('ArrowDown');
  const [highlighted, other] = [options.and(page.locator('[data-highlighted]')), options.nth(1)];
  await highlighted.waitFor();
  expect(await lookOf(highlighted)).not.toEqual(await lookOf(other));
});
