/** `node scripts/licences.ts` lists the production packages with licence and size, and the total size. */
import { globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { root } from './build.ts';

type LockedPackage = { version?: string; dev?: boolean; optional?: boolean; devOptional?: boolean };

/** `folder` is relative to the project, as the lock file names it; `bytes` counts the files. */
export type ProductionPackage = { name: string; folder: string; version: string; licence: string; bytes: number };

/** Licences that require at most their text to be kept; each package's folder contains it. */
export const allowedLicences = 'MIT MIT-0 ISC BSD-2-Clause BSD-3-Clause Apache-2.0 0BSD BlueOak-1.0.0'.split(' ');

export const sizeOf = (folder: string): number =>
  globSync('**', { cwd: folder, exclude: (name) => name === 'node_modules' })
    .map((name) => statSync(path.join(folder, name)))
    .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);

export function listProductionPackages(): ProductionPackage[] {
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  return Object.entries<LockedPackage>(lock.packages)
    .filter(([folder, { dev, optional, devOptional }]) => folder !== '' && !dev && !optional && !devOptional)
    .map(([folder]) => {
      const manifest = JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'));
      const { name, version, license: licence = 'none' } = manifest;
      return { name, folder, version, licence: String(licence), bytes: sizeOf(path.join(root, folder)) };
    });
}

const inMegabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`;

if (import.meta.main) {
  const packages = listProductionPackages();
  for (const { name, version, licence, bytes } of packages) {
    console.log(`${name.padEnd(36)} ${version.padEnd(10)} ${licence.padEnd(14)} ${inMegabytes(bytes)}`);
  }
  const total = packages.reduce((sum, { bytes }) => sum + bytes, 0);
  const built = sizeOf(path.join(root, 'dist'));
  console.log(
    `${packages.length} packages ${inMegabytes(total)}, dist ${inMegabytes(built)}: ${inMegabytes(total + built)}`,
  );
}
