/** The client files of each entry (script, chunks) and the style sheet, from the build's manifest. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ClientEntry, ClientManifest } from '../../shared/client-manifest.ts';

export type Assets = {
  /** The folder to serve; null serves nothing, for tests of pages alone. */
  folder: string | null;
  styles: string;
  /** Throws for an unknown entry. */
  entry(name: string): ClientEntry;
};

/** Reads `dist/client/manifest.json` in the folder. */
export function readAssets(folder: string): Assets {
  const manifest = JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8')) as ClientManifest;
  return {
    folder,
    styles: manifest.styles,
    entry(name) {
      const entry = manifest.entries[name];
      if (!entry) throw new Error(`The build has no entry ${name}`);
      return entry;
    },
  };
}
