/** Changes the work on stories: optimistically in the rows, with undo, and without overwriting changes by others. */

import { type Dispatch, type SetStateAction, useState } from 'react';
import { useSWRConfig } from 'swr';
import type { Call } from '../../../shared/api/call.ts';
import { loadPostCount, type Post } from '../../../shared/api/posts.ts';
import { joinStories, loadStory, type RegroupedStory, separatePost } from '../../../shared/api/story-work.ts';
import { changeWork, type WorkChange, type WorkChanged } from '../../../shared/api/work.ts';
import { changeFound, undoBatch, type WorkBatch } from '../../../shared/api/work-batches.ts';
import type { StoryWork } from '../../../shared/fields/work.ts';
import { formatNumber } from '../../../shared/format.ts';
import * as messages from '../../../shared/messages.ts';
import type { PostsQuery } from '../../../shared/pages/post-filters.ts';
import { hidesCopies, postFiltersOf } from '../../../shared/pages/posts-query.ts';
import { displayName, refusalOf } from '../../../shared/roles.ts';
import { workChangesMax } from '../../../shared/rules/work.ts';
import { useLazyDialog } from '../../components/lazy.tsx';
import { useNotify } from '../../components/message-bar.tsx';
import { ApiFailure, callApi } from '../../lib/api.ts';
import { useIslandContext } from '../../lib/island-context.ts';
import type { ChangeableList } from '../../lib/loaded-pages.ts';
import type { FeedRow, RowChanges, ShownWork } from './feed-row.ts';
import { keyOf } from './row-menu.tsx';
import type { MenuItem, WorkAct } from './row-requests.ts';
import { acceptance, actsOf, type ShownChange, stateActs, type WorkTarget, workActs } from './work-acts.ts';
import { BatchProgress } from './work-progress.tsx';

const noWork: StoryWork = {
  ...{ version: 0, state: 'new', assigneeId: null, assignee: null, until: null, untilCopies: null, untilSources: null },
  ...{ reason: null, tone: null, tags: [], notes: 0, returned: 0, hidden: false, growing: false },
};

const noProgress = {
  ...{ state: 'running', done: 0, changed: 0, skipped: 0, skippedBy: [], canUndo: false },
} satisfies Partial<WorkBatch>;

const importDialog = () => import('./work-dialogs.tsx').then(({ WorkDialog }) => WorkDialog);

/** Returns whether the rows of a query depend on work. */
const isOfWork = (path: string): boolean => /[?&](state|assignee|tag|tone)=/.test(path);

const storiesOf = (posts: readonly FeedRow[]): Map<number, StoryWork | null> =>
  new Map(posts.flatMap(({ storyId, work }) => (storyId === null ? [] : [[storyId, work]])));

const isGone = ({ outcome }: WorkChanged['results'][number]): boolean => outcome === 'unknown';

/** Returns the message that others have changed or joined stories since; null if nobody did. */
function describeConflicts(results: WorkChanged['results']): string | null {
  if (results.some(isGone)) return messages.unknownStory;
  const conflicts = results.filter(({ outcome }) => outcome === 'conflict');
  if (conflicts.length > 1) return messages.workConflicts(formatNumber(conflicts.length));
  const [conflict] = conflicts;
  return conflict ? messages.workConflict(conflict.by) : null;
}

/** Changes the stories, in several calls of one batch if there are many. */
async function sendChanges(stories: ReadonlyMap<number, StoryWork | null>, change: WorkChange): Promise<WorkChanged> {
  const all = [...stories].map(([storyId, work]) => ({ storyId, version: work?.version ?? 0 }));
  const sent: WorkChanged = { batchId: null, results: [] };
  for (let start = 0; start < all.length; start += workChangesMax) {
    const reply = await callApi(changeWork(all.slice(start, start + workChangesMax), change, sent.batchId));
    sent.batchId ??= reply.batchId;
    sent.results.push(...reply.results);
  }
  return sent;
}

type WorkOptions = {
  rows: readonly FeedRow[];
  list: ChangeableList<Post>;
  query: PostsQuery;
  onChange: Dispatch<SetStateAction<RowChanges>>;
  /** Called after selected stories have changed. */
  onChanged: () => void;
  /** Called after any change. */
  onSaved: () => void;
};

