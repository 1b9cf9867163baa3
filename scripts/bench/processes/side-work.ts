/** Imports and exports while the service is being killed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerProcess } from '../servers.ts';

const importer = path.join(import.meta.dirname, '../../../dist/server/import.js');
const pauseMs = 1500;
const postsPerImport = 20;

async function runImport(environment: Record<string, string>, ids: readonly number[]): Promise<boolean> {
  const child = spawn(process.execPath, [importer, '-'], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const lines = ids.map((id) => ({
    OwnerID: -9000 - (id % 7),
    PostID: id,
    Word: 'первая',
    PostDt: new Date(Date.now() - (id % 1000) * 60_000).toISOString(),
    Text: `Первая: загруженный пост ${id}`,
  }));
  child.stdin.on('error', () => {}).end(`${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
  const [code] = await once(child, 'exit');
  return code === 0;
}

/**
 * The IDs of an export. A reply that ends is complete; an interrupted one rejects. Returns null if the reply was not an export.
 */
async function readExport(url: string, cookie: string): Promise<Set<number> | null> {
  const reply = await fetch(`${url}/ldvknf/posts/export.jsonl`, { headers: { cookie } });
  const text = await reply.text();
  if (reply.status !== 200 || reply.headers.get('content-type')?.includes('html')) return null;
  return new Set(
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => Number(JSON.parse(line).PostID)),
  );
}

/** Imports and exports until the signal. */
export async function workBeside(
  service: ServerProcess,
  { environment, cookie, signal }: { environment: Record<string, string>; cookie: () => string; signal: AbortSignal },
) {
  const work = {
    /** IDs of posts whose import has ended. */
    imported: new Set<number>(),
    failedImports: 0,
    exports: { complete: 0, broken: 0 },
    problems: [] as string[],
  };

  async function importPosts(): Promise<void> {
    for (let next = 1; !signal.aborted; next += postsPerImport) {
      const ids = Array.from({ length: postsPerImport }, (_, index) => 5_000_000 + next + index);
      if (await runImport(environment, ids)) for (const id of ids) work.imported.add(id);
      else work.failedImports += 1;
      await sleep(pauseMs);
    }
  }
  async function exportOnce(url: string): Promise<void> {
    const before = [...work.imported];
    const found = await readExport(url, cookie());
    if (found === null) return;
    work.exports.complete += 1;
    const missing = before.filter((id) => !found.has(id)).length;
    if (missing > 0) work.problems.push(`a complete export lacks ${missing} imported posts of ${before.length}`);
  }
  async function exportPosts(): Promise<void> {
    while (!signal.aborted) {
      const url = service.url();
      if (url !== null) {
        await exportOnce(url).catch(() => {
          work.exports.broken += 1;
        });
      }
      await sleep(pauseMs);
    }
  }
  await Promise.all([importPosts(), exportPosts()]);
  return work;
}
