/** A popup's place: stored from one opening to the next, and kept inside the window when that is resized. */
import { useEffect, useState } from 'react';
import { popup } from '../../../shared/rules/limits.ts';
import { readLocal, writeLocal } from '../../lib/local-storage.ts';
import { defaultPlace, fitPlace, type Place, parsePlace, type Size } from './popup-place.ts';

const storageKey = 'post_popup';

/** The window without its margin. */
function readArea(): Size {
  const { clientWidth, clientHeight } = document.documentElement;
  return { width: clientWidth - 2 * popup.margin, height: clientHeight - 2 * popup.margin };
}

export function usePopupPlace() {
  const [area, setArea] = useState(readArea);
  /** Where the person left it, which may be outside a smaller window. */
  const [chosen, setChosen] = useState(() => parsePlace(readLocal(storageKey)) ?? defaultPlace(area));

  useEffect(() => {
    const updateArea = () => setArea(readArea());
    addEventListener('resize', updateArea);
    return () => removeEventListener('resize', updateArea);
  }, []);

  const place = fitPlace(chosen, area);
  function changePlace(change: Partial<Place>) {
    const next = fitPlace({ ...place, ...change }, area);
    setChosen(next);
    writeLocal(storageKey, JSON.stringify(next));
  }
  return { place, area, changePlace };
}
