import { nextCell } from './use-grid-focus.ts';

const size = { rows: 30, columns: 5, pageRows: 10 };
const from = { row: 12, column: 2 };
const press = (key: string, toEdge = false, cell = from) => nextCell(cell, { key, toEdge }, size);

describe('nextCell', () => {
  test.each([
    ['ArrowUp', { row: 11, column: 2 }],
    ['ArrowDown', { row: 13, column: 2 }],
    ['ArrowLeft', { row: 12, column: 1 }],
    ['ArrowRight', { row: 12, column: 3 }],
    ['PageUp', { row: 2, column: 2 }],
    ['PageDown', { row: 22, column: 2 }],
    ['Home', { row: 12, column: 0 }],
    ['End', { row: 12, column: 4 }],
  ])('%s moves to the cell that the ARIA grid pattern defines', (key, cell) => {
    expect(press(key)).toEqual(cell);
  });

  test('Home and End with Ctrl move to the first and last cell', () => {
    expect(press('Home', true)).toEqual({ row: 0, column: 0 });
    expect(press('End', true)).toEqual({ row: 29, column: 4 });
  });

  test('stops at the edges', () => {
    expect(press('ArrowUp', false, { row: 0, column: 0 })).toEqual({ row: 0, column: 0 });
    expect(press('PageDown', false, { row: 25, column: 4 })).toEqual({ row: 29, column: 4 });
    expect(press('ArrowRight', false, { row: 25, column: 4 })).toEqual({ row: 25, column: 4 });
  });

  test('other keys return null', () => {
    expect(press('Tab')).toBeNull();
    expect(press('a')).toBeNull();
  });
});
