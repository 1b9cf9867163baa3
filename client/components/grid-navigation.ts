/** Where the arrow keys lead in a grid (the ARIA grid pattern). */

export type Cell = { row: number; column: number };

/** `pageRows` is what PageUp and PageDown move by. */
export type GridSize = { rows: number; columns: number; pageRows: number };

/** `toEdge` is Ctrl or ⌘: Home and End then lead to the corners. */
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

/** The cell that the key leads to, at most the grid's edge; null when the key is none of the grid's. */
export function nextCell(cell: Cell, key: GridKey, size: GridSize): Cell | null {
  const target = move(cell, key, size);
  return target && { row: clamp(target.row, size.rows), column: clamp(target.column, size.columns) };
}
