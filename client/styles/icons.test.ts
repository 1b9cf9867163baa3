import { readFileSync } from 'node:fs';
import path from 'node:path';
import { routes } from '../../shared/routes.ts';
import { iconNames } from '../components/icon.tsx';

test('every icon has its own place in the image, each below the last', () => {
  const sheet = readFileSync(path.join(import.meta.dirname, 'icons.css'), 'utf8');
  const drawn = [...sheet.matchAll(/\[data-icon="([\w-]+)"\] \{\s*--icon: (\d+);/g)];
  const pages = routes.map(({ name }) => name).filter((name) => name !== 'login');
  expect(drawn.map(([, name]) => name).toSorted()).toEqual([...iconNames, ...pages].toSorted());

  const places = [...sheet.matchAll(/<path transform='translate\(0 (\d+)\)'/g)].map(([, top]) => Number(top) / 16);
  expect(places).toEqual(drawn.map(([, , place]) => Number(place)));
  expect(sheet).toContain(`height='${16 * places.length}'`);
});
