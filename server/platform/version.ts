/** The version of the program, from package.json, which is two folders above this file and the bundles. */
import { readFileSync } from 'node:fs';

export const version: string = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version;
