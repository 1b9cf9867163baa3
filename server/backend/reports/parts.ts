/** The parts of which sections are built. */
import { formatNumber } from '../../../shared/format.ts';
import { isolate } from '../../../shared/isolate.ts';
import type { LinkToPosts } from '../../../shared/pages/link-to-posts.ts';
import type { PostsQuery } from '../../../shared/pages/post-filters.ts';
import { lineOf } from '../rules/clean-text.ts';
import type { ReportBlock, ReportCell, ReportTable, ReportText } from './report-document.ts';

/** `console`: what precedes the paths of the console; null for a report without links. `posts`: the posts of a number. */
export type ReportLinks = {
  console: string | null;
  posts: (filters: Partial<PostsQuery>) => string | null;
};

export const linksOf = (console: string | null, posts: LinkToPosts): ReportLinks => ({
  console,
  posts: (filters) => (console === null ? null : posts(filters)),
});

/** A name or a quote of somebody else, on one line, without characters that XML forbids. */
export const foreign = (text: string): string => isolate(lineOf(text).replaceAll(/[\ufffe\uffff]/g, ''));

export const textCell = (text: string, href: string | null = null): ReportCell => ({
  ...{ text, value: null, href },
  isFigure: false,
});

/** A share or a ratio, which follows from other numbers. */
export const shareCell = (text: string): ReportCell => ({ ...textCell(text), isFigure: true });

/** «—» for no measure. */
export const numberCell = (value: number | null, href: string | null = null): ReportCell => ({
  text: value === null ? '—' : formatNumber(value),
  value,
  href,
  isFigure: true,
});

export const table = (heads: readonly string[], rows: ReportTable['rows']): ReportTable => ({
  ...{ kind: 'table', heads, rows },
  hasQuotes: false,
});

/** The first column has sentences. */
export const tableOfQuotes = (heads: readonly string[], rows: ReportTable['rows']): ReportTable => ({
  ...table(heads, rows),
  hasQuotes: true,
});

export const part = (text: string, href: string | null = null): ReportText => ({ text, href });

export const paragraph = (...parts: readonly (string | ReportText)[]): ReportBlock => ({
  kind: 'paragraph',
  parts: parts.map((one) => (typeof one === 'string' ? part(one) : one)),
});
