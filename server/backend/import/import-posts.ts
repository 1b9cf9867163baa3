/** Posts as lines of JSON: how an export writes and an import reads them. */
import { type Post, readPost } from '../../../shared/api/posts.ts';
import { presentParts, type TextPart } from '../../../shared/fields/text-parts.ts';
import { cutText } from '../../../shared/format.ts';
import { foldText } from '../../../shared/rules/word.ts';
import { storableText, textMax } from '../rules/clean-text.ts';
import { withoutNames } from '../rules/comment-text.ts';
import { type Figures, figureNames } from '../rules/measures.ts';
import { type CityRow, isCityId } from '../store/cities.ts';
import type { FoundPage } from '../store/collection-store.ts';
import type { OwnerRow } from '../store/owners.ts';
import type { Measure } from '../store/post-life.ts';
import type { ImportedLife, ImportedPost } from '../store/posts.ts';
import { type CommentPlace, parentTextMax } from '../store/posts-store.ts';
import type { Store } from '../store/store.ts';
import type { WordRow } from '../store/words-store.ts';

const timeOf = (time: number): string => new Date(time).toISOString();

/**
 * One line per post, without line breaks. `UpdateDt` is the time of its last edit, else of the post. Names the phrase by its text,
 * because IDs differ between databases. `now`: when the network returned the figures.
 */
export function postLines({ posts, owners, cities }: FoundPage, word: string, now: number): string[] {
  const ownersById = new Map(owners.map((owner) => [owner.ownerId, owner]));
  const citiesById = new Map(cities.map((city) => [city.cityId, city]));
  return posts.map((post) => {
    const owner = ownersById.get(post.ownerId);
    const city = post.cityId === null ? undefined : citiesById.get(post.cityId);
    return JSON.stringify({
      OwnerID: post.ownerId,
      PostID: post.postId,
      ...(post.comment && {
        Kind: 'comment',
        ParentPostID: post.comment.parentPostId,
        ParentText: post.comment.parentText,
        ThreadID: post.comment.threadId,
      }),
      UserID: post.userId,
      PostDt: timeOf(post.postedAt),
      UpdateDt: timeOf(post.facts.editedAt ?? post.postedAt),
      Word: word,
      Text: post.text,
      ...(post.textParts.length > 0 && { TextParts: presentParts(post.textParts) }),
      PhotoURL: post.photoUrl,
      CityID: post.cityId,
      City: city?.name ?? null,
      Country: city?.country ?? null,
      OwnerName: owner?.name ?? null,
      OwnerType: owner?.ownerType ?? null,
      OwnerPhotoURL: owner?.photoUrl ?? null,
      Domain: owner?.domain ?? null,
      ...(post.foundByVk && { FoundByVK: true }),
      Views: post.facts.views,
      Likes: post.facts.likes,
      Reposts: post.facts.reposts,
      Comments: post.facts.comments,
      MeasuredAt: timeOf(now),
    });
  });
}

/** A line that cannot be imported. The message is the reason. */
class BadLine extends Error {
  override name = 'BadLine';
}

/** `owner` and `city` are null when the line has no data about them. Stored data then stays unchanged. */
type ImportedLine = { post: ImportedPost; owner: OwnerRow | null; city: CityRow | null };

/** Finds a phrase by ID or, if that is 0 (missing), by text. Returns its ID, or null. */
type WordFinder = (wordId: number, text: string | null) => number | null;

const timeMax = Date.UTC(2100, 0, 1) - 1000;

/**
 * Of several phrases with the same text, finds the phrase that is not deleted, otherwise the one that was deleted last.
 */
function createWordFinder(live: readonly WordRow[], deleted: readonly WordRow[]): WordFinder {
  const oldestFirst = [...deleted].sort((a, b) => a.wordId - b.wordId);
  const words = [...oldestFirst, ...live];
  const ids = new Set(words.map((word) => word.wordId));
  const idsByText = new Map(words.map((word) => [foldText(word.text), word.wordId]));
  return (wordId, text) => {
    if (wordId !== 0) return ids.has(wordId) ? wordId : null;
    return text === null ? null : (idsByText.get(foldText(text)) ?? null);
  };
}

