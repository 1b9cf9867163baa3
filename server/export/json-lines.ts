/** JSON Lines: an object per row, with the field names and the exact texts of the API. */
import type { ExportTable } from './export-table.ts';

export async function* writeJsonLines<Row>({ columns, batches }: ExportTable<Row>): AsyncGenerator<string> {
  const formatRow = (row: Row): string =>
    `${JSON.stringify(Object.assign({}, ...columns.map(({ fields }) => fields(row))))}\n`;
  for await (const batch of batches) yield batch.map(formatRow).join('');
}
