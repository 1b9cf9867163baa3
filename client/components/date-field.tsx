/** A day, in the browser's own date field. A half-typed day stays in the field until it is complete. */
import { useState } from 'react';
import controls from '../styles/controls.module.css';
import { FormField } from './form-field.tsx';

type DateFieldProps = {
  label: string;
  name: string;
  /** `YYYY-MM-DD`, or '' for none. */
  value: string;
  /** ID of the text that says what is wrong with the day. */
  errorId?: string | undefined;
  onChange: (day: string) => void;
};

/** While a year is being typed, browsers report days of the years 2, 20 and 202. */
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
