/** Shows the whole text of a post in a draggable, resizable popup over the feed (docs/product.md, section 2). */

import { type KeyboardEvent, type Ref, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { Rnd } from 'react-rnd';
import { type Post, postKey } from '../../../shared/api/posts.ts';
import { formatDateTime, formatNumber } from '../../../shared/format.ts';
import * as messages from '../../../shared/messages.ts';
import { popup } from '../../../shared/rules/limits.ts';
import { wallUrl, webUrl } from '../../../shared/rules/urls.ts';
import { IconButton } from '../../components/buttons.tsx';
import { Icon } from '../../components/icon.tsx';
import { MarkedText, postParts } from '../../components/marked-text.tsx';
import { cellSelector } from '../../components/use-grid-focus.ts';
import { copyText } from '../../lib/copy-text.ts';
import { useIslandContext } from '../../lib/island-context.ts';
import controls from '../../styles/controls.module.css';
import { placeByKey, usePopupPlace } from './popup-place.ts';
import styles from './post-popup.module.css';

/** Returns the button of the current row when the first scroll has replaced the rows since the popup opened. */
const attachedOpener = (opener: HTMLElement): HTMLElement =>
  (opener.isConnected ? null : document.querySelector<HTMLElement>('[data-current] [data-post-url]')) ?? opener;

/** The row's `aria-rowindex`, which counts from 1 and includes the header. */
const rowIndexOf = (opener: HTMLElement): number =>
  Number(attachedOpener(opener).closest<HTMLElement>('[aria-rowindex]')?.ariaRowIndex ?? 0);

/** Opens the post of another row and makes that row the current one. */
function openRow(rowIndex: number): void {
  const next = document.querySelector<HTMLElement>(`[role="grid"] [aria-rowindex="${rowIndex}"] [data-post-url]`);
  if (!next) return;
  next.focus({ preventScroll: true });
  next.closest(cellSelector)?.scrollIntoView({ block: 'nearest' });
  next.click();
}

/** Returns the place of the post in the feed, such as «Пост 3 из 120». The total may be unknown. */
function positionOf(opener: HTMLElement): string {
  const rowIndex = rowIndexOf(opener);
  const count = Number(opener.closest('[role="grid"]')?.getAttribute('aria-rowcount') ?? 0) - 1;
  const total = count > 0 ? ` из ${formatNumber(count)}` : '';
  return rowIndex > 1 ? `Пост ${formatNumber(rowIndex - 1)}${total}` : 'Текст поста';
}

/** Open menus, lists and modal dialogs take Escape before the popup. */
const closedFirst = ':modal, [popover="auto"]:popover-open, [role="combobox"][aria-expanded="true"]';

/** Returns what takes the focus after the popup: the next control of the opener's cell, or else the next cell. */
function findAfter(opener: Element): HTMLElement | null {
  const cell = opener.closest(cellSelector);
  const controls = [...(cell?.querySelectorAll('a[href], button') ?? [])];
  const next = controls[controls.indexOf(opener) + 1] ?? cell?.nextElementSibling;
  return next instanceof HTMLElement ? next : null;
}

type PostPopupHeadProps = {
  post: Post;
  /** The ID of the text that names the post's place in the feed and explains the keys. */
  hintId: string;
  position: string;
  expanded: boolean;
  onExpand: () => void;
  /** Opens the post of the row above (-1) or below (1). */
  onStep: (by: -1 | 1) => void;
  onClose: () => void;
  ref: Ref<HTMLElement>;
};

const openPost = 'Открыть пост';

/** The header of a post's popup: the drag handle and the actions on the post. */
function PostPopupHead(props: PostPopupHeadProps) {
  const { post, hintId, position, expanded, onExpand, onStep, onClose, ref } = props;
  const [copied, setCopied] = useState({ post, result: '' });
  const copyResult = copied.post === post ? copied.result : '';

  async function copy() {
    setCopied({ post, result: (await copyText(post.text ?? '')) ? messages.copied : messages.copyFailed });
  }

  return (
    <header ref={ref} className={`${styles.head} ${expanded ? '' : styles.handle}`}>
      <p className={styles.title}>
        <span hidden={copyResult !== ''}>{position}</span>
        <span role="status">{copyResult}</span>
      </p>
      <p id={hintId} hidden>
        {position}. Стрелки двигают окно, Shift со стрелками меняет его размер
      </p>
      <IconButton label="Предыдущий пост" icon="sort-ascending" data-step="-1" onClick={() => onStep(-1)} />
      <IconButton label="Следующий пост" icon="sort-descending" data-step="1" onClick={() => onStep(1)} />
      <IconButton label="Копировать текст" icon="copy" onClick={copy} />
      <a
        href={wallUrl(post)}
        target="_blank"
        rel="noopener noreferrer"
        className={controls.iconButton}
        aria-label={openPost}
        title={openPost}
      >
        <Icon name="open" />
      </a>
      <IconButton
        label={expanded ? 'Свернуть' : 'Развернуть'}
        icon={expanded ? 'collapse' : 'expand'}
        onClick={onExpand}
      />
      <IconButton label="Закрыть" icon="close" onClick={onClose} />
    </header>
  );
}

/** `opener` is the row's button. The popup follows it in the tab order. */
type PostPopupProps = { post: Post; opener: HTMLElement; onClose: () => void };

function PostBody({ post }: { post: Post }) {
  const { timeZone } = useIslandContext();
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const parts = postParts(post);
  const photo = webUrl(post.photoUrl);
  const time = formatDateTime(post.postedAt ?? '', timeZone) ?? messages.badDate;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable for keyboard scrolling
    <section className={styles.body} tabIndex={0} aria-label="Содержание">
      <p className={styles.origin}>{[post.ownerName, time].filter(Boolean).join(' · ')}</p>
      <p className={styles.text}>{parts.length > 0 ? <MarkedText parts={parts} /> : messages.noText}</p>
      {photo !== null && photo !== failedUrl && (
        <img src={photo} alt="Фото поста" referrerPolicy="no-referrer" onError={() => setFailedUrl(photo)} />
      )}
    </section>
  );
}

