import { decideClientChange, decideCreation } from './word-change-rules.ts';
import type { WordRow } from './words-store.ts';

const word = (fields: Partial<WordRow> = {}): WordRow => ({
  wordId: 1,
  text: 'выборы',
  state: 'ready',
  reason: null,
  fullSearch: false,
  running: false,
  updateDt: null,
  totalPosts: 0,
  lastUpdatePosts: null,
  lastPostPosts: null,
  deleted: false,
  clients: ['a'],
  ...fields,
});
const wanted = { text: 'выборы', state: 'freeze', fullSearch: true } as const;

describe('adding a phrase', () => {
  const ofOthers = word({ clients: ['b'] });
  const ofNobody = word({ clients: [] });

  test.each([
    ['a new text is inserted', null, { action: 'insert' }],
    ['a phrase that the client tracks is refused', word(), { action: 'refuse' }],
    [
      'a phrase of other clients takes only full search',
      ofOthers,
      { action: 'link', to: ofOthers, change: { fullSearch: true } },
    ],
    [
      'a phrase without clients takes state and full search',
      ofNobody,
      { action: 'link', to: ofNobody, change: { state: 'freeze', fullSearch: true } },
    ],
  ])('%s', (_title, existing, decision) => {
    expect(decideCreation(existing, 'a', wanted)).toEqual(decision);
  });

  test('without full search, a phrase of other clients stays unchanged', () => {
    const decision = decideCreation(ofOthers, 'a', { ...wanted, fullSearch: false });
    expect(decision).toEqual({ action: 'link', to: ofOthers, change: {} });
  });
});

describe('a client’s change', () => {
  const shared = word({ clients: ['a', 'b'] });
  const renamed = { text: 'перевыборы' };

  test.each([
    ['of a deleted phrase is refused', word({ deleted: true }), { state: 'freeze' }, null, 'unknown'],
    ['of a phrase of other clients is refused', word({ clients: ['b'] }), { state: 'freeze' }, null, 'unknown'],
    ['to a text that the client already tracks is refused', word(), renamed, word({ wordId: 2 }), 'duplicate'],
    ['of the state of a shared phrase is refused', shared, { state: 'freeze' }, null, 'shared'],
  ] as const)('%s', (_title, current, change, existing, outcome) => {
    expect(decideClientChange(current, 'a', change, existing)).toEqual({ action: 'refuse', outcome });
  });

  test('of a phrase of its own is applied', () => {
    const change = { ...renamed, state: 'freeze' } as const;
    expect(decideClientChange(word(), 'a', change, null)).toEqual({ action: 'write', change });
  });

  test('to the text of another phrase moves the client to that phrase', () => {
    const to = word({ wordId: 2, clients: ['b'] });
    expect(decideClientChange(word(), 'a', renamed, to)).toEqual({ action: 'move', to });
  });

  test('of the text of a shared phrase creates a phrase with the same settings', () => {
    const current = word({ clients: ['a', 'b'], state: 'error', fullSearch: true });
    expect(decideClientChange(current, 'a', renamed, null)).toEqual({
      action: 'split',
      word: { text: 'перевыборы', state: 'ready', fullSearch: true },
    });
  });

  test.each([
    [false, true, true],
    [true, false, true],
    [false, false, false],
  ])('of full search of a shared phrase from %s to %s results in %s', (before, asked, after) => {
    const decision = decideClientChange({ ...shared, fullSearch: before }, 'a', { fullSearch: asked }, null);
    expect(decision).toEqual({ action: 'write', change: { fullSearch: after } });
  });
});
