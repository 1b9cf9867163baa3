/** Keyboard navigation between cells (the ARIA grid pattern). */

export const cellSelector = '[role="gridcell"]';

export type Cell = { row: number; column: number };

/** `current` is false when the row is gone and another one has taken its place in the tab order. */
export type ActiveCell = Cell & { current: boolean };

/** PageUp and PageDown move by `pageRows`. */
export type GridSize = { rows: number; columns: number; pageRows: number };

/** `toEdge` is true with Ctrl or ⌘: Home and End then move to the first and last cell of the grid. */
export type GridKey = { key: string; toEdge: boolean };

function move({ row, column }: Cell, { key, toEdge }: GridKey, { rows, columns, pageRows }: GridSize): Cell | null {
  switch (key) {
    case 'ArrowUp':
      return { row: row - 1, column };
    case 'ArrowDown':
      return { row: row + 1, column };
    case 'ArrowLeft':
      return { row, column: column - 1 };
    case 'ArrowRight':
      return { row, column: column + 1 };
    case 'PageUp':
      return { row: row - pageRows, column };
    case 'PageDown':
      return { row: row + pageRows, column };
    case 'Home':
      return { row: toEdge ? 0 : row, column: 0 };
    case 'End':
      return { row: toEdge ? rows - 1 : row, column: columns - 1 };
    default:
      return null;
  }
}

const clamp = (value: number, count: number): number => Math.max(0, Math.min(count - 1, value));

/** Returns the cell that the key moves to, within the grid, or null for other keys. */
export function nextCell(cell: Cell, key: GridKey, size: GridSize): Cell | null {
  const target = move(cell, key, size);
  return target && { row: clamp(target.row, size.rows), column: clamp(target.column, size.columns) };
}
