/**
 * Shows the label of a chart mark beside it, without a delay, on hover and focus. Loads on the first hover or focus of a mark.
 * Without this module the browser shows the title of the mark.
 */
import { shortMarkName } from '../charts/mark-name.ts';
import styles from '../styles/chart-figure.module.css';

/** Links in the plot of a figure (client/charts, server/charts). */
const markSelector = 'figure svg a';

const label = document.createElement('div');
label.className = styles.label ?? '';
// The name of the link has the same text.
label.setAttribute('aria-hidden', 'true');
label.hidden = true;
document.body.append(label);

/** The minimum distance in pixels between label and mark, and between label and the edge of the window. */
const gap = 4;

function place(mark: Element): void {
  const { left, top, bottom, width } = mark.getBoundingClientRect();
  const { offsetWidth, offsetHeight } = label;
  const x = Math.min(Math.max(left + width / 2 - offsetWidth / 2, gap), innerWidth - offsetWidth - gap);
  const above = top - offsetHeight - gap;
  // A translation, unlike a change of `left` and `top`, is not a layout shift.
  label.style.translate = `${x + scrollX}px ${(above < 0 ? bottom + gap : above) + scrollY}px`;
}

/** The hovered mark. While it is hovered, its title is in `aria-label`, because the browser would show the title too. */
let pointed: SVGAElement | null = null;

function show(mark: SVGAElement): void {
  const name = mark.getAttribute('aria-label') ?? mark.querySelector('title')?.textContent ?? '';
  const { before } = mark.dataset;
  label.textContent = before === undefined ? shortMarkName(name) : `${shortMarkName(name)} · раньше ${before}`;
  label.hidden = false;
  place(mark);
}

function setTitle(mark: SVGAElement, text: string): void {
  const title = mark.querySelector('title');
  if (title) title.textContent = text;
}

function leave(): void {
  if (pointed) {
    setTitle(pointed, pointed.getAttribute('aria-label') ?? '');
    pointed.removeAttribute('aria-label');
  }
  pointed = null;
}

/** Shows the label of a mark, or hides it if the event is elsewhere. */
export function showLabel({ type, target }: Pick<Event, 'type' | 'target'>): void {
  const mark = target instanceof Element ? target.closest<SVGAElement>(markSelector) : null;
  if (mark === pointed && mark !== null) return;
  leave();
  label.hidden = true;
  const shown = mark ?? document.activeElement?.closest<SVGAElement>(`:focus-visible:is(${markSelector})`);
  if (!shown) return;
  show(shown);
  if (type !== 'pointerover' || mark === null) return;
  mark.setAttribute('aria-label', mark.querySelector('title')?.textContent ?? '');
  setTitle(mark, '');
  pointed = mark;
}

for (const type of ['pointerover', 'focusin']) addEventListener(type, showLabel);
addEventListener('focusout', () => {
  label.hidden = pointed === null;
});
addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') label.hidden = true;
});
// The mark has moved, and the label would widen a page that became narrower.
addEventListener('resize', () => {
  label.hidden = true;
});
