/** Sentences that the messages of several channels share. */
import { formatNumber } from '../../../../shared/format.ts';
import type { Message, Reason } from './message.ts';

/** The link to the posts of a finding. */
export const openPosts = 'Открыть эти посты';

/** The link to the page of the rules. */
export const changeRule = 'Изменить или отключить правило';
export const automaticNote =
  'Письмо отправлено автоматически, отвечать на него не нужно. По вопросам обращайтесь к администратору сервиса.';

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const titleOf = ({ headline }: Message): string => capitalise(headline);

/** Why the message came. Several findings are only counted. */
export function mainReason({ trial, why, reasons, moreReasons }: Message): string {
  if (trial) return `${why}. Это сообщение отправлено для проверки: доставка работает.`;
  const [reason, ...others] = reasons;
  if (reason === undefined) return `${why}.`;
  return others.length === 0
    ? `${why}; ${reason.text}.`
    : `${why}; срабатываний: ${formatNumber(reasons.length + moreReasons)}.`;
}

/** The address of all posts of the message. Null for a trial, and for several findings, which no address shows. */
export const addressOf = ({ reasons }: Message): string | null =>
  reasons.length === 1 ? (reasons[0]?.url ?? null) : null;

/** The findings of a message with several ones. */
export const listedReasons = ({ reasons }: Message): Reason[] =>
  reasons.length > 1 ? reasons.map((reason) => ({ ...reason, text: capitalise(reason.text) })) : [];

export const moreReasonsText = ({ moreReasons }: Message): string | null =>
  moreReasons > 0 ? `И ещё срабатываний: ${formatNumber(moreReasons)}` : null;

/** Null when all posts are shown, or none. */
export const shownOfTotal = ({ count }: Message, shown: number): string | null =>
  shown > 0 && shown < count ? `Показано постов: ${formatNumber(shown)} из ${formatNumber(count)}` : null;
