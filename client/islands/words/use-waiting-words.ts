/** Reloads phrases that wait for their first posts, and reports when these are there. Its code loads when there are some. */
import useSWR from 'swr';
import { loadWord } from '../../../shared/api/words.ts';
import type { Word } from '../../../shared/fields/words.ts';
import { useNotify } from '../../components/message-bar.tsx';
import { callApi } from '../../lib/api.ts';
import { useIslandContext } from '../../lib/island-context.ts';
import type { ChangeableList } from '../../lib/loaded-pages.ts';

const pollMs = 5000;
/** Calls of a poll: an administrator may have added many. */
const polledMax = 10;

const isWaiting = ({ state, totalPosts }: Word): boolean => state === 'pending' && totalPosts === 0;

/** `onFound` is called when a phrase has got its first posts. */
export function useWaitingWords(list: ChangeableList<Word>, onFound: () => void): void {
  const { basePath } = useIslandContext();
  const notify = useNotify();
  const ids = list.rows
    .filter(isWaiting)
    .slice(0, polledMax)
    .map(({ id }) => id);

  async function load() {
    for (const id of ids) {
      const word = await callApi(loadWord(id), { background: true }).catch(() => null);
      if (word === null || isWaiting(word)) continue;
      list.updateRow(word);
      if (word.totalPosts === 0) continue;
      onFound();
      const href = `${basePath}/ldvknf/posts?word=${id}`;
      notify({ kind: 'success', text: 'Найдены первые посты', action: { label: 'Открыть ленту', href } });
    }
    return null;
  }
  useSWR(ids.length === 0 ? null : `waiting ${ids}`, load, { refreshInterval: pollMs });
}
