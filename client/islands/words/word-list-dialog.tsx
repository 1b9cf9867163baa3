/** Adds phrases from a pasted list, which must be checked first. Lines with errors stay in the field. */

import { type FormEvent, useRef, useState } from 'react';
import type { Call } from '../../../shared/api/call.ts';
import { loadClientOptions } from '../../../shared/api/clients.ts';
import { cutText, formatNumber } from '../../../shared/format.ts';
import * as messages from '../../../shared/messages.ts';
import { clientLabel } from '../../../shared/rules/client.ts';
import { Button } from '../../components/buttons.tsx';
import { Dialog } from '../../components/dialogs.tsx';
import { FailureNotice, FormField } from '../../components/form-field.tsx';
import { Picker } from '../../components/picker.tsx';
import { useIslandContext } from '../../lib/island-context.ts';
import controls from '../../styles/controls.module.css';
import { type CheckedLine, countLines, useWordList } from './use-word-list.ts';
import styles from './word-list-dialog.module.css';

function findClients(search: string): Call<{ id: string; text: string }[]> {
  const call = loadClientOptions(search);
  return {
    ...call,
    read: (reply) => call.read(reply).rows.map((client) => ({ id: client.id, text: clientLabel(client) })),
  };
}

/** In UTF-16 units. A pasted line may be a whole paragraph. */
const shownMax = 80;

function FoldedLines({ title, lines }: { title: string; lines: readonly CheckedLine[] }) {
  if (lines.length === 0) return null;
  return (
    <details>
      <summary>{title}</summary>
      <ul className={styles.lines} aria-label={title}>
        {lines.map(({ number, text }) => (
          <li key={number}>
            Строка {number}, «{cutText(text, shownMax)}»
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The lines of a checked list: errors, new phrases as they will be saved, and existing phrases. */
function WordListLines({ lines }: { lines: readonly CheckedLine[] }) {
  const of = (kind: CheckedLine['kind']) => lines.filter((line) => line.kind === kind);
  const wrong = of('wrong');
  const blank = countLines(lines, 'blank');
  return (
    <>
      {wrong.length > 0 && (
        <ul className={styles.lines} aria-label="Строки с ошибкой">
          {wrong.map(({ number, text, error }) => (
            <li key={number}>
              Строка {number}, «{cutText(text, shownMax)}»: {error}
            </li>
          ))}
        </ul>
      )}
      <FoldedLines title="Новые" lines={of('new')} />
      <FoldedLines title="Уже есть" lines={of('exists')} />
      {blank > 0 && <p className={controls.fieldLabel}>Пустых строк: {formatNumber(blank)}</p>}
    </>
  );
}

/** `onDone` receives the success message. */
type WordListDialogProps = {
  /** The IDs of the clients that an administrator starts with. */
  clients: readonly string[];
  onDone: (text: string) => void;
  onClose: () => void;
};

const summary = (lines: readonly CheckedLine[]): string => {
  const count = (kind: CheckedLine['kind']) => formatNumber(countLines(lines, kind));
  return `Новых: ${count('new')}, уже есть: ${count('exists')}, с ошибкой: ${count('wrong')}`;
};

export function WordListDialog({ clients: initial, onDone, onClose }: WordListDialogProps) {
  const isAdmin = useIslandContext().viewer.user.type === 'admin';
  const field = useRef<HTMLTextAreaElement>(null);
  const [errors, setErrors] = useState<{ clients?: string | null; phrases?: string | null }>({});
  const [clientIds, setClientIds] = useState(initial);
  const [saved, setSaved] = useState(0);
  const { checked, busy, failure, progress, forget, check, save } = useWordList();

  const clients = isAdmin ? clientIds : [null];

  function correct(name: keyof typeof errors) {
    forget();
    setErrors((shown) => ({ ...shown, [name]: null }));
  }

  function onCheck(event: FormEvent) {
    event.preventDefault();
    const text = field.current?.value ?? '';
    const nextErrors = {
      ...(clients.length === 0 && { clients: messages.chooseClient }),
      ...(text.trim() === '' && { phrases: messages.enterText }),
    };
    setErrors(nextErrors);
    if (Object.keys(nextErrors).length === 0) void check(text, clients);
  }

  const report = (count: number) => onDone(`Добавлено фраз: ${formatNumber(count)}`);

  async function onSave() {
    const result = checked && (await save(checked, clients));
    if (!result) return;
    const count = saved + result.saved;
    if (result.left.length === 0) return report(count);
    setSaved(count);
    forget();
    if (field.current) field.current.value = result.left.map(({ raw }) => raw).join('\n');
    field.current?.focus();
  }

  const close = () => (saved > 0 ? report(saved) : onClose());

  return (
    <Dialog title="Добавление списком" className={styles.dialog} busy={busy !== null} onClose={close}>
      <form className={controls.form} data-draft="word-list" noValidate onSubmit={onCheck}>
        <FailureNotice text={failure} />
        {isAdmin && (
          <Picker
            label="Клиенты *"
            chosenLabel="Выбранные клиенты"
            removeLabel={({ id }) => `Убрать клиента ${id}`}
            placeholder="Имя или ID"
            call={findClients}
            chosen={clientIds}
            error={errors.clients ?? null}
            onChange={(ids) => {
              setClientIds(ids);
              correct('clients');
            }}
          />
        )}
        <FormField label="Фразы, по одной в строке" error={errors.phrases ?? null}>
          {(control) => (
            <textarea
              {...control}
              ref={field}
              name="phrases"
              rows={10}
              className={controls.input}
              onChange={() => correct('phrases')}
            />
          )}
        </FormField>
        {busy && <progress value={progress} aria-label={busy === 'check' ? 'Проверка' : 'Сохранение'} />}
        <p role="status" className={controls.notice}>
          {checked
            ? summary(checked)
            : saved > 0 && `Сохранено: ${formatNumber(saved)}. В поле остались строки с ошибками.`}
        </p>
        {checked && <WordListLines lines={checked} />}
        <div className={controls.actions}>
          <Button disabled={busy !== null} onClick={close}>
            {saved > 0 ? 'Закрыть' : 'Отмена'}
          </Button>
          <Button type="submit" busy={busy === 'check'} disabled={busy !== null}>
            Проверить
          </Button>
          <Button
            kind="primary"
            busy={busy === 'save'}
            disabled={busy !== null || !checked || countLines(checked, 'new') === 0}
            onClick={onSave}
          >
            Сохранить
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
