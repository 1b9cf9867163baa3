/** Opens exported files in LibreOffice Calc, if it is installed, and reads what it shows. */
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { parseCsv } from './parse-csv.ts';

export const hasOffice = spawnSync('localc', ['--version']).status === 0;

/** Import options for `;`, quotes and UTF-8, which a person chooses in the dialog for a CSV file. */
const csvInput = '--infilter=CSV:59,34,76';
/** Export options: every sheet as a file of comma-separated cells, with the results of formulas. */
const shownCells = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,true,false,false,false,1';

/** The cells of the first sheet as LibreOffice shows them. */
export async function readInOffice(file: Buffer, extension: 'csv' | 'xlsx'): Promise<string[][]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'ldvk-office-'));
  const output = path.join(folder, 'output');
  try {
    const input = path.join(folder, `export.${extension}`);
    writeFileSync(input, file);
    // Asynchronous, because the console under test runs in this process and would close its connections late.
    await promisify(execFile)('localc', [
      `-env:UserInstallation=${pathToFileURL(path.join(folder, 'profile'))}`,
      '--headless',
      ...(extension === 'csv' ? [csvInput] : []),
      '--convert-to',
      shownCells,
      '--outdir',
      output,
      input,
    ]);
    const [sheet = ''] = readdirSync(output);
    return parseCsv(readFileSync(path.join(output, sheet), 'utf8'), ',', '\n');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
