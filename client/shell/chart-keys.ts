/** The arrow keys between the marks of a chart, of which one is in the order of Tab (server/charts). */

/** Returns the index that the key leads to, in a chart of rows of equal length. */
function targetOf(key: string, index: number, rowLength: number): number | undefined {
  const start = index - (index % rowLength);
  const end = start + rowLength - 1;
  const targets: Record<string, number> = {
    ArrowLeft: Math.max(start, index - 1),
    ArrowRight: Math.min(end, index + 1),
    ArrowUp: index - rowLength,
    ArrowDown: index + rowLength,
    Home: start,
    End: end,
  };
  return targets[key];
}

/** Moves the focus, and the place of the chart in the order of Tab, to another mark. */
export function moveInChart(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey } = event;
  const mark = document.activeElement;
  const chart = mark?.closest('svg');
  if (!chart || ctrlKey || metaKey || altKey) return;
  const marks = [...chart.querySelectorAll<SVGAElement>('a')];
  const index = marks.indexOf(mark as SVGAElement);
  const target = index < 0 ? undefined : targetOf(key, index, Number(chart.dataset.columns ?? marks.length));
  const next = target === undefined ? undefined : marks[target];
  if (!next) return;
  event.preventDefault();
  for (const other of marks) other.setAttribute('tabindex', other === next ? '0' : '-1');
  next.focus();
}
