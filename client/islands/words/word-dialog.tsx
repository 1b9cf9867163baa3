/** Adds or edits a phrase (docs/product.md, section 5). */
import { createWord, updateWord } from '../../../shared/api/word-changes.ts';
import type { Word } from '../../../shared/fields/words.ts';
import * as messages from '../../../shared/messages.ts';
import { wordTextError } from '../../../shared/rules/word.ts';
import { editableWordStates, wordStateLabels } from '../../../shared/rules/word-states.ts';
import { ClientSelect } from '../../components/client-select.tsx';
import { DialogForm } from '../../components/dialog-form.tsx';
import { FormField } from '../../components/form-field.tsx';
import { callApi } from '../../lib/api.ts';
import { useIslandContext } from '../../lib/island-context.tsx';
import { useSubmission } from '../../lib/use-submission.ts';
import controls from '../../styles/controls.module.css';
import { FullSearchField } from './full-search-field.tsx';
import { WordTextField } from './word-text-field.tsx';

type WordDialogProps = {
  /** Null for a new phrase. */
  word: Word | null;
  onAdded: (text: string) => void;
  onSaved: (text: string, word: Word) => void;
  onClose: () => void;
};

/** Saving makes a pending or failed phrase active, unless the user freezes it. */
const savedState = (state = '') => editableWordStates.find((editable) => editable === state) ?? 'ready';

export function WordDialog({ word, onAdded, onSaved, onClose }: WordDialogProps) {
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
      if (!word) {
        await callApi(createWord(input, clientId || null), context);
        return onAdded('Фраза добавлена');
      }
      const reply = await callApi(updateWord(word.id, input), context);
      const saved = reply ?? {
        ...word,
        text: input.Text,
        state: savedState(state),
        fullSearch: input.FullSearch,
      };
      // Saving does not change the clients of the phrase, and some backends leave them out of the reply.
      onSaved('Фраза сохранена', { ...saved, clients: word.clients });
    },
    fieldOf: (message) => (message.startsWith(messages.queryErrorStart) ? 'text' : null),
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
          <select {...control} name="state" className={controls.select} defaultValue={savedState(word?.state)}>
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
