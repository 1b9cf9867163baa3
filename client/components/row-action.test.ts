import { readFileSync } from 'node:fs';
import path from 'node:path';
import { actAs, edit, key, remove } from './icon-paths.ts';

const sheet = readFileSync(path.join(import.meta.dirname, 'row-action.module.css'), 'utf8');

test.each(Object.entries({ edit, remove, key, actAs }))('the icon %s in a row has its usual lines', (icon, lines) => {
  const [rule] = sheet.match(new RegExp(`\\.${icon} \\{[^}]*--lines[^}]*\\}`)) ?? [];
  expect(rule).toContain(`<path d='${lines}'/>`);
});
