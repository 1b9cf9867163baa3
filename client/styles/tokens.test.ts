// Proves: pages#width-print-and-direction
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import postcss from 'postcss';
import { colours } from './colours.ts';

/** The values of each opaque colour in the light and the dark theme. */
const colors = new Map(
  Object.entries(colours)
    .filter(([, values]) => values.every((value) => /^#[0-9a-f]{6}$/.test(value)))
    .map(([name, [light, dark]]) => [name, { light, dark }]),
);

/** Relative luminance as WCAG 2 defines it. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(first: string, second: string): number {
  const [darker = 0, lighter = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

const backgrounds = ['bg', 'surface', 'surface-raised', 'hover'];
const onBackgrounds = (name: string, minimum: number) =>
  backgrounds.map((background) => ({ name, background, minimum }));
const onOwnSoft = (name: string) => ({ name, background: `${name}-soft`, minimum: 4.5 });

const pairs = [
  ...['text', 'text-muted', 'accent', 'danger', 'success', 'warning'].flatMap((name) => onBackgrounds(name, 4.5)),
  ...['border-strong', 'focus', ...[1, 2, 3, 4, 5, 6].map((line) => `series-${line}`)].flatMap((name) =>
    onBackgrounds(name, 3),
  ),
  ...['accent', 'danger', 'success', 'warning'].map(onOwnSoft),
  ...['accent-soft', 'danger-soft', 'success-soft', 'warning-soft', 'mark'].map((background) => ({
    name: 'text',
    background,
    minimum: 4.5,
  })),
  { name: 'accent-text', background: 'accent', minimum: 4.5 },
  { name: 'surface', background: 'danger', minimum: 4.5 },
];

describe.each(['light', 'dark'] as const)('the %s theme', (theme) => {
  test.each(pairs)('$name on $background has a contrast of at least $minimum', ({ name, background, minimum }) => {
    const ratio = contrast(colors.get(name)?.[theme] ?? '', colors.get(background)?.[theme] ?? '');
    expect(ratio).toBeGreaterThanOrEqual(minimum);
  });
});

test('colour pairs that are readable in the light theme are readable in the dark one, except marks, tags, levels and borders', () => {
  // A control without colours uses the colours of the browser.
  const all = [...colors, ['the browser’s', { light: '#000000', dark: '#ffffff' }] as const];
  const unreadable = all.flatMap(([name, color]) =>
    all
      .filter(([, { light, dark }]) => contrast(color.light, light) >= 4.5 && contrast(color.dark, dark) < 4.5)
      .map(([background]) => [name, background]),
  );
  const apart = /^(mark|tag-.+|level-.+|border-strong)$/;
  expect(unreadable.filter((pair) => !pair.some((name) => apart.test(name)))).toEqual([]);
  // A mark has the text colour. The others are used only for borders, lines and the cells of the heat map.
  const css = globSync('**/*.css', { cwd: path.join(import.meta.dirname, '..') })
    .filter((file) => !file.endsWith('tokens.css'))
    .map((file) => readFileSync(path.join(import.meta.dirname, '..', file), 'utf8'))
    .join('\n');
  const uses = [...css.matchAll(/([\w-]+): ([^;]*var\(--(?:color-)?(mark|tag|level|border-strong)\b[^;]*);/g)];
  const kinds = new Set(uses.map(([, property, , name]) => `${property} ${name}`));
  const fills = [...kinds].filter((kind) => !/^(border|outline|stroke|fill|--tag)/.test(kind));
  expect(fills).toEqual(['background mark']);
  expect(css).toMatch(/mark \{[^}]*background: var\(--color-mark\);\s+color: var\(--color-text\);/);
});

test('colours are defined only in colours.ts', () => {
  const root = path.join(import.meta.dirname, '../..');
  const files = globSync('{client,server/{pages,render}}/**/*.{css,ts,tsx}', { cwd: root });
  const sources = files.filter((file) => !file.includes('.test.') && path.basename(file) !== 'colours.ts');
  // Icon masks are black, which is never visible.
  const literal =
    /#[0-9a-f]{3,8}\b(?=[;\s,)'"])|\b(?:rgba?|hsla?|oklch|lab|color-mix)\(|:\s*(?:white|black|red|gr[ae]y|silver|navy)\b/gi;
  const found = sources.flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8').replace(/url\("data:[^"]*"\)/g, '');
    return [...text.matchAll(literal)].map(([color]) => `${file}: ${color}`);
  });
  expect(sources.length).toBeGreaterThan(50);
  expect(found).toEqual([]);
});

const root = path.join(import.meta.dirname, '..');
/** The scale itself, and charts. */
const exempt = /(?:tokens|chart-frame\.module|heat-map\.module|feed-overview\.module)\.css$/;
const sheets = globSync('**/*.css', { cwd: root })
  .filter((file) => !exempt.test(file))
  .map((file) => ({ file, css: postcss.parse(readFileSync(path.join(root, file), 'utf8')) }));

/** The declarations of all sheets whose property matches, as «sheet: property: value». */
function declarations(property: RegExp, isAllowed: (value: string) => boolean): string[] {
  const found: string[] = [];
  for (const { file, css } of sheets) {
    css.walkDecls(property, ({ prop, value }) => {
      if (!isAllowed(value)) found.push(`${file}: ${prop}: ${value}`);
    });
  }
  return found;
}

/** Without what needs no token: 0, parts of the window, and the margins of paper. */
const lengthsIn = (value: string): string[] => value.match(/(?<![\w-])[\d.]*[1-9][\d.]*(?:px|r?em|ch|ex|pt)\b/g) ?? [];

/** A hairline, and the offset of a hidden element. */
const isOnScale = (value: string): boolean => lengthsIn(value).every((length) => length === '1px');

test('spacing and radii come from tokens', () => {
  const spacing =
    /^(?:(?:padding|margin|scroll-margin|scroll-padding)(?:-.+)?|(?:row-|column-)?gap|border(?:-.+)?-radius)$/;
  expect(sheets.length).toBeGreaterThan(30);
  expect(declarations(spacing, isOnScale)).toEqual([]);
});

/** Low lines of text, and boxes that are higher than every control, are no controls. */
const isControlHeight = (length: string): boolean => {
  const pixels = Number.parseFloat(length) * (length.endsWith('px') ? 1 : 16);
  return /\d(?:px|rem)$/.test(length) && pixels >= 20 && pixels <= 48;
};

test('the heights of controls come from tokens', () => {
  const isAllowed = (value: string) => !lengthsIn(value).some(isControlHeight);
  expect(declarations(/^(?:min-)?(?:height|block-size)$/, isAllowed)).toEqual([]);
});

test('texts have at most seven styles, each a token with its size and line height', () => {
  const styles = new Set<string>();
  const others = declarations(/^font$/, (value) => {
    if (value !== 'inherit') styles.add(value);
    return value === 'inherit' || /^(?:600 )?var\(--type-\d\d\)$/.test(value);
  });
  expect(others).toEqual([]);
  expect(styles.size).toBeGreaterThan(3);
  expect(styles.size).toBeLessThanOrEqual(7);
  // A line may be as high as its neighbours, and a text only for screen readers has no size.
  expect(declarations(/^line-height$/, (value) => /^(?:0|inherit|var\(--[\w-]+\))$/.test(value))).toEqual([]);
  expect(declarations(/^font-size$/, (value) => value === '0')).toEqual([]);
  expect(declarations(/^font-weight$/, (value) => ['400', '600', 'inherit'].includes(value))).toEqual([]);
  expect(declarations(/^font-family$/, (value) => value === 'var(--font-mono)')).toEqual([]);
});
