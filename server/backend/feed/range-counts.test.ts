import fc from 'fast-check';
import { setBit } from '../rules/bits.ts';
import type { ColumnTest } from './filters.ts';
import { listOf } from './list-cache.ts';
import { countRanges } from './post-counts.ts';
import { maskRows } from './row-sources.ts';

const storyCount = 8;

test('rows and stories per range equal a naive count, for any list and any number of ranges', () => {
  const row = fc.record({ story: fc.nat(storyCount - 1), arrival: fc.nat(9), isListed: fc.boolean() });
  const rowsArbitrary = fc.array(row, { minLength: 1, maxLength: 800 });
  const options = [rowsArbitrary, fc.boolean(), fc.integer({ min: 1, max: 5 }), fc.nat(storyCount)] as const;
  fc.assert(
    fc.property(...options, (rows, areExcluded, perRange, hiddenStory) => {
      const starts = rows.flatMap((_, id) => (id % perRange === 0 ? [id] : []));
      const [hidden, met] = [new Uint8Array(2), new Uint8Array(1)];
      setBit(hidden, hiddenStory, true);
      const arrivals = { since: 2, until: 7 };
      const half = Math.ceil(rows.length / 2);
      const chunks = [rows.slice(0, half), rows.slice(half)].map((part, index) => ({
        ids: Float64Array.from(part, (_, row) => index * half + row),
        stories: Uint32Array.from(part, ({ story }) => story),
        arrivals: Uint32Array.from(part, ({ arrival }) => arrival),
      }));
      const listed = {
        ...listOf(Float64Array.from(rows.flatMap(({ isListed }, id) => (isListed ? [id] : [])))),
        areExcluded,
      };
      const expected = starts.map((start) =>
        rows
          .slice(start, start + perRange)
          .filter(({ isListed }) => isListed !== areExcluded)
          .filter(({ story, arrival }) => story !== hiddenStory && arrival > 2 && arrival <= 7)
          .map(({ story }) => story),
      );
      const tests: ColumnTest[] = [{ column: 'arrivals', test: arrivals }];
      const passed = chunks.map((chunk) => [chunk, maskRows(chunk, listed, tests)] as const);
      const count = (counted: 'rows' | 'stories') => [...countRanges(passed, { counted, hidden, met }, starts)];
      expect(count('rows')).toEqual(expected.map(({ length }) => length));
      expect(count('stories')).toEqual(expected.map((stories) => new Set(stories).size));
    }),
  );
});
