/** Keeps a popup's place: remembered from one opening to the next, and in view whatever becomes of the window. */
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
  /** As the person left it, which may be out of view in a smaller window. */
  const [wanted, setWanted] = useState(() => parsePlace(readLocal(storageKey)) ?? defaultPlace(area));

  useEffect(() => {
    const measure = () => setArea(readArea());
    addEventListener('resize', measure);
    return () => removeEventListener('resize', measure);
  }, []);

  const place = fitPlace(wanted, area);
  function putPlace(change: Partial<Place>) {
    const next = fitPlace({ ...place, ...change }, area);
    setWanted(next);
    writeLocal(storageKey, JSON.stringify(next));
  }
  return { place, area, putPlace };
}
