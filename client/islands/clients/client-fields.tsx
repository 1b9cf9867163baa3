/** The form fields shared by creating and editing a client. */
import { clientTextMax } from '../../../shared/rules/client.ts';
import { FormField } from '../../components/form-field.tsx';
import type { FormErrors, FormTexts } from '../../lib/use-submission.ts';
import controls from '../../styles/controls.module.css';

export const clientFieldNames = ['name', 'ipaddr', 'macaddr', 'email', 'phone'] as const;
type ClientFieldName = (typeof clientFieldNames)[number];

const fields: Record<ClientFieldName, { label: string; type: string }> = {
  name: { label: 'Имя *', type: 'text' },
  ipaddr: { label: 'IP-адрес *', type: 'text' },
  macaddr: { label: 'MAC-адрес *', type: 'text' },
  email: { label: 'Email', type: 'email' },
  phone: { label: 'Телефон', type: 'tel' },
};

/** `texts` are the initial values. */
type ClientFieldsProps = { texts?: FormTexts<ClientFieldName>; errors: FormErrors<ClientFieldName> };

export function ClientFields({ texts, errors }: ClientFieldsProps) {
  return clientFieldNames.map((name) => (
    <FormField key={name} label={fields[name].label} error={errors[name] ?? null}>
      {(control) => (
        <input
          {...control}
          name={name}
          type={fields[name].type}
          className={controls.input}
          defaultValue={texts?.[name]}
          maxLength={clientTextMax[name]}
          autoComplete="off"
          spellCheck={false}
        />
      )}
    </FormField>
  ));
}
