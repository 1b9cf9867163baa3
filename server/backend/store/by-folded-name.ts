/** Sorts rows by name, because SQLite folds ASCII only. */
import { foldText } from '../../../shared/rules/word.ts';

/** In the order of the folded names; equal names in the order of the IDs. */
export const byFoldedName =
  <Id extends string>(id: Id) =>
  (first: { name: string } & Record<Id, number>, second: { name: string } & Record<Id, number>): number => {
    const [a, b] = [foldText(first.name), foldText(second.name)];
    if (a === b) return first[id] - second[id];
    return a < b ? -1 : 1;
  };
