/** The numbers from which the verdicts on phrases follow (docs/product.md, section 17). Times are milliseconds since 1970. */
import type { HealthVerdict } from '../../../shared/rules/word-health.ts';

/** `stories` are the stories under both phrases. */
export type Overlap = { otherId: number; stories: number };

/**
 * `gaps`: stretches of time that are not collected. `leftOut`: the last run left posts out. Rows and stories are those of the
 * 7 and 30 days that end with the day of `computedAt`.
 */
export type HealthNumbers = {
  computedAt: number;
  gaps: number;
  leftOut: boolean;
  lastPostAt: number | null;
  weekStories: number;
  monthRows: number;
  monthStories: number;
};

/** `overlaps`: the highest of all phrases, and the highest of each client's phrases. */
export type MeasuredWord = HealthNumbers & { wordId: number; overlaps: Overlap[] };

/** IDs and texts are those that the viewer sees. `verdict` and `overlap`, the highest, regard only phrases that it may see. */
export type WordHealthRow = HealthNumbers & {
  shownId: number;
  verdict: HealthVerdict;
  overlap: (Overlap & { text: string }) | null;
};

export interface WordHealthStore {
  /** Leaves out phrases that are gone. */
  save(words: readonly MeasuredWord[]): Promise<void>;
  /** The phrases that are measured and visible: to a client those that were collected for it, with `clientId` null all. */
  list(shownIds: readonly number[], clientId: string | null): Promise<WordHealthRow[]>;
}
