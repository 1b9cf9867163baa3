/** Prints figures as a Markdown table, as in docs/performance.md. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  console.log([line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line), ''].join('\n'));
}
