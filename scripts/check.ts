/** `npm run check`: what can be known without a browser in a minute: format, lint, types, unit tests. */
import { runTool } from './tools.ts';

process.exitCode =
  runTool('biome', 'check', '--error-on-warnings', '.') ||
  runTool('tsc', '--noEmit') ||
  runTool('jest', '--selectProjects', 'unit', '--silent');
