// Proves: pages#browsers
import { withoutNewFeatures } from './dom-library.ts';

const comment = (page: string) => `    /** [MDN Reference](https://developer.mozilla.org/docs/Web/API/${page}) */`;
const library = [
  'interface Element {',
  comment('Element/ariaBusy'),
  '    ariaBusy: string | null;',
  comment('Element/checkVisibility'),
  '    checkVisibility(): boolean;',
  '    checkVisibility(options: object): boolean;',
  '    addEventListener(type: string): void;',
  comment('Element/closest'),
  '    closest(selectors: string): Element | null;',
  '}',
  'declare var CloseWatcher: {',
  '    new(): CloseWatcher;',
  '};',
  'declare var URL: {',
  comment('URL/canParse_static'),
  '    canParse(url: string): boolean;',
  comment('URL/createObjectURL_static'),
  '    createObjectURL(object: Blob): string;',
  '};',
].join('\n');

test('newer members with their overloads and newer constructors are left out, and nothing else', () => {
  const declared = withoutNewFeatures(library)
    .split('\n')
    .filter((line) => !line.includes('MDN'));
  expect(declared).toEqual([
    'interface Element {',
    '    addEventListener(type: string): void;',
    '    closest(selectors: string): Element | null;',
    '}',
    'declare var URL: {',
    '    createObjectURL(object: Blob): string;',
    '};',
  ]);
});
