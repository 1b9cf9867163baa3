// Proves: feed#table, limits#values
import fc from 'fast-check';
import { defaultPlace, fitPlace, type Place, parsePlace, placeByKey } from './popup-place.ts';

const area = { width: 1000, height: 600 };
const place: Place = { x: 100, y: 50, width: 350, height: 200 };

test('the default place is 350×200 in the middle', () => {
  expect(defaultPlace(area)).toEqual({ x: 325, y: 200, width: 350, height: 200 });
});

test('fitPlace moves a popup into a smaller window and limits its size to the window', () => {
  expect(fitPlace({ x: 900, y: 580, width: 350, height: 200 }, area)).toEqual({ ...place, x: 650, y: 400 });
  expect(fitPlace({ x: -5, y: -5, width: 3000, height: 3000 }, area)).toEqual({ x: 0, y: 0, ...area });
});

test('fitPlace never returns a size below 280×120', () => {
  expect(fitPlace({ ...place, width: 1, height: 1 }, area)).toMatchObject({ width: 280, height: 120 });
  expect(fitPlace(place, { width: 200, height: 100 })).toEqual({ x: 0, y: 0, width: 280, height: 120 });
});

test('fitPlace moves any place inside the area, and keeps a place that is inside', () => {
  const whole = fc.integer({ min: -3000, max: 3000 });
  fc.assert(
    fc.property(fc.record({ x: whole, y: whole, width: whole, height: whole }), (wild) => {
      const fitted = fitPlace(wild, area);
      expect(fitted.x).toBeGreaterThanOrEqual(0);
      expect(fitted.y).toBeGreaterThanOrEqual(0);
      expect(fitted.x + fitted.width).toBeLessThanOrEqual(area.width);
      expect(fitted.y + fitted.height).toBeLessThanOrEqual(area.height);
      expect(fitPlace(fitted, area)).toEqual(fitted);
    }),
  );
});

test('parsePlace reads a stored place and returns null for anything else', () => {
  expect(parsePlace(JSON.stringify(place))).toEqual(place);
  for (const text of [null, '', 'null', '{}', '[1,2,3,4]', '{"x":"1","y":2,"width":3,"height":4}', '{"x":null}', 'x']) {
    expect(parsePlace(text)).toBeNull();
  }
});

test.each([
  ['ArrowLeft', false, { x: 90 }],
  ['ArrowRight', false, { x: 110 }],
  ['ArrowUp', false, { y: 40 }],
  ['ArrowDown', false, { y: 60 }],
  ['ArrowLeft', true, { width: 340 }],
  ['ArrowRight', true, { width: 360 }],
  ['ArrowUp', true, { height: 190 }],
  ['ArrowDown', true, { height: 210 }],
])('%s with Shift %s changes the place by ten pixels', (key, shiftKey, change) => {
  expect(placeByKey(place, { key, shiftKey })).toEqual({ ...place, ...change });
});

test('other keys return null', () => {
  expect(placeByKey(place, { key: 'Enter', shiftKey: false })).toBeNull();
  expect(placeByKey(place, { key: 'toString', shiftKey: true })).toBeNull();
});
