/** A text field and a select of the form of a rule. */
import type { InputHTMLAttributes, ReactNode } from 'react';
import type { AlertForm, AlertFormField } from '../../../shared/rules/alert-form.ts';
import { FormField } from '../../components/form-field.tsx';
import type { FormErrors } from '../../lib/use-submission.ts';
import controls from '../../styles/controls.module.css';

/** `texts` are the initial values. */
export type RuleFormState = { texts: AlertForm; errors: FormErrors<AlertFormField> };

type FieldProps = { form: RuleFormState; name: AlertFormField; label: string };

type RuleInputProps = FieldProps & Omit<InputHTMLAttributes<HTMLInputElement>, 'form' | 'name'> & { hint?: string };

export function RuleInput({ form: { texts, errors }, name, label, hint = '', ...input }: RuleInputProps) {
  return (
    <FormField label={label} error={errors[name] ?? null} hint={hint}>
      {(control) => <input {...control} {...input} name={name} className={controls.input} defaultValue={texts[name]} />}
    </FormField>
  );
}

/** `options` maps values to labels. `children` are the options before them. */
type RuleSelectProps = FieldProps & {
  options: Record<string, string>;
  onChoose?: (value: string) => void;
  children?: ReactNode;
};

export function RuleSelect({ form: { texts, errors }, name, label, options, onChoose, children }: RuleSelectProps) {
  return (
    <FormField label={label} error={errors[name] ?? null}>
      {(control) => (
        <select
          {...control}
          name={name}
          className={controls.select}
          defaultValue={texts[name]}
          onChange={({ target }) => onChoose?.(target.value)}
        >
          {children}
          {Object.entries(options).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </FormField>
  );
}
