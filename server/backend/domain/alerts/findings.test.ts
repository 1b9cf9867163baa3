import { findingHref } from './findings.ts';

const finding = { at: 0, reached: null, since: 41, until: 57, count: 3, from: null, to: null, usual: null };
const hour = { ...finding, from: Date.parse('2026-11-20T21:00:00Z'), to: Date.parse('2026-11-20T22:00:00Z') };
const hrefOf = (query: string, found: Parameters<typeof findingHref>[1] = finding) =>
  Object.fromEntries(new URL(findingHref(query, found, 'Europe/Moscow'), 'http://console').searchParams);

test('the link of a finding has the filters of the view and the stories of the finding, without the state of a visit', () => {
  const query = '?word=7&text=метро&copies=show&unread=1&since=3&story=9&view=2&sort=update_dt&page=4';
  expect(hrefOf(query)).toEqual({ word: '7', text: 'метро', since: '41', until: '57', sort: 'update_dt' });
  expect(findingHref(query, finding, 'Europe/Moscow')).toMatch(/^\/ldvknf\/posts\?/);
});

test('the link of a story that has reached something shows its rows in the filter of the rule', () => {
  const reached = { storyId: 9, ownerId: -1, postId: 2 };
  const query = '?word=7&from=2026-11-01&unread=1&since=3&sort=update_dt&page=4';
  const expected = { word: '7', from: '2026-11-01', story: '9', sort: 'update_dt' };
  expect(hrefOf(query, { ...finding, reached })).toEqual(expected);
});

test('a window of time is in the zone of the console, up to its last millisecond', () => {
  expect(hrefOf('', hour)).toMatchObject({
    from: '2026-11-21T00:00:00.000+03:00',
    to: '2026-11-21T00:59:59.999+03:00',
  });
});

test('the dates of the view also limit the window', () => {
  expect(hrefOf('?from=2026-11-01&to=2026-11-30', hour)).toMatchObject({
    from: '2026-11-21T00:00:00.000+03:00',
    to: '2026-11-21T00:59:59.999+03:00',
  });
  expect(hrefOf('?from=2026-11-22&to=2026-11-20', hour)).toMatchObject({ from: '2026-11-22', to: '2026-11-20' });
  expect(hrefOf('?from=2026-11-01', finding)).toMatchObject({ from: '2026-11-01' });
});
