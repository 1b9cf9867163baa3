/** The content of a message, independent of its channel. */

import type { Explanation } from '../../../../shared/api/explanation.ts';
import { capitalise, formatDateTime, formatNumber, pluralOf, shownName } from '../../../../shared/format.ts';
import { type AlertCondition, describeAlertCondition } from '../../../../shared/rules/alerts.ts';
import { countPosts, describeStandouts } from '../../../../shared/rules/standouts.ts';
import { zoneOffsets } from '../../../platform/zone-offset.ts';
import { findingHref, headlineOf, sourceOf, textOf, urlOf } from '../../domain/alerts/findings.ts';
import type { Finding } from '../../rules/alerts/rule.ts';
import { lineOf } from '../../rules/clean-text.ts';
import type { ClaimedDelivery } from '../../store/deliveries.ts';
import type { PostRow } from '../../store/posts-store.ts';

/** All texts are single lines without control characters; URLs are absolute. */
export type MessagePost = { row: PostRow; source: string; time: string; phrase: string; text: string; url: string };

/** Why the message came. `url` is the feed with exactly these posts. */
export type Reason = { text: string; count: number; url: string };

export type MessageSettings = { consoleUrl: string; product: string; timeZone: string };

const textMax = 300;
const sourceMax = 100;
const shownReasons = 20;
const arrived = ['пришёл', 'пришло', 'пришло'] as const;
const published = ['опубликован', 'опубликовано', 'опубликовано'] as const;

const timeOf = (at: number, timeZone: string): string =>
  formatDateTime(new Date(at).toISOString(), zoneOffsets(timeZone)) ?? '';

/** Within a day «22.11.2026 с 08:00 до 09:00». */
function describeWindow(from: number, to: number, timeZone: string): string {
  const [first, last] = [timeOf(from, timeZone), timeOf(to, timeZone)];
  const [firstDay, firstTime] = first.split(', ');
  const [lastDay, lastTime] = last.split(', ');
  return firstDay === lastDay ? `${firstDay} с ${firstTime} до ${lastTime}` : `с ${first} до ${last}`;
}

/** What stands out in the windows of spikes. Findings without a window have none. */
export type Explanations = ReadonlyMap<Finding, Explanation>;

/** What has happened to a story or a post. */
const factTexts: Partial<Record<AlertCondition, string>> = {
  views: 'набрал 1 сюжет',
  ratio: 'выше обычного 1 сюжет',
  edited: 'изменён 1 пост',
  deleted: 'удалён 1 пост',
};

/** «пришёл 1 пост»; for a spike «22.11.2026 с 08:00 до 09:00 опубликовано 40 постов, обычно 5». */
function describeCount(
  { count, from, to, usual, reached }: Finding,
  condition: AlertCondition,
  timeZone: string,
): string {
  if (reached !== null) return factTexts[condition] ?? '';
  if (from === null || to === null) return `${pluralOf(count, arrived)} ${countPosts(count)}`;
  const window = describeWindow(from, to, timeZone);
  const found = `${window} ${pluralOf(count, published)} ${countPosts(count)}`;
  return usual === null ? found : `${found}, обычно ${usual === 0 ? 'ни одного' : formatNumber(usual)}`;
}

/** For a spike, a second sentence says what stands out. */
function describeFinding(
  finding: Finding,
  condition: AlertCondition,
  explanations: Explanations,
  timeZone: string,
): string {
  const explanation = explanations.get(finding);
  const counted = describeCount(finding, condition, timeZone);
  return explanation === undefined ? counted : `${counted}. ${lineOf(describeStandouts(explanation))}`;
}

function describePost(row: PostRow, timeZone: string): MessagePost {
  const { postedAt, word } = row;
  return {
    row,
    source: sourceOf(row, sourceMax),
    time: timeOf(postedAt, timeZone),
    phrase: lineOf(word),
    text: textOf(row, textMax),
    url: urlOf(row),
  };
}

