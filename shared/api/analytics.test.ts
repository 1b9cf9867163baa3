import { loadAnalytics } from './analytics.ts';
import { loadWordDays } from './words.ts';

const period = {
  From: '2026-11-02',
  To: '2026-11-03',
  Total: 3,
  Bars: [{ From: '2026-11-02T00:00:00+03:00', Total: 3 }],
};
const ranking = { Items: [{ ID: 7, Name: 'метро', Total: 3 }], Distinct: 1 };
const reply = {
  ...period,
  Previous: { ...period, From: '2026-10-31', To: '2026-11-01' },
  Unit: 'hour',
  Words: ranking,
  Owners: { Items: null, Distinct: 0 },
  Cities: ranking,
  Hours: [0, 3],
  Compared: [{ ID: 7, Name: 'метро', Total: 3, Totals: [3] }],
  Missing: [{ From: '2026-11-02T01:00:00Z', To: '2026-11-02T02:00:00Z', Words: 1 }],
  IncompleteWords: [7],
};

test('the reply of analytics is read completely; a null list is empty', () => {
  const { previous, unit, words, owners, compared, missing, ...rest } = loadAnalytics({}).read(reply);
  expect(rest).toMatchObject({ from: '2026-11-02', to: '2026-11-03', total: 3, hours: [0, 3], incompleteWords: [7] });
  expect([previous.to, unit]).toEqual(['2026-11-01', 'hour']);
  expect(words).toEqual({ items: [{ id: 7, name: 'метро', total: 3 }], distinct: 1 });
  expect(owners.items).toEqual([]);
  expect(compared).toEqual([{ id: 7, name: 'метро', total: 3, totals: [3] }]);
  expect(missing).toEqual([{ from: '2026-11-02T01:00:00Z', to: '2026-11-02T02:00:00Z', words: 1 }]);
});

test('a reply without a unit is refused', () => {
  expect(() => loadAnalytics({}).read({ ...reply, Unit: undefined })).toThrow('An unknown name');
});

test('the calls have the filters in their query', () => {
  expect(loadAnalytics({ wordIds: '3,7', cityId: 0 }).path).toBe('/vknf/analytics?wordIds=3%2C7&cityId=0');
  expect(loadWordDays([3, 7]).path).toBe('/vknf/posts/count/words/days?wordIds=3,7');
});

test('totals per day are read by phrase', () => {
  const { from, words } = loadWordDays([3]).read({
    From: '2026-11-01',
    Days: [{ WordID: 3, Total: 2, Totals: [1, 2] }],
  });
  expect([from, words.get(3)]).toEqual(['2026-11-01', { total: 2, totals: [1, 2] }]);
});
