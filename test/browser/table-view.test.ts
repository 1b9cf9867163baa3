// Proves: pages#layout, pages#width-print-and-direction
/**
 * Density and columns of tables: applied at once, remembered, and rendered by the server. Pages in print: every loaded row, full
 * texts, no controls, light in any theme, and no break where it hurts.
 */
import type { Page } from 'playwright-core';
import { pathOf } from '../../shared/routes.ts';
import { saveScreenshot } from '../support/browser.ts';
import { demoUsers, startDemo } from '../support/demo-pages.ts';
import { expectSoon } from '../support/expect-soon.ts';
import { step } from '../support/step.ts';
import { waitForIsland } from '../support/wait-for-island.ts';

const { demo, openSignedIn, openTable } = startDemo();

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
];

test('a window of 1,280 px shows all columns; hidden columns and compact rows are kept, also by the server', async () => {
  const page = await openTable('admin', pathOf('words'));
  const left = allHeads.filter((head) => head !== 'Сбор' && head !== 'Клиенты');
  await step('columns and a hidden one', async () => {
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
    await expectSoon(() => heads(page)).toEqual(left);
    await expectSoon(() => page.getByRole('grid').getAttribute('aria-colcount')).toBe(String(allHeads.length));
    const places = (role: 'columnheader' | 'gridcell') =>
      page
        .locator(`[role="row"]:has([role="${role}"])`)
        .first()
        .locator('> *')
        .evaluateAll((all) => all.map((cell) => Number(cell.getAttribute('aria-colindex'))));
    const expected = left.map((head) => allHeads.indexOf(head) + 1);
    await expectSoon(() => places('columnheader')).toEqual(expected);
    await expectSoon(() => places('gridcell')).toEqual(expected);
    await expectSoon(() => page.locator('[aria-rowindex]').first().locator('> *').count()).toBe(left.length);
    await expectSoon(async () => (await htmlOf(page)).match(/role="columnheader"/g)).toHaveLength(left.length);
  });

  await step('compact rows in other tabs', async () => {
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
  });

  await step('the server renders both', async () => {
    await page.reload();
    await expectSoon(() => heads(page)).toEqual(left);
    await openDialog(page);
    await expectSoon(() => dialog(page).getByRole('radio', { name: 'Плотно' }).isChecked()).toBe(true);
    await dialog(page).getByRole('checkbox', { name: 'Сбор' }).check();
    await expectSoon(() => heads(page)).toEqual(allHeads.filter((head) => head !== 'Клиенты'));
  });

  await step('an active cell', async () => {
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'hidden' });
    await page.getByRole('row').nth(1).getByRole('gridcell').last().getByRole('button').last().focus();
    await openDialog(page);
    await dialog(page).getByRole('checkbox', { name: 'Сбор' }).uncheck();
    await expectSoon(() => heads(page)).toEqual(left);
    await expectSoon(() => page.locator('[role="gridcell"][tabindex="0"]').count()).toBe(1);
  });
});

// The width of a window with wide cards, which depends on the columns.
describe.each([
  ['words', 1120],
  ['owners', 1080],
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
    // A line of a card has two fields, and the list of clients another one.
    await expectSoon(async () => [46, 92].includes(high - (await rowHeight(page)))).toBe(true);
    await expectSoon(() => cutCards(page)).toBe(0);
  });
});

/** In a taller window the rows are virtual, and only printing itself shows all of them. */
const sheet = { width: 794, height: 1000 };

