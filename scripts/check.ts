/**
 * `npm run check`: every check that needs no build and no browser: format, lint, unused code, types, unit tests. `-- --static`
 * omits the unit tests, for a run before `npm test`.
 */
import { writeDomLibrary } from './browsers/dom-library.ts';
import { runTool } from './tools.ts';

/** The second check compiles the client with what the oldest browsers have. */
function checkTypes(): number {
  writeDomLibrary();
  return runTool('tsc', '--noEmit') || runTool('tsc', '--noEmit', '-p', 'scripts/browsers');
}

process.exitCode =
  runTool('biome', 'check', '--error-on-warnings', '.') ||
  runTool('knip') ||
  checkTypes() ||
  (process.argv.includes('--static') ? 0 : runTool('jest', '--selectProjects', 'unit', '--silent'));
