/** Adds or edits a phrase (section 5 of the specification); what was typed stays when the backend refuses it. */
import { type FormEvent, useState } from 'react';
import { createWord, updateWord, type Word } from '../../../shared/api/words.ts';
import * as messages from '../../../shared/messages.ts';
import { editableWordStates, wordStateLabels, wordTextError, wordTextMax } from '../../../shared/rules/word.ts';
import { BusyButton } from '../../components/busy-button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FormField } from '../../components/form-field.tsx';
import { callApi } from '../../lib/api.ts';
import { useSurroundings } from '../../lib/surroundings.tsx';
import controls from '../../styles/controls.module.css';
import { ClientSelect } from './client-select.tsx';
import { FullSearchField } from './full-search-field.tsx';
import { WordTextField } from './word-text-field.tsx';

/** `word` is null for a new phrase; `onDone` gets what to tell the person. */
type WordDialogProps = { word: Word | null; onDone: (text: string) => void; onClose: () => void };

type WordForm = { clientId: string; text: string; state: string; fullSearch: boolean };
type WordFormErrors = { clientId: string | null; text: string | null };

const noErrors: WordFormErrors = { clientId: null, text: null };

function formOf(word: Word | null): WordForm {
  const state = editableWordStates.find((candidate) => candidate === word?.state) ?? 'ready';
  return { clientId: '', text: word?.text ?? '', state, fullSearch: word?.fullSearch ?? false };
}

const save = (word: Word | null, { clientId, text, state, fullSearch }: WordForm) => {
  const input = { Text: text.trim(), State: state, FullSearch: fullSearch };
  return word ? updateWord(word.id, input) : createWord(input, clientId || null);
};

export function WordDialog({ word, onDone, onClose }: WordDialogProps) {
  const surroundings = useSurroundings();
  const choosesClient = word === null && surroundings.viewer.user.type === 'admin';
  const [form, setForm] = useState(() => formOf(word));
  const [errors, setErrors] = useState(noErrors);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const change = (part: Partial<WordForm>) => setForm((current) => ({ ...current, ...part }));

  async function submit(event: FormEvent) {
    event.preventDefault();
    const found: WordFormErrors = {
      clientId: choosesClient && form.clientId === '' ? messages.chooseClient : null,
      text: wordTextError(form.text),
    };
    setErrors(found);
    if (found.clientId || found.text) return;
    setBusy(true);
    setFailure(null);
    try {
      await callApi(save(word, form), surroundings);
      onDone(word ? 'Фраза сохранена' : 'Фраза добавлена');
    } catch (error) {
      setFailure(error instanceof Error ? error.message : messages.unexpected);
      setBusy(false);
    }
  }

  return (
    <Dialog title={word ? 'Редактирование фразы' : 'Новая фраза'} busy={busy} onClose={onClose}>
      <form className={controls.form} noValidate onSubmit={submit}>
        {failure && (
          <p role="alert" className={controls.noticeFailure}>
            {failure}
          </p>
        )}
        {choosesClient && (
          <ClientSelect value={form.clientId} error={errors.clientId} onChange={(clientId) => change({ clientId })} />
        )}
        <WordTextField
          value={form.text}
          error={errors.text}
          onChange={(text) => change({ text })}
          maxLength={wordTextMax}
        />
        <FormField label="Статус">
          {(control) => (
            <select
              {...control}
              className={controls.select}
              value={form.state}
              onChange={({ target }) => change({ state: target.value })}
            >
              {editableWordStates.map((state) => (
                <option key={state} value={state}>
                  {wordStateLabels[state]}
                </option>
              ))}
            </select>
          )}
        </FormField>
        <FullSearchField checked={form.fullSearch} onChange={(fullSearch) => change({ fullSearch })} />
        <div className={controls.actions}>
          <button type="button" className={controls.button} disabled={busy} onClick={onClose}>
            Отмена
          </button>
          <BusyButton type="submit" kind="primary" busy={busy}>
            Сохранить
          </BusyButton>
        </div>
      </form>
    </Dialog>
  );
}
