/** The state of a phrase, explained in a tooltip. Rendered after hydration only, to keep the explanation out of the HTML. */
import type { Word } from '../../../shared/fields/words.ts';
import { explainWordState, wordStateLabels } from '../../../shared/rules/word-states.ts';

export function WordStateLabel({ word }: { word: Word }) {
  const hint = explainWordState(word);
  return hint === null ? wordStateLabels[word.state] : <span title={hint}>{wordStateLabels[word.state]}</span>;
}
