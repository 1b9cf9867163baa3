import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { startBundle } from '../support/server-process.ts';

describe('the stand-alone backend', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ldvk-process-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const start = (environment: Record<string, string>) =>
    startBundle('backend.js', { DATA_DIR: folder, ADMIN_PASSWORD: 'admin-password-1', ...environment });

  async function listening(child: ChildProcess): Promise<number> {
    if (!child.stdout) throw new Error('The child has no output');
    for await (const line of createInterface({ input: child.stdout })) {
      const entry = JSON.parse(line);
      if (entry.msg === 'listening') return entry.port;
    }
    throw new Error('The backend ended before it listened');
  }

  async function failure(environment: Record<string, string>): Promise<{ code: number | null; text: string }> {
    const child = start(environment);
    const chunks: Buffer[] = [];
    child.stderr.on('data', (chunk) => chunks.push(chunk));
    const [code] = await once(child, 'close');
    return { code, text: Buffer.concat(chunks).toString() };
  }

  test('reports its port, serves, and exits with 0 on SIGTERM', async () => {
    const child = start({ PORT: '0' });
    const port = await listening(child);
    const health = await fetch(`http://127.0.0.1:${port}/api/v1/health`);
    expect(await health.json()).toEqual({ status: 'ok' });
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  test('a wrong setting, a wrong folder and a busy port stop the start with one line', async () => {
    expect(await failure({ PORT: 'x' })).toEqual({ code: 1, text: expect.stringMatching(/^PORT [^\n]+\n$/) });
    const folderFault = await failure({ PORT: '0', DATA_DIR: path.join(import.meta.filename, 'data') });
    expect(folderFault).toMatchObject({
      code: 1,
      text: expect.stringMatching(/^DATA_DIR [^\n]+ cannot be written [^\n]+\n$/),
    });
    const child = start({ PORT: '0' });
    const port = await listening(child);
    const busy = await failure({ PORT: String(port) });
    expect(busy).toMatchObject({ code: 1, text: expect.stringMatching(/^PORT \d+ on [^\n]+ \(EADDRINUSE\)[^\n]+\n$/) });
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
});
