/** The flags that the console is started with, by npm and by the image alike. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

const { config } = JSON.parse(readFileSync(path.join(import.meta.dirname, '../package.json'), 'utf8'));
export const nodeFlags: readonly string[] = config.nodeFlags;
