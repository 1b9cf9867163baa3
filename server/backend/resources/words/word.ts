/** Phrases: schemas, presentation, and who may see which. */
import * as v from 'valibot';
import { wordFields, wordSortColumns } from '../../../../shared/fields/words.ts';
import * as messages from '../../../../shared/messages.ts';
import { signInNameMax, wordsPageSize, wordTextMax } from '../../../../shared/rules/limits.ts';
import { cleanWordText, isBlankText, wordTextError } from '../../../../shared/rules/word.ts';
import { healthVerdicts } from '../../../../shared/rules/word-health.ts';
import { editableWordStates, wordStates } from '../../../../shared/rules/word-states.ts';
import type { Refusal } from '../../../platform/app-error.ts';
import { existing } from '../../http/endpoint.ts';
import {
  pageEntries,
  plainText,
  queryBoolean,
  refusalOf,
  requiredMessages,
  rule,
  text,
  total,
} from '../../http/schema-fields.ts';
import { seenVersion } from '../../http/versioned.ts';
import type { Identity } from '../../rules/account.ts';
import { presenterOf, replyOf, time, toTimeOrNull } from '../../rules/reply-values.ts';
import { phraseTextError } from '../../rules/search/phrase-text.ts';
import type { Store } from '../../store/store.ts';
import type { WordFailure, WordRow } from '../../store/words-store.ts';
import { clientId } from '../clients/client.ts';
import { exportEntry } from '../journal.ts';

/**
 * `LastUpdatePosts`: when posts were last added. `LastPostPosts`: the time of the newest post. Only administrators get
 * `Deleted`.
 */
export const wordReply = v.strictObject({
  ...replyOf(wordFields).entries,
  LastUpdatePosts: v.nullable(time),
  LastPostPosts: v.nullable(time),
  Deleted: v.optional(v.boolean()),
});

export const wordsReply = v.strictObject({ words: v.array(wordReply), total });

const state = v.picklist(editableWordStates);

export const newWordText = v.pipe(
  v.string(),
  v.transform(cleanWordText),
  rule((value) => (isBlankText(value) ? messages.enterText : null), { code: 'phrase-empty' }),
  rule(wordTextError),
  rule(phraseTextError, { code: 'query-unreadable' }),
);

export const wordBody = v.object(
  {
    Text: newWordText,
    State: v.optional(state, 'ready'),
    FullSearch: v.optional(v.boolean(), false),
  },
  requiredMessages({ Text: messages.enterText }),
);

/**
 * `OldText`: the text that the editor was shown; ignored beside `Version`. Missing fields stay unchanged. An unchanged text is
 * not checked again. `Deleted: false` restores a phrase, for administrators only.
 */
export const wordChange = v.object({
  Text: v.optional(v.pipe(plainText, v.trim(), rule(wordTextError))),
  OldText: v.optional(plainText),
  State: v.optional(state),
  FullSearch: v.optional(v.boolean()),
  Deleted: v.optional(v.literal(false)),
  Version: seenVersion,
});

export const clientIdOption = v.object({ clientID: v.optional(clientId) });

const page = pageEntries(wordSortColumns, { limit: wordsPageSize, column: 'word_id', direction: 'DESC' });
const filters = {
  text: v.optional(text(wordTextMax), ''),
  state: v.optional(v.picklist(wordStates)),
  health: v.optional(v.picklist(healthVerdicts)),
};
const adminFilters = {
  ...filters,
  client: v.optional(text(signInNameMax), ''),
  deleted: v.optional(queryBoolean, 'false'),
};
export const wordFiltersQuery = v.object(adminFilters);
const walls = { walls: v.optional(queryBoolean, 'false') };
export const wordsPageQuery = v.object({ ...page, ...adminFilters, ...walls, ...exportEntry });
export const clientWordsPageQuery = v.object({
  ...page,
  ...filters,
  ...walls,
  ...exportEntry,
  clientID: v.optional(clientId),
});

const presentFields = presenterOf(wordFields);

/** Only administrators see which clients track the phrase and whether it is deleted. */
export function presentWord(word: WordRow, viewer: Identity): v.InferOutput<typeof wordReply> {
  const isAdmin = viewer.type === 'admin';
  const { shownId: id, updateDt: updatedAt, clients } = word;
  return {
    ...presentFields({
      ...word,
      id,
      updatedAt,
      clients: isAdmin ? clients : undefined,
      deletedAt: toTimeOrNull(word.deletedAt),
    }),
    LastUpdatePosts: toTimeOrNull(word.lastUpdatePosts),
    LastPostPosts: toTimeOrNull(word.lastPostPosts),
    ...(isAdmin ? { Deleted: word.deletedAt !== null } : {}),
  };
}

type Words = Pick<Store, 'words'>;

/**
 * Finds a phrase by the ID that the viewer sees. A client finds phrases that it tracks. An administrator also finds deleted
 * ones, and clients' phrases by the IDs that clients see.
 */
export const findWord = ({ words }: Words, viewer: Identity, id: number): Promise<WordRow | null> =>
  viewer.type === 'client' ? words.getOfClient(id, viewer.clientId) : words.get(id);

/** The stored ID of the phrase that an administrator names; an unknown ID is returned unchanged. */
export const namedWordId = async ({ words }: Words, id: number): Promise<number> => (await words.get(id))?.wordId ?? id;

/** Throws a 404 for a phrase that is not found. */
export async function findVisibleWord(store: Words, viewer: Identity, id: number): Promise<WordRow> {
  return existing(await findWord(store, viewer, id));
}

type ReadText = { text: string; refusal: null } | { text: null; refusal: Refusal };

/** The text of a phrase as stored, or why it is refused. */
export function readWordText(raw: string): ReadText {
  const { issues, output } = v.safeParse(newWordText, raw);
  return issues ? { text: null, refusal: refusalOf(issues[0]) } : { text: output, refusal: null };
}

const texts: Record<WordFailure['outcome'], string> = {
  unknown: messages.unknownId,
  duplicate: messages.wordExists,
};

export const describeOutcome = (outcome: WordFailure['outcome'], isRestored: boolean): string =>
  outcome === 'duplicate' && isRestored ? messages.wordNotRestored : texts[outcome];
