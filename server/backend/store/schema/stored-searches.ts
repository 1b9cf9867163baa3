/**
 * Version 1.1 has more operators than 1.0: AND, И, NOT, НЕ, ||, and dashes as a minus. Rewrites the stored searches that contain
 * them, so that each keeps its meaning, and the records of the changed phrases.
 */
import * as messages from '../../../../shared/messages.ts';
import { foldText } from '../../../../shared/rules/word.ts';
import { wordEvent } from '../../rules/journal/events.ts';
import { type QueryToken, readTokens } from '../../rules/search/query-tokens.ts';

type Edit = { at: number; end: number; by: string };

const replaceAll = (text: string, edits: readonly Edit[]): string =>
  edits.reduceRight((result, { at, end, by }) => result.slice(0, at) + by + result.slice(end), text);

const operator = /^(?:AND|И|NOT|НЕ|OR|ИЛИ|(?:NEAR|ADJ)(?:\/\d+)?|XOR)$/;
const newSign = /^[^-\s(|]$/;

/** The sign before a word was punctuation, so the word is no operator without it. Two bars were an error, and remain one. */
function separateSign(token: QueryToken, text: string): Edit[] {
  const { kind, at, text: part } = token;
  const before = text.slice(Math.max(0, at - 1), at);
  const lowered = { at, end: at + part.length, by: part.toLowerCase() };
  if (kind === 'or' && part === '||') return [{ ...lowered, by: text[lowered.end] === '|' ? '| | ' : '| |' }];
  if (kind === 'refused' && /^[!~]$/.test(part)) return [{ ...lowered, by: `${part} ` }];
  const isMinus = (kind === 'part' || kind === 'open') && token.minus && before !== '-';
  const space = isMinus ? [{ at, end: at, by: ' ' }] : [];
  return kind === 'part' && newSign.test(before) && operator.test(part) ? [...space, lowered] : space;
}

export function keepFormerMeaning(text: string): string {
  const separated = replaceAll(
    text,
    readTokens(text).flatMap((token) => separateSign(token, text)),
  );
  const added = readTokens(separated).filter(({ kind }) => kind === 'and' || kind === 'not' || kind === 'refused');
  return replaceAll(
    separated,
    added.map(({ at, text: word }) => ({ at, end: at + word.length, by: word.toLowerCase() })),
  );
}

/** A stored query of a saved filter. */
function keepFormerQuery(query: string): string {
  const params = new URLSearchParams(query);
  const text = params.get('text') ?? '';
  const kept = keepFormerMeaning(text);
  if (kept === text) return query;
  params.set('text', kept);
  return `?${params}`;
}

export const storedSearches = {
  words: 'SELECT word_id AS id, text, deleted_at IS NULL AS tracked FROM words ORDER BY word_id',
  links: 'SELECT id, word_id AS word, client_id AS client, text FROM word_clients ORDER BY id',
  views: 'SELECT view_id AS id, query FROM views ORDER BY view_id',
  waiting: `SELECT delivery_id AS id, query FROM deliveries WHERE state = 'waiting' ORDER BY delivery_id`,
} as const;

/** Rows of `storedSearches`. */
export type StoredSearches = {
  words: { id: number; text: string; tracked: boolean | number }[];
  links: { id: number; word: number; client: string; text: string }[];
  views: { id: number; query: string }[];
  /** Messages of alerts that are not sent yet. */
  waiting: { id: number; query: string }[];
};

type Statement = readonly [sql: string, ...values: (string | number)[]];

function recordChange(id: number, clientId: string | null, before: string, after: string): Statement {
  const event = {
    ...wordEvent({ wordId: id, text: before }, clientId),
    before: { text: before },
    after: { text: after },
  };
  return [
    `INSERT INTO journal (at, who, who_folded, action, object, event, address)
     VALUES ($1, $2, $3, 'word-changed', '', $4, '')`,
    Date.now(),
    messages.service,
    foldText(messages.service),
    JSON.stringify(event),
  ];
}

/** The statements that rewrite the searches. A text that another phrase has gets a full stop, which means nothing. */
export function rewriteSearches({ words, links, views, waiting }: StoredSearches): Statement[] {
  const taken = new Set(words.filter(({ tracked }) => tracked).map(({ text }) => foldText(text)));
  const ends = new Map<number, string>();
  const ofWords = words.flatMap(({ id, text }): Statement[] => {
    const kept = keepFormerMeaning(text);
    if (kept === text) return [];
    let end = '';
    while (foldText(kept) !== foldText(text) && taken.has(foldText(kept + end))) end += '.';
    taken.add(foldText(kept + end));
    ends.set(id, end);
    const after = kept + end;
    const update = 'UPDATE words SET text = $1, text_folded = $2 WHERE word_id = $3';
    return [[update, after, foldText(after), id], recordChange(id, null, text, after)];
  });
  const texts = new Map(words.map(({ id, text }) => [id, text]));
  const ofLinks = links.flatMap(({ id, word, client, text }): Statement[] => {
    const after = keepFormerMeaning(text) + (ends.get(word) ?? '');
    if (after === text) return [];
    const own = texts.get(word) === text ? [] : [recordChange(word, client, text, after)];
    return [['UPDATE word_clients SET text = $1 WHERE id = $2', after, id], ...own];
  });
  const ofQueries = (rows: StoredSearches['views'], update: string) =>
    rows.flatMap(({ id, query }): Statement[] => {
      const after = keepFormerQuery(query);
      return after === query ? [] : [[update, after, id]];
    });
  return [
    ...ofWords,
    ...ofLinks,
    ...ofQueries(views, 'UPDATE views SET query = $1 WHERE view_id = $2'),
    ...ofQueries(waiting, 'UPDATE deliveries SET query = $1 WHERE delivery_id = $2'),
  ];
}
