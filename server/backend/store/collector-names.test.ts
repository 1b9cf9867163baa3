// Proves: embedded-backend#database
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { takeCollectorNames } from './collector-names.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ldvk-names-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a collector reuses the name of an ended one, and never the name of a running one', () => {
  const first = takeCollectorNames(folder);
  const second = takeCollectorNames(folder);
  expect(second.own).not.toBe(first.own);
  expect([first.ended, second.ended]).toEqual([[], []]);
  first.release();
  const again = takeCollectorNames(folder);
  expect(again.own).toBe(first.own);
  expect(again.ended).toEqual([]);
  for (const { release } of [again, second]) release();
});

test('when fewer collectors run than before, one holds the names of the ended ones until it releases them', () => {
  const before = [1, 2, 3].map(() => takeCollectorNames(folder));
  const [first, ...others] = before;
  for (const { release } of before) release();
  const only = takeCollectorNames(folder);
  expect([only.own, only.ended]).toEqual([first?.own, others.map(({ own }) => own)]);
  only.releaseEnded();
  const next = takeCollectorNames(folder);
  expect([next.own, next.ended]).toEqual([others[0]?.own, [others[1]?.own]]);
  next.releaseEnded();
  for (const { release } of [only, next]) release();
});
