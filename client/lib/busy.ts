/** `aria-busy` as an attribute: Firefox 115 has no ARIA properties. */

export function setBusy(element: Element | null | undefined, busy: boolean): void {
  if (busy) element?.setAttribute('aria-busy', 'true');
  else element?.removeAttribute('aria-busy');
}

export const isBusy = (element: Element): boolean => element.hasAttribute('aria-busy');
