/** Node's flags for the console, the same for npm and the image. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

const { config } = JSON.parse(readFileSync(path.join(import.meta.dirname, '../package.json'), 'utf8'));
export const nodeFlags: readonly string[] = config.nodeFlags;
