/** How a list offers to «Найти» (client/dialogs/find-dialog.tsx) to act on its current row. */
import type { RowAct } from '../../shared/shortcuts.ts';

export type ActOnRow = (act: RowAct) => void;

const offers = new Set<() => ActOnRow | null>();

/** `find` returns null without a current row that may be changed. Returns a function that takes the offer back. */
export function offerRowActions(find: () => ActOnRow | null): () => void {
  offers.add(find);
  return () => void offers.delete(find);
}

export const findRowActions = (): ActOnRow[] => [...offers].flatMap((find) => find() ?? []);
