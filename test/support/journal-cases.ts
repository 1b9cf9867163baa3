/** Every unsafe call of the API with valid input, and the journal record that it must cause. */
import { generateSecret, generateSync } from 'otplib';
import type { NewPost } from '../../server/backend/store/posts-store.ts';
import type { Assertion } from '../../server/platform/assertion.ts';
import type { JournalAction } from '../../shared/rules/journal.ts';
import { backendAdmin, clientPassword } from './backend.ts';

/** `pending`: the client client-1002, whose sign-in waits for its code. */
export type Role = 'admin' | 'client' | 'acting' | 'person' | 'anonymous' | 'pending';
type Recorded = { action: JournalAction; object: string | RegExp; who: string; onBehalfOf: string | null };
export type JournalCase = {
  path: string;
  as: Role;
  /** A function creates the body of each request. */
  body?: unknown | (() => unknown);
  /** The visitor whom a reverse proxy names. */
  asserted?: Assertion;
  recorded: Recorded | 'nothing';
  /** A post of the client that arrives before the call; the first one is story 1. */
  arrives?: Partial<NewPost>;
};

export const clientId = 'client-1001';
export const newPassword = 'другой-пароль-1';
/** The token of person 1, who has been invited before. */
export const invitationToken = 'token-of-an-invitation';

export const totpSecret = generateSecret();
let codes = 0;
/** Codes of successive time steps, because none works twice. */
const nextCode = () => {
  codes += 1;
  return generateSync({ secret: totpSecret, epoch: Math.floor(Date.now() / 1000) + 30 * (codes - 1) });
};

const byAdmin = (action: JournalAction, object: string | RegExp) =>
  ({ action, object, who: 'admin', onBehalfOf: null }) as const;
const byActing = (action: JournalAction, object: string | RegExp) =>
  ({ action, object, who: 'admin', onBehalfOf: clientId }) as const;
const byClient = (action: JournalAction, object: string | RegExp) =>
  ({ action, object, who: clientId, onBehalfOf: null }) as const;

export const contact = {
  ipaddr: '10.9.8.7',
  macaddr: '00:1A:2B:3C:4D:5E',
  email: 'director@example.ru',
  phone: '+79991234567',
};

/** A secret: anyone who knows it may write there. */
export const webhook = 'http://127.0.0.1:9/hooks/secret-of-the-chat';
const alertRule = { Name: 'Станции', ViewID: 1, Condition: 'every' };
const describedRule = 'Правило «Станции»';

/** Of the recipient of a report of client-1002. */
export const reportToken = 'A'.repeat(43);
const report = { Name: 'Итоги', ViewIDs: [1], Period: 'week', Sections: ['main'], Formats: ['mail'] };
const describedReport = 'Отчёт «Итоги», клиент client-1001';

/**
 * In an order in which each succeeds, on a backend with two clients, a key, and webhooks to 127.0.0.1. Paths include their
 * query.
 */
