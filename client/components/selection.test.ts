// Proves: clients#many-clients
import { createSelection } from './selection.tsx';

test('a selection keeps IDs in their order, and reports every change until unsubscribed', () => {
  const selection = createSelection<number>();
  let changes = 0;
  const stop = selection.subscribe(() => {
    changes += 1;
  });
  selection.toggle(3);
  selection.toggle(1);
  expect([selection.ids(), selection.count(), selection.has(3), selection.has(2)]).toEqual([[3, 1], 2, true, false]);
  selection.toggle(3);
  selection.select([7, 8, 7]);
  expect([selection.ids(), changes]).toEqual([[7, 8], 4]);
  selection.deselect([8, 9]);
  expect([selection.ids(), changes]).toEqual([[7], 5]);
  stop();
  selection.select([]);
  expect([selection.count(), changes]).toEqual([0, 5]);
});
