import fc from 'fast-check';
import { densities, formatPreferences, type Preferences, parsePreferences, themes } from './preferences.ts';

const defaults: Preferences = {
  sidebarCollapsed: false,
  theme: 'system',
  postsSort: null,
  histogramHidden: false,
  density: 'comfortable',
  hiddenColumns: '',
};

describe('the preferences cookie', () => {
  test('is parsed in its documented form', () => {
    expect(
      parsePreferences('sidebar=collapsed&theme=dark&sort=-post_dt&histogram=hidden&density=compact&hidden=a.b+c.d_e'),
    ).toEqual({
      sidebarCollapsed: true,
      theme: 'dark',
      postsSort: '-post_dt',
      histogramHidden: true,
      density: 'compact',
      hiddenColumns: 'a.b c.d_e',
    });
  });

  test.each([
    undefined,
    null,
    7,
    '',
    'theme=pink',
    'sidebar=1',
    'sort=<script>',
    'sort=',
    'hidden=<b>',
    'hidden=+',
    'density=1',
    '&&=',
    '%',
    'x=y',
  ])('has the defaults for %p', (value) => {
    expect(parsePreferences(value)).toEqual(defaults);
  });

  test('contains only characters that a cookie allows, and is parsed back to the same value', () => {
    const preferences = fc.record({
      sidebarCollapsed: fc.boolean(),
      theme: fc.constantFrom(...themes),
      postsSort: fc.option(fc.stringMatching(/^-?[a-z_]{1,32}$/)),
      histogramHidden: fc.boolean(),
      density: fc.constantFrom(...densities),
      hiddenColumns: fc.oneof(fc.constant(''), fc.stringMatching(/^[a-z_.]{1,9}( [a-z_.]{1,9}){0,9}$/)),
    });
    fc.assert(
      fc.property(preferences, (value) => {
        const cookie = formatPreferences(value);
        expect(cookie).toMatch(/^[!#-+\--:<-[\]-~]*$/);
        expect(parsePreferences(cookie)).toEqual(value);
      }),
    );
  });
});
