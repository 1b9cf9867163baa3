/**
 * Shows the label of a chart mark beside it, without a delay, on hover and focus. Loads on the first hover or focus of a mark.
 * Without this module the browser shows the title of the mark.
 */

import { standoutsHref, standoutsTitle } from '../../shared/page-names.ts';
import { shortMarkName } from '../charts/mark-name.ts';
import styles from '../styles/chart-figure.module.css';

/** Links in the plot of a figure (client/charts, server/charts). */
const markSelector = 'figure svg a';

const label = document.createElement('div');
label.className = styles.label ?? '';
// The name of the link has the same text.
label.setAttribute('aria-hidden', 'true');
label.hidden = true;
const text = document.createElement('span');
/** For pointers: with the keyboard, the table of the chart has this link. */
const why = document.createElement('a');
why.className = styles.why ?? '';
why.textContent = standoutsTitle;
why.tabIndex = -1;
label.append(text, why);
document.body.append(label);

/**
 * The minimum distance in pixels between label and mark, and between label and the edge of the window. A pointer that goes to the
 * link of a label must not leave the mark before it is there.
 */
const gap = 4;
const gapOf = (): number => (why.hidden ? gap : 0);

function place(mark: Element): void {
  const { left, top, bottom, width } = mark.getBoundingClientRect();
  const { offsetWidth, offsetHeight } = label;
  const x = Math.min(Math.max(left + width / 2 - offsetWidth / 2, gap), innerWidth - offsetWidth - gap);
  const above = top - offsetHeight - gapOf();
  // A translation, unlike a change of `left` and `top`, is not a layout shift.
  label.style.translate = `${x + scrollX}px ${(above < 0 ? bottom + gapOf() : above) + scrollY}px`;
}

/** The hovered mark. While it is hovered, its title is in `aria-label`, because the browser would show the title too. */
let pointed: SVGAElement | null = null;
/** Follows the title of the hovered mark, which the chart sets again when it shows other data. */
const retitled = new MutationObserver(() => {
  if (!pointed || titleOf(pointed) === '') return;
  moveTitle(pointed);
  if (!label.hidden) show(pointed);
});
/** The mark with the keyboard's focus, until Escape dismisses its label. */
let focused: SVGAElement | null = null;

const titleOf = (mark: SVGAElement): string => mark.querySelector('title')?.textContent ?? '';

function show(mark: SVGAElement): void {
  const name = mark.getAttribute('aria-label') ?? titleOf(mark);
  const { before, from } = mark.dataset;
  const address = mark.closest<SVGElement>('[data-why]')?.dataset.why;
  text.textContent = before === undefined ? shortMarkName(name) : `${shortMarkName(name)} · раньше ${before}`;
  why.hidden = address === undefined || from === undefined;
  if (!why.hidden) why.href = standoutsHref(address ?? '', from ?? '');
  label.style.pointerEvents = why.hidden ? 'none' : 'auto';
  label.hidden = false;
  place(mark);
}

function setTitle(mark: SVGAElement, text: string): void {
  const title = mark.querySelector('title');
  if (title) title.textContent = text;
}

function moveTitle(mark: SVGAElement): void {
  mark.setAttribute('aria-label', titleOf(mark));
  setTitle(mark, '');
}

function leave(): void {
  retitled.disconnect();
  if (pointed) {
    if (titleOf(pointed) === '') setTitle(pointed, pointed.getAttribute('aria-label') ?? '');
    pointed.removeAttribute('aria-label');
  }
  pointed = null;
}

function point(mark: SVGAElement): void {
  moveTitle(mark);
  retitled.observe(mark, { childList: true, subtree: true, characterData: true });
  pointed = mark;
}

/**
 * Shows the label of a mark, or hides it if the event is elsewhere. The event that loaded this module comes late: its mark may
 * have lost the pointer or the focus.
 */
export function showLabel({ type, target }: Pick<Event, 'type' | 'target'>): void {
  if (target instanceof Node && label.contains(target)) return;
  const mark = target instanceof Element ? target.closest<SVGAElement>(markSelector) : null;
  if (mark === pointed && mark !== null) return;
  leave();
  if (type === 'focusin') focused = mark?.matches(':focus-visible') ? mark : null;
  else if (mark?.matches(':hover')) point(mark);
  const shown = pointed ?? focused;
  if (shown) show(shown);
  else label.hidden = true;
}

for (const type of ['pointerover', 'focusin']) addEventListener(type, showLabel);
addEventListener('focusout', ({ relatedTarget }) => {
  focused = null;
  if (pointed === null && !label.contains(relatedTarget as Node | null)) label.hidden = true;
});
addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape') return;
  focused = null;
  label.hidden = true;
});
// The mark has moved, and the label would widen a page that became narrower.
addEventListener('resize', () => {
  label.hidden = true;
});
