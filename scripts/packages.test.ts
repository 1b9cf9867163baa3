/** Checks the packages and the server bundle: exact versions, no registry addresses, nothing missing or superfluous. */
import { readFileSync, rmSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { buildServer, optionalPackages } from './build/server.ts';

const root = path.dirname(import.meta.dirname);
const readJson = (file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));

type LockedPackage = { resolved?: string; integrity?: string; dev?: boolean };

test('every package of the lock file has an integrity and no address', () => {
  const packages: Record<string, LockedPackage> = readJson('package-lock.json').packages;
  const entries = Object.entries(packages).filter(([name]) => name !== '');
  expect(entries.length).toBeGreaterThan(100);
  expect(entries.filter(([, entry]) => entry.resolved !== undefined).map(([name]) => name)).toEqual([]);
  expect(entries.filter(([, entry]) => !entry.integrity).map(([name]) => name)).toEqual([]);
});

test('every version in package.json is exact', () => {
  const { dependencies, devDependencies, optionalDependencies } = readJson('package.json');
  const versions = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-beta\.\d+)?$/.test(String(version)))).toEqual([]);
});

test('the server bundles need only Node, no package that only builds or tests; only seed.js has the data of the demo', async () => {
  const outDir = path.join(root, `dist-test-${process.pid}`);
  try {
    const { inputs, outputs } = await buildServer({ root, outDir, mode: 'production' });
    expect(Object.keys(inputs)).toContain('server/pages/page-routes.tsx');
    const imports = Object.values(outputs).flatMap((output) => output.imports);
    const packages = imports
      .filter(({ external, path: name }) => external && !name.startsWith('node:') && !builtinModules.includes(name))
      .map(({ path: name }) => name);
    expect([...new Set(packages)].sort()).toEqual(optionalPackages.toSorted());
    const withDemo = Object.entries(outputs).filter(([, output]) =>
      Object.keys(output.inputs).some((file) => file.startsWith('scripts/demo/')),
    );
    expect(withDemo.map(([file]) => path.basename(file))).toEqual(['seed.js']);
    const locked: Record<string, LockedPackage> = readJson('package-lock.json').packages;
    const bundled = Object.keys(inputs).flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []);
    expect(bundled).toContain('node_modules/express');
    expect([...new Set(bundled)].filter((folder) => locked[folder]?.dev)).toEqual([]);
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
});
