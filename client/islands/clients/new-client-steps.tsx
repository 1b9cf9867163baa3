/** The next steps for a client that was just added: a password, phrases and the right to export. */
import { useState } from 'react';
import { setExportAccess } from '../../../shared/api/clients.ts';
import type { Client } from '../../../shared/fields/clients.ts';
import { formatQuery } from '../../../shared/list-query.ts';
import { addWordParameter } from '../../../shared/pages/words-query.ts';
import { exportAccessActions } from '../../../shared/rules/client.ts';
import { Button } from '../../components/buttons.tsx';
import { type OpenerProps, refusedProps } from '../../components/lazy.tsx';
import { useAttempt } from '../../components/message-bar.tsx';
import { callApi } from '../../lib/api.ts';
import { createBatchId } from '../../lib/batch-id.ts';
import { useIslandContext } from '../../lib/island-context.ts';
import controls from '../../styles/controls.module.css';

/** `setPassword`: the props of the button that opens the dialog. */
type NewClientStepsProps = { client: Client; setPassword: OpenerProps; onChanged: () => void };

export function NewClientSteps({ client, setPassword, onChanged }: NewClientStepsProps) {
  const { basePath } = useIslandContext();
  const attempt = useAttempt();
  const [mayExport, setMayExport] = useState(false);
  const [busy, setBusy] = useState(false);

  const allowExport = () =>
    attempt(async () => {
      setBusy(true);
      try {
        const [failed] = await callApi(setExportAccess([client.id], 'allowed', createBatchId()));
        if (failed) throw new Error(failed.error);
        setMayExport(true);
        onChanged();
      } finally {
        setBusy(false);
      }
    });

  return (
    <>
      <Button {...setPassword}>Задать пароль</Button>
      <a
        href={`${basePath}/ldvknf/words${formatQuery({ client: client.id, [addWordParameter]: 'list' })}`}
        className={controls.button}
      >
        Добавить фразы
      </a>
      <Button busy={busy} onClick={allowExport} {...(mayExport && refusedProps('Экспорт разрешён'))}>
        {exportAccessActions.allowed}
      </Button>
    </>
  );
}
