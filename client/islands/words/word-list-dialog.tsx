/** Adds phrases from a pasted list. The list is checked first; lines with errors stay in the field. */
import { type FormEvent, useRef, useState } from 'react';
import { formatNumber } from '../../../shared/format.ts';
import * as messages from '../../../shared/messages.ts';
import { BusyButton } from '../../components/busy-button.tsx';
import { ClientSelect } from '../../components/client-select.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { FormField } from '../../components/form-field.tsx';
import { useIslandContext } from '../../lib/island-context.tsx';
import controls from '../../styles/controls.module.css';
import { type CheckedLine, countLines } from './phrase-list.ts';
import { useWordList } from './use-word-list.ts';
import styles from './word-list-dialog.module.css';
import { WordListLines } from './word-list-lines.tsx';

/** `onAdded` receives the number of saved phrases. */
type WordListDialogProps = { onAdded: (count: number) => void; onClose: () => void };

const summary = (lines: readonly CheckedLine[]): string => {
  const count = (kind: CheckedLine['kind']) => formatNumber(countLines(lines, kind));
  return `Новых: ${count('new')}, уже есть: ${count('exists')}, с ошибкой: ${count('wrong')}`;
};

export function WordListDialog({ onAdded, onClose }: WordListDialogProps) {
  const isAdmin = useIslandContext().viewer.user.type === 'admin';
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const [errors, setErrors] = useState<{ clients?: string; phrases?: string }>({});
  const [saved, setSaved] = useState(0);
  const { checked, busy, failure, progress, forget, check, save } = useWordList();

  function readClients(): (string | null)[] {
    if (!isAdmin) return [null];
    return form.current ? new FormData(form.current).getAll('clientIds').map(String).filter(Boolean) : [];
  }

  function onCheck(event: FormEvent) {
    event.preventDefault();
    const clients = readClients();
    const text = field.current?.value ?? '';
    const found = {
      ...(clients.length === 0 && { clients: messages.chooseClient }),
      ...(text.trim() === '' && { phrases: messages.enterText }),
    };
    setErrors(found);
    if (Object.keys(found).length === 0) void check(text, clients);
  }

  async function onSave() {
    const result = checked && (await save(checked, readClients()));
    if (!result) return;
    const count = saved + result.saved;
    if (result.left.length === 0) return onAdded(count);
    setSaved(count);
    forget();
    if (field.current) field.current.value = result.left.map(({ raw }) => raw).join('\n');
    field.current?.focus();
  }

  const close = () => (saved > 0 ? onAdded(saved) : onClose());

  return (
    <Dialog title="Добавление списком" className={styles.dialog} busy={busy !== null} onClose={close}>
      <form ref={form} className={controls.form} data-draft="word-list" noValidate onChange={forget} onSubmit={onCheck}>
        <FailureNotice text={failure} />
        {isAdmin && (
          <ClientSelect multiple label="Клиенты *" name="clientIds" error={errors.clients ?? null} onChange={forget} />
        )}
        <FormField label="Фразы, по одной в строке" error={errors.phrases ?? null}>
          {(control) => <textarea {...control} ref={field} name="phrases" rows={10} className={controls.input} />}
        </FormField>
        {busy && <progress value={progress} aria-label={busy === 'check' ? 'Проверка' : 'Сохранение'} />}
        <p role="status" className={controls.notice}>
          {checked
            ? summary(checked)
            : saved > 0 && `Сохранено: ${formatNumber(saved)}. В поле остались строки с ошибками.`}
        </p>
        {checked && <WordListLines lines={checked} />}
        <div className={controls.actions}>
          <button type="button" className={controls.button} disabled={busy !== null} onClick={close}>
            {saved > 0 ? 'Закрыть' : 'Отмена'}
          </button>
          <BusyButton type="submit" busy={busy === 'check'} disabled={busy !== null}>
            Проверить
          </BusyButton>
          <BusyButton
            kind="primary"
            busy={busy === 'save'}
            disabled={busy !== null || !checked || countLines(checked, 'new') === 0}
            onClick={onSave}
          >
            Сохранить
          </BusyButton>
        </div>
      </form>
    </Dialog>
  );
}
