/**
 * The sheet of the filters. In wide windows it is a plain part of the form. In narrow ones a link opens it over the whole page:
 * until hydration by its fragment (`:target`), afterwards as a modal dialog.
 */
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { formatNumber } from '../../../shared/format.ts';
import { Button } from '../../components/buttons.tsx';
import { Icon } from '../../components/icon.tsx';
import { listen } from '../../lib/page.ts';
import controls from '../../styles/controls.module.css';
import { isNarrowWindow } from './narrow-window.ts';
import styles from './post-filters.module.css';

const sheetId = 'filters-sheet';

/** Makes everything outside an element inert. Returns a function that undoes it. */
function isolateElement(element: HTMLElement): () => void {
  const others: HTMLElement[] = [];
  for (let node = element; node !== document.body && node.parentElement; node = node.parentElement)
    for (const sibling of node.parentElement.children)
      if (sibling !== node && sibling instanceof HTMLElement && !sibling.inert) others.push(sibling);
  const setInert = (inert: boolean) => {
    for (const other of others) other.inert = inert;
  };
  setInert(true);
  return () => setInert(false);
}

/** Null until hydration: then the fragment decides. */
type SheetState = boolean | null;

function useSheet() {
  const [open, setOpen] = useState<SheetState>(null);
  const opener = useRef<HTMLAnchorElement>(null);
  const sheet = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const isTarget = location.hash === `#${sheetId}` && isNarrowWindow();
    setOpen(isTarget);
    // Otherwise a reload would open it again.
    if (isTarget) history.replaceState(history.state, '', location.pathname + location.search);
    return listen({ resize: () => isNarrowWindow() || setOpen(false) });
  }, []);

  useEffect(() => {
    if (!open || !sheet.current) return;
    const release = isolateElement(sheet.current);
    sheet.current.focus();
    return () => {
      release();
      opener.current?.focus();
    };
  }, [open]);
  return { open, setOpen, opener, sheet };
}

/** `count`: the number of filters that are set in the sheet. */
type FiltersSheetProps = { count: number; children: (isOpen: boolean) => ReactNode };

export function FiltersSheet({ count, children }: FiltersSheetProps) {
  const { open, setOpen, opener, sheet } = useSheet();
  const isOpen = open === true;
  const setBy = (next: boolean) => (event: MouseEvent) => {
    event.preventDefault();
    setOpen(next);
  };

  function onKeyDown(event: KeyboardEvent) {
    // An open list of suggestions closes first.
    if (event.key !== 'Escape' || (event.target as Element).getAttribute('aria-expanded') === 'true') return;
    event.preventDefault();
    setOpen(false);
  }

  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a link works without scripts */}
      <a
        ref={opener}
        href={`#${sheetId}`}
        role="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        className={`${controls.button} ${styles.opener}`}
        onClick={setBy(true)}
      >
        <Icon name="filters" />
        Фильтры
        {count > 0 && ` ${formatNumber(count)}`}
      </a>
      <div
        ref={sheet}
        id={sheetId}
        tabIndex={-1}
        className={styles.sheet}
        data-closed={open === false ? '' : undefined}
        {...(isOpen && { role: 'dialog', 'aria-label': 'Фильтры', 'aria-modal': true, onKeyDown })}
      >
        <div className={styles.sheetHead}>
          <strong>Фильтры</strong>
          {/* biome-ignore lint/a11y/useValidAnchor: it works without scripts */}
          <a
            href="#filters"
            aria-label="Закрыть"
            title="Закрыть"
            className={controls.iconButton}
            onClick={setBy(false)}
          >
            <Icon name="close" />
          </a>
        </div>
        {children(isOpen)}
        <div data-scripted="" className={styles.apply}>
          <Button kind="primary" onClick={setBy(false)}>
            Показать
          </Button>
        </div>
      </div>
    </>
  );
}
