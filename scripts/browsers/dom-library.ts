/**
 * Writes TypeScript's library of the DOM without what the oldest browsers lack, so that the type check of the client
 * (tsconfig.json in this folder) finds newer members and constructors by type.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { dom, featureAt, isTooNew } from './compat-data.ts';

/** Each member has a comment with its address in the reference of MDN, which has the names of the data. */
const reference = /\[MDN Reference\]\(\S+\/Web\/API\/(\w+)\/(\w+)\)/;
const constructorPattern = /^declare var (\w+): \{\n.*?^\};\n/gms;
const declaration = /^(?:declare (?:function|var)|\s+)(?:readonly|get|set)? ?(\w+)/;

export function withoutNewFeatures(library: string): string {
  const constructors = library.replace(constructorPattern, (text, name) =>
    isTooNew(featureAt(dom, name)) ? '' : text,
  );
  let newMember: string | null = null;
  const kept = constructors.split('\n').filter((line) => {
    const [, parent, member] = reference.exec(line) ?? [];
    if (parent && member) newMember = isTooNew(featureAt(dom, parent, member)) ? member.replace(/_static$/, '') : null;
    // Overloads stand below one comment.
    return newMember === null || declaration.exec(line)?.[1] !== newMember;
  });
  return kept.join('\n');
}

export function writeDomLibrary(): void {
  const root = path.join(import.meta.dirname, '../..');
  const require = createRequire(import.meta.url);
  const folder = path.dirname(
    require.resolve(`@typescript/typescript-${process.platform}-${process.arch}/package.json`),
  );
  mkdirSync(path.join(root, 'artifacts'), { recursive: true });
  const library = readFileSync(path.join(folder, 'lib/lib.dom.d.ts'), 'utf8');
  writeFileSync(path.join(root, 'artifacts/dom-library.d.ts'), withoutNewFeatures(library));
}
