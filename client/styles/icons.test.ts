import { readFileSync } from 'node:fs';
import path from 'node:path';
import { routes } from '../../shared/routes.ts';
import { iconNames } from '../components/icon.tsx';

const read = (file: string): string => readFileSync(path.join(import.meta.dirname, file), 'utf8');

test('every icon has its own place in the image, each below the last, and the logo is the last', () => {
  const sheet = read('icons.css');
  const drawn = [...sheet.matchAll(/\[data-icon="([\w-]+)"\] \{\s*--icon: (\d+);/g)];
  const pages = routes.map(({ name }) => name).filter((name) => name !== 'login');
  expect(drawn.map(([, name]) => name).toSorted()).toEqual([...iconNames, ...pages].toSorted());

  const places = [...sheet.matchAll(/<path transform='translate\(0 (\d+)\)'/g)].map(([, top]) => Number(top) / 16);
  expect(places).toEqual([...drawn.map(([, , place]) => Number(place)), drawn.length]);
  expect(sheet).toContain(`height='${16 * places.length}'`);
  expect(read('logo.module.css')).toContain(`calc(${drawn.length} * -24px)`);
});
