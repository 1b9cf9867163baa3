// Proves: work#many-at-once
import { differenceOf, noWork, type Work } from './work.ts';
import { restoreWork } from './work-undo.ts';

const byOthers = { isUntouched: false, isAlone: false };
const change = (before: Work, after: Work) => differenceOf(before, after) ?? { before: {}, after: {} };

test('awaited copies that have arrived do not keep an undo from restoring the state', () => {
  const set: Work = { ...noWork, state: 'postponed', untilCopies: 5, seenArrival: 7 };
  const undo = (now: Partial<Work>) => restoreWork({ ...set, version: 3, ...now }, change(noWork, set), byOthers);
  expect(undo({ untilCopies: 2 })).toMatchObject({ left: [], work: { state: 'new', untilCopies: null } });
  expect(undo({ untilCopies: 9 }).left).toContain('untilCopies');
  expect(undo({ state: 'new', untilCopies: null, seenArrival: null, returned: 5 })).toMatchObject({ left: [] });
});

test('the time of the first reaction is restored if nobody else has changed the story and nothing reacts to it', () => {
  const set: Work = { ...noWork, state: 'in-progress', assignee: 3, firstReactionAt: 9 };
  const undo = (now: Partial<Work>, isAlone: boolean) =>
    restoreWork({ ...set, version: 3, ...now }, change(noWork, set), { isUntouched: false, isAlone }).work;
  expect(undo({ tone: 'positive' }, true).firstReactionAt).toBeNull();
  expect(undo({ tone: 'positive' }, false).firstReactionAt).toBe(9);
  expect(undo({ assignee: 4 }, true)).toMatchObject({ state: 'new', assignee: 4, firstReactionAt: 9 });
});
