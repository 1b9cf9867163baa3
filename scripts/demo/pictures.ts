/** The pictures of README: what they show, and what a test compares with the pages of today. */

export type Picture = { name: string; address: string; theme: 'light' | 'dark'; size: readonly [number, number] };

/** The heading, the sections and the columns of a page. */
export type Headings = { h1: string; sections: readonly string[]; columns: readonly string[] };

/** Of `.readme/pictures.json`. `now`: the time of the demo. */
export type Pictures = { now: string; pictures: readonly (Picture & Headings)[] };

export const picturesFolder = '.readme';
export const picturesFile = `${picturesFolder}/pictures.json`;

const textOf = (html: string): string =>
  html
    .replaceAll(/<svg.*?<\/svg>|<[^>]*>/gs, '')
    .replaceAll('\u00a0', ' ')
    .trim();

export function readHeadings(html: string): Headings {
  const textsOf = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, , content = '']) => textOf(content));
  return {
    h1: textsOf(/<(h1)[^>]*>(.*?)<\/h1>/gs).join(),
    sections: textsOf(/<(h2)[^>]*>(.*?)<\/h2>/gs),
    columns: textsOf(/<(div) role="columnheader"[^>]*>(.*?)<\/div>/gs),
  };
}
