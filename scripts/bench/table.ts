/** Prints figures as a Markdown table, as README shows them. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  console.log([line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line), ''].join('\n'));
}
