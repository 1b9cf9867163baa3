/** The texts of changes of phrases that are refused. */
import * as messages from '../../../shared/messages.ts';
import type { WordFailure } from '../store/words-store.ts';

const texts: Record<WordFailure['outcome'], string> = {
  unknown: messages.unknownId,
  duplicate: messages.wordExists,
};

export const describeOutcome = (outcome: WordFailure['outcome'], isRestored: boolean): string =>
  outcome === 'duplicate' && isRestored ? messages.wordNotRestored : texts[outcome];
