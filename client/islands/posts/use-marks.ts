/** Marks stories as read or unread: optimistically in the rows, reverted after a failure. */
import { type Dispatch, type SetStateAction, useRef } from 'react';
import { markedStoriesMax, markStories } from '../../../shared/api/posts.ts';
import { formatNumber } from '../../../shared/format.ts';
import { useNotify } from '../../components/message-bar.tsx';
import { type ApiFailure, callApi } from '../../lib/api.ts';
import { changeUnread } from '../../shell/sidebar-lists.ts';
import type { RowChanges } from './feed-row.ts';
import { otherTabs, type TabMarks } from './other-tabs.ts';

const rowsOf = () => [...document.querySelectorAll<HTMLElement>('[role="grid"] [aria-rowindex]')];
const currentRow = () => document.querySelector<HTMLElement>('[role="grid"] [data-current]');

/** Returns the last row that is fully visible, or else the last one that is partly visible. */
function lastRowInView(): HTMLElement | undefined {
  const seen = rowsOf().filter((row) => row.getBoundingClientRect().top < innerHeight);
  return seen.filter((row) => row.getBoundingClientRect().bottom <= innerHeight).at(-1) ?? seen.at(-1);
}

/**
 * Returns the `aria-rowindex` of the last row that «Прочитать всё выше» covers: the current row, or the last visible one.
 * Returns 0 without rows.
 */
export const readingRowIndex = (): number =>
  Number((currentRow() ?? lastRowInView())?.getAttribute('aria-rowindex') ?? 0);

const focusCurrentRow = () =>
  currentRow()?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true });

type Marks = RowChanges['marks'];

function withMarks(marks: Marks, ids: readonly number[], read: boolean): Marks {
  const next = new Map(marks);
  for (const id of ids) next.set(id, read);
  return next;
}

function* chunksOf(ids: readonly number[]) {
  for (let start = 0; start < ids.length; start += markedStoriesMax) yield ids.slice(start, start + markedStoriesMax);
}

/** `onSaved` receives the time at which the marks were made, once they are saved or have failed. */
export function useMarks(onChange: Dispatch<SetStateAction<RowChanges>>, onSaved: (since: number) => void) {
  const notify = useNotify();
  /** The last call. Calls are sent sequentially, so that the last mark of a story wins. */
  const sent = useRef<Promise<unknown>>(Promise.resolve());

  const showMarks = (ids: readonly number[], read: boolean) =>
    onChange((changes) => ({ ...changes, marks: withMarks(changes.marks, ids, read) }));

  /** Shows the marks in this tab and all others. */
  function setMarks(stories: readonly number[], read: boolean) {
    showMarks(stories, read);
    otherTabs().postMessage({ stories, read } satisfies TabMarks);
  }

  /**
   * Returns the stories whose mark changed, or null after a failure. All stories must have the opposite mark, because a failure
   * reverts to it.
   */
  function mark(ids: readonly number[], read: boolean): Promise<number[] | null> {
    const since = Date.now();
    setMarks(ids, read);
    const send = async () => {
      const changed: number[] = [];
      try {
        for (const chunk of chunksOf(ids)) {
          const marked = await callApi(markStories(chunk, read));
          changed.push(...marked);
          changeUnread(read ? -marked.length : marked.length);
        }
        return changed;
      } catch (error) {
        const saved = new Set(changed);
        setMarks(
          ids.filter((id) => !saved.has(id)),
          !read,
        );
        notify({ kind: 'failure', text: (error as ApiFailure).message });
        return null;
      } finally {
        onSaved(since);
        otherTabs().postMessage({ stories: [], read, savedSince: since } satisfies TabMarks);
      }
    };
    const result = sent.current.then(send);
    sent.current = result;
    return result;
  }

  /** Marks stories as read and offers to undo that. */
  async function markWithUndo(ids: readonly number[]) {
    const changed = ids.length > 0 ? await mark(ids, true) : [];
    if (!changed) return;
    const text = `Прочитано: ${formatNumber(changed.length)}`;
    const run = () => {
      focusCurrentRow();
      void mark(changed, false);
    };
    notify({ kind: 'success', text, ...(changed.length > 0 && { action: { label: 'Отменить', run } }) });
  }

  return { mark, markWithUndo, showMarks };
}
