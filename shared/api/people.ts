/** API calls of our own backend: people who sign in for a client. */
import { bodyOf, type FieldTable, pageReader, type ReplyTable, type RowOf, rowReader } from '../fields/field.ts';
import * as messages from '../messages.ts';
import type { Page } from '../read.ts';
import { type ClientRole, clientRoleLabels } from '../roles.ts';
import { type Call, change, get, post, withQuery } from './call.ts';
import { seenAs } from './versioned.ts';

/** The client's own account has the ID 0. `active`: the password is set. `invitedUntil`: when the invitation expires. */
export const personFields = {
  id: { api: 'PersonID', type: 'id' },
  name: { api: 'Name', type: 'text', named: true, title: 'Имя', on: 'own' },
  login: { api: 'Login', type: 'text', title: 'Логин', on: 'own', name: 'people.login' },
  role: {
    api: 'Role',
    type: { labels: clientRoleLabels, strict: true },
    title: 'Роль',
    on: 'own',
    name: 'people.role',
  },
  mayExport: { api: 'MayExport', type: 'boolean', title: 'Экспорт', on: 'own', name: 'people.export' },
  secondFactor: {
    api: 'SecondFactor',
    type: 'boolean',
    title: 'Второй фактор',
    on: 'own',
    name: 'people.second_factor',
  },
  active: { api: 'Active', type: 'boolean' },
  disabled: { api: 'Disabled', type: 'boolean' },
  invitedUntil: { api: 'InvitedUntil', type: 'time' },
  version: { api: 'Version', type: 'reference' },
  signedInAt: { api: 'SignedInAt', type: 'time', title: 'Последний вход', on: 'own', name: 'people.signed_in' },
} as const satisfies FieldTable;

export type Person = RowOf<typeof personFields>;
export type PersonInput = { name: string; login: string; role: ClientRole; mayExport: boolean };

export const readPerson = rowReader(personFields);

/** `token` is part of the invitation link. `mailedTo`: the address to which the link was also sent, or ''. */
const sentFields = {
  token: { api: 'Token', type: 'text' },
  mailedTo: { api: 'MailedTo', type: 'text' },
} as const satisfies ReplyTable;

export type Invitation = RowOf<typeof sentFields>;

const readInvitation = rowReader(sentFields);

export const loadPeople = (): Call<Page<Person>> =>
  get('/vknf/people', pageReader('people', personFields), messages.loadPeople);

export const invitePerson = (person: PersonInput): Call<Invitation> =>
  post('/vknf/people/invite', bodyOf(personFields, person), readInvitation, messages.savePerson);

export const renewInvitation = (id: number): Call<Invitation> =>
  post(withQuery('/vknf/people/renew', { id }), undefined, readInvitation, messages.savePerson);

/** Missing fields stay unchanged. */
export const updatePerson = (id: number, person: Partial<Omit<PersonInput, 'login'>>, version: number | null) =>
  change(withQuery('/vknf/people/update', { id }), messages.savePerson, {
    ...bodyOf(personFields, person),
    ...seenAs(version),
  });

export const disablePerson = (id: number, disabled: boolean) =>
  change(withQuery('/vknf/people/disable', { id }), messages.savePerson, { Disabled: disabled });

export const deletePerson = (id: number) => change(withQuery('/vknf/people/delete', { id }), messages.savePerson);

/** Also ends the person's sessions. */
export const resetSecondFactor = (id: number) =>
  change(withQuery('/vknf/people/second-factor/reset', { id }), messages.savePerson);

export const invitationFields = {
  client: { api: 'Client', type: 'text', named: true },
  name: { api: 'Name', type: 'text', named: true },
  login: { api: 'Login', type: 'text' },
} as const satisfies ReplyTable;

export type InvitationOf = RowOf<typeof invitationFields>;

const invitationPath = '/server/invitation';

export const loadInvitation = (token: string): Call<InvitationOf> =>
  get(withQuery(invitationPath, { token }), rowReader(invitationFields), messages.badInvitation);

export const acceptInvitation = (token: string, password: string) =>
  change(`${invitationPath}/accept`, messages.passwordNotChanged, { Token: token, Password: password });