/** Prints the page: no controls, all rows, nothing cut, and light. */
async function expectPrinted(page: Page, name: string, rows: number): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  for (const control of ['Главное меню', 'Фильтры', 'Обновить', 'Тема', 'Вид таблицы', 'Редактировать']) {
    const found = page
      .getByLabel(control, { exact: true })
      .or(page.getByRole('button', { name: control, exact: true }));
    for (const element of await found.all()) expect(await element.isVisible()).toBe(false);
  }
  expect(await page.locator('form').filter({ visible: true }).count()).toBe(0);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expectSoon(() => page.getByRole('row').filter({ visible: true }).count()).toBe(rows);
  await expectSoon(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(794);
  const cut = await page
    .getByRole('gridcell')
    .evaluateAll(
      (cells) => cells.filter((cell) => cell.checkVisibility() && cell.scrollHeight > cell.clientHeight + 2).length,
    );
  expect(cut).toBe(0);
  await expectSoon(() => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light');
  await saveScreenshot(page, `look/print-${name}`);
}

test('phrases: a sorted table is printed with all its rows, also before it scrolls, and without controls', async () => {
  const page = await openTable('admin', pathOf('words'), { colorScheme: 'dark' });
  const rendered = page.getByRole('row');
  const loaded = Number(await page.getByRole('grid').getAttribute('aria-rowcount'));
  const first = rendered.nth(1);
  const text = await first.textContent();
  await page.getByRole('columnheader', { name: 'Текст' }).getByRole('link').click();
  await expectSoon(() => first.textContent()).not.toBe(text);
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expectSoon(() => rendered.count()).toBe(loaded);

  await page.setViewportSize(sheet);
  await expectPrinted(page, 'words', loaded);
});

test('in print a post is a line of source, phrase, date and city, then its text, without controls', async () => {
  const page = await openTable('client', pathOf('posts'), { colorScheme: 'dark', viewport: sheet });
  // One block per post, without a header.
  await expectPrinted(page, 'posts', (await page.getByRole('row').count()) - 1);
  const cells = page.getByRole('row').nth(1).getByRole('gridcell').filter({ visible: true });
  await expectSoon(() => cells.count()).toBe(5);
  await expectSoon(() => cells.nth(1).evaluate((cell) => getComputedStyle(cell, '::before').content)).toContain('·');
  const boxes = await Promise.all((await cells.all()).map((cell) => cell.boundingBox()));
  const [source, phrase, text, date, city] = boxes.map((box) => box ?? { x: 0, y: 0, width: 0, height: 0 });
  for (const box of [phrase, date, city]) expect(Math.abs((box?.y ?? 0) - (source?.y ?? 0))).toBeLessThan(4);
  expect(text?.y).toBeGreaterThanOrEqual((source?.y ?? 0) + (source?.height ?? 0) - 1);
  expect(text?.width).toBeGreaterThan(700);
});

test('the page stays at its top after a sort; a long table is printed with all loaded rows', async () => {
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

  const rendered = page.locator('[aria-rowindex]');
  const all = Number(await page.getByRole('grid').getAttribute('aria-rowcount')) - 1;
  await page.waitForFunction((last) => {
    scrollTo(0, document.documentElement.scrollHeight);
    return document.querySelector(`[aria-rowindex="${last}"]`);
  }, all + 1);
  await expectSoon(() => rendered.count()).toBeLessThan(all);
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expectSoon(() => rendered.count()).toBeGreaterThanOrEqual(all);
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize(sheet);
  const lines = (column: number) =>
    rendered
      .locator(':scope:not([role="columnheader"])')
      .first()
      .getByRole('gridcell')
      .nth(column)
      .evaluate((cell) => {
        const range = document.createRange();
        range.selectNodeContents(cell);
        return range.getClientRects().length;
      });
  for (const column of [0, 1]) await expectSoon(() => lines(column)).toBe(1);
  await page.emulateMedia({ media: 'screen' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expectSoon(() => rendered.count()).toBeLessThan(all);
});

/** Links of the page in a PDF, by address, each with the number of its sheet and its left edge. Chromium writes them as plain text. */
function linksIn(pdf: string): Map<string, { sheet: number; left: number }> {
  const objects = new Map(
    [...pdf.matchAll(/^(\d+) 0 obj\n(.*?)^endobj/gms)].map(([, number, content = '']) => [number, content]),
  );
  const sheets = [...objects.values()].filter((content) => /^<<\/Type \/Page\n/.test(content));
  const links = sheets.flatMap((content, sheet) => {
    const named = /\/Annots \[(.*?)\]/.exec(content)?.[1]?.matchAll(/(\d+) 0 R/g) ?? [];
    return [...named].map(([, number]) => {
      const link = objects.get(number) ?? '';
      const left = Number(/\/Rect \[([\d.]+)/.exec(link)?.[1]);
      return [/\/URI \((.*?)\)/.exec(link)?.[1] ?? '', { sheet, left }] as const;
    });
  });
  // A head is repeated on each sheet of its table: the first one counts.
  return new Map(links.reverse());
}

/** Appends a link to the caption and the end of each figure, and to head and first row of its table. Returns their number. */
const markPlaces = (page: Page) =>
  page.getByRole('figure').evaluateAll((figures) => {
    const mark = (element: Element | null, name: string) => {
      const link = Object.assign(document.createElement('a'), { href: `http://mark/${name}`, textContent: '·' });
      element?.append(link);
    };
    for (const [index, figure] of figures.entries()) {
      const [head, row] = figure.querySelector('table')?.rows ?? [];
      mark(figure.querySelector('figcaption strong'), `${index}-start`);
      if (getComputedStyle(figure).breakInside === 'avoid') mark(figure, `${index}-end`);
      if (head) mark(head.cells[0] ?? null, `${index}-head`);
      if (row) mark(row.cells[0] ?? null, `${index}-row`);
    }
    return figures.length;
  });

/** A printed table has two columns on a sheet of 210 mm. In points. */
const columnWidth = 250;

/** Figures that are cut, and tables whose head is apart from its first row, on sheets of several heights. */
async function badBreaks(page: Page, figures: number, heights = [297, 250, 210]): Promise<string[]> {
  const found: string[] = [];
  for (const height of heights) {
    const pdf = await page.pdf({ width: '210mm', height: `${height}mm` });
    const links = linksIn(pdf.toString('latin1'));
    for (let index = 0; index < figures; index += 1) {
      const [start, end, head, row] = ['start', 'end', 'head', 'row'].map((name) =>
        links.get(`http://mark/${index}-${name}`),
      );
      expect(start).toBeDefined();
      if (end && start?.sheet !== end.sheet) found.push(`${height} mm: figure ${index} is cut`);
      const isAlone = head && row && (head.sheet !== row.sheet || Math.abs(head.left - row.left) > columnWidth / 2);
      if (isAlone) found.push(`${height} mm: head ${index} is alone`);
    }
  }
  return found;
}

test('analytics: no figure is cut, and no head of a table stands alone at the foot of a sheet', async () => {
  const page = await openSignedIn(demo.url, demoUsers.client);
  await page.goto(demo.url + pathOf('analytics'));
  await page.emulateMedia({ media: 'print' });
  const figures = await markPlaces(page);
  expect(figures).toBeGreaterThan(4);
  expect(await badBreaks(page, figures)).toEqual([]);
  await page.evaluate(() => {
    const rules = new CSSStyleSheet();
    rules.replaceSync('figure { break-inside: auto !important }');
    document.adoptedStyleSheets.push(rules);
    const mark = document.querySelector('[href="http://mark/0-row"]');
    mark?.closest('tbody')?.lastElementChild?.firstElementChild?.append(mark);
  });
  // Without the rule, and with the last row as the first one, it finds both.
  const found = (await badBreaks(page, figures, [297])).join();
  expect(found).toMatch(/figure \d is cut/);
  expect(found).toMatch(/head \d is alone/);
});
