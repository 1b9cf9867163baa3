/** Rules, deliveries and feeds in the format of the API. */
import * as messages from '../../../shared/messages.ts';
import { twoDigits } from '../../../shared/two-digits.ts';
import type { Identity } from '../rules/account.ts';
import { accountOf, clientOf } from '../rules/account.ts';
import type { AlertRule } from '../rules/alerts/rule.ts';
import { toNullable, toTime, toTimeOrNull } from '../rules/reply-values.ts';
import type { AtomFeed, Delivery } from '../store/alerts-store.ts';
import { findingHref } from './finding-href.ts';
import type { DeliveryReply, FeedReply, RuleReply } from './schemas.ts';

const toClock = (minutes: number): string => `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;

/** `address` as the session may see it. `atomPath` is that of the channel `atom`. */
export function presentRule(
  rule: AlertRule,
  { address, atomPath }: { address: string; atomPath: string | null },
): RuleReply {
  return {
    RuleID: rule.ruleId,
    Name: rule.name,
    ViewID: rule.viewId,
    View: rule.view.name,
    Query: rule.view.query,
    Condition: rule.condition,
    Least: rule.least,
    Period: rule.period,
    Channel: rule.channel,
    Address: address,
    Schedule: rule.schedule,
    QuietFrom: rule.quiet === null ? '' : toClock(rule.quiet.from),
    QuietTo: rule.quiet === null ? '' : toClock(rule.quiet.to),
    Paused: rule.paused,
    AtomPath: toNullable(atomPath),
  };
}

/** A single finding has an address that shows exactly its posts, to its account alone. */
function hrefOf({ account, findings, query }: Delivery, viewer: Identity, timeZone: string): string | null {
  const [finding, ...others] = findings;
  const isExact = finding !== undefined && others.length === 0 && account === accountOf(viewer);
  return isExact ? findingHref(query, finding, timeZone) : null;
}

/** A message is cancelled because nothing is left to report, or together with its rule. */
function errorOf({ state, kind, count, error }: Delivery): string | null {
  if (state !== 'cancelled') return error;
  return kind === 'alert' && count === 0 ? messages.postsGone : null;
}

export const presentDelivery = (delivery: Delivery, viewer: Identity, timeZone: string): DeliveryReply => ({
  DeliveryID: delivery.deliveryId,
  At: toTime(delivery.endedAt ?? delivery.createdAt),
  Rule: delivery.ruleName,
  ClientID: toNullable(viewer.type === 'admin' ? clientOf(delivery.account) : null),
  Channel: delivery.channel,
  State: delivery.state,
  Trial: delivery.kind === 'trial',
  Count: delivery.count,
  Tries: delivery.tries,
  NextTry: toTimeOrNull(delivery.state === 'waiting' ? delivery.dueAt : null),
  Error: toNullable(errorOf(delivery)),
  Href: toNullable(hrefOf(delivery, viewer, timeZone)),
});

export const presentFeed = (feed: AtomFeed, path: string | null): FeedReply => ({
  FeedID: feed.feedId,
  ViewID: feed.viewId,
  RuleID: feed.ruleId,
  Title: feed.title,
  Path: path,
  Revoked: feed.revoked,
  UsedAt: toTimeOrNull(feed.usedAt),
});
