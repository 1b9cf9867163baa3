/** Shows the whole text of a post: in a popup over the feed, or in a pane beside it (docs/product/feed.md). */

import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { Rnd } from 'react-rnd';
import { type Post, postKey } from '../../../shared/api/posts.ts';
import { formatNumber } from '../../../shared/format.ts';
import { popup } from '../../../shared/rules/limits.ts';
import { IconButton } from '../../components/buttons.tsx';
import { cellSelector } from '../../components/use-grid-focus.ts';
import { useIslandContext } from '../../lib/island-context.ts';
import { listen } from '../../lib/page.ts';
import { showReading } from '../../lib/show-reading.ts';
import { readLocal, writeLocal } from '../../lib/storage.ts';
import { placeByKey, usePopupPlace } from './popup-place.ts';
import { PostBody, PostHead } from './post-parts.tsx';
import styles from './post-popup.module.css';
import { type PostActs, WorkBar } from './work-panel.tsx';

/**
 * Returns the opener, or the button of the current row if the opener is detached, because the rows were replaced by virtual
 * ones.
 */
const attachedOpener = (opener: HTMLElement): HTMLElement =>
  (opener.isConnected ? null : document.querySelector<HTMLElement>('[data-current] [data-post-url]')) ?? opener;

/** The row's `aria-rowindex`, which counts from 1 and includes the header. */
const rowIndexOf = (opener: HTMLElement): number =>
  Number(opener.closest('[aria-rowindex]')?.getAttribute('aria-rowindex') ?? 0);

/** Opens the post above (-1) or below (1) and makes its row current. */
function openNeighbour(opener: HTMLElement, by: -1 | 1): void {
  const current = attachedOpener(opener);
  // The row may have been removed, for example with a hidden source. The next one is then in its position.
  const isReplaced = !current.isConnected || current.dataset.postUrl !== opener.dataset.postUrl;
  const rowIndex = rowIndexOf(current) + (isReplaced && by === 1 ? 0 : by);
  const next = document.querySelector<HTMLElement>(`[role="grid"] [aria-rowindex="${rowIndex}"] [data-post-url]`);
  if (!next) return;
  next.focus({ preventScroll: true });
  const row = next.closest('[role="row"]');
  if (row) showReading(row);
  next.click();
}

/** Returns the position of the post in the feed, such as «Пост 3 из 120», without the total if it is unknown. */
function positionOf(opener: HTMLElement): string {
  const rowIndex = rowIndexOf(opener);
  const count = Number(opener.closest('[role="grid"]')?.getAttribute('aria-rowcount') ?? 0) - 1;
  const total = count > 0 ? ` из ${formatNumber(count)}` : '';
  return rowIndex > 1 ? `Пост ${formatNumber(rowIndex - 1)}${total}` : 'Текст поста';
}

/** Escape closes open menus, lists and modal dialogs before the popup. */
const closedFirst = ':modal, [popover="auto"]:popover-open, [role="combobox"][aria-expanded="true"]';

/** Returns the next element in the tab order after the opener: the next control in its cell, or else the next cell. */
function findAfter(opener: Element): HTMLElement | null {
  const cell = opener.closest(cellSelector);
  const controls = [...(cell?.querySelectorAll('a[href], button') ?? [])];
  const next = controls[controls.indexOf(opener) + 1] ?? cell?.nextElementSibling;
  return next instanceof HTMLElement ? next : null;
}

const dockedKey = 'post_docked';

/** The pane, and what the table needs beside it, grow with the font size of the browser. */
const isWide = (): boolean => matchMedia(`(min-width: ${popup.dockedFrom / 16}rem)`).matches;

/** The pane and the feed leave room only for the icons of the sidebar. */
const isTight = (): boolean => matchMedia(`(width < ${popup.sidebarFrom / 16}rem)`).matches;

/** Moving a popup has no use on phones. */
const isNarrow = (): boolean => matchMedia(`(width < ${popup.expandedBelow / 16}rem)`).matches;

