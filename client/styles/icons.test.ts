import { readFileSync } from 'node:fs';
import path from 'node:path';
import { routes } from '../../shared/routes.ts';
import { iconNames } from '../components/icon.tsx';

test('every icon has its own position in the image, in the order of the style sheet', () => {
  const sheet = readFileSync(path.join(import.meta.dirname, 'icons.css'), 'utf8');
  const rules = [...sheet.matchAll(/\[data-icon="([\w-]+)"\] \{\s*--icon: (\d+);/g)];
  const pages = routes.map(({ name }) => name).filter((name) => name !== 'login');
  expect(rules.map(([, name]) => name).toSorted()).toEqual([...iconNames, ...pages].toSorted());

  const positions = [...sheet.matchAll(/<path transform='translate\(0 (\d+)\)'/g)].map(([, top]) => Number(top) / 16);
  expect(positions).toEqual(rules.map(([, , position]) => Number(position)));
  expect(sheet).toContain(`height='${16 * positions.length}'`);
});
