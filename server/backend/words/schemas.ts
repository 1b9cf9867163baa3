/** Schemas of phrases. */
import * as v from 'valibot';
import { healthVerdicts } from '../../../shared/api/word-health.ts';
import { wordSortColumns } from '../../../shared/fields/words.ts';
import * as messages from '../../../shared/messages.ts';
import { signInNameMax, wordsPageSize, wordTextMax } from '../../../shared/rules/limits.ts';
import { cleanWordText, wordTextError } from '../../../shared/rules/word.ts';
import { editableWordStates, wordStates } from '../../../shared/rules/word-states.ts';
import { clientId } from '../clients/schemas.ts';
import {
  pageEntries,
  plainText,
  queryBoolean,
  queryId,
  requiredMessages,
  rule,
  text,
  time,
  total,
} from '../http/schema-fields.ts';
import { exportEntry } from '../journal/exported.ts';
import { phraseTextError } from '../rules/search/phrase-text.ts';

const count = v.pipe(v.number(), v.integer());

/**
 * `Reason` is the network's answer that caused the state `error`. `LastUpdatePosts` is when posts were last added, `LastPostPosts` the time of the newest post. Only administrators get
 * `Clients` and `Deleted`.
 */
export const wordReply = v.strictObject({
  WordID: count,
  Text: v.string(),
  State: v.picklist(wordStates),
  Reason: v.optional(v.string()),
  FullSearch: v.boolean(),
  Running: v.boolean(),
  UpdateDt: v.nullable(time),
  TotalPosts: count,
  LastUpdatePosts: v.nullable(time),
  LastPostPosts: v.nullable(time),
  Clients: v.optional(v.array(v.string())),
  Deleted: v.optional(v.boolean()),
});

export const wordsReply = v.strictObject({ words: v.array(wordReply), total });

export const wordSuggestionsReply = v.strictObject({
  words: v.array(v.strictObject({ WordID: count, Text: v.string() })),
  total,
});

const state = v.picklist(editableWordStates);

export const newWordText = v.pipe(
  v.string(),
  v.transform(cleanWordText),
  rule((value) => wordTextError(value) ?? phraseTextError(value)),
);

export const wordBody = v.object(
  {
    Text: newWordText,
    State: v.optional(state, 'ready'),
    FullSearch: v.optional(v.boolean(), false),
  },
  requiredMessages({ Text: messages.enterText }),
);

/** Missing fields stay unchanged. A text that is not new is accepted as it is. `Deleted: false` restores a phrase, for administrators only. */
export const wordChange = v.object({
  Text: v.optional(v.pipe(plainText, v.trim(), rule(wordTextError))),
  State: v.optional(state),
  FullSearch: v.optional(v.boolean()),
  Deleted: v.optional(v.literal(false)),
});

export const wordListQuery = v.object({ deleted: v.optional(queryBoolean, 'false') });
export const wordIdQuery = v.object({ id: queryId });
export const wordParams = v.object({ id: queryId });
export const clientIdOption = v.object({ clientID: v.optional(clientId) });
export const wordSuggestionsQuery = v.object({ q: v.optional(text(wordTextMax), '') });

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
export const wordsPageQuery = v.object({ ...page, ...adminFilters, ...exportEntry });
export const clientWordsPageQuery = v.object({ ...page, ...filters, ...exportEntry, clientID: v.optional(clientId) });
