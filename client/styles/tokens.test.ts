import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const source = readFileSync(path.join(import.meta.dirname, 'tokens.css'), 'utf8');

/** Each colour as its value in the light and in the dark theme. */
const colors = new Map(
  [...source.matchAll(/--color-([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }],
  ),
);

/** Relative luminance by WCAG 2. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

const grounds = ['bg', 'surface', 'surface-raised', 'hover'];
const onGrounds = (name: string, least: number) => grounds.map((ground) => ({ name, ground, least }));
const onOwnSoft = (name: string) => ({ name, ground: `${name}-soft`, least: 4.5 });

const pairs = [
  ...['text', 'text-muted', 'accent', 'danger', 'success', 'warning'].flatMap((name) => onGrounds(name, 4.5)),
  ...['border-strong', 'focus'].flatMap((name) => onGrounds(name, 3)),
  ...['accent', 'danger', 'success', 'warning'].map(onOwnSoft),
  ...['accent-soft', 'danger-soft', 'success-soft', 'warning-soft', 'mark'].map((ground) => ({
    name: 'text',
    ground,
    least: 4.5,
  })),
  { name: 'accent-text', ground: 'accent', least: 4.5 },
  { name: 'surface', ground: 'danger', least: 4.5 },
];

describe.each(['light', 'dark'] as const)('the %s theme', (theme) => {
  test.each(pairs)('shows $name on $ground with a contrast of at least $least', ({ name, ground, least }) => {
    const [one, other] = [colors.get(name), colors.get(ground)];
    expect(contrast(one?.[theme] ?? '', other?.[theme] ?? '')).toBeGreaterThanOrEqual(least);
  });
});

test('no colour is written anywhere but in the tokens', () => {
  const root = path.join(import.meta.dirname, '../..');
  const files = globSync('{client,server/{pages,render}}/**/*.{css,ts,tsx}', { cwd: root });
  const sources = files.filter((file) => !file.includes('.test.') && path.basename(file) !== 'tokens.css');
  // Icons as masks are drawn in black, which is never seen.
  const literal =
    /#[0-9a-f]{3,8}\b(?=[;\s,)'"])|\b(?:rgba?|hsla?|oklch|lab|color-mix)\(|:\s*(?:white|black|red|gr[ae]y|silver|navy)\b/gi;
  const found = sources.flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8').replace(/url\("data:[^"]*"\)/g, '');
    return [...text.matchAll(literal)].map(([color]) => `${file}: ${color}`);
  });
  expect(sources.length).toBeGreaterThan(50);
  expect(found).toEqual([]);
});
