/** What the document tells every script: who looks at it and where the console stands. */
import type { Viewer } from '../../shared/roles.ts';

/** `basePath` is '' or `/prefix`. */
export function readPageContext(): { viewer: Viewer | null; basePath: string } {
  const page = JSON.parse(document.getElementById('viewer')?.textContent ?? '{"user":null}');
  return { viewer: page.user ? page : null, basePath: document.documentElement.dataset.basePath ?? '' };
}
