/**
 * `npm run browsers`: runs the main paths in Chromium 109 and in Debian's Firefox. Brings what it needs: packages of 60 MB into
 * `artifacts/browsers`, and Firefox where installing it is permitted. The last line is `N passed, N failed`.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { root } from './build.ts';
import { installPackages } from './test/debian-packages.ts';

/** The first one holds Chromium 109, the other one drives Firefox. */
const packages = ['@sparticuz/chromium@109.0.6', 'puppeteer-core@25.16.0'];

const folder = path.join(root, 'artifacts/browsers');

/** They are not in package.json, because `npm ci` must not bring them to everybody. */
function installBrowsers(): void {
  const stamp = path.join(folder, 'installed');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === packages.join()) return;
  mkdirSync(folder, { recursive: true });
  const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder];
  const { status } = spawnSync('npm', ['install', ...options, ...packages], { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error('The packages with the browsers could not be installed');
  const compressed = readFileSync(path.join(folder, 'node_modules/@sparticuz/chromium/bin/chromium.br'));
  const chromium = path.join(folder, 'chromium');
  writeFileSync(chromium, brotliDecompressSync(compressed));
  chmodSync(chromium, 0o755);
  writeFileSync(stamp, packages.join());
}

function provideFirefox(): string {
  const file = process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr';
  if (!existsSync(file)) installPackages('firefox-esr');
  if (existsSync(file)) return file;
  throw new Error('These tests need Firefox. Install it, or name it: FIREFOX_PATH=/path/to/firefox');
}

try {
  installBrowsers();
  const env = { ...process.env, BROWSERS_FOLDER: folder, FIREFOX_PATH: provideFirefox() };
  const args = [path.join(root, 'scripts/test.ts'), '--selectProjects', 'browsers', ...process.argv.slice(2)];
  process.exitCode = spawnSync(process.execPath, args, { env, stdio: 'inherit' }).status ?? 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
}
