/** The keys of menus (the ARIA menu pattern). */

/** Returns the item that the key moves the focus to, or undefined for other keys. */
export function nextMenuItem(items: readonly HTMLElement[], key: string): HTMLElement | undefined {
  const index = items.indexOf(document.activeElement as HTMLElement);
  const indices: Record<string, number> = {
    ArrowDown: (index + 1) % items.length,
    ArrowUp: Math.max(index, 0) - 1,
    Home: 0,
    End: -1,
  };
  const next = indices[key];
  return next === undefined ? undefined : items.at(next);
}
