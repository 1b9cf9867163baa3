/** The texts of the journal's column «Объект». */

import { describeScopes } from '../../../../shared/api/keys.ts';
import { muteKinds } from '../../../../shared/api/mutes.ts';
import { downloadFormats } from '../../../../shared/export.ts';
import { formatDateTime, formatNumber } from '../../../../shared/format.ts';
import * as messages from '../../../../shared/messages.ts';
import { clientRoleLabels, observerLabel, userTypeLabels } from '../../../../shared/roles.ts';
import { routeOf } from '../../../../shared/routes.ts';
import { alertChannels, alertSchedules, describeAlertCondition } from '../../../../shared/rules/alerts.ts';
import { exportAccessLabels } from '../../../../shared/rules/client.ts';
import { wordStateLabels } from '../../../../shared/rules/word-states.ts';
import { zoneOffsets } from '../../../platform/zone-offset.ts';
import type { ImpersonationEnding } from '../account.ts';
import { describeWork, describeWorkRule } from './describe-work.ts';
import type { ContactField, JournalEvent } from './events.ts';
import { reportChanges } from './report-events.ts';

type EventOf<Name extends JournalEvent['of']> = Extract<JournalEvent, { of: Name }>;

const contactLabels: Record<ContactField, string> = {
  name: 'имя',
  ipaddr: 'IP-адрес',
  macaddr: 'MAC-адрес',
  email: 'email',
  phone: 'телефон',
  note: 'примечание',
};

const endingLabels: Record<ImpersonationEnding, string> = {
  stopped: 'Завершён администратором',
  expired: 'Истекло время',
  'signed-out': 'Выход из системы',
};

const reasonLabels: Readonly<Record<string, string>> = {
  'wrong-password': messages.wrongPassword,
  'wrong-code': messages.wrongCode,
  'too-many-attempts': messages.signInLimited,
  'signed-in-again': messages.signedInAgain,
  'token-reused': messages.tokenReused,
  none: messages.noGroup,
  unsaid: messages.groupsUnsaid,
  unfit: messages.unfitLogin,
  taken: messages.localLogin,
  disabled: messages.disabledByOwner,
  provider: messages.providerFailed,
  'foreign-header': messages.foreignHeader,
  'directory-over': messages.directoryOver,
};

const named = (label: string, id: number | string, name: string | null): string =>
  name ? `${label} ${id} «${name}»` : `${label} ${id}`;

const forClient = (text: string, clientId: string | null = null): string =>
  clientId === null ? text : `${text}, клиент ${clientId}`;

const lowerCase = (text: string): string => text.toLocaleLowerCase('ru-RU');

const withChanges = (text: string, changes: readonly (string | false | undefined)[]): string => {
  const parts = changes.filter(Boolean);
  return parts.length === 0 ? text : `${text}: ${parts.join(', ')}`;
};

const wordChanges = ({ after = {} }: EventOf<'word'>) => [
  after.wordId !== undefined && `теперь фраза ${after.wordId}`,
  after.text !== undefined && `текст «${after.text}»`,
  after.state !== undefined && `статус «${wordStateLabels[after.state]}»`,
  after.fullSearch !== undefined && `полный поиск: ${after.fullSearch ? 'да' : 'нет'}`,
];

const clientChanges = ({ changed = [], exportAccess, keepCommentsDays }: EventOf<'client'>) => [
  ...changed.map((field) => contactLabels[field]),
  exportAccess && `экспорт «${exportAccessLabels[exportAccess]}»`,
  keepCommentsDays !== undefined && `хранить комментарии, дней: ${keepCommentsDays ?? 'как посты'}`,
];

/** All parts of a batch have the changes of `event`. */
export function describeBatch(event: JournalEvent, parts: number): string {
  const count = `${event.of === 'word' ? 'Фразы' : 'Клиенты'}: ${formatNumber(parts)}`;
  const changes = event.of === 'word' ? wordChanges(event) : event.of === 'client' ? clientChanges(event) : [];
  return [count, ...changes.filter(Boolean)].join(', ');
}

const conditionOf = (rule: Parameters<typeof describeAlertCondition>[0]): string =>
  lowerCase(describeAlertCondition(rule));

