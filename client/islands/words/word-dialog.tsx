/** Adds or edits a phrase (docs/product/phrases.md). */

import { type ClipboardEvent, useId, useState } from 'react';
import { createWord, updateWord, type WordInput } from '../../../shared/api/word-changes.ts';
import { loadWordSuggestions, readWord } from '../../../shared/api/words.ts';
import type { Word } from '../../../shared/fields/words.ts';
import * as messages from '../../../shared/messages.ts';
import { fullSearchOffPosts, textSuggestionsDebounceMs, wordTextMax } from '../../../shared/rules/limits.ts';
import { suggestWords, wordTextError } from '../../../shared/rules/word.ts';
import { editableWordStates, wordStateLabels } from '../../../shared/rules/word-states.ts';
import { useSeenChange, VersionField } from '../../components/changed-by-other.tsx';
import { ClientSelect } from '../../components/client-select.tsx';
import { Combobox } from '../../components/combobox.tsx';
import { DialogForm } from '../../components/dialogs.tsx';
import { Checkbox, SelectField } from '../../components/form-field.tsx';
import { OwnOnly } from '../../components/own-only.tsx';
import { QueryField } from '../../components/query-field.tsx';
import { useDebounced } from '../../components/search-field.tsx';
import { callApi } from '../../lib/api.ts';
import { useIslandContext } from '../../lib/island-context.ts';
import { changedTexts, seenVersion } from '../../lib/seen-version.ts';
import { useCall } from '../../lib/use-reply.ts';
import { type FormTexts, useSubmission } from '../../lib/use-submission.ts';
import controls from '../../styles/controls.module.css';
import preview from './text-preview.module.css';
import { TextPreview } from './text-preview.tsx';

/** The full-search checkbox of a phrase with its description (docs/product/phrases.md). */
function FullSearchField({ name, initial }: { name: string; initial: boolean }) {
  const id = useId();
  const collects = useIslandContext().backendKind === 'own';
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

/** The field would join the lines of a list to one phrase. The list stays in the clipboard. Our own backend only. */
function usePastedLines() {
  const [pastedLines, setPastedLines] = useState(0);
  const { backendKind } = useIslandContext();
  function onPaste(event: ClipboardEvent) {
    const lines = event.clipboardData.getData('text').split(/[\r\n]+/);
    const count = lines.filter((line) => line.trim() !== '').length;
    if (backendKind === 'own' && count > 1) event.preventDefault();
    setPastedLines(backendKind === 'own' ? count : 0);
  }
  return { pastedLines, onPaste };
}

type WordTextFieldProps = { word: Word | null; text: string; onText: (text: string) => void };

/**
 * The text field of a phrase, with suggestions from existing phrases and a preview of its posts (docs/product/phrases.md).
 */
function WordTextField({ word, text, onText }: WordTextFieldProps) {
  const searched = useDebounced(text.trim(), textSuggestionsDebounceMs);
  const call = searched === '' ? null : loadWordSuggestions(searched);
  // A failure to load suggestions is ignored, because the field works without them.
  const { data: existing = [] } = useCall(call, { keepPreviousData: true });
  const { pastedLines, onPaste } = usePastedLines();
  return (
    <>
      <div onPaste={onPaste}>
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
            data-opened={word?.text ?? ''}
          />
        </QueryField>
      </div>
      {pastedLines > 1 && (
        <p role="alert" className={controls.hint}>
          Строк: {pastedLines}. Здесь одна фраза, а для нескольких есть «Добавить списком»
        </p>
      )}
      <OwnOnly>
        <TextPreview text={text} word={word} onText={onText} />
      </OwnOnly>
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

/** Saving makes a pending or failed phrase active, unless the user freezes it. */
const savedState = (state = '') => editableWordStates.find((editable) => editable === state) ?? 'ready';

const names = ['clientId', 'text', 'state', 'fullSearch'] as const;

const textsOf = (word: Word | null): FormTexts<(typeof names)[number]> => ({
  clientId: '',
  text: word?.text ?? '',
  state: savedState(word?.state),
  fullSearch: word?.fullSearch ? 'on' : '',
});

const describeWord = ({ text, state, fullSearch }: Word) => ({
  Текст: text,
  Статус: wordStateLabels[savedState(state)],
  'Полный поиск': fullSearch ? 'да' : 'нет',
});

/** The entered values to send: the values that differ from the phrase, or all. */
function changeOf(form: HTMLFormElement, word: Word, entered: ReturnType<typeof textsOf>): Partial<WordInput> {
  const { text, state, fullSearch } = changedTexts(form, textsOf(word), entered);
  return {
    ...(text !== undefined && { Text: text.trim() }),
    ...(state !== undefined && { State: state }),
    ...(fullSearch !== undefined && { FullSearch: fullSearch !== '' }),
  };
}

export function WordDialog({ word, onDone, onClose }: WordDialogProps) {
  const context = useIslandContext();
  const [text, setText] = useState(word?.text ?? '');
  const choosesClient = word === null && context.viewer.user.type === 'admin';
  /**
   * The phrase that the form changes, as it was when the dialog opened, with texts that the user has since taken over.
   */
  const [base, setBase] = useState(word);
  const seen = useSeenChange({
    opened: base,
    read: readWord,
    describe: describeWord,
    textsOf: ({ by, now }) =>
      now.text === base?.text
        ? null
        : { alert: messages.wordChanged(by, now.text), mine: 'Сохранить мой', theirs: 'Взять этот текст' },
    onTheirs(now, settle) {
      if (now.text === base?.text) return onDone(messages.othersKept, now);
      setText(now.text);
      setBase(base && { ...base, text: now.text });
      settle();
    },
  });

  const submission = useSubmission({
    names,
    check: ({ clientId, text }) => ({
      clientId: choosesClient && clientId === '' ? messages.chooseClient : null,
      text: wordTextError(text),
    }),
    send: async (entered, form) => {
      const input = { Text: entered.text.trim(), State: entered.state, FullSearch: entered.fullSearch !== '' };
      if (!word) {
        const added = await callApi(createWord(input, entered.clientId || null));
        return onDone(added?.state === 'pending' ? messages.wordAwaited : 'Фраза добавлена', null);
      }
      const sent = await seen.send(form, updateWord(word.id, changeOf(form, base ?? word, entered), seenVersion(form)));
      if (!sent) return;
      const { Text: text, State: state, FullSearch: fullSearch } = input;
      const saved = sent.reply ?? { ...word, text, state: savedState(state), fullSearch };
      // Saving does not change the clients of the phrase, and some backends omit them from the reply.
      onDone('Фраза сохранена', { ...saved, clients: word.clients });
    },
    fields: { 'query-unreadable': 'text', 'phrase-empty': 'text' },
  });

  return (
    <>
      <DialogForm
        title={word ? 'Редактирование фразы' : 'Новая фраза'}
        className={context.backendKind === 'own' ? preview.wideDialog : undefined}
        draft={`word-${word?.id ?? 'new'}`}
        onClose={onClose}
        {...submission}
      >
        <VersionField row={word} />
        {choosesClient && <ClientSelect label="Клиент *" name="clientId" />}
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
      {seen.dialog}
    </>
  );
}
