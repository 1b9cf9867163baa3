/** Reads one line of an import: a post as JSON, with the fields of the API's posts. */
import { type Post, readPost } from '../../../shared/api/posts.ts';
import { foldText } from '../../../shared/rules/word.ts';
import { storableText, textMax } from '../rules/clean-text.ts';
import { type CityRow, isCityId } from '../store/cities-store.ts';
import type { OwnerRow } from '../store/owners-store.ts';
import type { NewPost } from '../store/posts-store.ts';
import type { WordRow } from '../store/words-store.ts';

/** A line that cannot be imported. The message is the reason. */
export class BadLine extends Error {
  override name = 'BadLine';
}

/** `owner` and `city` are null when the line has no data about them. Stored data then stays unchanged. */
export type ImportedLine = { post: NewPost; owner: OwnerRow | null; city: CityRow | null };

/** Returns the ID of the phrase with the ID or, if that is 0 (missing), with the text. Null when there is none. */
export type WordFinder = (wordId: number, text: string | null) => number | null;

/** The last second of the year 2099. */
const timeMax = Date.UTC(2100, 0, 1) - 1000;

/** By text, finds the phrase that is not deleted, else the most recent deleted one. */
export function createWordFinder(live: readonly WordRow[], deleted: readonly WordRow[]): WordFinder {
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

/** Throws a `BadLine`. */
export function readImportLine(line: string, findWord: WordFinder): ImportedLine {
  const fields = parse(line);
  const wordId = findWord(fields.wordId, fields.word);
  if (wordId === null) throw new BadLine('neither WordID nor Word names a phrase');
  const postedAt = requireTime(fields.postedAt, 'PostDt');
  const post: NewPost = {
    wordId,
    ownerId: requireId(fields.ownerId, 'OwnerID'),
    postId: requireId(fields.postId, 'PostID'),
    userId: fields.userId === 0 ? fields.ownerId : requireId(fields.userId, 'UserID'),
    cityId: fields.cityId === null ? null : requireCity(fields.cityId),
    postedAt,
    updatedAt: fields.updatedAt === null ? postedAt : requireTime(fields.updatedAt, 'UpdateDt'),
    text: clean(fields.text),
    photoUrl: clean(fields.photoUrl),
    ...(fields.foundByVk && { foundByVk: true }),
  };
  return { post, owner: readOwner(fields), city: readCity(fields) };
}
