/** Checks the supply chain: permitted licences, no install scripts, nothing fetched at run time. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { allowedLicences, listProductionPackages } from './licences.ts';

const root = path.dirname(import.meta.dirname);
const packages = listProductionPackages();

test('every production package has a permitted licence', () => {
  expect(packages.length).toBeGreaterThan(20);
  const others = packages.filter(({ licence }) => !allowedLicences.includes(licence));
  expect(others.map(({ name, licence }) => `${name}: ${licence}`)).toEqual([]);
});

test('no production package has an install script', () => {
  const running = packages.filter(({ folder }) => {
    const { scripts = {} } = JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'));
    return ['preinstall', 'install', 'postinstall'].some((name) => name in scripts);
  });
  expect(running.map(({ name }) => name)).toEqual([]);
});

test('server and browser code names no host except the social network’s', () => {
  const files = globSync('{client,server,shared}/**/*.{ts,tsx,css}', { cwd: root });
  const hosts = files
    .filter((file) => !/\.test\.|backend\/demo\//.test(file))
    .flatMap((file) => [...readFileSync(path.join(root, file), 'utf8').matchAll(/https?:\/\/([\w.-]+\.[a-z]{2,})/g)])
    .map(([, host]) => host);
  expect(files.length).toBeGreaterThan(200);
  expect(
    [...new Set(hosts)].filter(
      (host) => !/^(vk\.com|api\.vk\.ru|www\.w3\.org|schemas\.openxmlformats\.org|console\.invalid)$/.test(host ?? ''),
    ),
  ).toEqual([]);
});
