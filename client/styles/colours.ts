/**
 * The colours of both themes. Other styles use them as `var(--color-<name>)`, and define none. Chromium 109 has neither
 * `light-dark()` nor `color-mix()`.
 */
export const colours = {
  bg: ['#f5f6f8', '#121419'],
  surface: ['#ffffff', '#1a1d24'],
  'surface-raised': ['#ffffff', '#232833'],
  hover: ['#f2f5fb', '#212631'],
  border: ['#e0e4ea', '#2e3440'],
  'border-strong': ['#858e9e', '#6f7889'],
  text: ['#1a1e26', '#e6e9ef'],
  'text-muted': ['#586070', '#a3abb9'],
  accent: ['#2457c5', '#8db4ff'],
  'accent-text': ['#ffffff', '#0c1730'],
  'accent-soft': ['#e8effc', '#1f2d4a'],
  danger: ['#b3261e', '#ff9c94'],
  'danger-soft': ['#fdecea', '#3e2020'],
  success: ['#1a6b3a', '#80d8a2'],
  'success-soft': ['#e5f4ea', '#173222'],
  warning: ['#855000', '#f2c063'],
  'warning-soft': ['#fff2da', '#3a2c12'],
  mark: ['#ffe58a', '#5c4a0e'],
  focus: ['#2457c5', '#8db4ff'],
  backdrop: ['rgb(20 24 32 / 40%)', 'rgb(0 0 0 / 60%)'],
  'shadow-sm': ['rgb(20 24 32 / 8%)', 'rgb(0 0 0 / 40%)'],
  'shadow-md': ['rgb(20 24 32 / 12%)', 'rgb(0 0 0 / 50%)'],
  'shadow-lg': ['rgb(20 24 32 / 18%)', 'rgb(0 0 0 / 60%)'],
  // Lines of a chart (server/charts/line-chart.tsx).
  'series-1': ['#2457c5', '#8db4ff'],
  'series-2': ['#b84a00', '#ff9a5c'],
  'series-3': ['#00796b', '#4fd1b3'],
  'series-4': ['#a0358f', '#f08fe0'],
  'series-5': ['#806600', '#e0c04a'],
  'series-6': ['#3d4452', '#d0d5de'],
  // Tags of stories (client/styles/work.module.css).
  'tag-red': ['#c62f26', '#ff8a80'],
  'tag-orange': ['#d0620a', '#ffab6b'],
  'tag-yellow': ['#b58900', '#f2d063'],
  'tag-green': ['#2b8a4b', '#7fd69c'],
  'tag-teal': ['#00807a', '#4fd1c5'],
  'tag-blue': ['#2a62d6', '#8db4ff'],
  'tag-violet': ['#8440b5', '#d09bf5'],
  'tag-gray': ['#6a7282', '#a9b1bf'],
  // Levels of the heat map (server/charts/shares.tsx).
  'level-1': ['#7797db', '#617bac'],
  'level-2': ['#5079d1', '#7696d3'],
  'level-3': ['#2457c5', '#8db4ff'],
  'level-4': ['#214695', '#a8c4fa'],
  'level-5': ['#1e325e', '#c7d6f5'],
} satisfies Record<string, readonly [light: string, dark: string]>;

const blockOf = (theme: 'light' | 'dark'): string =>
  [
    `color-scheme: ${theme};`,
    ...Object.entries(colours).map(([name, [light, dark]]) => `--color-${name}: ${theme === 'light' ? light : dark};`),
  ].join('');

/** The rules that set the colours. A part of a page can have a theme too. Printouts always use the light one. */
export const coloursCss: string = [
  `:root, [data-theme="light"] {${blockOf('light')}}`,
  `@media screen {[data-theme="dark"] {${blockOf('dark')}}}`,
  `@media screen and (prefers-color-scheme: dark) {[data-theme="system"] {${blockOf('dark')}}}`,
].join('\n');
