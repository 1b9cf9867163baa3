/** The position of the row that the user reads by keyboard, such as «41 из 60». */

import { useEffect, useState } from 'react';
import { formatNumber } from '../../../shared/format.ts';
import { listen } from '../../lib/page.ts';
import styles from './posts-island.module.css';

/** Returns the row's position in the list, counted from 1; null unless the element has the focus by keyboard. */
function placeOf(target: EventTarget | null): number | null {
  const row = target instanceof Element && target.matches(':focus-visible') && target.closest('[aria-rowindex]');
  return row ? Number(row.getAttribute('aria-rowindex')) - 1 : null;
}

/** `total` is negative if it is unknown. */
export function ReadingPlace({ total }: { total: number }) {
  const [place, setPlace] = useState(() => placeOf(document.activeElement));
  useEffect(
    () =>
      listen({
        focusin: ({ target }) => setPlace(placeOf(target)),
        focusout: () => setPlace(null),
        pointerdown: () => setPlace(null),
      }),
    [],
  );
  if (place === null) return null;
  const text = formatNumber(place);
  return <p className={styles.readingPlace}>{total < 0 ? text : `${text} из ${formatNumber(total)}`}</p>;
}
