/** Form fields of the style guide: each kind in its normal, focused, invalid and disabled state. */
import { ClientSelect } from '../../../client/components/client-select.tsx';
import { DateField } from '../../../client/components/date-field.tsx';
import { FormField } from '../../../client/components/form-field.tsx';
import { QueryField } from '../../../client/components/query-field.tsx';
import { SearchField } from '../../../client/components/search-field.tsx';
import controls from '../../../client/styles/controls.module.css';
import * as messages from '../../../shared/messages.ts';
import { Section, Specimen } from './styleguide-specimen.tsx';

const nothing = () => undefined;

const states = {
  обычное: {},
  'в фокусе': { 'data-shown': 'focus' },
  'с ошибкой': {},
  недоступное: { disabled: true },
};

export function StyleguideFields() {
  return (
    <Section title="Поля">
      {Object.entries(states).map(([name, state]) => {
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
    </Section>
  );
}
