/** Reloads the phrases that wait for their first posts. */

import useSWR from 'swr';
import { loadWord } from '../../../shared/api/words.ts';
import type { Word } from '../../../shared/fields/words.ts';
import { isWaiting } from '../../../shared/rules/word-states.ts';
import { useNotify } from '../../components/message-bar.tsx';
import { callApi } from '../../lib/api.ts';
import { useIslandContext } from '../../lib/island-context.ts';
import type { ChangeableList } from '../../lib/loaded-pages.ts';

const pollMs = 5000;
/** The maximum number of calls per poll, because an administrator may add many phrases at once. */
const polledMax = 10;

/** `onFound` is called when a phrase has posts. */
export type WaitingWordsProps = { list: ChangeableList<Word>; onFound: () => void };

export function WaitingWords({ list, onFound }: WaitingWordsProps) {
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
  return null;
}
