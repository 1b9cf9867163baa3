import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The anchor of a heading, as GitHub makes it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');

/** Returns the sections of docs/product, as `feed#rows`: the name of the chapter and the anchor of the heading. */
export function readSections(root: string): string[] {
  return globSync('docs/product/*.md', { cwd: root }).flatMap((file) =>
    [...readFileSync(path.join(root, file), 'utf8').matchAll(/^## (.+)$/gm)].map(
      ([, heading = '']) => `${path.basename(file, '.md')}#${anchorOf(heading)}`,
    ),
  );
}
