/** Checks that browser tests wait for the state of a page, which React may render later than the action that changes it. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.dirname(import.meta.dirname);
const remedy = 'await expectSoon(() => field.inputValue()).toBe(…) (test/support/expect-soon.ts)';

const reads = [
  'allInnerTexts',
  'allTextContents',
  'count',
  'evaluate',
  'evaluateAll',
  'getAttribute',
  'innerText',
  'inputValue',
  'isChecked',
  'isDisabled',
  'isEditable',
  'isEnabled',
  'isHidden',
  'isVisible',
  'textContent',
];
const expectation = /\bexpect\(((?:(?!;\n)[\s\S])*?)\)\s*\.((?:not\.)?to[A-Z]\w*\([^)]*\))/g;
const read = new RegExp(`\\bawait\\b[\\s\\S]*\\.(${reads.join('|')})\\(`);
/**
 * No event tells that something will not appear, so tests of absence first wait for something that would appear with it.
 */
const absence = /\.count\(\) toBe\(0\)$|\.isVisible\(\) toBe\(false\)$/;

function faultsIn(source: string): string[] {
  const once = [...source.matchAll(expectation)]
    .map(([, value = '', matcher = '']) => `${value.trim()} ${matcher}`)
    .filter((text) => read.test(text) && !absence.test(text));
  const lost = [...source.matchAll(/(?<!await |export function |import \{ )\bexpectSoon\b[^\n]*/g)].map(
    ([text]) => text,
  );
  return [...once, ...lost];
}

test('the check finds values that are read only once and expectations that are not awaited, and permits absences', () => {
  expect(faultsIn("expect(await field.inputValue()).toBe('x');\n")).toEqual(["await field.inputValue() toBe('x')"]);
  expect(faultsIn('expect([await all.isChecked(), 1]).toEqual([false, 1]);\n')).toHaveLength(1);
  expect(faultsIn('expect(\n  await page.evaluate(() => scrollY),\n).not.toBe(0);\n')).toHaveLength(1);
  expect(faultsIn('  expectSoon(() => rows.count()).toBe(3);\n')).toHaveLength(1);
  expect(faultsIn("await expectSoon(() => field.inputValue()).toBe('x');\nexpect(calls).toEqual([]);\n")).toEqual([]);
  expect(
    faultsIn('expect(await rows.count()).toBe(0);\nexpect(await rows.first().isVisible()).toBe(false);\n'),
  ).toEqual([]);
});

test(`browser tests wait for values of a page: ${remedy}`, () => {
  const files = globSync('test/browser/*.test.ts', { cwd: root });
  expect(files.length).toBeGreaterThan(30);
  const faults = files.flatMap((file) =>
    faultsIn(readFileSync(path.join(root, file), 'utf8')).map((fault) => `${file}: ${fault}`),
  );
  expect(faults).toEqual([]);
});
