/** Fields of forms of filters, which load the page again and have no script. */
import { FormField } from '../../client/components/form-field.tsx';
import controls from '../../client/styles/controls.module.css';

type TextFilterProps = { label: string; name: string; value: string | null; maxLength: number };

export const TextFilter = ({ label, name, value, maxLength }: TextFilterProps) => (
  <FormField label={label}>
    {(control) => (
      <input
        {...control}
        type="search"
        name={name}
        maxLength={maxLength}
        className={controls.input}
        defaultValue={value ?? ''}
      />
    )}
  </FormField>
);

/** `choices` have a value and a label. */
type ChoiceFilterProps = {
  label: string;
  name: string;
  value: string;
  choices: readonly (readonly [string, string])[];
};

export const ChoiceFilter = ({ label, name, value, choices }: ChoiceFilterProps) => (
  <FormField label={label}>
    {(control) => (
      <select {...control} name={name} className={controls.select} defaultValue={value}>
        {choices.map(([choice, text]) => (
          <option key={choice} value={choice}>
            {text}
          </option>
        ))}
      </select>
    )}
  </FormField>
);

/** `noteId` is the element that explains the days. */
type DayFiltersProps = { from: string | null; to: string | null; invalid: boolean; noteId: string | undefined };

export const DayFilters = ({ from, to, invalid, noteId }: DayFiltersProps) =>
  (
    [
      ['from', 'Дата с', from],
      ['to', 'Дата по', to],
    ] as const
  ).map(([name, label, value]) => (
    <FormField key={name} label={label}>
      {(control) => (
        <input
          {...control}
          {...(invalid && { 'aria-invalid': true })}
          {...(noteId !== undefined && { 'aria-describedby': noteId })}
          type="date"
          name={name}
          max="9999-12-31"
          className={controls.input}
          defaultValue={value ?? ''}
        />
      )}
    </FormField>
  ));
