/**
 * `node scripts/licences.ts` prints the name, version, licence and licence text of each package that the bundles may contain.
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './build.ts';

type LockedPackage = { dev?: boolean; optional?: boolean; devOptional?: boolean };

/** `folder` is relative to the project, as the lock file names it. */
export type ProductionPackage = { name: string; folder: string; version: string; licence: string };

/**
 * Licences that only require keeping their text. MPL-2.0 also requires that changes of its own files are published, and OFL-1.1
 * that fonts are not sold alone: both are used unchanged.
 */
export const allowedLicences = [
  ...'MIT MIT-0 ISC BSD-2-Clause BSD-3-Clause Apache-2.0 0BSD BlueOak-1.0.0 MPL-2.0'.split(' '),
  'MIT AND OFL-1.1',
];

/** Packages whose manifest names no licence, with that of their licence file. */
const namedInFile: Readonly<Record<string, string>> = { 'png-js': 'MIT' };

export function listProductionPackages(): ProductionPackage[] {
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  return Object.entries<LockedPackage>(lock.packages)
    .filter(([folder, { dev, optional, devOptional }]) => folder !== '' && !dev && !optional && !devOptional)
    .map(([folder]) => {
      const manifest = JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'));
      const { name, version, license: licence = namedInFile[manifest.name] ?? 'none' } = manifest;
      return { name, folder, version, licence: String(licence) };
    });
}

function readTexts(folder: string): string {
  const files = globSync('{licen[cs]e,LICEN[CS]E,Licen[cs]e,NOTICE}*', { cwd: path.join(root, folder) });
  return files.map((file) => readFileSync(path.join(root, folder, file), 'utf8').trim()).join('\n\n');
}

if (import.meta.main) {
  for (const { name, version, licence, folder } of listProductionPackages()) {
    console.log(`${name} ${version}: ${licence}\n\n${readTexts(folder)}\n`);
  }
}
