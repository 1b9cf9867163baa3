/**
 * `npm run migrate-store -- --from FILE --to postgres://…` (in the image: `node dist/server/migrate-store.js …`) copies the
 * database of a stopped service into an empty PostgreSQL database; `--from postgres://… --to FILE` copies it back. Then it
 * compares both ends. The same command continues an interrupted run. `--to postgres://…` without `--from` creates or migrates
 * the tables, for a service whose role does not own them.
 */
import { parseArgs } from 'node:util';
import {
  type CheckedTable,
  describeEnd,
  type Ends,
  migrateStore,
  migrateTables,
  type Report,
} from '../server/backend/store/store-migration/migrate-store.ts';
import { createProgressBar, runCommand } from './command.ts';

const usage =
  'Usage: npm run migrate-store -- --from FILE --to postgres://… | --from postgres://… --to FILE | --to postgres://…';

function printChecked({ name, rows, hash, stripped, difference }: CheckedTable): void {
  if (stripped.rows > 0) {
    console.log(
      `${name}: characters NUL left out of ${stripped.rows} rows: ${stripped.keys.map((key) => key.join(' ')).join(', ')}`,
    );
  }
  if (difference === null) console.log(`${name}: ${rows} rows, SHA-256 ${hash}`);
  else console.error(`${name}: ${difference}`);
}

function createReport(): Report & { end(): void } {
  let bar = createProgressBar('', 0);
  let current = '';
  return {
    onProgress(step, table, done, total) {
      const label = `${step} ${table}`;
      if (label !== current) bar = createProgressBar(label, total);
      current = label;
      bar.update(done);
    },
    onChecked(checked) {
      bar.end();
      printChecked(checked);
    },
    end: () => bar.end(),
  };
}

async function moveStore({ from, to }: Ends): Promise<void> {
  const report = createReport();
  try {
    const complete = await migrateStore({ from, to }, { report });
    if (!complete)
      throw new Error(`${describeEnd(to)} differs, and is not complete. Begin again with an empty target.`);
  } finally {
    report.end();
  }
  console.log(`${describeEnd(from)} is copied to ${describeEnd(to)}; both are equal`);
}

await runCommand(async () => {
  const { values } = parseArgs({ options: { from: { type: 'string' }, to: { type: 'string' } } });
  const { from, to } = values;
  if (!to) throw new Error(usage);
  if (from) await moveStore({ from, to });
  else {
    await migrateTables(to);
    console.log(`The tables of ${describeEnd(to)} have the version of this program`);
  }
});
