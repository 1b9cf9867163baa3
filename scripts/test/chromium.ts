/** Finds a Chromium for the browser tests, and gets one where the machine lets us. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome', 'msedge'];
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The path of a Chromium: the one that CHROMIUM_PATH names, one on the path, or one in a usual place; else null. */
export function findChromium(): string | null {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => folder !== '');
  const onPath = folders.flatMap((folder) => names.map((name) => path.join(folder, name)));
  return [...onPath, '/usr/bin/chromium', ...places].find((file) => existsSync(file)) ?? null;
}

/** Installs Chromium on Debian and its kin when we are root there; elsewhere it says what to do. Throws when none is there in the end. */
export function provideChromium(): string {
  const found = findChromium();
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']]) {
      spawnSync('apt-get', args, { env, stdio: ['ignore', 'inherit', 'inherit'] });
    }
  }
  const installed = findChromium();
  if (installed) return installed;
  throw new Error('The browser tests need Chromium or Chrome. Install it, or name it: CHROMIUM_PATH=/path/to/chrome');
}
