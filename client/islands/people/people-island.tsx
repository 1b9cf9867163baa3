/** The people of a client (docs/product/people.md): their table, and the dialogs that change them. */

import {
  deletePerson,
  disablePerson,
  type Invitation,
  loadPeople,
  type Person,
  personFields,
  renewInvitation,
  resetSecondFactor,
} from '../../../shared/api/people.ts';
import { formatDate, formatDateTime, type ZoneOffsets } from '../../../shared/format.ts';
import * as messages from '../../../shared/messages.ts';
import type { IslandProps } from '../../../shared/pages/islands.ts';
import { clientRoleLabels, userName, type Viewer } from '../../../shared/roles.ts';
import { pathOf } from '../../../shared/routes.ts';
import { AddButton, RowAction } from '../../components/buttons.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import {
  type OpenerProps,
  useChangeDialog,
  useChangeProps,
  useConfirmation,
  useLazyDialog,
} from '../../components/lazy.tsx';
import { ListTable } from '../../components/list-toolbar.tsx';
import { useAttempt } from '../../components/message-bar.tsx';
import type { Column } from '../../components/table-column.ts';
import { callApi } from '../../lib/api.ts';
import { useIslandContext } from '../../lib/island-context.ts';
import { idOf } from '../../lib/loaded-pages.ts';
import { useReply, wholeList } from '../../lib/use-reply.ts';

/** Each returns the props of a row's button. */
type PersonActions = Record<
  'edit' | 'renew' | 'reset' | 'disable' | 'remove',
  (person: Person) => OpenerProps | object
>;

function describeSignIn({ id, active, disabled, invitedUntil, signedInAt }: Person, timeZone: ZoneOffsets): string {
  if (disabled) return 'Отключён';
  if (active) return signedInAt === null ? '—' : (formatDateTime(signedInAt, timeZone) ?? messages.badDate);
  if (id === 0) return 'Пароль не задан';
  if (invitedUntil === null) return 'Приглашение истекло';
  return `Приглашён до ${formatDate(invitedUntil, timeZone) ?? messages.badDate}`;
}

/**
 * People change their own second factor in the profile. Only administrators reset the second factor of the client's own
 * account.
 */
const mayReset = ({ id, login }: Person, { user, impersonation }: Viewer): boolean =>
  impersonation !== null || (id !== 0 && login !== userName(user));

const peopleColumns = (timeZone: ZoneOffsets, viewer: Viewer, actions: PersonActions): Column<Person>[] => [
  { ...personFields.name, width: 'minmax(7.5rem, 1.6fr)', card: 'heading', cell: ({ name }) => name },
  { ...personFields.login, width: 'minmax(6.25rem, 1fr)', card: 'line', cell: ({ login }) => login },
  { ...personFields.role, width: '6rem', cell: ({ role }) => clientRoleLabels[role] },
  { ...personFields.mayExport, width: '5.75rem', cell: ({ mayExport }) => (mayExport ? 'Разрешён' : 'Запрещён') },
  {
    ...personFields.secondFactor,
    width: '7.25rem',
    cell: ({ secondFactor }) => (secondFactor ? 'Включён' : 'Выключен'),
  },
  {
    ...personFields.signedInAt,
    width: 'minmax(12.75rem, 1fr)',
    card: 'line',
    cell: (person) => describeSignIn(person, timeZone),
  },
  {
    title: 'Действия',
    on: 'own',
    width: '10.5rem',
    actions: true,
    cell: (person, control) => (
      <>
        {/* Only administrators manage the client's own account. */}
        {person.id !== 0 && (
          <>
            <RowAction label="Изменить" icon="edit" {...control} {...actions.edit(person)} />
            <RowAction label="Новая ссылка" icon="key" {...control} {...actions.renew(person)} />
            <RowAction
              label={person.disabled ? 'Включить' : 'Отключить'}
              icon={person.disabled ? 'resume' : 'pause'}
              {...control}
              {...actions.disable(person)}
            />
            <RowAction label="Удалить" icon="remove" {...control} {...actions.remove(person)} />
          </>
        )}
        {person.secondFactor && mayReset(person, viewer) && (
          <RowAction label="Сбросить второй фактор" icon="refresh" {...control} {...actions.reset(person)} />
        )}
      </>
    ),
  },
];

const importEditor = () => import('./person-dialog.tsx').then(({ PersonDialog }) => PersonDialog);
const importLink = () =>
  import('../../components/shown-once-dialog.tsx').then(({ ShownOnceDialog }) => ShownOnceDialog);

const hint =
  'Передайте ссылку приглашённому: по ней он задаст пароль и войдёт. Она действует один раз, 7 дней, и больше не ' +
  'показывается. Прежние ссылки не действуют.';

export function PeopleIsland({ first }: IslandProps['people']) {
  const { basePath, timeZone, viewer } = useIslandContext();
  const people = useReply(loadPeople(), first);
  const attempt = useAttempt();
  const changeProps = useChangeProps();
  const link = useLazyDialog(importLink);
  const confirmation = useConfirmation(people.reload);

  const openLink = ({ token, mailedTo }: Invitation) =>
    link.open({
      title: 'Приглашение',
      hint: mailedTo === '' ? hint : `${hint} Ссылка также отправлена на ${mailedTo}.`,
      label: 'Ссылка',
      text: `${location.origin}${basePath}${pathOf('invitation')}?token=${token}`,
      copyLabel: 'Скопировать ссылку',
    });

  const editor = useChangeDialog(importEditor, (_text: string, invitation: Invitation | null) => {
    people.reload();
    if (invitation !== null) void openLink(invitation);
  });

  const renew = ({ id }: Person) =>
    attempt(async () => {
      await openLink(await callApi(renewInvitation(id)));
      people.reload();
    });

  const actions: PersonActions = {
    edit: (person) => editor.openerProps({ person }),
    renew: (person) => changeProps({ onClick: () => void renew(person) }),
    disable: (person) =>
      confirmation.openerProps({
        question: person.disabled ? messages.confirmPersonEnable : messages.confirmPersonDisable,
        subject: person.name,
        confirmLabel: person.disabled ? 'Включить' : 'Отключить',
        confirmKind: person.disabled ? 'primary' : 'danger',
        call: disablePerson(person.id, !person.disabled),
        done: person.disabled ? 'Человек включён' : 'Человек отключён',
      }),
    reset: (person) =>
      confirmation.openerProps({
        question: messages.confirmSecondFactorReset,
        subject: person.name,
        confirmLabel: 'Сбросить',
        call: resetSecondFactor(person.id),
        done: 'Второй фактор сброшен',
      }),
    remove: (person) =>
      confirmation.openerProps({
        question: messages.confirmPersonDelete,
        subject: person.name,
        confirmLabel: 'Удалить',
        call: deletePerson(person.id),
        done: 'Человек удалён',
      }),
  };
  return (
    <>
      <ListTable
        label="Люди"
        emptyText={
          <EmptyState title={messages.noPeople} hint="Пригласите коллегу: у каждого свой вход, роль и права." />
        }
        rowHeight={44}
        cardBase={58}
        list={wholeList(people.data?.rows ?? [], people)}
        columns={peopleColumns(timeZone, viewer, actions)}
        keyOf={idOf}
      >
        <AddButton {...editor.openerProps({ person: null })}>Пригласить</AddButton>
      </ListTable>
      {editor.element}
      {link.render({})}
      {confirmation.element}
    </>
  );
}
