/** Shows the progress of a batch that runs in the background. */

import { useEffect, useState } from 'react';
import { loadBatch, stopBatch, type WorkBatch } from '../../../shared/api/work-batches.ts';
import { formatNumber } from '../../../shared/format.ts';
import { Button } from '../../components/buttons.tsx';
import styles from '../../components/selection-bar.module.css';
import { callApi } from '../../lib/api.ts';

const intervalMs = 1000;

/** `onEnd` receives the batch when it has ended. */
export function BatchProgress({ batch, onEnd }: { batch: WorkBatch; onEnd: (batch: WorkBatch) => void }) {
  const [{ state, done, total }, setShown] = useState(batch);
  const [stopping, setStopping] = useState(false);

  /** Ignores a failure, because the next call follows. */
  async function update(call: typeof loadBatch) {
    const next = await callApi(call(batch.batchId), { background: true }).catch(() => null);
    if (!next) return;
    setShown(next);
    if (next.state !== 'running' && next.state !== 'undoing') onEnd(next);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: polls as long as the component is mounted
  useEffect(() => {
    const timer = setInterval(() => void update(loadBatch), intervalMs);
    return () => clearInterval(timer);
  }, []);

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the controls of a form
    <div role="group" aria-label="Изменение сюжетов" className={styles.bar}>
      <p role="status">
        Выполнено: {formatNumber(done)} из {formatNumber(total)}
      </p>
      <progress aria-label="Выполнено" max={total} value={done} />
      {state === 'running' && (
        <Button
          busy={stopping}
          onClick={() => {
            setStopping(true);
            void update(stopBatch);
          }}
        >
          Остановить
        </Button>
      )}
    </div>
  );
}
