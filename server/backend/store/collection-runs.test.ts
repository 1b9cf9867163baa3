import fc from 'fast-check';
import type { CollectedWindow } from '../../../shared/rules/coverage.ts';
import { mergeWindows } from './collection-runs.ts';

const window = (from: number, to: number, complete = true): CollectedWindow => ({ from, to, complete });

describe('merging collected windows', () => {
  test.each([
    ['overlapping ones are joined', [window(0, 5000), window(4000, 9000)], [window(0, 9000)]],
    ['those a second apart are joined', [window(0, 5000), window(6000, 9000)], [window(0, 9000)]],
    ['those further apart stay', [window(7000, 9000), window(0, 5000)], [window(0, 5000), window(7000, 9000)]],
    ['one that contains others replaces them', [window(2000, 3000), window(0, 9000)], [window(0, 9000)]],
    [
      'a complete one cuts an incomplete one',
      [window(0, 9000, false), window(3000, 5000)],
      [window(0, 2999, false), window(3000, 5000), window(5001, 9000, false)],
    ],
    ['a complete one replaces an incomplete one', [window(3000, 5000, false), window(0, 9000)], [window(0, 9000)]],
    [
      'an incomplete one leaves an adjacent complete one unchanged',
      [window(0, 5000), window(6000, 9000, false)],
      [window(0, 5000), window(6000, 9000, false)],
    ],
  ])('%s', (_title, windows, merged) => {
    expect(mergeWindows(windows)).toEqual(merged);
  });

  const windowArbitrary = fc
    .record({ from: fc.integer({ min: 0, max: 60 }), length: fc.integer({ min: 0, max: 20 }), complete: fc.boolean() })
    .map(({ from, length, complete }) => window(from * 1000, (from + length) * 1000, complete));

  /** For each second: collected completely, incompletely, or not. */
  const states = (windows: CollectedWindow[]) =>
    Array.from({ length: 82 }, (_, second) => {
      const here = windows.filter(({ from, to }) => from <= second * 1000 && second * 1000 <= to);
      return here.length === 0 ? 'gap' : here.some(({ complete }) => complete) ? 'complete' : 'incomplete';
    });

  test('keeps the state of every second, and no windows overlap, in any order of merging', () => {
    fc.assert(
      fc.property(fc.array(windowArbitrary, { maxLength: 12 }), (windows) => {
        let merged: CollectedWindow[] = [];
        for (const added of windows) merged = mergeWindows([...merged, added]);
        expect(states(merged)).toEqual(states(windows));
        for (const [index, { from, to }] of merged.entries()) {
          expect(from).toBeLessThanOrEqual(to);
          expect(from).toBeGreaterThan(merged[index - 1]?.to ?? -1);
        }
      }),
    );
  });
});