/** For example «Правило «Завод»: не меньше 10 за час; пришло 14 постов.» */
function describeReason(rule: string, kind: ClaimedDelivery['kind'], reasons: readonly Reason[], count: number) {
  if (kind === 'trial') return `${rule}. Это сообщение отправлено для проверки: доставка работает.`;
  const [reason, ...others] = reasons;
  if (reason === undefined) return `${rule}.`;
  return others.length === 0 ? `${rule}; ${reason.text}.` : `${rule}; срабатываний: ${formatNumber(count)}.`;
}

function describeFindings(
  { query, findings, rule }: Pick<ClaimedDelivery, 'query' | 'findings' | 'rule'>,
  explanations: Explanations,
  { consoleUrl, timeZone }: MessageSettings,
) {
  const reasons: Reason[] = findings.slice(-shownReasons).map((finding) => ({
    text: describeFinding(finding, rule.condition, explanations, timeZone),
    count: finding.count,
    url: `${consoleUrl}${findingHref(query, finding, timeZone)}`,
  }));
  const [only, ...others] = reasons;
  return {
    /** The newest 20. */
    reasons,
    /** The address of all posts of the message. Null for a trial, and for several findings, which no single address shows. */
    address: only && others.length === 0 ? only.url : null,
    /** The reasons, if there are several, as sentences. */
    listedReasons: others.length === 0 ? [] : reasons.map(({ text, ...one }) => ({ ...one, text: capitalise(text) })),
    reasonsCount: findings.length,
  };
}

/** `rows`: the newest posts of the findings. `composedAt`: the current time. */
type Found = { rows: readonly PostRow[]; explanations: Explanations; composedAt: number };

export function describeMessage(
  delivery: ClaimedDelivery,
  { rows, explanations, composedAt }: Found,
  settings: MessageSettings,
) {
  const { key, kind, rule, ruleName, findings, count } = delivery;
  const condition = describeAlertCondition(rule);
  const name = shownName(lineOf(ruleName));
  const named = `Правило «${name}»: ${condition.charAt(0).toLowerCase()}${condition.slice(1)}`;
  const headline = headlineOf(delivery);
  const described = describeFindings(delivery, explanations, settings);
  return {
    ...described,
    key,
    trial: kind === 'trial',
    composedAt,
    rule: name,
    view: shownName(lineOf(rule.view)),
    count,
    /** For example «14 новых постов». */
    headline,
    title: capitalise(headline),
    /** Why the message came, in a sentence. Several findings are only counted. */
    why: describeReason(named, kind, described.reasons, findings.length),
    posts: rows.map((row) => describePost(row, settings.timeZone)),
    settingsUrl: `${settings.consoleUrl}/ldvknf/alerts`,
    product: lineOf(settings.product),
  };
}

export type Message = ReturnType<typeof describeMessage>;

export const openPosts = 'Открыть эти посты';
export const changeRule = 'Изменить или отключить правило';
export const automaticNote =
  'Письмо отправлено автоматически, отвечать на него не нужно. По вопросам обращайтесь к администратору сервиса.';

/** Null when all posts are shown, or none. */
export const shownOfTotal = ({ count }: Message, shown: number): string | null =>
  shown > 0 && shown < count ? `Показано постов: ${formatNumber(shown)} из ${formatNumber(count)}` : null;

/** The note about omitted reasons. Null when all are listed, or none. */
export const moreReasons = ({ reasonsCount }: Message, listed: number): string | null =>
  listed > 0 && listed < reasonsCount ? `И ещё срабатываний: ${formatNumber(reasonsCount - listed)}` : null;

export type Channel = {
  /** The content to send. It is stored, so every try sends the same. */
  contentOf(message: Message): string;
  /** Throws a `SendError` when the receiver has not accepted the message, or may not have. */
  send(delivery: ClaimedDelivery, content: string, signal: AbortSignal): Promise<void>;
  timeoutMs: number;
};
