/**
 * The grammar of searches. Words and quoted phrases are required, a minus excludes, OR (ИЛИ, |) separates alternatives, and
 * brackets group. OR binds weaker than the AND between words.
 */
import * as messages from '../../../../shared/messages.ts';
import { partsMax } from './plain-query.ts';
import { type QueryToken, readTokens } from './query-tokens.ts';
import { joinParts, type SearchQuery } from './query-tree.ts';

const nestingMax = 32;

/** The message is for people. Characters count from 1. */
export class QueryError extends Error {
  override name = 'QueryError';

  /** `at` is an index in the text. */
  constructor(what: string, text: string, at: number) {
    super(messages.queryError(what, [...text.slice(0, at)].length + 1));
  }
}

/** Two minuses are none. */
const negate = (part: SearchQuery, text: string): SearchQuery =>
  part.kind === 'not' ? part.part : { kind: 'not', part, text };

/** Null when the text has no word. Throws a `QueryError`. */
export function readQuery(text: string): SearchQuery | null {
  const tokens = readTokens(text);
  const extra = tokens.filter(({ kind }) => kind === 'part')[partsMax];
  if (extra) throw new QueryError('слишком много слов', text, extra.at);
  let position = 0;
  let depth = 0;

  /** Reads a group after its opening bracket, and the closing one. */
  function readGroup(open: QueryToken): SearchQuery {
    depth += 1;
    if (depth > nestingMax) throw new QueryError('слишком много вложенных скобок', text, open.at);
    const group = readAlternatives();
    if (tokens[position] === undefined) throw new QueryError('не закрыта скобка', text, open.at);
    if (group === null) throw new QueryError('пустые скобки', text, open.at);
    depth -= 1;
    position += 1;
    return group;
  }

  function readSequence(): SearchQuery | null {
    const parts: SearchQuery[] = [];
    for (let token = tokens[position]; token?.kind === 'part' || token?.kind === 'open'; token = tokens[position]) {
      position += 1;
      const part: SearchQuery =
        token.kind === 'part' ? { kind: 'phrase', stems: token.stems, text: token.text } : readGroup(token);
      const end = tokens[position - 1] ?? token;
      const written = text.slice(token.at, end.at + end.text.length);
      if (token.kind === 'part' && token.stems.length === 0) {
        throw new QueryError('после минуса нет слова', text, token.at - 1);
      }
      parts.push(token.minus ? negate(part, written) : part);
    }
    return joinParts('all', parts);
  }

  function readAlternatives(): SearchQuery | null {
    const first = readSequence();
    const parts = first === null ? [] : [first];
    for (let token = tokens[position]; token?.kind === 'or'; token = tokens[position]) {
      if (parts.length === 0) throw new QueryError(`перед ${token.text} нет слова`, text, token.at);
      position += 1;
      const part = readSequence();
      if (part === null) throw new QueryError(`после ${token.text} нет слова`, text, token.at);
      parts.push(part);
    }
    return joinParts('any', parts);
  }

  const query = readAlternatives();
  const rest = tokens[position];
  if (rest) throw new QueryError('лишняя закрывающая скобка', text, rest.at);
  return query;
}
