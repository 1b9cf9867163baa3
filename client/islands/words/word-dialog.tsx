/** Adds or edits a phrase (docs/product.md, section 5). */

import { useId, useRef, useState } from 'react';
import { createWord, updateWord, type WordInput } from '../../../shared/api/word-changes.ts';
import { loadWord, loadWordSuggestions } from '../../../shared/api/words.ts';
import type { Word } from '../../../shared/fields/words.ts';
import * as messages from '../../../shared/messages.ts';
import { fullSearchOffPosts, textSuggestionsDebounceMs, wordTextMax } from '../../../shared/rules/limits.ts';
import { suggestWords, wordTextError } from '../../../shared/rules/word.ts';
import { editableWordStates, wordStateLabels } from '../../../shared/rules/word-states.ts';
import { Button } from '../../components/buttons.tsx';
import { ClientSelect } from '../../components/client-select.tsx';
import { Combobox } from '../../components/combobox.tsx';
import { DialogForm } from '../../components/dialogs.tsx';
import { Checkbox, FailureNotice, SelectField } from '../../components/form-field.tsx';
import { QueryField } from '../../components/query-field.tsx';
import { useDebounced } from '../../components/search-field.tsx';
import { type ApiFailure, callApi } from '../../lib/api.ts';
import { useIslandContext } from '../../lib/island-context.ts';
import { useCall } from '../../lib/use-reply.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import controls from '../../styles/controls.module.css';
import { TextPreview } from './text-preview.tsx';

/** The full-search checkbox of a phrase with its description (docs/product.md, section 4). */
function FullSearchField({ name, initial }: { name: string; initial: boolean }) {
  const id = useId();
  const collects = useIslandContext().capabilities.includes('collection');
  return (
    <div className={controls.field}>
      <Checkbox name={name} defaultChecked={initial} aria-describedby={collects ? `${id} ${id}-order` : id}>
        Полный поиск
      </Checkbox>
      <p id={id} className={controls.hint}>
        Собрать все посты один раз; иначе — первые {fullSearchOffPosts} самых подходящих
      </p>
      {collects && (
        <p id={`${id}-order`} className={controls.hint}>
          ВК отдаёт новые первыми
        </p>
      )}
    </div>
  );
}

type WordTextFieldProps = { word: Word | null; text: string; onText: (text: string) => void };

/**
 * The text field of a phrase, with suggestions from existing phrases and a preview of its posts (docs/product.md, section 5).
 */
function WordTextField({ word, text, onText }: WordTextFieldProps) {
  const { capabilities } = useIslandContext();
  const searched = useDebounced(text.trim(), textSuggestionsDebounceMs);
  const call = searched === '' ? null : loadWordSuggestions(searched);
  // A failure to load suggestions is ignored, because the field works without them.
  const { data: existing = [] } = useCall(call, { keepPreviousData: true });
  return (
    <>
      <QueryField>
        <Combobox
          label="Текст *"
          name="text"
          text={text}
          onTextChange={onText}
          items={suggestWords(existing, text)}
          itemText={(suggestion) => suggestion.text}
          itemKey={(suggestion) => suggestion.text}
          onChoose={(suggestion) => onText(suggestion.text)}
          maxLength={wordTextMax}
        />
      </QueryField>
      {capabilities.includes('preview') && <TextPreview text={text} word={word} />}
    </>
  );
}

type WordDialogProps = {
  /** Null for a new phrase. */
  word: Word | null;
  /** `saved` is the changed phrase; null after adding one. */
  onDone: (text: string, saved: Word | null) => void;
  onClose: () => void;
};

/** Somebody changed the phrase to `text` while the dialog was open. */
type Conflict = { message: string; text: string };

