/** The position and size of a popup in pixels, relative to its area (docs/product/limits.md). */

import { useEffect, useState } from 'react';
import { popup } from '../../../shared/rules/limits.ts';
import { listen } from '../../lib/page.ts';
import { readLocal, writeLocal } from '../../lib/storage.ts';

export type Size = { width: number; height: number };
export type Place = Size & { x: number; y: number };

const stepPx = 10;

const clamp = (value: number, min: number, max: number): number => Math.max(min, Math.min(value, max));

/** Moves and resizes the place to fit into the area. A popup of the minimum size may overflow right and below. */
export function fitPlace({ x, y, width, height }: Place, area: Size): Place {
  const size = {
    width: clamp(width, popup.minWidth, Math.max(popup.minWidth, area.width)),
    height: clamp(height, popup.minHeight, Math.max(popup.minHeight, area.height)),
  };
  return {
    ...size,
    x: clamp(x, 0, Math.max(0, area.width - size.width)),
    y: clamp(y, 0, Math.max(0, area.height - size.height)),
  };
}

/** Returns the default size in the middle of the area. */
export function defaultPlace(area: Size): Place {
  const { width, height } = popup;
  return fitPlace({ x: (area.width - width) / 2, y: (area.height - height) / 2, width, height }, area);
}

/** Returns null if the stored text is not a valid place. */
export function parsePlace(text: string | null): Place | null {
  try {
    const { x, y, width, height } = JSON.parse(text ?? 'null');
    return [x, y, width, height].every(Number.isFinite) ? { x, y, width, height } : null;
  } catch {
    return null;
  }
}

const directions = new Map([
  ['ArrowLeft', { right: -stepPx, down: 0 }],
  ['ArrowRight', { right: stepPx, down: 0 }],
  ['ArrowUp', { right: 0, down: -stepPx }],
  ['ArrowDown', { right: 0, down: stepPx }],
]);

/** Returns the place after an arrow key, which moves the popup or, with Shift, resizes it. Returns null for other keys. */
export function placeByKey(place: Place, { key, shiftKey }: { key: string; shiftKey: boolean }): Place | null {
  const direction = directions.get(key);
  if (!direction) return null;
  const { right, down } = direction;
  return shiftKey
    ? { ...place, width: place.width + right, height: place.height + down }
    : { ...place, x: place.x + right, y: place.y + down };
}

const storageKey = 'post_popup';

/** Returns the size of the window without the margins of the popup. */
function readArea(): Size {
  const { clientWidth, clientHeight } = document.documentElement;
  return { width: clientWidth - 2 * popup.margin, height: clientHeight - 2 * popup.margin };
}

/** Returns the place of the popup, which is stored for the next popup and stays inside the window after a resize. */
export function usePopupPlace() {
  const [area, setArea] = useState(readArea);
  /** The last place that the user chose. It may be outside a smaller window. */
  const [chosen, setChosen] = useState(() => parsePlace(readLocal(storageKey)) ?? defaultPlace(area));

  useEffect(() => listen({ resize: () => setArea(readArea()) }), []);

  const place = fitPlace(chosen, area);
  function changePlace(change: Partial<Place>) {
    const next = fitPlace({ ...place, ...change }, area);
    setChosen(next);
    writeLocal(storageKey, JSON.stringify(next));
  }
  return { place, area, changePlace };
}
