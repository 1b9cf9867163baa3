import { spreadPlaces } from './line-chart.tsx';

test.each([
  ['places with enough distance stay', [10, 90, 50], [10, 90, 50]],
  ['equal places are moved apart in their order', [50, 50, 50], [50, 60, 70]],
  ['places at the end are moved back', [100, 100, 95], [90, 100, 80]],
  ['no place is none', [], []],
])('%s', (_name, places, expected) => {
  expect(spreadPlaces(places, 10, 100)).toEqual(expected);
});
