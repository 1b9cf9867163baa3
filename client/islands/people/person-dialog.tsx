/** Invites a person, or changes one. A login cannot be changed. */
import { type Invitation, invitePerson, type Person, updatePerson } from '../../../shared/api/people.ts';
import * as messages from '../../../shared/messages.ts';
import { type ClientRole, clientRoleLabels } from '../../../shared/roles.ts';
import { loginError, personTextMax } from '../../../shared/rules/person.ts';
import { DialogForm } from '../../components/dialogs.tsx';
import { Checkbox, SelectField, TextField } from '../../components/form-field.tsx';
import { callApi } from '../../lib/api.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import controls from '../../styles/controls.module.css';

/** `person` is null for a new person; `onDone` then receives the invitation. */
type PersonDialogProps = {
  person: Person | null;
  onDone: (text: string, invitation: Invitation | null) => void;
  onClose: () => void;
};

const names = ['name', 'login', 'role', 'may_export'] as const;
const text = { type: 'text', maxLength: personTextMax, autoComplete: 'off', spellCheck: false } as const;

export function PersonDialog({ person, onDone, onClose }: PersonDialogProps) {
  const submission = useSubmission({
    names,
    check: ({ name, login }) => ({
      name: name.trim() === '' ? messages.enterName : null,
      login: person ? null : loginError(login.trim()),
    }),
    send: async ({ name, login, role, may_export }) => {
      const input = { name, login, role: role as ClientRole, mayExport: may_export !== '' };
      if (person === null) return onDone('Приглашение создано', await callApi(invitePerson(input)));
      await callApi(updatePerson(person.id, input));
      onDone('Сохранено', null);
    },
    fieldOf: (message) => (message === messages.loginTaken ? 'login' : null),
  });
  return (
    <DialogForm
      title={person ? 'Изменение' : 'Приглашение'}
      submitLabel={person ? 'Сохранить' : 'Пригласить'}
      onClose={onClose}
      {...submission}
    >
      <TextField label="Имя *" name="name" defaultValue={person?.name} {...text} />
      {person ? (
        <p className={controls.hint}>{`Логин: ${person.login}`}</p>
      ) : (
        <TextField label="Логин *" name="login" autoCapitalize="none" {...text} />
      )}
      <SelectField
        label="Роль"
        name="role"
        options={clientRoleLabels}
        defaultValue={person?.role ?? 'reader'}
        hint="Читатель читает, редактор меняет фразы и источники, владелец — ещё правила оповещений и людей"
      />
      <Checkbox name="may_export" defaultChecked={person?.mayExport ?? false}>
        Разрешить экспорт
      </Checkbox>
    </DialogForm>
  );
}
