/** The controls that opened what is open, so that a reload of the page can open it again (reload-page.ts). */

const openers = new Set<Element>();

export const listOpeners = (): Element[] => [...openers];

/** Call it before the code of a dialog loads. Returns a function for when it is closed. */
export function noteOpener(opener: Element | null | undefined): () => void {
  if (!opener) return () => undefined;
  openers.add(opener);
  return () => void openers.delete(opener);
}
