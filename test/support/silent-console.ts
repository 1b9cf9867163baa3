/**
 * A warning or an error on the console of the test's process fails the test: React and packages report faults of our code there.
 * A test that expects such a message replaces `console.error` for its time.
 */
import { format } from 'node:util';

const { error, warn } = console;
const complaints: string[] = [];
const complain = (...values: unknown[]) => void complaints.push(format(...values));
Object.assign(console, { error: complain, warn: complain });

function expectSilence(): void {
  const found = complaints.splice(0);
  if (found.length > 0) throw new Error(`The console complained:\n${found.join('\n')}`);
}

afterEach(expectSilence);
afterAll(() => {
  // The next file of this process replaces them again.
  Object.assign(console, { error, warn });
  expectSilence();
});
