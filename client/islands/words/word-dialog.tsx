/** Adds or edits a phrase (section 5 of the specification); what was typed stays when the backend refuses it. */
import { createWord, updateWord, type Word } from '../../../shared/api/words.ts';
import * as messages from '../../../shared/messages.ts';
import { editableWordStates, wordStateLabels, wordTextError } from '../../../shared/rules/word.ts';
import { ClientSelect } from '../../components/client-select.tsx';
import { DialogForm } from '../../components/dialog-form.tsx';
import { FormField } from '../../components/form-field.tsx';
import { callApi } from '../../lib/api.ts';
import { useIslandContext } from '../../lib/island-context.tsx';
import { useSubmission } from '../../lib/use-submission.ts';
import controls from '../../styles/controls.module.css';
import { FullSearchField } from './full-search-field.tsx';
import { WordTextField } from './word-text-field.tsx';

/** `word` is null for a new phrase; `onDone` gets what to tell the person. */
type WordDialogProps = { word: Word | null; onDone: (text: string) => void; onClose: () => void };

/** A phrase that waits or has failed becomes active when it is saved, unless it is frozen. */
const stateOf = (word: Word | null) => editableWordStates.find((state) => state === word?.state) ?? 'ready';

export function WordDialog({ word, onDone, onClose }: WordDialogProps) {
  const context = useIslandContext();
  const choosesClient = word === null && context.viewer.user.type === 'admin';

  const { errors, failure, busy, onSubmit } = useSubmission({
    names: ['clientId', 'text', 'state'],
    check: ({ clientId, text }) => ({
      clientId: choosesClient && clientId === '' ? messages.chooseClient : null,
      text: wordTextError(text),
    }),
    send: async ({ clientId, text, state }, form) => {
      const input = { Text: text.trim(), State: state, FullSearch: new FormData(form).has('fullSearch') };
      await callApi(word ? updateWord(word.id, input) : createWord(input, clientId || null), context);
      onDone(word ? 'Фраза сохранена' : 'Фраза добавлена');
    },
  });

  return (
    <DialogForm
      title={word ? 'Редактирование фразы' : 'Новая фраза'}
      draft={`word-${word?.id ?? 'new'}`}
      failure={failure}
      busy={busy}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      {choosesClient && <ClientSelect label="Клиент *" name="clientId" error={errors.clientId ?? null} />}
      <WordTextField name="text" initial={word?.text ?? ''} error={errors.text ?? null} />
      <FormField label="Статус">
        {(control) => (
          <select {...control} name="state" className={controls.select} defaultValue={stateOf(word)}>
            {editableWordStates.map((state) => (
              <option key={state} value={state}>
                {wordStateLabels[state]}
              </option>
            ))}
          </select>
        )}
      </FormField>
      <FullSearchField name="fullSearch" initial={word?.fullSearch ?? false} />
    </DialogForm>
  );
}
