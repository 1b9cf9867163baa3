/** «Найти» (`Ctrl+K`): leads to pages, saved filters, phrases, sources and people, and acts on the current post. */
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { defaultOwnerSort, loadOwnersPage } from '../../shared/api/owners.ts';
import { loadWordSuggestions } from '../../shared/api/words.ts';
import { assignable, loadWork } from '../../shared/api/work.ts';
import { orderOf } from '../../shared/list-query.ts';
import * as messages from '../../shared/messages.ts';
import type { IslandContext } from '../../shared/pages/islands.ts';
import { parsePostSort, viewHref } from '../../shared/pages/posts-query.ts';
import { isOffered, type MenuPageName, mayOpen, menu, pathOf, routeOf } from '../../shared/routes.ts';
import { foldText } from '../../shared/rules/word.ts';
import { rowShortcuts } from '../../shared/shortcuts.ts';
import { Dialog } from '../components/dialogs.tsx';
import { useDebounced } from '../components/search-field.tsx';
import { useIslandContext } from '../lib/island-context.ts';
import { readPreference } from '../lib/preferences.ts';
import { type ActOnRow, findRowActions } from '../lib/row-actions.ts';
import { useCall } from '../lib/use-reply.ts';
import { useLocalViews } from '../saved-views/use-local-views.ts';
import controls from '../styles/controls.module.css';
import styles from './find-dialog.module.css';

type Item = { key: string; text: string; run: () => void };
type Group = { title: string; items: readonly Item[] };

/** The maximum number of items of a group that a search finds. */
const foundMax = 5;
const searchMinLength = 2;
const searchDebounceMs = 200;

/** An item that opens a page. */
const link = (href: string, text: string): Item => ({ key: href, text, run: () => location.assign(href) });

function listPages({ viewer, backendKind, basePath }: IslandContext): Item[] {
  const names = menu.flatMap(({ page, children = [] }): MenuPageName[] => [page, ...children]);
  return [...names, 'profile' as const]
    .map(routeOf)
    .filter((route) => mayOpen(route, viewer.user) && isOffered(route, backendKind))
    .map(({ path, title }) => link(basePath + path, title));
}

const listActions = (act: ActOnRow, { hasWork }: IslandContext): Item[] =>
  rowShortcuts
    .filter((shortcut) => hasWork || !('ofWork' in shortcut))
    .map((shortcut) => ({ key: shortcut.act, text: shortcut.text, run: () => act(shortcut.act) }));

function useViews(feed: string): Item[] {
  const { sidebar } = useIslandContext();
  const local = useLocalViews();
  const sort = parsePostSort(readPreference('postsSort'));
  return (sidebar?.views.data ?? local).map((view) => link(feed + viewHref(view, sort), view.name));
}

/** What only the backend can find. An existing one suggests phrases, and cannot search the rest. */
function useFound(text: string, feed: string) {
  const { backendKind, hasWork } = useIslandContext();
  const isLong = text.length >= searchMinLength;
  const words = useCall(isLong ? loadWordSuggestions(text) : null);
  const owners = useCall(
    isLong && backendKind === 'own'
      ? loadOwnersPage({ search: text, limit: foundMax, offset: 0, ...orderOf(defaultOwnerSort) })
      : null,
  );
  const work = useCall(hasWork ? loadWork() : null);
  const phrases = (words.data ?? []).map(({ id, text: phrase }) =>
    link(`${feed}?${new URLSearchParams(id === null ? { phrase } : { word: String(id) })}`, phrase),
  );
  const sources = (owners.data?.rows ?? []).map(({ id, name }) => link(`${feed}?owner=${id}`, name ?? String(id)));
  const people = assignable(work.data?.people ?? []).map(({ personId, name }) =>
    link(`${feed}?assignee=${personId}&state=open`, name),
  );
  return { phrases, sources, people, isLoading: words.isLoading || owners.isLoading };
}

/** The groups that are not empty. Without a text, those that need no search. */
function useGroups(text: string) {
  const context = useIslandContext();
  const feed = context.basePath + pathOf('posts');
  const searched = useDebounced(text, searchDebounceMs);
  const { phrases, sources, people, isLoading } = useFound(searched, feed);
  const [actions] = useState(() => findRowActions().flatMap((act) => listActions(act, context)));
  const folded = foldText(text);
  const matching = (items: readonly Item[]) => items.filter((item) => foldText(item.text).includes(folded));
  const found = (items: readonly Item[]) => (text === '' ? [] : matching(items).slice(0, foundMax));
  const groups: Group[] = [
    { title: 'Страницы', items: matching(listPages(context)) },
    { title: 'Мои фильтры', items: matching(useViews(feed)) },
    { title: 'Фразы', items: found(phrases) },
    { title: 'Источники', items: text === '' ? [] : sources },
    { title: 'Люди', items: found(people) },
    { title: 'Действия', items: matching(actions) },
  ];
  return { groups: groups.filter(({ items }) => items.length > 0), isLoading: isLoading || searched !== text };
}

type OptionProps = { id: string; item: Item; active: boolean; onChoose: (item: Item) => void };

function Option({ id, item, active, onChoose }: OptionProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) element.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
    <div
      ref={element}
      id={id}
      role="option"
      aria-selected={active}
      className={styles.item}
      onClick={() => onChoose(item)}
    >
      <bdi>{item.text}</bdi>
    </div>
  );
}

function FindDialog({ onClose }: { onClose: () => void }) {
  const id = useId();
  const [text, setText] = useState('');
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const { groups, isLoading } = useGroups(text.trim());
  const items = groups.flatMap((group) => group.items);
  // The first one, unless the active one is still there.
  const active = items.find(({ key }) => key === activeKey) ?? items[0];
  const idOf = (item: Item) => `${id}-${item.key}`;

  function choose(item: Item) {
    onClose();
    item.run();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const index = active ? items.indexOf(active) : -1;
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined && items.length > 0) {
      event.preventDefault();
      setActiveKey(items.at((index + step) % items.length)?.key ?? null);
    } else if (event.key === 'Enter' && active) {
      event.preventDefault();
      choose(active);
    }
  }

  return (
    <Dialog title="Найти" className={styles.find} onClose={onClose}>
      <input
        autoFocus
        role="combobox"
        aria-label="Найти"
        aria-expanded={items.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={active && idOf(active)}
        autoComplete="off"
        className={controls.input}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setActiveKey(null);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={`${id}-list`} role="listbox" aria-label="Найденное" className={styles.list}>
        {groups.map(({ title, items: listed }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options
          <div key={title} role="group" aria-label={title}>
            <p aria-hidden="true" className={styles.title}>
              {title}
            </p>
            {listed.map((item) => (
              <Option key={item.key} id={idOf(item)} item={item} active={item === active} onChoose={choose} />
            ))}
          </div>
        ))}
      </div>
      <p role="status" className={controls.hint}>
        {items.length > 0 ? '' : isLoading ? messages.loading : messages.nothingFound}
      </p>
    </Dialog>
  );
}

export { FindDialog as HostedDialog };
