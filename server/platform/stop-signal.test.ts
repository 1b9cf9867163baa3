import { readStopSignals } from './stop-signal.ts';

test('a signal that comes again within a second says nothing new, and a later one ends at once', () => {
  let now = 5000;
  const read = readStopSignals(() => now);
  expect(read()).toBe('stop');
  expect([read(), read()]).toEqual(['same', 'same']);
  now += 999;
  expect(read()).toBe('same');
  now += 1;
  expect([read(), read()]).toEqual(['end', 'end']);
});
