/** The place of the popup. It is stored for the next popup and stays inside the window after a resize. */
import { useEffect, useState } from 'react';
import { popup } from '../../../shared/rules/limits.ts';
import { listen, readLocal, writeLocal } from '../../lib/page.ts';
import { defaultPlace, fitPlace, type Place, parsePlace, type Size } from './popup-place.ts';

const storageKey = 'post_popup';

/** The window without the margin of the popup. */
function readArea(): Size {
  const { clientWidth, clientHeight } = document.documentElement;
  return { width: clientWidth - 2 * popup.margin, height: clientHeight - 2 * popup.margin };
}

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
