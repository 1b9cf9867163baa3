/** The toolbar's buttons that act on the rows of the feed. */
import { useIslandContext } from '../../lib/island-context.tsx';
import controls from '../../styles/controls.module.css';
import type { RowRequest } from './feed-row.ts';

const buttons = [{ act: 'read-above', text: 'Прочитать всё выше', capability: 'marks' }] as const;

export function RowToolsButtons({ ask }: { ask: (request: RowRequest) => void }) {
  const { capabilities } = useIslandContext();
  return buttons
    .filter(({ capability }) => capabilities.includes(capability))
    .map(({ act, text }) => (
      <button key={act} type="button" data-scripted="" className={controls.button} onClick={() => ask({ act })}>
        {text}
      </button>
    ));
}
