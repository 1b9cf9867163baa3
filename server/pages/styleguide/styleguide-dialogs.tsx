/** Dialogs of the style guide, rendered inside the page. */
import { BulkDialog } from '../../../client/components/bulk-dialog.tsx';
import { Combobox } from '../../../client/components/combobox.tsx';
import { ConfirmDialog, DialogForm } from '../../../client/components/dialogs.tsx';
import * as messages from '../../../shared/messages.ts';
import { Section, Specimen } from './styleguide-specimen.tsx';

const nothing = () => undefined;
const identity = (text: string): string => text;

const states = {
  обычный: { failure: null, busy: false },
  занят: { failure: null, busy: true },
  неудача: { failure: messages.createWord, busy: false },
  успех: { failure: null, busy: false, status: messages.passwordChanged, done: true },
};

export function StyleguideDialogs() {
  return (
    <Section title="Диалоги">
      {Object.entries(states).map(([name, state]) => (
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
