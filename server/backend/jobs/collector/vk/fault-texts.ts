/** Russian texts for the faults of VK and of the network: what happened, what follows, and what to do. They contain no key. */
import * as messages from '../../../../../shared/messages.ts';
import type { FaultKind as ConnectionFaultKind } from '../../../../platform/connection-fault.ts';
import { storableText } from '../../../rules/clean-text.ts';
import { type FaultKind, SourceFault } from '../search-source.ts';
import type { VkError } from './search-reply.ts';

/** What happened, by VK's error code. */
const causes: Readonly<Record<number, string>> = {
  1: 'Сбой на стороне ВК',
  2: 'Приложение ВК выключено',
  3: 'ВК не знает такого метода',
  4: 'ВК не принял подпись запроса',
  5: 'Ключ отозван или введён с ошибкой',
  6: 'Слишком много запросов в секунду',
  7: 'Ключу не хватает прав',
  8: 'ВК не понял запрос',
  9: 'Слишком много похожих запросов подряд',
  10: 'Внутренний сбой ВК',
  14: 'ВК проверяет, что запросы отправляет не робот',
  15: 'ВК закрыл доступ',
  17: 'ВК просит подтвердить вход',
  18: 'Страница удалена или заблокирована',
  19: 'Записи заблокированы',
  23: 'ВК отключил этот метод',
  24: 'ВК просит подтвердить действие',
  25: 'ВК просит подтвердить ключ',
  27: 'Ключ сообщества не подходит: нужен сервисный ключ приложения',
  28: 'Ключ этого вида не подходит: нужен сервисный ключ приложения',
  29: 'Квота ключа исчерпана',
  30: 'Профиль закрыт',
  36: 'ВК не успел выполнить запрос',
  43: 'Этот раздел ВК временно недоступен',
  100: 'ВК не принял запрос',
  104: 'ВК ничего не нашёл',
  203: 'Сообщество закрыто',
  210: 'Запись закрыта',
  211: 'Комментарий закрыт',
  212: 'Комментарии закрыты',
  213: 'Ответы закрыты',
  1051: 'Ключ этого вида не подходит: нужен сервисный ключ приложения',
};

/** What happened when no reply of VK could be read. */
export const connectionCauses: Readonly<Record<ConnectionFaultKind, string>> = {
  proxy: 'Прокси не пропускает запросы к ВК',
  certificate: 'Сертификат ВК не принят',
  'no-tls': 'Вместо ВК отвечает другой сервер',
  'no-http': 'Вместо ВК отвечает другой сервер',
  refused: 'ВК не принимает соединение',
  'no-address': 'Адрес ВК не найден',
  silent: messages.vkLate,
  'no-route': 'Нет связи с ВК',
  cut: 'Соединение с ВК оборвалось',
};

/** Errors that no other text of the phrase avoids: a method that VK does not know, has switched off, or cannot run. */
const outdatedCodes: readonly (number | null)[] = [3, 12, 13, 23];

const consequences: Readonly<Record<FaultKind, string>> = {
  temporary: 'Сбор повторится сам.',
  budget: 'Сбор продолжится сам, когда они освободятся.',
  keys: 'Сбор остановлен: проверьте VK_SERVICE_KEY.',
  object: 'Сбор повторится сам.',
  request: 'Сбор остановлен: измените текст фразы.',
};

/** `cause`: what happened, without a full stop. `isOfPhrase`: of a search, which depends on the text of a phrase. */
export function faultOf(
  kind: FaultKind,
  cause: string,
  { code = null, until = null }: { code?: number | null; until?: number | null } = {},
  isOfPhrase = true,
): SourceFault {
  const isOutdated = kind === 'request' && outdatedCodes.includes(code);
  const ending = isOutdated ? 'Сбор остановлен: обновите сервис.' : consequences[kind];
  const consequence = isOfPhrase ? ending : consequences.temporary;
  return new SourceFault(kind, `${cause}. ${consequence}`, { code, until });
}

const answerMax = 300;

/** VK's own text. It contains no key; removes the key in case VK changes that. */
export const answerOf = ({ error_msg }: VkError, secret: string): string | null =>
  storableText(error_msg?.replaceAll(secret, '…').slice(0, answerMax));

/** What happened, without a full stop. Quotes VK only if the code is unknown. */
export function causeOf(error: VkError, secret: string): string {
  const { error_code: code } = error;
  const cause = causes[code];
  if (cause !== undefined) return `${cause} (ошибка ВК ${code})`;
  const answer = answerOf(error, secret);
  return answer === null ? messages.vkError(code) : `${messages.vkError(code)}: «${answer}»`;
}
