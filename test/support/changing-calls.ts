/**
 * Every changing call of the API table, and a counter-call by which somebody else changes, deletes or revokes the same thing.
 * Both act on the database of calls-world.ts.
 */
import type { Assertion } from '../../server/platform/assertion.ts';
import { authPaths } from '../../shared/api/auth.ts';
import { type Actor, codeOf, invitationToken, oldPassword, totpSecret } from './calls-world.ts';

export type ChangingCall = {
  path: string;
  as: Actor;
  body?: unknown;
  /** The visitor whom a reverse proxy names. */
  asserted?: Assertion;
};
export type CallPair = { call: ChangingCall; counter: ChangingCall };

/** They need a provider: test/http/oidc.test.ts. */
export const ofProvider = (path: string): boolean => Object.values(authPaths.oidc).some((call) => call === path);

/** Unknown: the tokens of links are random. */
const stopToken = 'A'.repeat(43);
const newPassword = 'другой-пароль-1';
const by = (as: Actor, path: string, body?: unknown): ChangingCall => ({
  path,
  as,
  ...(body !== undefined && { body }),
});
const pair = (call: ChangingCall, counter: ChangingCall): CallPair => ({ call, counter });

const deleteWord = by('boris', '/vknf/words/delete?id=1');
const deleteView = by('anna', '/vknf/views/delete?id=1');
const deleteRule = by('boris', '/vknf/alerts/rules/delete?id=1');
const deleteReport = by('boris', '/vknf/reports/delete?id=1');
const deleteTag = by('boris', '/vknf/work/tags/delete?id=1');
const deleteWorkRule = by('boris', '/vknf/work/rules/delete?id=1');
const deleteNote = by('anna', '/vknf/work/notes/delete?id=1');
const deleteReason = by('boris', '/vknf/work/reasons/delete?id=1');
const deleteClient = by('admin', '/server/clients/delete?id=client-1001');
const setPassword = by('admin', '/server/clients/password/set?id=client-1001', { password: 'заданный-пароль-1' });
const ownPassword = by('client', '/client/password/change', {
  current_password: oldPassword,
  new_password: newPassword,
});
const disableBoris = by('anna', '/vknf/people/disable?id=2', { Disabled: true });
const addKey = by('boris', '/server/keys/create', { Name: 'Сводка', Scopes: ['read'] });
const newFactor = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const header = { asserted: { login: 'gleb', name: 'Глеб', groups: ['press'] } };

const words = [
  pair(by('anna', '/vknf/words/create', { Text: 'мост' }), by('boris', '/vknf/words/create', { Text: 'Мост' })),
  pair(by('anna', '/vknf/words/update?id=1', { Text: 'мост', OldText: 'метро' }), deleteWord),
  pair(deleteWord, by('anna', '/vknf/words/update?id=1', { State: 'freeze' })),
  pair(by('anna', '/vknf/words/bulk', { Action: 'freeze', WordIDs: [1, 2] }), deleteWord),
  pair(by('anna', '/vknf/words/check', { Texts: ['мост', 'метро'] }), deleteWord),
  pair(
    by('anna', '/vknf/words/create/list', { Texts: ['мост', 'порт'] }),
    by('boris', '/vknf/words/create', { Text: 'порт' }),
  ),
  pair(by('admin', '/vknf/collection/start?id=1'), by('admin', '/vknf/words/delete?id=1')),
  pair(
    by('admin', '/vknf/wordclients/create', { WordID: 1, ClientID: 'client-1002' }),
    by('admin', '/vknf/wordclients/delete?id=1'),
  ),
  pair(by('admin', '/vknf/wordclients/delete?id=1'), by('boris', '/vknf/words/update?id=1', { State: 'freeze' })),
  pair(
    by('admin', '/vknf/users/create', { UserID: 42, Name: 'Пётр' }),
    by('admin', '/vknf/users/create', { UserID: 42, Name: 'Иван' }),
  ),
];

const feed = [
  pair(
    by('anna', '/vknf/owners/create', { OwnerID: -8, OwnerType: 'group', Name: 'Район' }),
    by('admin', '/vknf/owners/delete?id=-8'),
  ),
  pair(
    by('admin', '/vknf/owners/delete?id=-7'),
    by('anna', '/vknf/mutes/create', { Kind: 'owner', TargetID: -7, ClientID: null }),
  ),
  pair(
    by('anna', '/vknf/owners/create/list', { Addresses: ['club8'], Followed: true, EveryPost: true }),
    by('admin', '/vknf/owners/delete?id=-8'),
  ),
  pair(
    by('admin', '/vknf/walls/start?ownerId=-7'),
    by('anna', '/vknf/walls/follow', { OwnerID: -7, Followed: true, Comments: false, EveryPost: false }),
  ),
  pair(
    by('anna', '/vknf/walls/follow', { OwnerID: -7, Followed: true, Comments: true, EveryPost: true }),
    by('admin', '/vknf/owners/delete?id=-7'),
  ),
  pair(
    by('anna', '/vknf/posts/marks', { StoryIDs: [1], Read: true }),
    by('anna', '/vknf/posts/marks', { StoryIDs: [1], Read: false }),
  ),
  pair(
    by('boris', '/vknf/mutes/create', { Kind: 'owner', TargetID: -7, ClientID: null }),
    by('boris', '/vknf/mutes/delete?id=2'),
  ),
  pair(
    by('anna', '/vknf/mutes/delete?id=1'),
    by('anna', '/vknf/mutes/create', { Kind: 'owner', TargetID: -7, ClientID: null }),
  ),
  pair(
    by('anna', '/vknf/views/create', { Name: 'Район', Query: '' }),
    by('anna', '/vknf/views/update?id=1', { Name: 'Район' }),
  ),
  pair(by('anna', '/vknf/views/update?id=1', { Name: 'Район', Version: 1 }), deleteView),
  pair(by('boris', '/vknf/views/delete?id=2'), by('boris', '/vknf/views/update?id=2', { Name: 'Новостройка' })),
  pair(by('anna', '/vknf/views/pin?id=1', { Pinned: true }), deleteView),
  pair(by('anna', '/vknf/views/open?id=1'), deleteView),
];

