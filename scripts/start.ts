/** `npm start`: the console in production, with settings from the environment; builds if there is no build. */
import { runBuilt } from './run-built.ts';

await runBuilt('main');