export function useWork({ rows, list, query, onChange, onChanged, onSaved }: WorkOptions) {
  const context = useIslandContext();
  const { viewer } = context;
  const { mutate } = useSWRConfig();
  const notify = useNotify();
  const dialog = useLazyDialog(importDialog);
  /** The batch that is running in the background or being undone. */
  const [running, setRunning] = useState<WorkBatch | null>(null);
  const refusal = refusalOf(viewer, 'editor');
  const fail = (error: unknown) => notify({ kind: 'failure', text: (error as ApiFailure).message });

  const show = (work: ShownWork) => onChange((changes) => ({ ...changes, work: new Map([...changes.work, ...work]) }));

  /** Refreshes the open post, the cached rows of other queries, and the counts above the table. */
  function refreshOthers(stories: Iterable<number>, since: number) {
    for (const id of stories) void mutate(loadStory(id).path);
    list.outdate(isOfWork, since);
    onSaved();
  }

  function report(count: number, batchId: number | null, before: ShownWork) {
    const action = { label: 'Отменить', run: () => void undo(batchId ?? 0, before) };
    const text = `Изменено: ${formatNumber(count)}`;
    notify({ kind: 'success', text, ...(batchId !== null && count > 0 && { action }) });
  }

  /** What others have set since stays, until it is undone again. */
  function reportUndo({ batchId, changed, skipped, skippedBy }: WorkBatch) {
    const action = { label: 'Повторить', run: () => void undo(batchId, new Map()) };
    notify({
      kind: 'failure',
      text: messages.workUndone(formatNumber(changed), formatNumber(skipped), skippedBy),
      action,
    });
  }

  async function undo(batchId: number, before: ShownWork) {
    show(before);
    try {
      follow(await callApi(undoBatch(batchId)));
    } catch (error) {
      fail(error);
      list.reload();
    }
  }

  /** Reloads everything after stories were regrouped or tags changed. */
  function reload() {
    onChange((changes) => ({ ...changes, work: new Map(), stories: new Map() }));
    list.reload();
    refreshOthers([], Date.now());
  }

  async function regroup(call: Call<RegroupedStory>, text: string) {
    const { batchId } = await callApi(call);
    notify({ kind: 'success', text, action: { label: 'Отменить', run: () => void undo(batchId, new Map()) } });
    reload();
  }

  /** Shows the progress of a batch, or its result when it has ended. */
  function follow(batch: WorkBatch) {
    if (batch.state === 'running' || batch.state === 'undoing') return setRunning(batch);
    setRunning(null);
    if (batch.state !== 'undone') report(batch.changed, batch.batchId, new Map());
    else if (batch.skipped > 0) reportUndo(batch);
    list.reload();
    refreshOthers([], Date.now());
  }

  /** Throws if the change could not be saved; the rows then show the former work again. */
  async function changePosts(posts: readonly FeedRow[], { change, shown }: ShownChange) {
    const before = storiesOf(posts);
    const since = Date.now();
    show(new Map([...before].map(([id, work]) => [id, { ...(work ?? noWork), ...shown(work ?? noWork) }])));
    const { batchId, results } = await sendChanges(before, change).catch((error) => {
      show(before);
      throw error;
    });
    const growing = (storyId: number) => before.get(storyId)?.growing ?? false;
    show(new Map(results.map(({ storyId, work }) => [storyId, { ...(work ?? noWork), growing: growing(storyId) }])));
    const conflicts = describeConflicts(results);
    if (conflicts) notify({ kind: 'failure', text: conflicts });
    const count = results.filter(({ outcome }) => outcome === 'changed').length;
    if (count > 0 || !conflicts) report(count, batchId, before);
    if (results.some(isGone)) reload();
    else refreshOthers(before.keys(), since);
  }

  /** Throws if the number of matching stories has changed; the next attempt expects the new one. */
  async function changeAll(target: WorkTarget, { change }: ShownChange) {
    const filters = { ...postFiltersOf(query, context), copies: 'hide' };
    try {
      const started = await callApi(changeFound(filters, target.found ?? 0, change));
      const { batchId, total } = started;
      if (batchId === null) return report(0, null, new Map());
      setRunning({ ...noProgress, batchId, total });
    } catch (error) {
      if (error instanceof ApiFailure && error.code === 'list-changed')
        target.found = await callApi(loadPostCount(filters));
      throw error;
    }
  }

  async function change(target: WorkTarget, wanted: ShownChange) {
    if (target.found === null) await changePosts(target.posts, wanted);
    else await changeAll(target, wanted);
    if (target.found !== null || target.posts.length > 1) onChanged();
  }

  /** Actions that need no dialog, unless they apply to all found stories. */
  const atOnce: Partial<Record<WorkAct, ShownChange>> = {
    take: {
      change: { State: 'in-progress' },
      shown: ({ assignee }) => ({ state: 'in-progress', assignee: assignee ?? displayName(viewer.user), returned: 0 }),
    },
    restore: { change: { Hidden: false }, shown: () => ({ hidden: false }) },
    resolve: { change: { State: 'resolved' }, shown: () => ({ state: 'resolved', returned: 0 }) },
  };

  function start(act: WorkAct, given: readonly FeedRow[], found: number | null = null) {
    if (refusal) return notify({ kind: 'failure', text: refusal });
    const [chosen] = given;
    if (act === 'separate') return chosen && void regroup(separatePost(chosen), messages.separated).catch(fail);
    // The open post may have older work than its row.
    const posts = given.map((post) => rows.find(({ storyId }) => storyId === post.storyId) ?? post);
    const [first] = posts;
    const known = (act === 'accept' ? first && acceptance(first) : atOnce[act]) ?? null;
    if (act === 'accept' && !known) return;
    const target = { posts: found === null ? posts : [], found };
    if (known && found === null) return void change(target, known).catch(fail);
    void dialog.open({ act, target, known });
  }

  /** Returns the items of a post's menu: the actions on its state, and the others. */
  function itemsOf(post: FeedRow): { ofState: MenuItem[]; others: MenuItem[] } {
    const acts = actsOf(post, hidesCopies(query, context));
    const itemOf = (act: WorkAct) => ({
      label: workActs[act],
      key: keyOf(act),
      run: () => start(act, [post]),
      refusal,
    });
    return {
      ofState: acts.filter((act) => stateActs.includes(act)).map(itemOf),
      others: acts.filter((act) => !stateActs.includes(act)).map(itemOf),
    };
  }

  return {
    start,
    itemsOf,
    dialog: (
      <>
        {dialog.render({
          onChange: async (wanted) => {
            if (dialog.subject) await change(dialog.subject.target, wanted);
            dialog.close();
          },
          onNoted: (storyId) => {
            dialog.close();
            refreshOthers([storyId], Date.now());
          },
          onJoin: async (targetId) => {
            const storyId = dialog.subject?.target.posts[0]?.storyId;
            if (storyId) await regroup(joinStories(storyId, targetId), messages.joined);
            dialog.close();
          },
          onTags: reload,
        })}
        {running && <BatchProgress key={running.batchId + running.state} batch={running} onEnd={follow} />}
      </>
    ),
  };
}