const alerts = [
  pair(
    by('boris', '/vknf/alerts/rules/create', { Name: 'Стройка', ViewID: 2, Condition: 'every', Channel: 'atom' }),
    by('boris', '/vknf/views/delete?id=2'),
  ),
  pair(by('anna', '/vknf/alerts/rules/update?id=1', { Name: 'Новое', Version: 1 }), deleteRule),
  pair(by('anna', '/vknf/alerts/rules/pause?id=1', { Paused: true }), deleteRule),
  pair(deleteRule, by('anna', '/vknf/alerts/rules/update?id=1', { Name: 'Новое' })),
  pair(by('acting', '/vknf/alerts/rules/trial?id=2'), by('boris', '/vknf/alerts/rules/delete?id=2')),
  pair(by('anna', '/vknf/alerts/feeds/renew?id=1'), deleteView),
];

const newReport = { ViewIDs: [2], Period: 'week', Sections: ['main'], Formats: ['mail'], Recipients: ['b@example.ru'] };

const reports = [
  pair(by('boris', '/vknf/reports/create', { Name: 'Итоги', ...newReport }), by('boris', '/vknf/views/delete?id=2')),
  pair(
    by('anna', '/vknf/reports/update?id=1', { Name: 'Дни', Recipients: ['b@example.ru'], Version: 1 }),
    deleteReport,
  ),
  pair(
    by('acting', '/vknf/reports/pause?id=1', { Paused: true }),
    by('anna', '/vknf/reports/update?id=1', { Time: '10:00' }),
  ),
  pair(deleteReport, by('anna', '/vknf/reports/pause?id=1', { Paused: true })),
  pair(by('acting', '/vknf/reports/trial?id=2', { Address: 'b@example.ru' }), by('anna', '/vknf/reports/delete?id=2')),
  pair(by('nobody', '/vknf/reports/stop', { Token: stopToken }), deleteReport),
];

const clients = [
  pair(
    by('admin', '/server/clients/create', {
      name: 'Порт',
      ipaddr: '10.9.8.7',
      macaddr: '00:1A:2B:3C:4D:5E',
      email: 'port@example.ru',
      phone: '+79991234567',
    }),
    by('admin', '/server/clients/delete?id=client-1003'),
  ),
  pair(by('admin', '/server/clients/update?id=client-1001', { phone: '+79990000000', version: 1 }), deleteClient),
  pair(deleteClient, by('admin', '/vknf/words/create?clientID=client-1001', { Text: 'мост' })),
  pair(setPassword, ownPassword),
  pair(by('admin', '/server/clients/password/generate?id=client-1001'), ownPassword),
  pair(by('admin', '/server/clients/export-access', { ids: ['client-1001'], export_access: 'allowed' }), deleteClient),
];

const people = [
  pair(
    by('anna', '/vknf/people/invite', { Name: 'Денис', Login: 'denis', Role: 'reader', MayExport: false }),
    by('boris', '/vknf/people/invite', { Name: 'Дина', Login: 'Denis', Role: 'editor', MayExport: false }),
  ),
  pair(
    by('anna', '/vknf/people/renew?id=3'),
    by('nobody', '/server/invitation/accept', { Token: invitationToken, Password: newPassword }),
  ),
  pair(by('anna', '/vknf/people/update?id=2', { Role: 'reader', Version: 1 }), addKey),
  pair(disableBoris, addKey),
  pair(by('anna', '/vknf/people/delete?id=2'), addKey),
  pair(
    by('anna', '/vknf/people/second-factor/reset?id=2'),
    by('boris', '/server/second-factor/disable', { Proof: oldPassword }),
  ),
  pair(
    by('nobody', '/server/invitation/accept', { Token: invitationToken, Password: newPassword }),
    by('anna', '/vknf/people/delete?id=3'),
  ),
];

