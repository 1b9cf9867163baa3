/** Finds a Chromium for the browser tests, or installs one where that is allowed. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { installPackages } from './debian-packages.ts';

/** The headless shell opens pages three times as fast, which halves the duration of the browser tests. */
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

/** Returns the path of a Chromium (CHROMIUM_PATH, on PATH, or in a usual place), or null. */
export function findChromium(): string | null {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => folder !== '');
  const onPath = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return [...onPath, ...places].find((file) => existsSync(file)) ?? null;
}

/** Returns a Chromium, and installs the fastest one if permitted. Throws when there is none. */
export function provideChromium(): string {
  const found = findChromium();
  if (found && (found === process.env.CHROMIUM_PATH || path.basename(found) === debianPackage)) return found;
  installPackages(debianPackage);
  const provided = findChromium();
  if (provided) return provided;
  throw new Error('The browser tests need Chromium or Chrome. Install it, or name it: CHROMIUM_PATH=/path/to/chrome');
}
