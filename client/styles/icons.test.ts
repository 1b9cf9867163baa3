import { readFileSync } from 'node:fs';
import path from 'node:path';
import { routes } from '../../shared/routes.ts';
import { iconNames } from '../components/icon.tsx';

test('the style sheet has the lines of every icon, and of no other', () => {
  const sheet = readFileSync(path.join(import.meta.dirname, 'icons.css'), 'utf8');
  const drawn = [...sheet.matchAll(/\[data-icon="([\w-]+)"\] \{\s*--lines: url\(/g)].map(([, name]) => name);
  const pages = routes.map(({ name }) => name).filter((name) => name !== 'login');
  expect(drawn.toSorted()).toEqual([...iconNames, ...pages].toSorted());
});
