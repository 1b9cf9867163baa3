import { renderedIndices } from './rendered-indices.ts';

describe('rows that are rendered', () => {
  test('are those in sight when the active one is among them', () => {
    expect(renderedIndices(3, 6, 4, 100)).toEqual([3, 4, 5, 6]);
  });

  test('hold the active row in its place when it is out of sight', () => {
    expect(renderedIndices(3, 5, 0, 100)).toEqual([0, 3, 4, 5]);
    expect(renderedIndices(3, 5, 99, 100)).toEqual([3, 4, 5, 99]);
  });

  test('leave out an active row that is gone', () => {
    expect(renderedIndices(0, 1, 2, 2)).toEqual([0, 1]);
  });
});
