/** Presents rows of posts as the API returns them, with suggestions by the model of the client. */
import type { DatabaseSync } from 'node:sqlite';
import { postFields } from '../../../shared/fields/posts.ts';
import { cutText } from '../../../shared/format.ts';
import { keepResults } from '../../platform/keep-results.ts';
import { presenterOf, toNullable, toTime } from '../rules/reply-values.ts';
import { highlight } from '../rules/search/highlight.ts';
import type { SearchQuery } from '../rules/search/query-tree.ts';
import { parseSearchQuery } from '../rules/search/search-query.ts';
import {
  isHeldOut,
  type Model,
  readModel,
  type Suggestion,
  stemsOf,
  suggest,
  suggestMissing,
} from '../rules/suggestions.ts';
import { namedTags, namedWork, presentMarks, presentWork, type WorkNames } from '../rules/work.ts';
import type { PostRow, Viewing } from '../store/posts-store.ts';

/** Models of some clients, until they are trained again: reading one takes several times as long as a page. */
const keepModel = keepResults<Model>(20);

function findModel(db: DatabaseSync, clientId: string): Model | null {
  const trained = db
    .prepare('SELECT trained_at AS at FROM work_models WHERE client_id = ? AND model IS NOT NULL')
    .get(clientId);
  if (!trained) return null;
  const read = () => db.prepare('SELECT model FROM work_models WHERE client_id = ?').get(clientId)?.model as string;
  return keepModel(`${clientId} ${trained.at}`, () => readModel(read()));
}

/** Held-out stories, which measure the quality of suggestions, get none. */
function createSuggester(db: DatabaseSync, { clientId, shownWork }: Viewing) {
  const model = shownWork && clientId !== null ? findModel(db, clientId) : null;
  return ({ storyId, text, work }: PostRow): Suggestion | null =>
    model && text !== null && !isHeldOut(storyId) ? suggestMissing(suggest(model, stemsOf(text)), work) : null;
}

/** Rows of a page have few phrases, and parsing them takes a fifth of the time of a page. */
const keepParsed = keepResults<SearchQuery | null>(5000);

type Presented = { text: string | null; shownWork: Viewing['shownWork']; suggestion: Suggestion | null };

/** Highlights the phrase, unless it stands for a wall, and the text filter of the feed. */
function presentPost(row: PostRow, { text, shownWork, suggestion }: Presented) {
  const phrase = row.wallId === null ? row.word : '';
  const queries = [phrase, text ?? ''].flatMap((each) => keepParsed(each, () => parseSearchQuery(each)) ?? []);
  return {
    ...presentRow(row, shownWork, suggestion),
    TextHighlighted: toNullable(row.text === null ? null : highlight(row.text, queries)),
  };
}

const presentFields = presenterOf(postFields);

const asPost = { kind: 'post', parentPostId: null, parentText: null, threadId: null } as const;

/** Without highlights. */
export const presentRow = (
  { comment, ...row }: PostRow,
  workNames: WorkNames | null = null,
  suggestion: Suggestion | null = null,
) => ({
  ...presentFields({ ...row, ...(comment === null ? asPost : { kind: 'comment', ...comment }) }),
  PostDt: toTime(row.postedAt),
  UpdateDt: toTime(row.updatedAt),
  TextHighlighted: toNullable(null),
  StoryID: row.storyId,
  Work: row.work && workNames && presentWork(namedWork(row.work, workNames, row.work.growing)),
  Suggestion: suggestion && workNames && presentMarks({ ...suggestion, tags: namedTags(suggestion, workNames) }),
});

/** Characters that JSON or HTML escape may make a text several times as long. */
const usualGrowth = 2.5;
/** For the other fields, in bytes. */
const fieldsMax = 8000;
/** A shorter text is not what makes a row long. */
const shortText = 100;

function writePost(row: PostRow, presented: Presented): string {
  const { text } = row;
  const json = JSON.stringify(presentPost(row, presented));
  if (text === null || text.length <= shortText) return json;
  const max = usualGrowth * Buffer.byteLength(text) + fieldsMax;
  let written = json;
  for (let length = text.length; length > shortText && Buffer.byteLength(written) > max; ) {
    length = Math.floor(length / 2);
    written = JSON.stringify(presentPost({ ...row, text: cutText(text, length) }, presented));
  }
  return written;
}

const encodeList = (rows: readonly PostRow[], write: (row: PostRow) => string): Uint8Array =>
  new TextEncoder().encode(rows.map(write).join(','));

/** The posts, separated by commas. Runs on a reader thread, because highlighting takes most of the time of a large page. */
export function writePosts(db: DatabaseSync, viewing: Viewing, rows: readonly PostRow[]): Uint8Array {
  const suggestFor = createSuggester(db, viewing);
  const { filter, shownWork } = viewing;
  return encodeList(rows, (row) => writePost(row, { text: filter.text, shownWork, suggestion: suggestFor(row) }));
}

/** The posts, separated by commas, without highlights and suggestions. */
export const writeRows = ({ shownWork }: Viewing, rows: readonly PostRow[]): Uint8Array =>
  encodeList(rows, (row) => JSON.stringify(presentRow(row, shownWork)));
