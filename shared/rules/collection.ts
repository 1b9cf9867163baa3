/** Names of collection states, for the collection page and the card of a phrase (docs/product.md, section 17). */
import type { RunOutcome } from '../api/collection-data.ts';

const outcomeLabels: Record<RunOutcome, string> = {
  done: 'Собрано',
  partial: 'Собрано не всё',
  waiting: 'Прервано, продолжится',
  failed: 'Ошибка',
};

/** `outcome` is null while a run is under way. */
export const outcomeLabel = (outcome: RunOutcome | null): string =>
  outcome === null ? 'Идёт' : outcomeLabels[outcome];