export const journalCases: JournalCase[] = [
  {
    path: '/vknf/users/create',
    as: 'admin',
    body: { UserID: 42, Name: 'Пётр' },
    recorded: byAdmin('author-added', 'Автор 42 «Пётр»'),
  },
  {
    path: '/vknf/owners/create',
    as: 'client',
    body: { OwnerID: -7, OwnerType: 'group', Name: 'Город' },
    recorded: byClient('owner-added', 'Источник -7 «Город»'),
  },
  { path: '/vknf/owners/create/list', as: 'client', body: { Addresses: ['не адрес'] }, recorded: 'nothing' },
  {
    path: '/vknf/words/create',
    as: 'client',
    body: { Text: 'метро' },
    recorded: byClient('word-added', 'Фраза 1 «метро», клиент client-1001'),
  },
  {
    path: `/vknf/words/create?clientID=client-1002`,
    as: 'admin',
    body: { Text: 'Метро' },
    recorded: byAdmin('word-added', 'Фраза 1 «метро», клиент client-1002'),
  },
  {
    path: '/vknf/words/create',
    as: 'acting',
    body: { Text: 'вокзал' },
    recorded: byActing('word-added', 'Фраза 3 «вокзал», клиент client-1001'),
  },
  {
    path: '/vknf/words/update?id=3',
    as: 'acting',
    body: { State: 'freeze', FullSearch: true },
    recorded: byActing('word-changed', 'Фраза 3 «вокзал», клиент client-1001: статус «Заморожено», полный поиск: да'),
  },
  { path: '/vknf/words/update?id=3', as: 'admin', body: { State: 'freeze' }, recorded: 'nothing' },
  {
    path: '/vknf/words/update?id=1',
    as: 'client',
    body: { Text: 'мост' },
    recorded: byClient('word-changed', 'Фраза 1 «метро», клиент client-1001: теперь фраза 4, текст «мост»'),
  },
  { path: '/vknf/words/delete?id=1', as: 'admin', recorded: byAdmin('word-deleted', 'Фраза 1 «метро»') },
  {
    path: '/vknf/words/update?id=1',
    as: 'admin',
    body: { Deleted: false },
    recorded: byAdmin('word-restored', 'Фраза 1 «метро»'),
  },
  {
    path: '/vknf/words/delete?id=3',
    as: 'acting',
    recorded: byActing('word-deleted', 'Фраза 3 «вокзал», клиент client-1001'),
  },
  {
    path: '/vknf/wordclients/create',
    as: 'admin',
    body: { WordID: 1, ClientID: clientId },
    recorded: byAdmin('word-added', 'Фраза 1 «метро», клиент client-1001'),
  },
  {
    path: '/vknf/wordclients/delete?id=4',
    as: 'admin',
    recorded: byAdmin('word-deleted', 'Фраза 1 «метро», клиент client-1001'),
  },
  { path: '/vknf/collection/start?id=1', as: 'admin', recorded: byAdmin('collection-requested', 'Фраза 1 «метро»') },
  {
    path: `/vknf/words/check?clientID=${clientId}`,
    as: 'admin',
    body: { Texts: ['порт', 'мост'] },
    recorded: 'nothing',
  },
  {
    path: '/vknf/words/create/list',
    as: 'acting',
    body: { Texts: ['порт', '('] },
    recorded: byActing('word-added', 'Фраза 6 «порт», клиент client-1001'),
  },
  {
    path: '/vknf/words/bulk',
    as: 'acting',
    body: { Action: 'freeze', WordIDs: [6, 99] },
    recorded: byActing('word-changed', 'Фраза 6 «порт», клиент client-1001: статус «Заморожено»'),
  },
  {
    path: '/server/invitation/accept',
    as: 'anonymous',
    body: { Token: invitationToken, Password: newPassword },
    recorded: {
      action: 'invitation-accepted',
      object: 'Анна (anna): читатель, без экспорта, клиент client-1001',
      who: 'Анна (anna)',
      onBehalfOf: clientId,
    },
  },
  {
    path: '/server/auth/header',
    as: 'anonymous',
    asserted: { login: 'gleb', name: 'Глеб', groups: ['press'] },
    recorded: {
      action: 'sign-in',
      object: 'Клиент client-1001, Глеб (gleb)',
      who: 'Глеб (gleb)',
      onBehalfOf: 'client-1001',
    },
  },
  {
    path: '/server/auth/seat',
    as: 'person',
    body: { client_id: 'client-1002' },
    recorded: {
      action: 'sign-in',
      object: 'Клиент client-1002, Вера (vera)',
      who: 'Вера (vera)',
      onBehalfOf: 'client-1002',
    },
  },
  {
    path: '/vknf/people/invite',
    as: 'client',
    body: { Name: 'Борис', Login: 'BORIS', Role: 'editor', MayExport: true },
    recorded: byClient('person-invited', 'Борис (boris): редактор, экспорт разрешён, клиент client-1001'),
  },
  {
    path: '/vknf/people/renew?id=1',
    as: 'acting',
    recorded: byActing('person-invited', 'Анна (anna): читатель, без экспорта, клиент client-1001'),
  },
  {
    path: '/vknf/people/update?id=1',
    as: 'client',
    body: { Name: 'Анна', Role: 'owner' },
    recorded: byClient('person-changed', 'Анна (anna): владелец, без экспорта, клиент client-1001'),
  },
  {
    path: '/vknf/people/disable?id=1',
    as: 'client',
    body: { Disabled: true },
    recorded: byClient('person-disabled', 'Анна (anna): владелец, без экспорта, клиент client-1001'),
  },
  {
    path: '/vknf/people/disable?id=1',
    as: 'client',
    body: { Disabled: false },
    recorded: byClient('person-enabled', 'Анна (anna): владелец, без экспорта, клиент client-1001'),
  },
  {
    path: '/vknf/people/second-factor/reset?id=1',
    as: 'client',
    recorded: byClient('second-factor-reset', 'Клиент client-1001, Анна (anna)'),
  },
  {
    path: '/vknf/people/delete?id=1',
    as: 'client',
    recorded: byClient('person-deleted', 'Анна (anna): владелец, без экспорта, клиент client-1001'),
  },
  { path: '/vknf/posts/marks', as: 'client', body: { StoryIDs: [1], Read: true }, recorded: 'nothing' },
  {
    path: '/vknf/mutes/create',
    as: 'acting',
    body: { Kind: 'owner', TargetID: -7, ClientID: null },
    recorded: byActing('muted', 'Источник -7 «Город»'),
  },
  {
    path: '/vknf/mutes/create',
    as: 'client',
    body: { Kind: 'owner', TargetID: -7, ClientID: null },
    recorded: 'nothing',
  },
  {
    path: '/vknf/mutes/create',
    as: 'admin',
    body: { Kind: 'owner', TargetID: -7, ClientID: clientId },
    recorded: byAdmin('muted', 'Источник -7 «Город», клиент client-1001'),
  },
  {
    path: '/vknf/mutes/delete?id=1',
    as: 'admin',
    recorded: byAdmin('unmuted', 'Источник -7 «Город», клиент client-1001'),
  },
  {
    path: '/vknf/walls/follow',
    as: 'client',
    body: { OwnerID: -7, Followed: true, Comments: true, EveryPost: true },
    recorded: byClient('wall-followed', 'Источник -7 «Город», клиент client-1001: комментарии, все посты'),
  },
  {
    path: '/vknf/walls/start?ownerId=-7',
    as: 'admin',
    recorded: byAdmin('collection-requested', 'Источник -7 «Город»'),
  },
  {
    path: '/vknf/walls/follow',
    as: 'acting',
    body: { OwnerID: -7, Followed: false, Comments: false, EveryPost: false },
    recorded: byActing('wall-unfollowed', 'Источник -7 «Город», клиент client-1001'),
  },
  {
    path: '/vknf/owners/delete?id=-7',
    as: 'admin',
    recorded: byAdmin('owner-deleted', 'Источник -7 «Город»'),
  },
  {
    path: '/vknf/views/create',
    as: 'admin',
    body: { Name: 'Город', Query: '', ClientID: clientId },
    recorded: byAdmin('view-saved', 'Фильтр «Город», клиент client-1001'),
  },
  {
    path: '/vknf/views/update?id=1',
    as: 'admin',
    body: { Name: 'Район' },
    recorded: byAdmin('view-changed', 'Фильтр «Город», клиент client-1001: название «Район»'),
  },
  { path: '/vknf/views/open?id=1', as: 'client', recorded: 'nothing' },
  { path: '/vknf/views/pin?id=1', as: 'client', body: { Pinned: true }, recorded: 'nothing' },
  {
    path: '/vknf/alerts/rules/create',
    as: 'acting',
    body: { ...alertRule, Channel: 'webhook', Address: webhook },
    recorded: byActing('rule-added', `${describedRule} (фильтр «Район», каждый пост, Webhook, клиент client-1001)`),
  },
  {
    path: '/vknf/alerts/rules/update?id=1',
    as: 'acting',
    body: {
      ...alertRule,
      Channel: 'chat',
      Address: `${webhook}2`,
      Schedule: 'daily',
      QuietFrom: '22:00',
      QuietTo: '07:00',
    },
    recorded: byActing('rule-changed', /: канал Mattermost \/ Rocket\.Chat, адрес, раз в день, тихие часы$/),
  },
  {
    path: '/vknf/alerts/rules/update?id=1',
    as: 'client',
    body: { ...alertRule, Channel: 'atom', Condition: 'spike', Least: 3 },
    recorded: byClient('rule-changed', /: всплеск, не меньше 3 за час, канал Atom, адрес, сразу, тихие часы$/),
  },
  {
    path: '/vknf/alerts/rules/update?id=1',
    as: 'client',
    body: { ...alertRule, Channel: 'atom', Condition: 'spike', Least: 3 },
    recorded: 'nothing',
  },
  {
    path: '/vknf/alerts/rules/pause?id=1',
    as: 'client',
    body: { Paused: true },
    recorded: byClient('rule-changed', /^Правило «Станции» .+: приостановлено$/),
  },
  { path: '/vknf/alerts/rules/pause?id=1', as: 'client', body: { Paused: true }, recorded: 'nothing' },
  { path: '/vknf/alerts/rules/trial?id=1', as: 'client', recorded: 'nothing' },
  {
    path: '/vknf/alerts/feeds/renew?id=1',
    as: 'admin',
    recorded: byAdmin('view-changed', 'Фильтр «Район»: отозвана ссылка Atom'),
  },
  {
    path: '/vknf/alerts/rules/delete?id=1',
    as: 'client',
    recorded: byClient('rule-deleted', /^Правило «Станции» \(фильтр «Район», всплеск, /),
  },
  {
    path: '/vknf/reports/create',
    as: 'acting',
    body: { ...report, Recipients: ['anna@example.ru'] },
    recorded: byActing('report-added', describedReport),
  },
  {
    path: '/vknf/reports/update?id=2',
    as: 'client',
    body: { Time: '10:00', Recipients: ['boris@example.ru'] },
    recorded: byClient('report-changed', `${describedReport}: расписание, получатели`),
  },
  {
    path: '/vknf/reports/pause?id=2',
    as: 'client',
    body: { Paused: true },
    recorded: byClient('report-changed', `${describedReport}: приостановлен`),
  },
  { path: '/vknf/reports/trial?id=2', as: 'client', body: { Address: 'anna@example.ru' }, recorded: 'nothing' },
  { path: '/vknf/reports/delete?id=2', as: 'client', recorded: byClient('report-deleted', describedReport) },
  {
    path: '/vknf/reports/stop',
    as: 'anonymous',
    body: { Token: reportToken },
    recorded: {
      ...{ action: 'report-left', object: 'Отчёт «Неделя», клиент client-1002' },
      ...{ who: 'Получатель отчёта', onBehalfOf: null },
    },
  },
  {
    path: '/vknf/work/tags/create',
    as: 'client',
    body: { Name: 'Реклама', Color: 'red' },
    recorded: byClient('tag-added', 'Тег «Реклама», клиент client-1001'),
  },
  {
    path: '/vknf/work/tags/update?id=1',
    as: 'client',
    body: { Name: 'Спам', Color: 'red' },
    recorded: byClient('tag-changed', 'Тег «Реклама», клиент client-1001: название «Спам»'),
  },
  {
    path: '/vknf/work/change',
    as: 'client',
    body: { Stories: [{ StoryID: 1, Version: 0 }], Change: { State: 'in-progress' } },
    arrives: {},
    recorded: byClient('work-changed', /^Сюжет 1, клиент client-1001: «Новое» → «В работе»/),
  },
  { path: '/vknf/work/undo?id=1', as: 'client', recorded: byClient('work-undone', /^Сюжет/) },
  {
    path: '/vknf/work/change-found',
    as: 'acting',
    body: { Filters: {}, Expected: 1, Change: { Tone: 'negative' } },
    recorded: 'nothing',
  },
  {
    path: '/vknf/work/stop?id=2',
    as: 'acting',
    recorded: byActing('work-stopped', 'Сюжетов 0 из 1, клиент client-1001'),
  },
  {
    path: '/vknf/work/notes/create',
    as: 'client',
    body: { StoryID: 1, Text: 'Позвонили в службу' },
    recorded: byClient('note-added', 'Сюжет 1, клиент client-1001'),
  },
  {
    path: '/vknf/work/notes/delete?id=1',
    as: 'client',
    recorded: byClient('note-deleted', 'Сюжет 1, клиент client-1001'),
  },
  {
    path: '/vknf/work/join',
    as: 'client',
    body: { StoryID: 1, TargetID: 2 },
    recorded: byClient('work-changed', 'Сюжет 2, клиент client-1001: присоединён сюжет 1'),
    arrives: { postId: 2, text: 'Депутаты обсудили бюджет' },
  },
  {
    path: '/vknf/work/separate',
    as: 'acting',
    body: { OwnerID: -1, PostID: 1 },
    recorded: byActing('work-changed', 'Сюжет 2, клиент client-1001: пост отделён в сюжет 3'),
  },
  {
    path: '/vknf/work/rules/create',
    as: 'acting',
    body: { Name: 'Спам', ViewID: 1, TagID: 1 },
    recorded: byActing('rule-added', 'Правило разметки «Спам», клиент client-1001'),
  },
  {
    path: '/vknf/work/rules/update?id=1',
    as: 'client',
    body: { Name: 'Спам', ViewID: 1, TagID: 1, State: 'resolved', Paused: true },
    recorded: byClient('rule-changed', 'Правило разметки «Спам», клиент client-1001: состояние, приостановлено'),
  },
  { path: '/vknf/work/rules/move?id=1', as: 'client', body: { Direction: 'up' }, recorded: 'nothing' },
  {
    path: '/vknf/work/rules/apply?id=1',
    as: 'client',
    recorded: 'nothing',
  },
  {
    path: '/vknf/work/stop?id=5',
    as: 'client',
    recorded: byClient('work-stopped', 'Сюжетов 0 из 2, клиент client-1001'),
  },
  {
    path: '/vknf/work/rules/delete?id=1',
    as: 'client',
    recorded: byClient('rule-deleted', 'Правило разметки «Спам», клиент client-1001'),
  },
  {
    path: '/vknf/work/tags/delete?id=1',
    as: 'client',
    recorded: byClient('tag-deleted', 'Тег «Спам», клиент client-1001'),
  },
  {
    path: '/vknf/work/reasons/create',
    as: 'client',
    body: { Text: 'Реклама' },
    recorded: byClient('reason-added', 'Причина «Реклама», клиент client-1001'),
  },
  {
    path: '/vknf/work/reasons/delete?id=1',
    as: 'client',
    recorded: byClient('reason-deleted', 'Причина «Реклама», клиент client-1001'),
  },
  {
    path: '/vknf/views/delete?id=1',
    as: 'admin',
    recorded: byAdmin('view-deleted', 'Фильтр «Район», клиент client-1001'),
  },
  {
    path: '/server/clients/create',
    as: 'admin',
    body: { name: 'Завод', ...contact },
    recorded: byAdmin('client-added', 'Клиент client-1003 «Завод»'),
  },
  {
    path: '/server/clients/update?id=client-1003',
    as: 'admin',
    body: { phone: '+79990000000', export_access: 'allowed' },
    recorded: byAdmin('client-changed', 'Клиент client-1003 «Завод»: телефон, экспорт «Разрешён»'),
  },
  { path: '/server/clients/update?id=client-1003', as: 'admin', body: { name: 'Завод' }, recorded: 'nothing' },
  {
    path: '/server/clients/update?id=client-1003',
    as: 'admin',
    body: { keep_comments_days: 30 },
    recorded: byAdmin('client-changed', 'Клиент client-1003 «Завод»: хранить комментарии, дней: 30'),
  },
  {
    path: '/server/clients/export-access',
    as: 'admin',
    body: { ids: ['client-1003', 'client-9999'], export_access: 'denied' },
    recorded: byAdmin('client-changed', 'Клиент client-1003 «Завод»: экспорт «Запрещён»'),
  },
  {
    path: '/server/clients/password/set?id=client-1003',
    as: 'admin',
    body: { password: newPassword },
    recorded: byAdmin('password-set', 'Клиент client-1003 «Завод»'),
  },
  {
    path: '/server/clients/password/generate?id=client-1003',
    as: 'admin',
    recorded: byAdmin('password-set', 'Клиент client-1003 «Завод»'),
  },
  {
    path: '/server/clients/delete?id=client-1003',
    as: 'admin',
    recorded: byAdmin('client-deleted', 'Клиент client-1003 «Завод»'),
  },
  {
    path: '/server/second-factor/verify',
    as: 'pending',
    body: () => ({ Code: nextCode() }),
    recorded: {
      action: 'sign-in',
      object: 'Клиент client-1002',
      who: 'client-1002',
      onBehalfOf: null,
    },
  },
  {
    path: '/server/second-factor/enable',
    as: 'client',
    body: () => ({ Secret: totpSecret, Code: generateSync({ secret: totpSecret }), Password: clientPassword }),
    recorded: byClient('second-factor-enabled', 'Клиент client-1001'),
  },
  {
    path: '/server/second-factor/codes',
    as: 'client',
    body: { Proof: clientPassword },
    recorded: byClient('recovery-codes-renewed', 'Клиент client-1001'),
  },
  {
    path: '/server/second-factor/disable',
    as: 'client',
    body: { Proof: clientPassword },
    recorded: byClient('second-factor-disabled', 'Клиент client-1001'),
  },
  {
    path: '/admin/impersonate/stop',
    as: 'acting',
    recorded: byActing('impersonation-ended', 'Завершён администратором'),
  },
  {
    path: '/client/password/change',
    as: 'client',
    body: { current_password: clientPassword, new_password: newPassword },
    recorded: byClient('password-changed', 'Клиент client-1001 «ООО «Ромашка»»'),
  },
  {
    path: '/admin/password/change',
    as: 'admin',
    body: { current_password: backendAdmin.password, new_password: newPassword },
    recorded: byAdmin('password-changed', 'Администратор admin'),
  },
  {
    path: '/server/keys/create',
    as: 'client',
    body: { Name: 'Отчёты', Scopes: ['load', 'read'] },
    recorded: byClient('key-added', 'Ключ API «Отчёты»: чтение, загрузка'),
  },
  {
    path: '/server/keys/delete?id=1',
    as: 'client',
    recorded: byClient('key-revoked', 'Ключ API «Отчёты»: чтение, загрузка'),
  },
  { path: '/admin/auth/refresh', as: 'admin', recorded: 'nothing' },
  { path: '/server/auth/refresh', as: 'client', recorded: 'nothing' },
  {
    path: '/admin/auth/login',
    as: 'anonymous',
    body: { username: 'admin', password: newPassword },
    recorded: byAdmin('sign-in', 'Администратор admin'),
  },
  {
    path: '/server/auth/login',
    as: 'anonymous',
    body: { client_id: clientId, password: newPassword },
    recorded: byClient('sign-in', 'Клиент client-1001'),
  },
  {
    path: '/admin/impersonate',
    as: 'admin',
    body: { client_id: clientId, reason: 'Жалоба 17', read_only: true },
    recorded: byActing('impersonation-started', 'Только просмотр. Причина: Жалоба 17'),
  },
  { path: '/admin/auth/logout', as: 'client', recorded: byClient('sign-out', '') },
];