export function PostPopup({ post, opener, onClose }: PostPopupProps) {
  const { place, area, changePlace } = usePopupPlace();
  const [expanded, setExpanded] = useState(false);
  const layer = useRef<HTMLDivElement>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  const head = useRef<HTMLElement>(null);
  const hintId = useId();
  const key = postKey(post);
  /** The button that opened the post keeps the focus. */
  const stepped = useRef<HTMLElement | null>(null);

  // A popover with a source follows the source in the tab order, wherever it is in the document.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the popup of another post takes the focus again
  useLayoutEffect(() => {
    const popover = layer.current;
    popover?.showPopover({ source: opener });
    (stepped.current ?? dialog.current)?.focus({ preventScroll: true });
    stepped.current = null;
    return () => popover?.hidePopover();
  }, [opener, key]);

  function close() {
    onClose();
    const { activeElement } = document;
    if (activeElement === document.body || layer.current?.contains(activeElement)) attachedOpener(opener).focus();
  }

  function step(by: -1 | 1) {
    const { activeElement } = document;
    stepped.current = activeElement instanceof HTMLElement && activeElement.dataset.step ? activeElement : null;
    openRow(rowIndexOf(opener) + by);
  }

  // Before the table, which moves the focus from a control to its cell.
  useEffect(() => {
    const closing = new AbortController();
    const onEscape = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape' || document.querySelector(closedFirst)) return;
      event.preventDefault();
      event.stopPropagation();
      close();
    };
    addEventListener('keydown', onEscape, { capture: true, signal: closing.signal });
    return () => closing.abort();
  });

  function onKeyDown(event: KeyboardEvent) {
    const { key: pressed, shiftKey, target } = event;
    const isLeaving = pressed === 'Tab' && !shiftKey && target === dialog.current?.lastElementChild;
    const after = isLeaving ? findAfter(attachedOpener(opener)) : null;
    const onFrame = target === dialog.current || (target instanceof Node && head.current?.contains(target));
    const next = onFrame && !expanded ? placeByKey(place, event) : null;
    if (after) after.focus();
    else if (next) changePlace(next);
    else return;
    event.preventDefault();
  }

  const width = Math.min(area.width, popup.expandedWidth);
  return (
    <div ref={layer} popover="manual" className={styles.area}>
      <Rnd
        className={styles.popup}
        bounds="parent"
        minWidth={popup.minWidth}
        minHeight={popup.minHeight}
        position={expanded ? { x: (area.width - width) / 2, y: 0 } : place}
        size={expanded ? { width, height: area.height } : place}
        disableDragging={expanded}
        enableResizing={!expanded}
        enableUserSelectHack={false}
        dragHandleClassName={styles.handle}
        cancel="button, a"
        onDragStop={(_event, { x, y }) => changePlace({ x, y })}
        onResizeStop={(_event, _direction, { offsetWidth: width, offsetHeight: height }, _delta, position) =>
          changePlace({ ...position, width, height })
        }
      >
        <dialog
          open
          ref={dialog}
          aria-label="Текст поста"
          aria-describedby={hintId}
          tabIndex={-1}
          className={styles.dialog}
          onKeyDown={onKeyDown}
        >
          <PostPopupHead
            ref={head}
            post={post}
            position={positionOf(opener)}
            onStep={step}
            hintId={hintId}
            expanded={expanded}
            onExpand={() => setExpanded(!expanded)}
            onClose={close}
          />
          <PostBody key={`${key} body`} post={post} />
        </dialog>
      </Rnd>
    </div>
  );
}
