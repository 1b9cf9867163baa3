/** The API call of the capability `cards` for the health of phrases: a verdict with its numbers, computed once a day. */
import * as messages from '../messages.ts';
import { type Call, get } from './call.ts';
import { ReplyError, readBoolean, readList, readNumber, readObject, readText, readTime } from './read.ts';

/** In the order of their weight: the first one that applies is the verdict. */
export const healthVerdicts = ['incomplete', 'silent', 'flooding', 'overlapping', 'copies', 'fine'] as const;
export type HealthVerdict = (typeof healthVerdicts)[number];

/** The phrase under which nearly all stories of the last 30 days are too. */
export type OverlappingWord = { id: number; text: string; stories: number };

/**
 * As of `computedAt`. `gaps` are stretches of time that are not collected; `leftOut`: the last run left posts out. `weekStories`
 * and `monthStories` are the stories of the last 7 and 30 days, `monthRows` the posts of 30 days with their copies. `overlap` is
 * null when no phrase overlaps that the viewer may see.
 */
export type WordHealth = {
  wordId: number;
  computedAt: string;
  verdict: HealthVerdict;
  gaps: number;
  leftOut: boolean;
  lastPostAt: string | null;
  weekStories: number;
  monthStories: number;
  monthRows: number;
  overlap: OverlappingWord | null;
};

function readVerdict(value: unknown): HealthVerdict {
  const verdict = healthVerdicts.find((known) => known === readText(value));
  if (!verdict) throw new ReplyError('A verdict was expected');
  return verdict;
}

function readOverlap(raw: unknown): OverlappingWord | null {
  if (raw === null || raw === undefined) return null;
  const { WordID, Text, Stories } = readObject(raw);
  return { id: readNumber(WordID), text: readText(Text), stories: readNumber(Stories) };
}

function readHealth(raw: unknown): WordHealth {
  const fields = readObject(raw);
  return {
    wordId: readNumber(fields.WordID),
    computedAt: readText(fields.ComputedAt),
    verdict: readVerdict(fields.Verdict),
    gaps: readNumber(fields.Gaps),
    leftOut: readBoolean(fields.LeftOut),
    lastPostAt: readTime(fields.LastPostAt),
    weekStories: readNumber(fields.WeekStories),
    monthStories: readNumber(fields.MonthStories),
    monthRows: readNumber(fields.MonthRows),
    overlap: readOverlap(fields.Overlap),
  };
}

/** At most 100 phrases. The reply leaves out those that are not computed yet, and those that the viewer may not see. */
export const loadWordHealth = (wordIds: readonly number[]): Call<WordHealth[]> =>
  get(
    `/vknf/words/health?wordIds=${wordIds.join(',')}`,
    (reply) => readList(reply, 'health', readHealth),
    messages.loadWords,
  );
