/** The version of the program: that of package.json, which is two folders up from this file and from the bundles. */
import { readFileSync } from 'node:fs';

export const version: string = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version;
