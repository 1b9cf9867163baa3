/** Fields and dialogs of the style guide, in each of their states. */

import { BulkDialog } from '../../../client/components/bulk-dialog.tsx';
import { ClientSelect } from '../../../client/components/client-select.tsx';
import { Combobox } from '../../../client/components/combobox.tsx';
import { ConfirmDialog, DialogForm } from '../../../client/components/dialogs.tsx';
import { DateField, FormField } from '../../../client/components/form-field.tsx';
import { Picker } from '../../../client/components/picker.tsx';
import { QueryField } from '../../../client/components/query-field.tsx';
import { SearchField } from '../../../client/components/search-field.tsx';
import controls from '../../../client/styles/controls.module.css';
import { get } from '../../../shared/api/call.ts';
import * as messages from '../../../shared/messages.ts';
import { Section, Specimen } from './styleguide-specimen.tsx';

const nothing = () => undefined;

const fieldStates = {
  обычное: {},
  'в фокусе': { 'data-shown': 'focus' },
  'с ошибкой': {},
  недоступное: { disabled: true },
};

export function StyleguideFields() {
  return (
    <Section title="Поля">
      {Object.entries(fieldStates).map(([name, state]) => {
        const error = name === 'с ошибкой' ? messages.enterText : null;
        return (
          <Specimen key={name} name={name}>
            <FormField label="Текст *" error={error} hint="Подсказка к полю">
              {(control) => <input {...control} {...state} className={controls.input} placeholder="Пусто" />}
            </FormField>
            <FormField label="Статус" error={error}>
              {(control) => (
                <select {...control} {...state} className={controls.select}>
                  <option>Активно</option>
                </select>
              )}
            </FormField>
            <label>
              <input type="checkbox" {...state} className={controls.checkbox} defaultChecked /> Полный поиск
            </label>
          </Specimen>
        );
      })}
      <Specimen name="день">
        <DateField label="Дата с" name="from" value="2026-05-22" onChange={nothing} />
        <DateField label="Дата по" name="to" value="" onChange={nothing} />
      </Specimen>
      <Specimen name="поиск">
        <QueryField>
          <FormField label="Поиск по тексту" error={null}>
            {(control) => <input {...control} className={controls.input} />}
          </FormField>
        </QueryField>
      </Specimen>
      <Specimen name="поиск в списке">
        <SearchField label="Найти клиента" search="банк" maxLength={100} kept={{}} onSearch={nothing} />
      </Specimen>
      <Specimen name="выбор клиента, пока список загружается">
        <ClientSelect label="Клиент *" name="clientId" error={null} />
      </Specimen>
      <Specimen name="выбор нескольких">
        <Picker
          label="Найти фразу"
          chosenLabel="Выбранные фразы"
          removeLabel={({ text }) => `Убрать фразу ${text}`}
          call={() => get('/', () => [], messages.loadWords)}
          all={[{ id: 1, text: 'метро' }]}
          chosen={[1]}
          onChange={nothing}
        />
      </Specimen>
    </Section>
  );
}

/** Dialogs of the style guide, rendered inside the page. */
const identity = (text: string): string => text;

const dialogStates = {
  обычный: { failure: null, busy: false },
  занят: { failure: null, busy: true },
  неудача: { failure: messages.createWord, busy: false },
  успех: { failure: null, busy: false, status: messages.passwordChanged, done: true },
};

export function StyleguideDialogs() {
  return (
    <Section title="Диалоги">
      {Object.entries(dialogStates).map(([name, state]) => (
        <Specimen key={name} name={name}>
          <DialogForm title={`Новая фраза (${name})`} {...state} onSubmit={nothing} onClose={nothing}>
            <Combobox
              label="Текст *"
              text=""
              onTextChange={nothing}
              items={['выставка', 'выборы']}
              itemText={identity}
              itemKey={identity}
              onChoose={nothing}
              error={state.failure && messages.enterText}
            />
          </DialogForm>
        </Specimen>
      ))}
      <Specimen name="вопрос">
        <ConfirmDialog
          question={messages.confirmWordDeleteClient}
          subject="выставка под открытым небом"
          confirmLabel="Удалить"
          onConfirm={() => Promise.resolve()}
          onClose={nothing}
        />
      </Specimen>
      <Specimen name="изменение многих">
        <BulkDialog
          question="Разрешить экспорт клиентам: 12?"
          note="Клиенты смогут выгружать свои данные."
          confirmLabel="Разрешить"
          ids={[]}
          send={() => Promise.resolve([])}
          onStep={nothing}
          onChanged={nothing}
          onClose={nothing}
        />
      </Specimen>
    </Section>
  );
}
