/** Whether a client has no phrases yet. */
import type { PageInput } from '../session/page-input.ts';

/** `words`: the number of the viewer's phrases, undefined when unknown. */
export const isFirstRun = ({ viewer, backendKind }: PageInput, words: number | undefined): boolean =>
  words === 0 && viewer.user.type === 'client' && backendKind === 'own';
