/** A native date field. An incomplete date stays in the field and is not reported. */
import { useState } from 'react';
import controls from '../styles/controls.module.css';
import { FormField } from './form-field.tsx';

type DateFieldProps = {
  label: string;
  name: string;
  /** `YYYY-MM-DD`, or '' for none. */
  value: string;
  /** The ID of the error text. */
  errorId?: string | undefined;
  onChange: (day: string) => void;
};

/** While the user types a year, browsers report dates in the years 2, 20 and 202. */
const isComplete = (day: string): boolean => !day.startsWith('0');

export function DateField({ label, name, value, errorId, onChange }: DateFieldProps) {
  const [draft, setDraft] = useState<string | null>(null);
  return (
    <FormField label={label}>
      {(control) => (
        <input
          {...control}
          {...(errorId !== undefined && { 'aria-invalid': true, 'aria-describedby': errorId })}
          type="date"
          name={name}
          className={controls.input}
          value={draft ?? value}
          max="9999-12-31"
          onChange={({ currentTarget: { value: day } }) => {
            setDraft(isComplete(day) ? null : day);
            if (isComplete(day)) onChange(day);
          }}
          onBlur={() => setDraft(null)}
        />
      )}
    </FormField>
  );
}