function describeRule(rule: EventOf<'rule'>): string {
  const { name, view, channel, clientId, after = {}, changed = [], paused } = rule;
  const subject = forClient(`фильтр «${view}», ${conditionOf(rule)}, ${alertChannels[channel]}`, clientId);
  return withChanges(`Правило «${name}» (${subject})`, [
    after.name !== undefined && `название «${after.name}»`,
    after.view !== undefined && `фильтр «${after.view}»`,
    after.condition !== undefined && conditionOf({ ...rule, ...after }),
    after.channel !== undefined && `канал ${alertChannels[after.channel]}`,
    changed.includes('address') && 'адрес',
    after.schedule !== undefined && lowerCase(alertSchedules[after.schedule]),
    changed.includes('quiet') && 'тихие часы',
    paused !== undefined && (paused ? 'приостановлено' : 'возобновлено'),
  ]);
}

export function describeEvent(event: JournalEvent): string {
  switch (event.of) {
    case 'account':
      return `${event.observer ? observerLabel : userTypeLabels[event.type]} ${event.name}`;
    case 'person': {
      const right = event.mayExport ? 'экспорт разрешён' : 'без экспорта';
      return forClient(`${event.title}: ${lowerCase(clientRoleLabels[event.role])}, ${right}`, event.clientId);
    }
    case 'client':
      return withChanges(named('Клиент', event.clientId, event.name), clientChanges(event));
    case 'word':
      return withChanges(forClient(named('Фраза', event.wordId, event.text), event.clientId), wordChanges(event));
    case 'target': {
      const target = forClient(named(muteKinds[event.kind], event.id, event.name), event.clientId);
      return withChanges(target, [
        event.posts !== undefined && `постов ${event.posts}`,
        event.comments && 'комментарии',
        event.everyPost && 'все посты',
      ]);
    }
    case 'old-posts': {
      const before = formatDateTime(new Date(event.before).toISOString(), zoneOffsets(event.timeZone));
      return `Посты старше ${before}: записей ${event.rows}`;
    }
    case 'old-comments':
      return `Комментарии после срока хранения: записей ${event.rows}`;
    case 'view':
      return withChanges(forClient(`Фильтр «${event.name}»`, event.clientId), [
        event.newName !== undefined && `название «${event.newName}»`,
        event.newQuery && 'другие условия',
      ]);
    case 'rule':
      return describeRule(event);
    case 'report':
      return withChanges(forClient(`Отчёт «${event.name}»`, event.clientId), reportChanges(event));
    case 'work-rule':
      return withChanges(forClient(`Правило разметки «${event.name}»`, event.clientId), describeWorkRule(event));
    case 'feed':
      return withChanges(forClient(`${event.rule ? 'Правило' : 'Фильтр'} «${event.name}»`, event.clientId), [
        event.revoked && 'отозвана ссылка Atom',
      ]);
    case 'work': {
      const subject = event.storyId === undefined ? `Сюжетов ${event.stories}` : `Сюжет ${event.storyId}`;
      return withChanges(forClient(subject, event.clientId), [describeWork(event)]);
    }
    case 'work-stopped':
      return forClient(`Сюжетов ${formatNumber(event.changed)} из ${formatNumber(event.total)}`, event.clientId);
    case 'note':
      return forClient(`Сюжет ${event.storyId}`, event.clientId);
    case 'work-list':
      return withChanges(forClient(`${event.kind === 'tag' ? 'Тег' : 'Причина'} «${event.name}»`, event.clientId), [
        event.newName !== undefined && `название «${event.newName}»`,
      ]);
    case 'key':
      return `Ключ API «${event.name}»: ${lowerCase(describeScopes(event.scopes))}`;
    case 'export':
      return `${routeOf(event.list).title}, ${downloadFormats[event.format].label}`;
    case 'impersonation':
      return `${event.readOnly ? 'Только просмотр' : 'С правом изменений'}. Причина: ${event.reason ?? 'не указана'}`;
    case 'ending':
      return endingLabels[event.ending];
    case 'reason': {
      const text = reasonLabels[event.reason] ?? event.reason;
      return event.more === undefined ? text : `${text} (ещё ${event.more})`;
    }
  }
}
