/** The HTML document around a page's body: head, data for the scripts as inert JSON, and only the scripts it needs. */

import type { IslandData } from '../../shared/islands.ts';
import { packRows } from '../../shared/pack-rows.ts';
import type { Preferences } from '../../shared/preferences.ts';
import type { Viewer } from '../../shared/roles.ts';
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
  basePath: string;
  preferences: Preferences;
  viewer: Viewer | null;
  assets: Assets;
  /** The entry of the page's island, loaded after the shell's. */
  islandEntry: string | null;
  /** It travels packed (shared/pack-rows.ts). */
  islandData: IslandData | null;
  body: string;
};

const jsonScript = (id: string, value: unknown): string =>
  `<script type="application/json" id="${id}">${escapeJson(value)}</script>`;

function scripts({ assets, basePath, islandEntry }: DocumentProps): string {
  const shell = assets.entry('shell');
  const island = islandEntry === null ? null : assets.entry(islandEntry);
  const address = (file: string) => escapeHtml(`${basePath}/${file}`);
  const preloads = new Set([...(island ? [island.file, ...island.imports] : []), ...shell.imports]);
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
  const { title, basePath, preferences, viewer, assets, body } = props;
  const root = [
    'lang="ru"',
    `data-theme="${preferences.theme}"`,
    `data-sidebar="${preferences.sidebarCollapsed ? 'collapsed' : 'expanded'}"`,
    `data-base-path="${escapeHtml(basePath)}"`,
  ].join(' ');
  return (
    `<!doctype html><html ${root}><head><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width, initial-scale=1">' +
    `<title>${escapeHtml(title)}</title>` +
    `<link rel="icon" href="${escapeHtml(`${basePath}/favicon.svg`)}" type="image/svg+xml">` +
    `<link rel="stylesheet" href="${escapeHtml(`${basePath}/${assets.styles}`)}">` +
    (props.islandEntry === null ? '' : '<link rel="expect" href="#island-data" blocking="render">') +
    `</head><body>${body}` +
    jsonScript('viewer', viewer ?? { user: null, impersonation: null }) +
    (props.islandEntry === null ? '' : jsonScript('island-data', packRows(props.islandData))) +
    `${scripts(props)}</body></html>`
  );
}