const work = [
  pair(
    by('anna', '/vknf/work/change', { Stories: [{ StoryID: 3, Version: 0 }], Change: { Tone: 'negative' } }),
    by('boris', '/vknf/work/change', { Stories: [{ StoryID: 3, Version: 0 }], Change: { AddTags: [1] } }),
  ),
  pair(
    by('anna', '/vknf/work/tags/create', { Name: 'Спам', Color: 'red' }),
    by('boris', '/vknf/work/tags/delete?id=2'),
  ),
  pair(
    by('anna', '/vknf/work/tags/update?id=1', { Name: 'Спам', Color: 'red', Version: 1 }),
    by('boris', '/vknf/work/tags/update?id=1', { Name: 'Пиар', Color: 'red', Version: 1 }),
  ),
  pair(deleteTag, by('anna', '/vknf/work/tags/update?id=1', { Name: 'Спам', Color: 'red' })),
  pair(by('anna', '/vknf/work/reasons/create', { Text: 'Повтор' }), by('boris', '/vknf/work/reasons/delete?id=2')),
  pair(deleteReason, by('anna', '/vknf/work/reasons/create', { Text: 'Реклама' })),
  pair(
    by('boris', '/vknf/work/rules/create', { Name: 'Стройка', ViewID: 2, State: 'resolved' }),
    by('boris', '/vknf/views/delete?id=2'),
  ),
  pair(by('anna', '/vknf/work/rules/update?id=1', { Name: 'Повторы', Version: 1 }), deleteWorkRule),
  pair(by('anna', '/vknf/work/rules/move?id=2', { Direction: 'up' }), deleteWorkRule),
  pair(deleteWorkRule, by('anna', '/vknf/work/rules/update?id=1', { Name: 'Повторы' })),
  pair(by('anna', '/vknf/work/rules/apply?id=1'), deleteWorkRule),
  pair(
    by('anna', '/vknf/work/change-found', { Filters: {}, Expected: 3, Change: { Tone: 'negative' } }),
    by('boris', '/vknf/work/stop?id=3'),
  ),
  pair(by('boris', '/vknf/work/stop?id=2'), by('anna', '/vknf/work/undo?id=2')),
  pair(
    by('boris', '/vknf/work/undo?id=1'),
    by('anna', '/vknf/work/change', { Stories: [{ StoryID: 1, Version: 1 }], Change: { Tone: 'negative' } }),
  ),
  pair(
    by('anna', '/vknf/work/notes/create', { StoryID: 1, Text: 'Ответили' }),
    by('boris', '/vknf/work/join', { StoryID: 1, TargetID: 2 }),
  ),
  pair(deleteNote, by('boris', '/vknf/work/notes/delete?id=1')),
  pair(
    by('anna', '/vknf/work/join', { StoryID: 1, TargetID: 2 }),
    by('boris', '/vknf/work/join', { StoryID: 2, TargetID: 3 }),
  ),
  pair(
    by('anna', '/vknf/work/separate', { OwnerID: -1, PostID: 1 }),
    by('boris', '/vknf/work/join', { StoryID: 1, TargetID: 2 }),
  ),
];

const access = [
  pair(addKey, disableBoris),
  pair(by('anna', '/server/keys/delete?id=1'), by('boris', '/vknf/people/disable?id=1', { Disabled: true })),
  pair(
    by('nobody', '/admin/auth/login', { username: 'root', password: oldPassword }),
    by('admin', '/admin/password/change', { current_password: oldPassword, new_password: newPassword }),
  ),
  pair(by('nobody', '/server/auth/login', { client_id: 'client-1001', password: oldPassword }), setPassword),
  pair(
    by('admin', '/admin/password/change', { current_password: oldPassword, new_password: newPassword }),
    by('admin', '/admin/auth/logout'),
  ),
  pair(ownPassword, setPassword),
  pair(
    by('client', '/server/second-factor/enable', { Secret: newFactor, Code: codeOf(newFactor), Password: oldPassword }),
    setPassword,
  ),
  pair(
    by('pending', '/server/second-factor/verify', { Code: codeOf(totpSecret) }),
    by('admin', '/server/clients/password/generate?id=client-1002'),
  ),
  pair(
    by('boris', '/server/second-factor/codes', { Proof: oldPassword }),
    by('anna', '/vknf/people/second-factor/reset?id=2'),
  ),
  pair(
    by('boris', '/server/second-factor/disable', { Proof: oldPassword }),
    by('boris', '/server/second-factor/codes', { Proof: oldPassword }),
  ),
  pair(by('admin', '/admin/auth/refresh'), by('admin', '/admin/auth/logout')),
  pair(by('client', '/server/auth/refresh'), setPassword),
  pair(by('admin', '/admin/auth/logout'), by('admin', '/admin/auth/refresh')),
  pair(by('admin', '/admin/impersonate', { client_id: 'client-1001', reason: 'Жалоба 17' }), deleteClient),
  pair(by('acting', '/admin/impersonate/stop'), deleteClient),
  pair({ ...by('nobody', '/server/auth/header'), ...header }, deleteClient),
  pair(
    by('seated', '/server/auth/seat', { client_id: 'client-1002' }),
    by('admin', '/server/clients/delete?id=client-1002'),
  ),
];

export const callPairs: readonly CallPair[] = [
  ...words,
  ...feed,
  ...alerts,
  ...reports,
  ...clients,
  ...people,
  ...work,
  ...access,
];