function clean(text: string | null): string | null {
  const cleaned = storableText(text);
  if (cleaned !== null && cleaned.length > textMax) throw new BadLine(`a text is longer than ${textMax} characters`);
  return cleaned;
}

function parse(line: string): Post {
  try {
    return readPost(JSON.parse(line));
  } catch (error) {
    throw new BadLine(error instanceof SyntaxError ? 'not JSON' : 'not a post: OwnerID and PostID are needed');
  }
}

function requireId(id: number, name: string): number {
  if (!Number.isSafeInteger(id) || id === 0) throw new BadLine(`${name} is not a whole number other than 0`);
  return id;
}

function requireCity(id: number): number {
  if (!isCityId(id)) throw new BadLine('CityID is not a whole number from 1 to 4294967295');
  return id;
}

const timeZone = /(Z|[+-]\d{2}:?\d{2})$/i;
const timePattern = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/i;

function requireTime(value: string | null, name: string): number {
  // Without a zone, Date.parse would use the zone of this machine.
  if (value !== null && /\d:\d\d/.test(value) && !timeZone.test(value)) {
    throw new BadLine(`${name} has no time zone: write 2026-11-20T09:30:00Z or 2026-11-20T12:30:00+03:00`);
  }
  const time =
    value !== null && timePattern.test(value) ? Date.parse(value.toUpperCase().replace(' ', 'T')) : Number.NaN;
  if (!(time >= 0 && time <= timeMax)) throw new BadLine(`${name} is not a time between 1970 and 2100`);
  return time;
}

/** The parts of the text, in its order. */
function requireParts(parts: readonly TextPart[], text: string | null): readonly TextPart[] {
  const isWrong = ({ kind, at }: TextPart, index: number): boolean =>
    kind === null || !Number.isSafeInteger(at) || at < (parts[index - 1]?.at ?? 0) || at >= (text?.length ?? 0);
  if (parts.some(isWrong)) throw new BadLine('TextParts has a part of an unknown kind, or one that is not in the text');
  return parts;
}

function readOwner({ ownerId, ownerType, ownerName, domain, ownerPhotoUrl }: Post): OwnerRow | null {
  const name = clean(ownerName);
  if (name === null) return null;
  const type = clean(ownerType) ?? (ownerId < 0 ? 'group' : 'user');
  return { ownerId, ownerType: type, name, domain: clean(domain), photoUrl: clean(ownerPhotoUrl) };
}

function readCity({ cityId, city, country }: Post): CityRow | null {
  const name = clean(city);
  return cityId === null || name === null ? null : { cityId, name, country: clean(country) };
}

const optionalTime = (value: string | null, name: string): number | null =>
  value === null ? null : requireTime(value, name);

function requireFigures(figures: Figures): Figures {
  const isWrong = (value: number | null): boolean => value !== null && !(Number.isSafeInteger(value) && value >= 0);
  const wrong = figureNames.find((name) => isWrong(figures[name]));
  if (wrong !== undefined) throw new BadLine(`${wrong} is not a whole number from 0 on`);
  const { views, likes, reposts, comments } = figures;
  return { views, likes, reposts, comments };
}

/** What the line says besides the row; undefined for nothing. The age of a measure follows from its time. */
function readLife(fields: Post): ImportedLife | undefined {
  const { measuredAt, changedAt, deletedAt } = fields;
  const measures = [
    ...fields.measures.map(({ at, ...figures }) => ({
      ...requireFigures(figures),
      at: requireTime(at, 'Measures.At'),
    })),
    { ...requireFigures(fields), at: optionalTime(measuredAt, 'MeasuredAt') },
  ] satisfies Measure[];
  const life = {
    measures: measures.filter((measure) => figureNames.some((name) => measure[name] !== null)),
    changedAt: optionalTime(changedAt, 'EditedAt'),
    deletedAt: optionalTime(deletedAt, 'DeletedAt'),
  };
  const isEmpty = life.measures.length === 0 && life.changedAt === null && life.deletedAt === null;
  return isEmpty ? undefined : life;
}

