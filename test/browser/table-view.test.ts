/** Density and columns of tables: applied at once, remembered, and rendered by the server. */
import type { Page } from 'playwright-core';
import { pathOf } from '../../shared/routes.ts';
import { startDemo } from '../support/demo-pages.ts';
import { expectSoon } from '../support/expect-soon.ts';
import { waitForIsland } from '../support/wait-for-island.ts';

const { demo, openTable } = startDemo();

const heads = (page: Page) => page.getByRole('columnheader').allTextContents();
const rowHeight = (page: Page) =>
  page
    .locator('[aria-rowindex]')
    .first()
    .evaluate((row) => row.getBoundingClientRect().height);
const htmlOf = (page: Page) => page.evaluate(async () => (await fetch(location.href)).text());
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Вид таблицы' });

async function openDialog(page: Page) {
  await page.getByRole('button', { name: 'Вид таблицы', exact: true }).click();
  await dialog(page).waitFor();
}

const allHeads = [
  ...[
    'Выбрать',
    'ID',
    'Текст',
    'Клиенты',
    'Статус',
    'Сбор',
    'Полный поиск',
    'Посты',
    'Обновлено',
    'Динамика',
    'Действия',
  ],
];

test('a window of 1,280 px shows all columns of the phrases; a check box hides one, compact rows apply at once and in other tabs, and the server renders both', async () => {
  const page = await openTable('admin', pathOf('words'));
  await expectSoon(() => rowHeight(page)).toBe(40);
  const cells = page.getByRole('row').nth(1).getByRole('gridcell');
  await expectSoon(() => cells.count()).toBe(allHeads.length);
  const overlaps = () =>
    cells.evaluateAll((all) => {
      const boxes = all.map((cell) => cell.getBoundingClientRect());
      return boxes.filter((box, index) => index > 0 && box.left < (boxes[index - 1]?.right ?? 0) - 1).length;
    });
  await expectSoon(overlaps).toBe(0);
  await expectSoon(() => page.evaluate(() => document.body.scrollWidth <= innerWidth)).toBe(true);
  await expectSoon(async () => (await heads(page)).map((head) => head.trim())).toEqual(allHeads);
  await openDialog(page);
  const choices = () =>
    dialog(page)
      .getByRole('checkbox')
      .evaluateAll((boxes) => boxes.map((box) => box.parentElement?.textContent));
  // The check boxes, the main column and the actions cannot be hidden.
  await expectSoon(choices).toEqual(allHeads.filter((head) => !['Выбрать', 'Текст', 'Действия'].includes(head)));
  await dialog(page).getByRole('checkbox', { name: 'Сбор' }).uncheck();
  await dialog(page).getByRole('checkbox', { name: 'Клиенты' }).uncheck();
  const left = allHeads.filter((head) => head !== 'Сбор' && head !== 'Клиенты');
  await expectSoon(() => heads(page)).toEqual(left);
  await expectSoon(() => page.getByRole('grid').getAttribute('aria-colcount')).toBe(String(left.length));
  await expectSoon(() => page.locator('[aria-rowindex]').first().locator('> *').count()).toBe(left.length);
  await expectSoon(async () => (await htmlOf(page)).match(/role="columnheader"/g)).toHaveLength(left.length);

  const other = await page.context().newPage();
  await other.goto(demo.url + pathOf('owners'));
  await waitForIsland(other);
  const [high, otherHigh] = [await rowHeight(page), await rowHeight(other)];
  await dialog(page).getByRole('radio', { name: 'Плотно' }).check();
  await expectSoon(() => rowHeight(page)).toBeLessThan(high);
  await other.waitForFunction((height) => {
    const row = document.querySelector('[aria-rowindex]');
    return row !== null && row.getBoundingClientRect().height < height;
  }, otherHigh);
  await expectSoon(() => page.evaluate(() => localStorage.getItem('density'))).toBe('compact');
  await expectSoon(() => htmlOf(page)).toContain('data-density="compact"');

  await page.reload();
  await expectSoon(() => heads(page)).toEqual(left);
  await openDialog(page);
  await expectSoon(() => dialog(page).getByRole('radio', { name: 'Плотно' }).isChecked()).toBe(true);
  await dialog(page).getByRole('checkbox', { name: 'Сбор' }).check();
  await expectSoon(() => heads(page)).toEqual(allHeads.filter((head) => head !== 'Клиенты'));
});

// The width of a window with wide cards, which depends on the columns.
describe.each([
  ['words', 1120],
  ['posts', 1060],
  ['owners', 1060],
  ['clients', 1220],
] as const)('%s in windows of %i px and less', (name, wide) => {
  const cutCards = (page: Page) =>
    page
      .locator('[aria-rowindex]')
      .evaluateAll((cards) => cards.filter((card) => card.scrollHeight > card.clientHeight).length);

  test('a card has all its fields, and is lower without hidden ones and with four fields in a line', async () => {
    const page = await openTable('admin', pathOf(name), { viewport: { width: wide, height: 844 } });
    await expectSoon(() => cutCards(page)).toBe(0);
    // Its lines have four fields instead of two.
    const low = await rowHeight(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectSoon(() => rowHeight(page)).toBeGreaterThan(low);
    await expectSoon(() => cutCards(page)).toBe(0);
    const high = await rowHeight(page);
    await openDialog(page);
    for (const choice of (await dialog(page).getByRole('checkbox').all()).slice(0, 2)) await choice.uncheck();
    // A line of a card has two fields, and the list of clients one of its own. Rows of the feed are as high as their text.
    if (name === 'posts') await expectSoon(() => rowHeight(page)).toBeLessThan(high);
    else await expectSoon(async () => [46, 92].includes(high - (await rowHeight(page)))).toBe(true);
    await expectSoon(() => cutCards(page)).toBe(0);
  });
});

test('the page stays at its top when a sort leaves about as many rows as fit into the window', async () => {
  const page = await openTable('admin', pathOf('owners'), { viewport: { width: 1280, height: 950 } });
  const first = page.getByRole('row').nth(1);
  // Of the second page of 20: the rows are virtual.
  const later = page.locator('[aria-rowindex="23"]');
  await later.waitFor();
  const text = await first.textContent();
  await page.getByRole('columnheader', { name: 'Тип' }).getByRole('link').click();
  await expectSoon(() => first.textContent()).not.toBe(text);
  await later.waitFor();
  await expectSoon(() => page.evaluate(() => scrollY)).toBe(0);
});
