/**
 * What newer browsers have by themselves. Loads in Chromium before 131, Firefox before 147 and Safari before 26. A higher floor
 * (scripts/build/client.ts) removes parts of it.
 */
import { apply, isSupported } from '@oddbird/popover-polyfill/fn';
import styles from '../styles/chart-figure.module.css';
import { hasAnchors, listen, opensDetails } from './page.ts';
import { placeNear } from './place-near.ts';

/** The row menu, which has no `popovertarget`, is placed by what opens it. */
function placeMenus(): void {
  const onToggle = ({ target }: Event) => {
    if (!(target instanceof HTMLElement) || !target.matches(':popover-open')) return;
    const opener = document.querySelector(`[popovertarget="${target.id}"]`);
    if (opener) placeNear(target, opener);
  };
  // Captures, because the event does not bubble.
  addEventListener('toggle', onToggle, { capture: true });
}

/**
 * Lists the values of the checked boxes in `data-checked` of the form or figure around them, as the style sheet does by
 * `:has(:checked)`.
 */
function mirrorChecks(): void {
  const mirror = (container: HTMLElement) => {
    const checked = container.querySelectorAll<HTMLInputElement>('input:checked');
    container.dataset.checked = [...checked].map(({ value }) => value).join(' ');
  };
  for (const container of document.querySelectorAll<HTMLElement>('form, figure')) mirror(container);
  addEventListener('change', ({ target }) => {
    const container = target instanceof Element && target.closest<HTMLElement>('form, figure');
    if (container) mirror(container);
  });
}

/** Opens the tables of charts for a printout. */
function printDetails(): void {
  let opened: HTMLDetailsElement[] = [];
  const setOpen = (open: boolean) => {
    for (const details of opened) details.open = open;
  };
  listen({
    beforeprint() {
      opened = [...document.querySelectorAll<HTMLDetailsElement>(`.${styles.withTable} > details:not([open])`)];
      setOpen(true);
    },
    afterprint: () => setOpen(false),
  });
}

if (!isSupported()) apply();
if (!hasAnchors()) placeMenus();
if (!opensDetails()) printDetails();
if (!CSS.supports('selector(:has(a))')) mirrorChecks();
