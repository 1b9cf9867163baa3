/** A day, by the browser's own date field; what is half typed stays in the field until it is a day. */
import { useState } from 'react';
import controls from '../styles/controls.module.css';
import { FormField } from './form-field.tsx';

/** Days are `YYYY-MM-DD`, or '' for none. */
type DateFieldProps = {
  label: string;
  name: string;
  value: string;
  min?: string;
  max?: string;
  onChange: (day: string) => void;
};

/** While a year is being typed the browser tells days of the years 2, 20 and 202. */
const isWhole = (day: string): boolean => !day.startsWith('0');

export function DateField({ label, name, value, min, max, onChange }: DateFieldProps) {
  const [draft, setDraft] = useState<string | null>(null);
  return (
    <FormField label={label}>
      {(control) => (
        <input
          {...control}
          type="date"
          name={name}
          className={controls.input}
          value={draft ?? value}
          min={min || undefined}
          max={max || '9999-12-31'}
          onChange={({ currentTarget: { value: day } }) => {
            setDraft(isWhole(day) ? null : day);
            if (isWhole(day)) onChange(day);
          }}
          onBlur={() => setDraft(null)}
        />
      )}
    </FormField>
  );
}
