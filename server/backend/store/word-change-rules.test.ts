import { changeSettings, wantedBy } from './word-change-rules.ts';

const link = (frozen: boolean, fullSearch: boolean, text = 'метро') => ({ text, frozen, fullSearch });

test.each([
  ['one client decides alone', [link(true, true)], { state: 'freeze', fullSearch: true }],
  [
    'a phrase that all have frozen is frozen',
    [link(true, false), link(true, false)],
    { state: 'freeze', fullSearch: false },
  ],
  [
    'a client that has not frozen it keeps it active',
    [link(true, false), link(false, false)],
    { state: 'ready', fullSearch: false },
  ],
  [
    'a client that wants all posts gets them',
    [link(false, true), link(true, false)],
    { state: 'ready', fullSearch: true },
  ],
])('%s', (_title, links, wanted) => {
  expect(wantedBy({ text: 'Метро' }, links)).toEqual(wanted);
});

test('a phrase has the operators on which its clients agree', () => {
  const [one, other] = [link(false, false, 'метро или выборы'), link(false, false, 'метро ИЛИ выборы')];
  const textOf = (...links: (typeof one)[]) => wantedBy({ text: 'Метро или выборы' }, links).text;
  expect([textOf(other, other), textOf(one, other), textOf(one)]).toEqual(['метро ИЛИ выборы', undefined, undefined]);
});

test('a change of a link keeps the settings that it does not name', () => {
  const own = { text: 'метро', frozen: true, fullSearch: true };
  expect(changeSettings(own, {})).toEqual(own);
  expect(changeSettings(own, { state: 'ready' })).toEqual({ ...own, frozen: false });
  expect(changeSettings(own, { text: 'Метро', fullSearch: false })).toEqual({
    text: 'Метро',
    frozen: true,
    fullSearch: false,
  });
});
