/**
 * Actions on the rows of the feed: copies, marks, mutes, work and the menu of a row. Their code loads on first use; until then
 * the rows come from the list.
 */
import { useEffect, useMemo, useState } from 'react';
import type { Post } from '../../../shared/api/posts.ts';
import type { PostsQuery } from '../../../shared/pages/post-filters.ts';
import { useIslandContext } from '../../lib/island-context.ts';
import { keepState, takeState } from '../../lib/kept-state.ts';
import { loadPart } from '../../lib/load-part.ts';
import type { ChangeableList } from '../../lib/loaded-pages.ts';
import { listen, rowKeyEvent } from '../../lib/page.ts';
import { offerRowActions } from '../../lib/row-actions.ts';
import { areShortcutsOn } from '../../lib/shortcut-setting.ts';
import { type FeedRow, noChanges } from './feed-row.ts';
import { otherTabs, type TabMarks } from './other-tabs.ts';
import type { RowRequest } from './row-requests.ts';

const importTools = () => import('./row-tools.tsx');
type Tools = Awaited<ReturnType<typeof importTools>>;

/** The space key reads on, instead of scrolling, unless the focus is on a control. */
function claimSpace(event: KeyboardEvent): void {
  const { key, shiftKey, target } = event;
  const isOnPage = target instanceof Element && target.matches('body, main, [role="row"], [role="gridcell"]');
  if (key === ' ' && !shiftKey && isOnPage && areShortcutsOn()) event.preventDefault();
}

/** The `aria-rowindex` of the row that last had the focus; 0 if there is none. */
const currentRowIndex = (): number =>
  Number(document.querySelector('[role="grid"] [data-current]')?.getAttribute('aria-rowindex') ?? 0);

export type RowTools = ReturnType<typeof useRowTools>;

/** `me` is the ID of the viewer as an assignee, null if unknown. */
export function useRowTools(list: ChangeableList<Post>, query: PostsQuery, me: number | null) {
  const [tools, setTools] = useState<Tools | null>(null);
  const [changes, setChanges] = useState(noChanges);
  /** Requests that are not handled yet, because the user may press several keys before the code has loaded. */
  const [requests, setRequests] = useState<readonly RowRequest[]>([]);
  const [muteChanges, setMuteChanges] = useState(0);
  const [workChanges, setWorkChanges] = useState(0);
  const [workSaves, setWorkSaves] = useState(0);
  const { backendKind, hasWork, refusal, viewer } = useIslandContext();
  const hasMarks = backendKind === 'own';
  const rows: readonly FeedRow[] = useMemo(
    // There are no changes before the tools have loaded.
    () => (changes === noChanges || !tools ? list.rows : tools.arrangeRows(list.rows, changes)),
    [list.rows, changes, tools],
  );

  // Only a press may reload the page.
  const preload = () => void importTools().then(setTools, () => undefined);
  function ask(next: RowRequest) {
    setRequests((waiting) => [...waiting, next]);
    // The page reports a failure.
    loadPart(importTools).then(setTools, () => undefined);
  }

  const { stories } = changes;
  useEffect(
    () => keepState('copies', viewer.user.id, () => [...stories].map(([id, { posts }]) => [id, posts.length])),
    [stories, viewer.user.id],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first render follows a reload
  useEffect(() => {
    const kept = takeState('copies', viewer.user.id);
    if (kept.length > 0) ask({ act: 'reopen', stories: kept });
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `ask` is a new but equivalent function in every render
  useEffect(() => {
    if (!hasMarks) return;
    otherTabs().onmessage = ({ data }: MessageEvent<TabMarks>) => ask({ act: 'marked', ...data });
    // Before the shortcuts, which listen on the window.
    document.addEventListener('keydown', claimSpace);
    const stop = listen({
      [rowKeyEvent](event) {
        if (event.detail.ofWork && !hasWork) return;
        // Not cancelling the event tells the shortcut that the change is refused, so that it does not move on to the next row.
        if (!refusal) event.preventDefault();
        ask(event.detail);
      },
    });
    const takeBack = offerRowActions(() => {
      const rowIndex = currentRowIndex();
      return refusal || rowIndex === 0 ? null : (act) => ask({ act, rowIndex });
    });
    return () => {
      document.removeEventListener('keydown', claimSpace);
      takeBack();
      stop();
    };
  }, [hasMarks]);

  const total = list.total < 0 ? list.total : list.total + rows.length - list.rows.length;
  return {
    /** The list for the table, with the rows of open stories. */
    shown: { ...list, rows, total },
    preload: { onPointerEnter: preload, onFocus: preload },
    ask,
    /** The number of rows that the backend omits since the user changed them. */
    countLeft: () => tools?.countRowsLeft(rows, changes, query, me) ?? 0,
    /** How often the user hid a source or an author, or showed one again. */
    muteChanges,
    /** How often selected stories have changed. */
    workChanges,
    /** How often the work on any story has changed. */
    workSaves,
    /** The open menu or dialog. */
    parts: tools && (
      <tools.RowTools
        list={list}
        rows={rows}
        query={query}
        requests={requests}
        changes={changes}
        onAnswered={(count) => setRequests((waiting) => waiting.slice(count))}
        onChange={setChanges}
        onMutes={() => setMuteChanges((count) => count + 1)}
        onWork={() => setWorkChanges((count) => count + 1)}
        onWorkSaved={() => setWorkSaves((count) => count + 1)}
      />
    ),
  };
}
