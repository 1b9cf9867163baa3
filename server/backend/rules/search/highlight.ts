/** Highlights matches in a post's text. FTS5 cannot do this, because the search index stores no texts. */
import { escapeHtml } from '../../../../shared/highlight.ts';
import { type SearchQuery, wantedPhrases } from './query-tree.ts';
import { tokenise } from './tokenise.ts';

type Range = { start: number; end: number };

function findRanges(text: string, queries: readonly SearchQuery[]): Range[] {
  const tokens = tokenise(text);
  const phrases = queries.flatMap(wantedPhrases);
  return tokens.flatMap(({ start }, index) =>
    phrases.flatMap((phrase) => {
      const last = tokens[index + phrase.length - 1];
      return last && phrase.every((stem, offset) => tokens[index + offset]?.stem === stem)
        ? [{ start, end: last.end }]
        : [];
    }),
  );
}

/** Merges overlapping ranges. The input is sorted by `start`. */
function mergeRanges(ranges: readonly Range[]): Range[] {
  const merged: Range[] = [];
  for (const range of ranges) {
    const last = merged.at(-1);
    if (last && range.start < last.end) last.end = Math.max(last.end, range.end);
    else merged.push({ ...range });
  }
  return merged;
}

/** One letter, or two with a small second one: mostly a preposition. «ЧП» is a name. */
const shortWord = /^\p{L}\p{Ll}?$/u;
const noWord = /^[^\p{L}\p{N}]*$/u;

/** Omits short words, unless they are beside another match or the text has no other match. */
function omitShortWords(text: string, ranges: readonly Range[]): readonly Range[] {
  const isShort = ({ start, end }: Range) => shortWord.test(text.slice(start, end));
  const isBeside = (before: Range | undefined, after: Range | undefined) =>
    before !== undefined && after !== undefined && noWord.test(text.slice(before.end, after.start));
  const kept = ranges.filter(
    (range, index) => !isShort(range) || isBeside(ranges[index - 1], range) || isBeside(range, ranges[index + 1]),
  );
  return kept.length > 0 ? kept : ranges;
}

/** Returns escaped HTML with `<mark>` around the wanted phrases of all queries. */
export function highlight(text: string, queries: readonly SearchQuery[]): string {
  let html = '';
  let position = 0;
  for (const { start, end } of omitShortWords(text, mergeRanges(findRanges(text, queries)))) {
    html += `${escapeHtml(text.slice(position, start))}<mark>${escapeHtml(text.slice(start, end))}</mark>`;
    position = end;
  }
  return html + escapeHtml(text.slice(position));
}
