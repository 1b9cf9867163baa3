/**
 * `npm run check`: every check that needs no build and no browser: format, lint, unused code, types, unit tests. `-- --static`
 * omits the unit tests, for a run before `npm test`.
 */
import { runTool } from './tools.ts';

process.exitCode =
  runTool('biome', 'check', '--error-on-warnings', '.') ||
  runTool('knip') ||
  runTool('tsc', '--noEmit') ||
  // Built-ins that the oldest browsers lack.
  runTool('tsc', '--noEmit', '-p', 'client') ||
  (process.argv.includes('--static') ? 0 : runTool('jest', '--selectProjects', 'unit', '--silent'));
