/** Finds a Chromium for the browser tests, and gets one where the machine lets us. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/** The shell without a window opens pages three times as fast, which halves the time of the browser tests. */
const debianPackage = 'chromium-headless-shell';
const names = [
  debianPackage,
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  'msedge',
];
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The path of a Chromium: the one that CHROMIUM_PATH names, one on the path, or one in a usual place; else null. */
export function findChromium(): string | null {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => folder !== '');
  const onPath = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return [...onPath, ...places].find((file) => existsSync(file)) ?? null;
}

/** Root on Debian and its kin is a container, where one more package does no harm. */
const mayInstall = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** Gets the fastest Chromium where we may install it, and is content with any other. Throws when there is none in the end. */
export function provideChromium(): string {
  const found = findChromium();
  if (found && (found === process.env.CHROMIUM_PATH || path.basename(found) === debianPackage)) return found;
  if (mayInstall()) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    for (const args of [['update'], ['install', '-y', '--no-install-recommends', debianPackage]]) {
      spawnSync('apt-get', args, { env, stdio: ['ignore', 'inherit', 'inherit'] });
    }
  }
  const provided = findChromium();
  if (provided) return provided;
  throw new Error('The browser tests need Chromium or Chrome. Install it, or name it: CHROMIUM_PATH=/path/to/chrome');
}
