/** The client files that the build wrote: their names for pages, and their content. */

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { RequestHandler } from 'express';
import type { ClientManifest } from '../../shared/client-manifest.ts';
import type { Deps } from '../session/request-context.ts';

/** `folder`: the folder to serve; null serves nothing, for tests that only need pages. */
export type Assets = Deps['assets'] & { folder: string | null };

export function readAssets(folder: string): Assets {
  const manifest = JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8')) as ClientManifest;
  return {
    folder,
    styles: manifest.styles,
    noscriptStyles: manifest.noscriptStyles,
    entry(name) {
      const entry = manifest.entries[name];
      if (!entry) throw new Error(`The build has no entry ${name}`);
      return entry;
    },
  };
}

/** A file and the compressed variants that the build wrote. */
type Variants = { identity: Buffer; br?: Buffer; gzip?: Buffer };

const endings = { '.br': 'br', '.gz': 'gzip' } as const;
/** In order of preference, because browsers state none. */
const encodings = Object.values(endings);

function readVariants(folder: string): Map<string, Variants> {
  const files = new Map<string, Variants>();
  const names = readdirSync(folder).sort();
  for (const name of names.filter((candidate) => !(path.extname(candidate) in endings))) {
    const variants: Variants = { identity: readFileSync(path.join(folder, name)) };
    for (const [ending, encoding] of Object.entries(endings)) {
      if (names.includes(name + ending)) variants[encoding] = readFileSync(path.join(folder, name + ending));
    }
    files.set(`/${name}`, variants);
  }
  return files;
}

/**
 * Serves the files from memory: they are read once, so that later disk errors do not affect requests. Files with hashed names
 * never change, so browsers cache them for a year (docs/product/security.md, statement 11).
 */
export function serveAssets(folder: string): RequestHandler {
  const files = readVariants(folder);
  return (request, response, next) => {
    const variants = files.get(request.path);
    if (!variants || (request.method !== 'GET' && request.method !== 'HEAD')) return next();
    const encoding = encodings.find((candidate) => variants[candidate] && request.acceptsEncodings(candidate));
    if (encoding) response.set('Content-Encoding', encoding);
    response.type(path.extname(request.path)).vary('Accept-Encoding');
    return response.set('Cache-Control', 'public, max-age=31536000, immutable').send(variants[encoding ?? 'identity']);
  };
}
