/** Handles the requests of the feed's rows (row-requests.ts). */

import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { deleteMute, type MuteKind } from '../../../shared/api/mutes.ts';
import type { Post } from '../../../shared/api/posts.ts';
import { isolate } from '../../../shared/isolate.ts';
import type { PostsQuery } from '../../../shared/pages/post-filters.ts';
import { useLazyDialog } from '../../components/lazy.tsx';
import { useAttempt, useNotify } from '../../components/message-bar.tsx';
import { callApi } from '../../lib/api.ts';
import { useIslandContext } from '../../lib/island-context.ts';
import type { ChangeableList } from '../../lib/loaded-pages.ts';
import type { FeedRow, RowChanges } from './feed-row.ts';
import { isNarrowWindow } from './narrow-window.ts';
import { keyOf, RowMenu } from './row-menu.tsx';
import type { MenuItem, RowRequest } from './row-requests.ts';
import { useCopies } from './use-copies.ts';
import { readingRowIndex, useMarks } from './use-marks.ts';
import { useWork } from './use-work.tsx';

export { countRowsLeft } from './rows-left.ts';
export { arrangeRows } from './use-copies.ts';

const importMuteDialog = () => import('./mute-dialogs.tsx').then(({ MuteDialog }) => MuteDialog);
const importMutesDialog = () => import('./mute-dialogs.tsx').then(({ MutesDialog }) => MutesDialog);

/** `reload` reloads the feed after a source or an author was hidden or shown again. */
function useMutes(reload: () => void) {
  const notify = useNotify();
  const attempt = useAttempt();
  const mute = useLazyDialog(importMuteDialog);
  const mutes = useLazyDialog(importMutesDialog);

  const undo = (muteId: number) => attempt(() => callApi(deleteMute(muteId)).then(reload));

  function onMuted(muteId: number, name: string) {
    mute.close();
    reload();
    notify({
      kind: 'success',
      text: `Скрыто: ${isolate(name)}`,
      action: { label: 'Отменить', run: () => void undo(muteId) },
    });
  }

  return {
    hide(kind: MuteKind, { ownerId, ownerName, userId }: Post) {
      const owner = { kind, targetId: ownerId, name: ownerName || `Источник ${ownerId}` };
      void mute.open(kind === 'owner' ? owner : { kind, targetId: userId, name: `ID пользователя ${userId}` });
    },
    showMutes: () => void mutes.open({}),
    dialogs: (
      <>
        {mute.render({ onMuted: (id) => mute.subject && onMuted(id, mute.subject.name) })}
        {mutes.render({ onRestored: reload })}
      </>
    ),
  };
}

type RowToolsProps = {
  list: ChangeableList<Post>;
  /** The rows of the table. */
  rows: readonly FeedRow[];
  query: PostsQuery;
  requests: readonly RowRequest[];
  /** Called when the first `count` requests have been handled. */
  onAnswered: (count: number) => void;
  changes: RowChanges;
  onChange: Dispatch<SetStateAction<RowChanges>>;
  /** Called when the user hid a source or an author, or showed one again. */
  onMutes: () => void;
  /** Called when selected stories have changed. */
  onWork: () => void;
  /** Called when the work on any story has changed. */
  onWorkSaved: () => void;
};

/** Returns the unread stories of the rows, without duplicates. */
const unreadStories = (rows: readonly FeedRow[]): number[] => [
  ...new Set(rows.flatMap(({ storyId, read }) => (storyId === null || read ? [] : [storyId]))),
];

/** Requests from keys that read-only mode refuses. */
const keyChanges: readonly RowRequest['act'][] = ['read-row', 'read-above', 'hide', 'save'];

/** Returns whether a query lists only unread posts, so that marks change which rows it has. */
const isOfUnread = (path: string): boolean => path.includes('unread=true');

