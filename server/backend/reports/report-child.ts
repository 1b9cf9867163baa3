/** The process that makes one file of a report, and ends with it (docs/product/reports.md#files). */
import type { ChildReply, ChildTask } from './report-files.ts';

async function run({ kind, document, pictures }: ChildTask): Promise<Uint8Array[]> {
  if (kind === 'charts') return (await import('./chart-pictures.ts')).renderCharts(document);
  if (kind === 'pdf') return [await (await import('./pdf.ts')).makePdf(document)];
  return [await (await import('./docx.ts')).makeDocx(document, pictures)];
}

process.once('message', async (task: ChildTask) => {
  let reply: ChildReply;
  try {
    reply = { files: await run(task) };
  } catch (error) {
    reply = { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  process.send?.(reply, () => process.disconnect());
});
