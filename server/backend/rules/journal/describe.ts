/** Texts of the journal's column «Объект». None has a password, a token or a contact of a client. */
import type { MuteKind } from '../../../../shared/api/mutes.ts';
import { type ExportFormatName, type ExportName, exportFormats } from '../../../../shared/export.ts';
import { formatDateTime } from '../../../../shared/format.ts';
import { userTypeLabels } from '../../../../shared/roles.ts';
import { routeOf } from '../../../../shared/routes.ts';
import { exportAccessLabels } from '../../../../shared/rules/client.ts';
import { wordStateLabels } from '../../../../shared/rules/word-states.ts';
import type { ClientFields } from '../../store/clients-store.ts';
import type { WordRow } from '../../store/words-store.ts';
import type { Identity, ImpersonationEnding } from '../account.ts';

const named = (label: string, id: number | string, name: string | null): string =>
  name ? `${label} ${id} «${name}»` : `${label} ${id}`;

const forClient = (text: string, clientId: string | null): string =>
  clientId === null ? text : `${text}, клиент ${clientId}`;

/** `clientId`: the change concerns only this client. */
export const describeWord = ({ wordId, text }: Pick<WordRow, 'wordId' | 'text'>, clientId: string | null = null) =>
  forClient(named('Фраза', wordId, text), clientId);

type WordFields = Pick<WordRow, 'wordId' | 'text' | 'state' | 'fullSearch'>;

/** Null when nothing has changed. */
export function describeWordChange(before: WordFields, after: WordFields, clientId: string | null): string | null {
  const yesOrNo = (value: boolean) => (value ? 'да' : 'нет');
  const parts = [
    after.wordId !== before.wordId && `теперь фраза ${after.wordId}`,
    after.text !== before.text && `текст «${after.text}»`,
    after.state !== before.state && `статус «${wordStateLabels[after.state]}»`,
    after.fullSearch !== before.fullSearch && `полный поиск: ${yesOrNo(after.fullSearch)}`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? null : `${describeWord(before, clientId)}: ${parts.join(', ')}`;
}

type ClientName = { clientId: string; name: string };
export const describeClient = ({ clientId, name }: ClientName): string => named('Клиент', clientId, name);

const clientFieldLabels: Record<Exclude<keyof ClientFields, 'exportAccess'>, string> = {
  name: 'имя',
  ipaddr: 'IP-адрес',
  macaddr: 'MAC-адрес',
  email: 'email',
  phone: 'телефон',
  note: 'примечание',
};

/** Names the changed fields without their values, except the permission to export. Null when nothing has changed. */
export function describeClientChange(before: ClientFields & ClientName, after: ClientFields): string | null {
  const names = Object.keys(clientFieldLabels) as (keyof typeof clientFieldLabels)[];
  const changed = names.filter((name) => before[name] !== after[name]).map((name) => clientFieldLabels[name]);
  const access =
    before.exportAccess === after.exportAccess ? [] : [`экспорт «${exportAccessLabels[after.exportAccess]}»`];
  const parts = [...changed, ...access];
  return parts.length === 0 ? null : `${describeClient(before)}: ${parts.join(', ')}`;
}

export const describeExport = (list: ExportName, format: ExportFormatName): string =>
  `${routeOf(list).title}, ${exportFormats[format].label}`;

const targetLabels: Record<MuteKind, string> = { owner: 'Источник', user: 'Автор' };

/** A source or an author. `clientId`: an administrator hides it for this client. */
export const describeTarget = (kind: MuteKind, id: number, name: string | null, clientId: string | null = null) =>
  forClient(named(targetLabels[kind], id, name), clientId);

/** Without the name, which is erased too. */
export const describeErasure = (kind: MuteKind, id: number, posts: number): string =>
  `${describeTarget(kind, id, null)}: постов ${posts}`;

export const describeDeletion = (before: number, timeZone: string, rows: number): string =>
  `Посты старше ${formatDateTime(new Date(before).toISOString(), timeZone)}: записей ${rows}`;

/** `clientId`: the view is shared with this client. */
export const describeView = ({ name, clientId }: { name: string; clientId: string | null }): string =>
  forClient(`Фильтр «${name}»`, clientId);

export const describeAccount = (identity: Identity): string =>
  `${userTypeLabels[identity.type]} ${identity.type === 'admin' ? identity.username : identity.clientId}`;

export const describeImpersonation = (reason: string | null, readOnly: boolean): string =>
  `${readOnly ? 'Только просмотр' : 'С правом изменений'}. Причина: ${reason ?? 'не указана'}`;

export const endingLabels: Record<ImpersonationEnding, string> = {
  stopped: 'Завершён администратором',
  expired: 'Истекло время',
  'signed-out': 'Выход из системы',
};
