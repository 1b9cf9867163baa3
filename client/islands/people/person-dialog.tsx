/** Invites a person, or changes one. A login cannot be changed. */

import { type Invitation, invitePerson, type Person, readPerson, updatePerson } from '../../../shared/api/people.ts';
import { isolate } from '../../../shared/isolate.ts';
import * as messages from '../../../shared/messages.ts';
import { type ClientRole, clientRoleLabels } from '../../../shared/roles.ts';
import { loginError, personNameError, personTextMax } from '../../../shared/rules/person.ts';
import { useSeenChange, VersionField } from '../../components/changed-by-other.tsx';
import { DialogForm } from '../../components/dialogs.tsx';
import { Checkbox, SelectField, TextField } from '../../components/form-field.tsx';
import { callApi } from '../../lib/api.ts';
import { changedTexts, seenVersion } from '../../lib/seen-version.ts';
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

const newPerson = { name: '', login: '', role: 'reader', mayExport: false, version: null } as const;
type Shown = Pick<Person, 'name' | 'login' | 'role' | 'mayExport' | 'version'>;

const textsOf = ({ name, login, role, mayExport }: Shown) => ({
  name,
  login,
  role,
  may_export: mayExport ? 'on' : '',
});

const describePerson = ({ name, role, mayExport }: Shown) => ({
  Имя: name,
  Роль: clientRoleLabels[role],
  Экспорт: mayExport ? 'да' : 'нет',
});

export function PersonDialog({ person, onDone, onClose }: PersonDialogProps) {
  const opened: Shown = person ?? newPerson;
  const texts = textsOf(opened);
  const seen = useSeenChange<Shown>({
    opened,
    read: readPerson,
    describe: describePerson,
    onTheirs: () => onDone(messages.othersKept, null),
  });
  const submission = useSubmission({
    names,
    check: ({ name, login }) => ({
      name: personNameError(name),
      login: person ? null : loginError(login.trim()),
    }),
    send: async (entered, form) => {
      const { name, login, role, may_export: mayExport } = entered;
      const input = { name, login, role: role as ClientRole, mayExport: mayExport !== '' };
      if (person === null) return onDone('Приглашение создано', await callApi(invitePerson(input)));
      const changed = changedTexts(form, texts, { ...entered, login: person.login });
      const change = {
        ...(changed.name !== undefined && { name }),
        ...(changed.role !== undefined && { role: input.role }),
        ...(changed.may_export !== undefined && { mayExport: input.mayExport }),
      };
      if (await seen.send(form, updatePerson(person.id, change, seenVersion(form)))) onDone('Сохранено', null);
    },
    fields: { 'login-taken': 'login' },
  });
  return (
    <>
      <DialogForm
        title={person ? 'Изменение' : 'Приглашение'}
        submitLabel={person ? 'Сохранить' : 'Пригласить'}
        texts={texts}
        onClose={onClose}
        {...submission}
      >
        <VersionField row={opened} />
        <TextField label="Имя *" name="name" {...text} />
        {person ? (
          <p className={controls.hint}>{`Логин: ${isolate(person.login)}`}</p>
        ) : (
          <TextField label="Логин *" name="login" autoCapitalize="none" {...text} />
        )}
        <SelectField
          label="Роль"
          name="role"
          options={clientRoleLabels}
          hint="Читатель читает, редактор меняет фразы и источники, владелец — ещё правила оповещений и людей"
        />
        <Checkbox name="may_export" defaultChecked={opened.mayExport}>
          Разрешить экспорт
        </Checkbox>
      </DialogForm>
      {seen.dialog}
    </>
  );
}
