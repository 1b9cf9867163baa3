/** A popup's position and size in pixels, from the corner of its area (docs/product.md, section 9, popup). */
import { popup } from '../../../shared/rules/limits.ts';

export type Size = { width: number; height: number };
export type Place = Size & { x: number; y: number };

/** The distance of one press of an arrow key. */
const stepPx = 10;

const between = (value: number, least: number, most: number): number => Math.max(least, Math.min(value, most));

/** The place moved and resized into the area. In an area smaller than the smallest popup, the popup overflows right and below. */
export function fitPlace({ x, y, width, height }: Place, area: Size): Place {
  const size = {
    width: between(width, popup.minWidth, Math.max(popup.minWidth, area.width)),
    height: between(height, popup.minHeight, Math.max(popup.minHeight, area.height)),
  };
  return {
    ...size,
    x: between(x, 0, Math.max(0, area.width - size.width)),
    y: between(y, 0, Math.max(0, area.height - size.height)),
  };
}

/** The default size, in the middle. */
export function defaultPlace(area: Size): Place {
  const { width, height } = popup;
  return fitPlace({ x: (area.width - width) / 2, y: (area.height - height) / 2, width, height }, area);
}

/** Null when there is no stored place or it cannot be read. */
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

/** Arrow keys move the popup, and resize it with Shift. Null for other keys. */
export function placeByKey(place: Place, { key, shiftKey }: { key: string; shiftKey: boolean }): Place | null {
  const direction = directions.get(key);
  if (!direction) return null;
  const { right, down } = direction;
  return shiftKey
    ? { ...place, width: place.width + right, height: place.height + down }
    : { ...place, x: place.x + right, y: place.y + down };
}
