/**
 * The icons as paths that `Icon` refers to, once per page. Inline, because the browser creates a document for each SVG
 * image: as a mask image they delayed the first paint by 50 ms at 4× CPU slowdown. A symbol would scale them, and would add two
 * elements to the page for each use.
 */
import { iconId, iconNames } from '../../client/components/icon.tsx';
import { iconPaths } from './icon-paths.ts';

const elements = iconNames.map((name) => `<path id="${iconId(name)}" d="${iconPaths[name]}"/>`);

export const iconSprite = `<svg hidden>${elements.join('')}</svg>`;
