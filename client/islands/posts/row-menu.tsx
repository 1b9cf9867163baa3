/** The menu of a post, for its row and for the open post (the ARIA menu button pattern). */

import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { rowShortcuts } from '../../../shared/shortcuts.ts';
import { refusedProps, useChangeProps } from '../../components/lazy.tsx';
import { nextMenuItem } from '../../lib/menu-keys.ts';
import { listen } from '../../lib/page.ts';
import { placeNear } from '../../lib/place-near.ts';
import menu from '../../styles/popover-menu.module.css';
import type { MenuItem } from './row-requests.ts';

const keys = new Map<string, string>(rowShortcuts.map(({ act, key }) => [act, key]));

/** Returns the key that does the same with the current row; undefined if there is none. */
export const keyOf = (act: string): string | undefined => keys.get(act);

function Item({ item, onClose }: { item: MenuItem; onClose: () => void }) {
  const { label, key, run, changes, refusal } = item;
  const changeProps = useChangeProps();
  const pressed = {
    onClick() {
      onClose();
      run();
    },
  };
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      aria-keyshortcuts={key}
      className={menu.choice}
      {...(refusal ? refusedProps(refusal) : changes ? changeProps(pressed) : pressed)}
    >
      {label}
      {key && (
        <span aria-hidden="true" className={menu.key}>
          {key}
        </span>
      )}
    </button>
  );
}

type RowMenuProps = { groups: readonly (readonly MenuItem[])[]; opener: HTMLElement; onClose: () => void };

/**
 * Follows its button, and stays in its place when the list behind it loses the button. The browser closes it on Escape and returns
 * the focus to the button.
 */
export function RowMenu({ groups, opener, onClose }: RowMenuProps) {
  const element = useRef<HTMLDivElement>(null);
  const place = () => {
    if (element.current && opener.isConnected) placeNear(element.current, opener);
  };

  useLayoutEffect(() => {
    const popover = element.current;
    popover?.showPopover({ source: opener });
    popover?.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
    opener.setAttribute('aria-expanded', 'true');
    return () => {
      opener.setAttribute('aria-expanded', 'false');
      popover?.hidePopover();
    };
  }, [opener]);
  // The rows may have moved.
  useLayoutEffect(place);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `place` depends on the opener only
  useEffect(() => listen({ scroll: place, resize: place }), [opener]);

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')];
    const next = nextMenuItem(buttons, event.key);
    if (!next && event.key !== 'Tab') return;
    if (next) next.focus();
    else onClose();
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
      {groups.map((items) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
        <div key={items[0]?.label} role="group" className={menu.group}>
          {items.map((item) => (
            <Item key={item.label} item={item} onClose={onClose} />
          ))}
        </div>
      ))}
    </div>
  );
}
