/** `npm run check`: every check that needs no build and no browser: format, lint, unused code, types, unit tests. */
import { runTool } from './tools.ts';

process.exitCode =
  runTool('biome', 'check', '--error-on-warnings', '.') ||
  runTool('knip') ||
  runTool('tsc', '--noEmit') ||
  runTool('jest', '--selectProjects', 'unit', '--silent');
