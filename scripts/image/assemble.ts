/** Assembles the contents of the image: `app` with the build and the production packages, and an empty `data`. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';

const root = path.dirname(path.dirname(import.meta.dirname));

function assemble(target: string): void {
  const app = path.join(target, 'app');
  rmSync(target, { recursive: true, force: true });
  mkdirSync(path.join(target, 'data'), { recursive: true });
  mkdirSync(app);
  for (const name of ['dist', 'package.json', 'package-lock.json', '.npmrc']) {
    cpSync(path.join(root, name), path.join(app, name), { recursive: true });
  }
  const omitted = ['--omit=dev', '--omit=optional'];
  const { status } = spawnSync('npm', ['ci', ...omitted, '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: app,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('npm ci failed: see the lines above');
}

const [target] = process.argv.slice(2);
if (!target) throw new Error('Name the folder to fill: node scripts/image/assemble.ts <folder>');
assemble(path.resolve(target));