/** Saves a phrase unless somebody else has changed its text. After `settle` the next save overwrites that text. */
function useConflict(word: Word | null) {
  const { capabilities } = useIslandContext();
  /** The last stored text that this dialog has shown. */
  const shownText = useRef(word?.text ?? '');
  const [conflict, setConflict] = useState<Conflict | null>(null);

  async function save(id: number, input: WordInput): Promise<Word | null | 'conflict'> {
    setConflict(null);
    try {
      return await callApi(
        updateWord(id, { ...input, ...(capabilities.includes('bulk') && { OldText: shownText.current }) }),
      );
    } catch (error) {
      const { message } = error as ApiFailure;
      if (!message.startsWith(messages.wordChangedStart)) throw error;
      const { text } = await callApi(loadWord(id));
      setConflict({ message, text });
      return 'conflict';
    }
  }

  function settle({ text }: Conflict) {
    shownText.current = text;
    setConflict(null);
  }
  return { conflict, save, settle };
}

type ConflictNoticeProps = {
  conflict: Conflict;
  onSettle: (conflict: Conflict) => void;
  onTake: (text: string) => void;
};

function ConflictNotice({ conflict, onSettle, onTake }: ConflictNoticeProps) {
  return (
    <>
      <FailureNotice text={conflict.message} />
      <div className={controls.actions}>
        <Button
          onClick={() => {
            onSettle(conflict);
            onTake(conflict.text);
          }}
        >
          Взять этот текст
        </Button>
        <Button
          onClick={({ currentTarget: { form } }) => {
            onSettle(conflict);
            form?.requestSubmit();
          }}
        >
          Сохранить мой
        </Button>
      </div>
    </>
  );
}

/** Saving makes a pending or failed phrase active, unless the user freezes it. */
const savedState = (state = '') => editableWordStates.find((editable) => editable === state) ?? 'ready';

export function WordDialog({ word, onDone, onClose }: WordDialogProps) {
  const context = useIslandContext();
  const [text, setText] = useState(word?.text ?? '');
  const { conflict, save, settle } = useConflict(word);
  const choosesClient = word === null && context.viewer.user.type === 'admin';

  const submission = useSubmission({
    names: ['clientId', 'text', 'state'],
    check: ({ clientId, text }) => ({
      clientId: choosesClient && clientId === '' ? messages.chooseClient : null,
      text: wordTextError(text),
    }),
    send: async ({ clientId, text, state }, form) => {
      const input = { Text: text.trim(), State: state, FullSearch: new FormData(form).has('fullSearch') };
      if (!word) {
        const added = await callApi(createWord(input, clientId || null));
        return onDone(added?.state === 'pending' ? messages.wordAwaited : 'Фраза добавлена', null);
      }
      const reply = await save(word.id, input);
      if (reply === 'conflict') return;
      const saved = reply ?? {
        ...word,
        text: input.Text,
        state: savedState(state),
        fullSearch: input.FullSearch,
      };
      // Saving does not change the clients of the phrase, and some backends omit them from the reply.
      onDone('Фраза сохранена', { ...saved, clients: word.clients });
    },
    fieldOf: (message) => (message.startsWith(messages.queryErrorStart) ? 'text' : null),
  });

  return (
    <DialogForm
      title={word ? 'Редактирование фразы' : 'Новая фраза'}
      draft={`word-${word?.id ?? 'new'}`}
      onClose={onClose}
      {...submission}
    >
      {choosesClient && <ClientSelect label="Клиент *" name="clientId" />}
      {conflict && <ConflictNotice conflict={conflict} onSettle={settle} onTake={setText} />}
      <WordTextField word={word} text={text} onText={setText} />
      {!choosesClient && word && word.clients.length > 0 && (
        <p className={controls.hint}>Изменится у клиентов: {word.clients.join(', ')}</p>
      )}
      <SelectField
        label="Статус"
        name="state"
        defaultValue={savedState(word?.state)}
        options={Object.fromEntries(editableWordStates.map((state) => [state, wordStateLabels[state]]))}
      />
      <FullSearchField name="fullSearch" initial={word?.fullSearch ?? false} />
    </DialogForm>
  );
}
