/** The menu of a row (the ARIA menu button pattern). The browser closes it on Escape and returns the focus to its button. */
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import menu from '../../styles/popover-menu.module.css';
import styles from './row-menu.module.css';

export type MenuItem = { label: string; run: () => void };

type RowMenuProps = { items: readonly MenuItem[]; opener: HTMLElement; onClose: () => void };

/** Returns the index that the key moves to, or null for other keys. */
function nextIndex(key: string, index: number, count: number): number | null {
  const indices: Record<string, number> = { ArrowDown: index + 1, ArrowUp: index - 1 + count, Home: 0, End: count - 1 };
  const next = indices[key];
  return next === undefined ? null : next % count;
}

export function RowMenu({ items, opener, onClose }: RowMenuProps) {
  const element = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const popover = element.current;
    popover?.showPopover({ source: opener });
    popover?.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
    opener.ariaExpanded = 'true';
    return () => {
      opener.ariaExpanded = 'false';
      popover?.hidePopover();
    };
  }, [opener]);

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')];
    const next = nextIndex(event.key, buttons.indexOf(document.activeElement as HTMLElement), buttons.length);
    if (event.key === 'Tab') onClose();
    else if (next !== null) buttons[next]?.focus();
    else return;
    event.preventDefault();
  }

  return (
    <div
      ref={element}
      popover="auto"
      role="menu"
      aria-label="Действия с постом"
      className={menu.menu}
      onKeyDown={onKeyDown}
      onToggle={({ newState }) => {
        if (newState === 'closed') onClose();
      }}
    >
      {items.map(({ label, run }) => (
        <button
          key={label}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={`${menu.choice} ${styles.item}`}
          onClick={() => {
            onClose();
            run();
          }}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