/** Returns whether the post is docked beside the table: if the user chose so in this browser and the window is wide enough. */
function useDocked() {
  const [chosen, setChosen] = useState(() => readLocal(dockedKey) === 'true');
  const [canDock, setCanDock] = useState(isWide);
  const [tight, setTight] = useState(isTight);
  const docked = chosen && canDock;

  function measure() {
    setCanDock(isWide());
    setTight(isTight());
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: it only calls setters
  useEffect(() => listen({ resize: measure }), []);

  // The style sheets position the pane, collapse the sidebar in a tight window, and give the feed the remaining width.
  useLayoutEffect(() => {
    if (!docked) return;
    document.documentElement.dataset.docked = tight ? 'tight' : '';
    return () => document.documentElement.removeAttribute('data-docked');
  }, [docked, tight]);

  function toggleDocked() {
    setChosen(!docked);
    writeLocal(dockedKey, String(!docked));
  }
  return { docked, canDock, toggleDocked };
}

/** `opener` is the row's button. The popup comes after it in the tab order. */
type PostPopupProps = PostActs & { post: Post; opener: HTMLElement; onClose: () => void };

/** The popover of the open post: its focus and its keys. */
function usePostLayer({ post, opener, onClose }: Omit<PostPopupProps, keyof PostActs>, docked: boolean) {
  const layer = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLElement>(null);
  /** The selector of the pressed button, which keeps the focus in the next post, and when the post is docked or undocked. */
  const pressed = useRef<string | null>(null);
  const key = postKey(post);

  // A popover with a source follows it in the tab order, wherever it is in the document. With a docked post, the row keeps the
  // focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the popup of another post takes the focus again
  useLayoutEffect(() => {
    const popover = layer.current;
    popover?.showPopover({ source: opener });
    const focused = pressed.current ? popover?.querySelector<HTMLElement>(pressed.current) : !docked && frame.current;
    if (focused) focused.focus({ preventScroll: true });
    pressed.current = null;
    return () => popover?.hidePopover();
  }, [opener, key, docked]);

  function close() {
    onClose();
    const { activeElement } = document;
    if (activeElement === document.body || layer.current?.contains(activeElement)) attachedOpener(opener).focus();
  }

  // Captures Escape before the table, which would move the focus from a control to its cell.
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

  return {
    layer,
    frame,
    close,
    /** Keeps the focus on the button with this selector, if it has the focus. */
    keepFocus(button: string) {
      pressed.current = document.activeElement?.matches(button) ? button : null;
    },
    /** Moves the focus from the last element to the one after the opener. Returns whether it did. */
    leaveByTab({ key: pressedKey, shiftKey, target }: KeyboardEvent): boolean {
      const controls = frame.current?.querySelectorAll(':is(a[href], button, summary, [tabindex="0"])') ?? [];
      const isLeaving = pressedKey === 'Tab' && !shiftKey && target === [...controls].at(-1);
      const after = isLeaving ? findAfter(attachedOpener(opener)) : null;
      after?.focus();
      return after !== null;
    },
  };
}

type MovablePopupProps = {
  popupPlace: ReturnType<typeof usePopupPlace>;
  /** Fills the height of the window and disables moving. */
  expanded: boolean;
  children: ReactNode;
};

function MovablePopup({ popupPlace: { place, area, changePlace }, expanded, children }: MovablePopupProps) {
  const width = Math.min(area.width, popup.expandedWidth);
  return (
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
      {children}
    </Rnd>
  );
}

export function PostPopup(props: PostPopupProps) {
  const { post, opener, onWork, onMenu } = props;
  const { hasWork } = useIslandContext();
  const isWorked = hasWork && post.storyId !== null;
  const popupPlace = usePopupPlace();
  const { docked, canDock, toggleDocked } = useDocked();
  const { layer, frame, close, keepFocus, leaveByTab } = usePostLayer(props, docked);
  const [expanded, setExpanded] = useState(isNarrow);
  const head = useRef<HTMLElement>(null);
  const hintId = useId();
  const position = positionOf(attachedOpener(opener));
  const isMovable = !docked && !expanded;

  function onKeyDown(event: KeyboardEvent) {
    const { target } = event;
    const onFrame = target === frame.current || (target instanceof Node && head.current?.contains(target));
    const next = onFrame && isMovable ? placeByKey(popupPlace.place, event) : null;
    if (next) popupPlace.changePlace(next);
    if (next || leaveByTab(event)) event.preventDefault();
  }

  const Frame = docked ? 'aside' : 'dialog';
  const content = (
    <Frame
      ref={(element: HTMLElement | null) => {
        frame.current = element;
      }}
      {...(docked ? { 'aria-label': 'Пост' } : { 'aria-label': 'Текст поста', open: true })}
      aria-describedby={hintId}
      tabIndex={-1}
      data-small={isMovable ? '' : undefined}
      className={docked ? styles.frame : `${styles.frame} ${styles.dialog}`}
      onKeyDown={onKeyDown}
    >
      <p id={hintId} hidden>
        {position}
        {!docked && '. Стрелки двигают окно, Shift со стрелками меняет его размер'}
      </p>
      <PostHead
        ref={head}
        post={post}
        position={position}
        docked={docked}
        isHandle={isMovable}
        onStep={(by) => {
          keepFocus(`[data-step="${by}"]`);
          openNeighbour(opener, by);
        }}
        onClose={close}
      >
        {canDock && (
          <IconButton
            label={docked ? 'Открепить' : 'Закрепить справа'}
            icon="dock"
            data-dock=""
            onClick={() => {
              keepFocus('[data-dock]');
              toggleDocked();
            }}
          />
        )}
        {!docked && (
          <IconButton
            label={expanded ? 'Свернуть' : 'Развернуть'}
            icon={expanded ? 'collapse' : 'expand'}
            onClick={() => setExpanded(!expanded)}
          />
        )}
      </PostHead>
      <PostBody key={`${postKey(post)} body`} post={post} isWorked={isWorked} />
      {isWorked && <WorkBar post={post} onWork={onWork} onMenu={onMenu} />}
    </Frame>
  );
  return (
    <div ref={layer} popover="manual" className={docked ? styles.pane : styles.area}>
      {docked ? (
        content
      ) : (
        <MovablePopup popupPlace={popupPlace} expanded={expanded}>
          {content}
        </MovablePopup>
      )}
    </div>
  );
}
