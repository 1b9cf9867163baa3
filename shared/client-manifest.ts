/** What the build tells the server about the browser's files. Paths are relative to `dist/client`, without a leading slash. */

/** An entry's script, and the chunks that it imports statically, to be preloaded with it. */
export type ClientEntry = { file: string; imports: string[] };

/** `dist/client/manifest.json`. `entries` go by the entry's file name without extension: `words`, `shell`, … */
export type ClientManifest = { entries: Record<string, ClientEntry>; styles: string };
