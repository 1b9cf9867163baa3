/** Renders the HTML document around a page's body: the head, data as inert JSON, and the page's scripts. */

import { escapeHtml } from '../../shared/highlight.ts';
import { isolate } from '../../shared/isolate.ts';
import { type IslandName, type IslandProps, packProps, type ScriptContext } from '../../shared/pages/islands.ts';
import type { Route } from '../../shared/routes.ts';
import type { RequestContext } from '../session/request-context.ts';
import { iconSprite } from './icons.tsx';

const escapeCharacter = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Escapes all characters of JSON that have a meaning in HTML or end a line of a script. */
export const escapeJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, escapeCharacter);

type DocumentProps = {
  /** `description` is '' on error pages. */
  route: Pick<Route, 'title' | 'description'>;
  scripts: ScriptContext;
  islandProps: IslandProps[IslandName] | undefined;
  body: string;
  /** The content of `<meta http-equiv="refresh">`: the page goes on by itself, and has no scripts. */
  refresh?: string | undefined;
};

const jsonScript = (id: string, value: unknown): string =>
  `<script type="application/json" id="${id}">${escapeJson(value)}</script>`;

function shellScripts({ deps, basePath }: RequestContext): string {
  const { file, imports } = deps.assets.entry('shell');
  const address = (script: string) => escapeHtml(`${basePath}/${script}`);
  return [
    ...imports.map((script) => `<link rel="modulepreload" href="${address(script)}">`),
    `<script type="module" src="${address(file)}"></script>`,
  ].join('');
}

/**
 * Scripts do not delay the first paint: the shell's is a module, and it loads the island's scripts after the paint
 * (client/entries/shell.ts). The first paint waits for the whole body, so that it is laid out once.
 */
export function renderDocument(context: RequestContext, props: DocumentProps): string {
  const { deps, preferences, basePath } = context;
  const { route, scripts, islandProps, body, refresh } = props;
  const title = `${isolate(route.title)} — ${deps.config.PRODUCT_NAME}`;
  const data =
    jsonScript('script-context', scripts) + (islandProps ? jsonScript('island-props', packProps(islandProps)) : '');
  const root = [
    'lang="ru"',
    `data-theme="${preferences.theme}"`,
    `data-sidebar="${preferences.sidebarCollapsed ? 'collapsed' : 'expanded'}"`,
  ].join(' ');
  return (
    `<!doctype html><html ${root}><head><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width, initial-scale=1">' +
    `<title>${escapeHtml(title)}</title>` +
    (route.description && `<meta name="description" content="${escapeHtml(route.description)}">`) +
    `<link rel="icon" href="${escapeHtml(`${basePath}/favicon.svg`)}" type="image/svg+xml">` +
    `<link rel="stylesheet" href="${escapeHtml(`${basePath}/${deps.assets.styles}`)}">` +
    `<noscript><link rel="stylesheet" href="${escapeHtml(`${basePath}/${deps.assets.noscriptStyles}`)}"></noscript>` +
    (refresh === undefined
      ? '<link rel="expect" href="#script-context" blocking="render">'
      : `<meta http-equiv="refresh" content="${escapeHtml(refresh)}">`) +
    `</head><body>${iconSprite}${body}` +
    (refresh === undefined ? data + shellScripts(context) : '') +
    '</body></html>'
  );
}
