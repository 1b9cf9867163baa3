/** Pages in print: every loaded row, full texts, no controls, light in any theme, and no break where it hurts. */
import type { Page } from 'playwright-core';
import { pathOf } from '../../shared/routes.ts';
import { saveScreenshot } from '../support/browser.ts';
import { demoUsers, startDemo } from '../support/demo-pages.ts';
import { expectSoon } from '../support/expect-soon.ts';

const { demo, openSignedIn, openTable } = startDemo();

/** In a taller window the rows are virtual, and only printing itself shows all of them. */
const viewport = { width: 794, height: 1000 };

/** Prints the page: no controls, all rows, nothing cut, and light. */
async function expectPrinted(page: Page, name: string, rows: number): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  for (const control of ['Главное меню', 'Фильтры', 'Обновить', 'Тема', 'Вид таблицы', 'Редактировать']) {
    const found = page
      .getByLabel(control, { exact: true })
      .or(page.getByRole('button', { name: control, exact: true }));
    for (const element of await found.all()) expect(await element.isVisible()).toBe(false);
  }
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

  await page.setViewportSize(viewport);
  await expectPrinted(page, 'words', loaded);
});

test('posts: controls are not printed, the table is; a post is a line of source, phrase, date and city, then its text in full width', async () => {
  const page = await openTable('client', pathOf('posts'), { colorScheme: 'dark', viewport });
  // One block per post, without a header.
  await expectPrinted(page, 'posts', (await page.getByRole('row').count()) - 1);
  const cells = page.getByRole('row').nth(1).getByRole('gridcell').filter({ visible: true });
  await expectSoon(() => cells.count()).toBe(5);
  const boxes = await Promise.all((await cells.all()).map((cell) => cell.boundingBox()));
  const [source, phrase, text, date, city] = boxes.map((box) => box ?? { x: 0, y: 0, width: 0, height: 0 });
  expect([phrase, date, city].map((box) => box?.y)).toEqual([source?.y, source?.y, source?.y]);
  expect(text?.y).toBeGreaterThanOrEqual((source?.y ?? 0) + (source?.height ?? 0));
  expect(text?.width).toBeGreaterThan(700);
});

test('a long table is printed with all loaded rows, and is virtualised again afterwards', async () => {
  const page = await openTable('admin', pathOf('owners'));
  const rendered = page.locator('[aria-rowindex]');
  const all = Number(await page.getByRole('grid').getAttribute('aria-rowcount')) - 1;
  await page.waitForFunction((last) => {
    scrollTo(0, document.documentElement.scrollHeight);
    return document.querySelector(`[aria-rowindex="${last}"]`);
  }, all + 1);
  await expectSoon(() => rendered.count()).toBeLessThan(all);
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expectSoon(() => rendered.count()).toBeGreaterThanOrEqual(all);
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
