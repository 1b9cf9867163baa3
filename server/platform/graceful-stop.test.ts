import { createSignalReader } from './graceful-stop.ts';

test('a signal repeated within a second is ignored, and a later one exits at once', () => {
  let now = 5000;
  const readSignal = createSignalReader(() => now);
  expect(readSignal()).toBe('stop');
  expect([readSignal(), readSignal()]).toEqual(['ignore', 'ignore']);
  now += 999;
  expect(readSignal()).toBe('ignore');
  now += 1;
  expect([readSignal(), readSignal()]).toEqual(['exit', 'exit']);
});
