/** The HTML document around a page's body: head, data for the scripts as inert JSON, and only the scripts it needs. */

import type { IslandName, IslandProps, ScriptContext } from '../../shared/islands.ts';
import type { Preferences } from '../../shared/preferences.ts';
import type { Assets } from './assets.ts';

const htmlEscapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => htmlEscapes[character] ?? '');

const jsonEscapes: Record<string, string> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

/** JSON that no HTML parser can read as anything but text of its script element. */
export const escapeJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (character) => jsonEscapes[character] ?? '');

export type DocumentProps = {
  title: string;
  context: ScriptContext;
  preferences: Preferences;
  assets: Assets;
  /** The island's entry has its name and is loaded after the shell's. */
  island: { name: IslandName; props: IslandProps[IslandName] } | null;
  body: string;
};

const jsonScript = (id: string, value: unknown): string =>
  `<script type="application/json" id="${id}">${escapeJson(value)}</script>`;

function scripts({ assets, context, island }: DocumentProps): string {
  const shell = assets.entry('shell');
  const entry = island && assets.entry(island.name);
  const address = (file: string) => escapeHtml(`${context.basePath}/${file}`);
  const preloads = new Set([...(entry ? [entry.file, ...entry.imports] : []), ...shell.imports]);
  return [
    ...[...preloads].map((file) => `<link rel="modulepreload" href="${address(file)}">`),
    `<script type="module" src="${address(shell.file)}"></script>`,
  ].join('');
}

/**
 * The scripts stand at the end and are modules, and the island's are started by the shell's after the first paint
 * (client/shell/start-island.ts): none of them holds it up. With a table the first paint waits for the last row, so that rows
 * are laid out once.
 */
export function renderDocument(props: DocumentProps): string {
  const { title, context, preferences, assets, island, body } = props;
  const { basePath } = context;
  const root = [
    'lang="ru"',
    `data-theme="${preferences.theme}"`,
    `data-sidebar="${preferences.sidebarCollapsed ? 'collapsed' : 'expanded'}"`,
  ].join(' ');
  return (
    `<!doctype html><html ${root}><head><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width, initial-scale=1">' +
    `<title>${escapeHtml(title)}</title>` +
    `<link rel="icon" href="${escapeHtml(`${basePath}/favicon.svg`)}" type="image/svg+xml">` +
    `<link rel="stylesheet" href="${escapeHtml(`${basePath}/${assets.styles}`)}">` +
    (island === null ? '' : '<link rel="expect" href="#island-props" blocking="render">') +
    `</head><body>${body}` +
    jsonScript('script-context', context) +
    (island === null ? '' : jsonScript('island-props', island.props)) +
    `${scripts(props)}</body></html>`
  );
}
