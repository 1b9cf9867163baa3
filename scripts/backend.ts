/** `npm run backend`: the embedded backend alone, for a console whose `API_URL` points to it. */
import { runBuilt } from './run-built.ts';

await runBuilt('backend');
