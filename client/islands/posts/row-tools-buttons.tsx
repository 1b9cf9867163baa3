/** The toolbar's buttons that act on the rows of the feed. */
import { IconButton } from '../../components/icon-button.tsx';
import { useIslandContext } from '../../lib/island-context.tsx';
import controls from '../../styles/controls.module.css';
import type { RowRequest } from './feed-row.ts';

const mutesLabel = 'Скрытые источники и авторы';

export function RowToolsButtons({ ask }: { ask: (request: RowRequest) => void }) {
  const { capabilities } = useIslandContext();
  return (
    <>
      {capabilities.includes('marks') && (
        <button type="button" data-scripted="" className={controls.button} onClick={() => ask({ act: 'read-above' })}>
          Прочитать всё выше
        </button>
      )}
      {capabilities.includes('mutes') && (
        <IconButton
          label={mutesLabel}
          icon="hidden"
          title={mutesLabel}
          aria-haspopup="dialog"
          data-scripted=""
          onClick={() => ask({ act: 'mutes' })}
        />
      )}
    </>
  );
}
