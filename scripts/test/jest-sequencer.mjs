/**
 * Jest's order of test files: kinds with the longest files first, so that all workers end at about the same time. Within a
 * kind, larger files come first.
 */
import { statSync } from 'node:fs';

const kinds = ['browser', 'http', 'backend', 'store on PostgreSQL', 'store', 'unit'];

/** Short files that take long, because they compare many random cases. At the end of their kind one worker would run alone. */
const longRuns =
  /\/(server\/backend\/feed\/filters|test\/store\/(changing-calls|explanation|filters|query-doctor))\.test\.ts$/;

export default class {
  sort(tests) {
    const kindOf = ({ context, path }) =>
      longRuns.test(path) ? kinds.indexOf('http') : kinds.indexOf(context.config.displayName?.name);
    const sizeOf = ({ path }) => statSync(path).size;
    return tests.toSorted((a, b) => kindOf(a) - kindOf(b) || sizeOf(b) - sizeOf(a));
  }
  cacheResults() {}
}
