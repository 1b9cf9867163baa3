/** The manifest that the build writes for the server. Paths are relative to `dist/client`, without a leading slash. */

/** The script of an entry and the chunks that it imports statically. Pages preload both. */
export type ClientEntry = { file: string; imports: string[] };

/** `dist/client/manifest.json`. The keys of `entries` are file names without extension: `words`, `shell`, … */
export type ClientManifest = { entries: Record<string, ClientEntry>; styles: string; noscriptStyles: string };