function readPlace({ kind, parentPostId, parentText, threadId }: Post): CommentPlace | null {
  if (kind === 'post' && parentPostId === null) return null;
  if (kind === 'post') throw new BadLine('ParentPostID is only for lines of the Kind comment');
  return {
    parentPostId: requireId(parentPostId ?? 0, 'ParentPostID'),
    parentText: cutText(clean(parentText) ?? '', parentTextMax),
    threadId: threadId === null ? null : requireId(threadId, 'ThreadID'),
  };
}

/** Throws a `BadLine`. */
export function readImportLine(line: string, findWord: WordFinder): ImportedLine {
  const fields = parse(line);
  const wordId = findWord(fields.wordId, fields.word);
  if (wordId === null) throw new BadLine('neither WordID nor Word names a phrase');
  const postedAt = requireTime(fields.postedAt, 'PostDt');
  const comment = readPlace(fields);
  const text = clean(comment === null ? fields.text : withoutNames(fields.text ?? '', comment.threadId !== null));
  const post: ImportedPost = {
    wordId,
    ownerId: requireId(fields.ownerId, 'OwnerID'),
    postId: requireId(fields.postId, 'PostID'),
    userId: fields.userId === 0 ? fields.ownerId : requireId(fields.userId, 'UserID'),
    cityId: fields.cityId === null ? null : requireCity(fields.cityId),
    postedAt,
    updatedAt: fields.updatedAt === null ? postedAt : requireTime(fields.updatedAt, 'UpdateDt'),
    text,
    textParts: requireParts(fields.textParts, text),
    photoUrl: clean(fields.photoUrl),
    comment,
    ...(fields.foundByVk && { foundByVk: true }),
  };
  const life = readLife(fields);
  if (life) post.life = life;
  return { post, owner: readOwner(fields), city: readCity(fields) };
}

const batchSize = 500;
/** Windows editors write it at the start of a file. */
const byteOrderMark = /^\uFEFF/;

type ImportTotals = { added: number; changed: number; same: number; refused: number; bad: number };
type ImportEvents = { onBadLine: (line: number, reason: string) => void; onBatch?: () => void };

async function saveBatch(store: Store, batch: readonly ImportedLine[], totals: ImportTotals): Promise<void> {
  await store.owners.save(batch.flatMap(({ owner }) => owner ?? []));
  await store.cities.save(batch.flatMap(({ city }) => city ?? []));
  const { added, changed, refused } = await store.posts.save(batch.map(({ post }) => post));
  totals.added += added;
  totals.changed += changed;
  totals.refused += refused;
  totals.same += batch.length - added - changed - refused;
}

/** Skips empty lines; line numbers count from 1. A second import of the same lines changes nothing. */
export async function importPosts(
  store: Store,
  lines: AsyncIterable<string> | Iterable<string>,
  { onBadLine, onBatch }: ImportEvents,
): Promise<ImportTotals> {
  const findWord = createWordFinder(await store.words.list(), await store.words.list(true));
  const totals: ImportTotals = { added: 0, changed: 0, same: 0, refused: 0, bad: 0 };
  let batch: ImportedLine[] = [];
  let number = 0;
  const flush = async () => {
    await saveBatch(store, batch, totals);
    batch = [];
    onBatch?.();
  };
  for await (const rawLine of lines) {
    number += 1;
    const line = number === 1 ? rawLine.replace(byteOrderMark, '') : rawLine;
    if (line.trim() === '') continue;
    try {
      batch.push(readImportLine(line, findWord));
    } catch (error) {
      if (!(error instanceof BadLine)) throw error;
      totals.bad += 1;
      onBadLine(number, error.message);
    }
    if (batch.length === batchSize) await flush();
  }
  await flush();
  return totals;
}