export function RowTools(props: RowToolsProps) {
  const { list, rows, query, requests, onAnswered, changes, onChange, onMutes, onWork, onWorkSaved } = props;
  const { toggleCopies, reopenCopies } = useCopies({ query, stale: list.stale, stories: changes.stories, onChange });
  const onSaved = (since: number) => list.outdate(isOfUnread, since);
  const { mark, markWithUndo, showMarks } = useMarks(onChange, onSaved);
  const [menu, setMenu] = useState<Extract<RowRequest, { act: 'menu' }> | null>(null);
  /** Returns the number of rows up to and including the one with this `aria-rowindex`, which also counts the header. */
  const countTo = (rowIndex: number) => Math.max(0, rowIndex - 1 - list.offset);

  const { basePath, hasWork, refusal } = useIslandContext();
  const notify = useNotify();
  const work = useWork({ rows, list, query, onChange, onChanged: onWork, onSaved: onWorkSaved });
  const { hide, showMutes, dialogs } = useMutes(() => {
    onChange((known) => ({ ...known, stories: new Map() }));
    list.reload();
    onMutes();
  });

  /** The menu exists only with our own backend. */
  function itemsOf({ post, selection }: NonNullable<typeof menu>): MenuItem[][] {
    const { storyId, read, userId, ownerId } = post;
    const { ofState, others } = hasWork && storyId !== null ? work.itemsOf(post) : { ofState: [], others: [] };
    const groups: (MenuItem | false | null)[][] = [
      [
        storyId !== null && {
          label: read ? 'Отметить непрочитанным' : 'Отметить прочитанным',
          key: read ? undefined : 'e',
          run: () => void mark([storyId], !read),
          changes: true,
        },
        // Cards have no check box.
        selection &&
          storyId !== null &&
          isNarrowWindow() && {
            label: selection.has(storyId) ? 'Снять выбор' : 'Выбрать',
            run: () => selection.toggle(storyId),
          },
        ...ofState,
      ],
      others,
      [
        { label: 'Скрыть источник', key: keyOf('hide'), run: () => hide('owner', post), changes: true },
        userId !== 0 && { label: 'Скрыть автора', run: () => hide('user', post), changes: true },
        { label: 'Карточка источника', run: () => location.assign(`${basePath}/ldvknf/owners/${ownerId}`) },
      ],
    ];
    return groups
      .map((group) => group.filter((item) => item !== false && item !== null))
      .filter((group) => group.length > 0);
  }

  function answer(next: RowRequest) {
    if (refusal && keyChanges.includes(next.act)) return notify({ kind: 'failure', text: refusal });
    switch (next.act) {
      case 'copies':
        return void toggleCopies(next.post, next.opener);
      case 'reopen':
        return void reopenCopies(next.stories);
      case 'menu':
        return setMenu(menu?.opener === next.opener ? null : next);
      case 'read':
        return void mark(unreadStories([next.post]), true);
      case 'marked':
        if (next.savedSince !== undefined) onSaved(next.savedSince);
        return showMarks(next.stories, next.read);
      case 'read-row': {
        const unread = unreadStories(rows.slice(0, countTo(next.rowIndex)).slice(-1));
        return void (unread.length > 0 && mark(unread, true));
      }
      case 'hide': {
        const post = rows[countTo(next.rowIndex) - 1];
        return post && hide('owner', post);
      }
      case 'work':
        return work.start(next.work, next.posts, next.found);
      case 'take':
      case 'assign':
      case 'resolve':
      case 'reject':
      case 'postpone':
      case 'tags':
      case 'accept':
      case 'join':
        return work.start(next.act, rows.slice(0, countTo(next.rowIndex)).slice(-1));
      case 'read-above':
        return void markWithUndo(unreadStories(rows.slice(0, countTo(readingRowIndex()))));
      case 'mutes':
        return showMutes();
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: each request is answered once
  useEffect(() => {
    if (requests.length === 0) return;
    requests.forEach(answer);
    onAnswered(requests.length);
  }, [requests]);

  return (
    <>
      {menu && <RowMenu groups={itemsOf(menu)} opener={menu.opener} onClose={() => setMenu(null)} />}
      {dialogs}
      {work.dialog}
    </>
  );
}
