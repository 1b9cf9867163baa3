/**
 * Alerts: rules on saved views, the outbox of their messages, and Atom feeds (docs/product.md, section 21). Times are milliseconds
 * since 1970.
 */
import type { AlertChannel, DeliveryState } from '../../../shared/rules/alerts.ts';
import type { AlertRule, Finding, NewRule, RuleProgress, SavedRuleFields } from '../rules/alerts/rule.ts';
import type { Author } from './journal.ts';
import type { Page } from './page.ts';

/** `trial`: a message that a person asked for. It has no findings. */
export type DeliveryKind = 'alert' | 'trial';

/**
 * A message of the outbox. `key` identifies it and its content for its receiver; an erasure changes both. `dueAt`: the time of the
 * next try.
 */
export type Delivery = {
  deliveryId: number;
  key: string;
  kind: DeliveryKind;
  /** Null when the rule was deleted. */
  ruleId: number | null;
  ruleName: string;
  /** The query of the view whose stories the findings are. */
  query: string;
  account: string;
  channel: AlertChannel;
  findings: Finding[];
  /** Stories of all findings. */
  count: number;
  state: DeliveryState;
  /** Its content is fixed: the count is that of what is sent. */
  composed: boolean;
  /** Without those that a stop of the service has broken off. */
  tries: number;
  createdAt: number;
  dueAt: number;
  endedAt: number | null;
  /** The reason of the last failed try, in Russian, for people. */
  error: string | null;
};

/** `content` is fixed before the first try, so that every try sends the same; null until then. */
export type DeliveryWithContent = Delivery & { content: string | null };

/** A message that is due, and the address of its rule. */
export type DueDelivery = Pick<Delivery, 'deliveryId' | 'kind' | 'account' | 'channel'> & { address: string };

/** A delivery that a sender has taken. Its `claims` identify the claim: another one has more. */
export type ClaimedDelivery = DeliveryWithContent & { claims: number; rule: AlertRule };

export type DeliveryClaim = Pick<ClaimedDelivery, 'deliveryId' | 'claims'>;

/** A feed belongs to a view as one account sees it, or to a rule of the channel `atom`. `nonce`: its token depends on it. */
export type AtomFeed = {
  feedId: number;
  account: string;
  viewId: number | null;
  ruleId: number | null;
  title: string;
  /** The query of the view. */
  query: string;
  nonce: Uint8Array;
  usedAt: number | null;
  /** The password of the account has changed: the link no longer works, and there is no new one yet. */
  revoked: boolean;
};

export type RuleSaved = { outcome: 'saved'; ruleId: number } | { outcome: 'duplicate' } | { outcome: 'too-many' };

export interface AlertsStore {
  /** The rules of the account, by name. */
  rules(account: string): Promise<AlertRule[]>;
  /** Names of an account's rules differ, ignoring case and ё. The rule starts with the newest arrival. */
  /** `max`: the limit of rules of an account. */
  create(rule: NewRule, now: number, by?: Author | null, max?: number): Promise<RuleSaved>;
  /**
   * With a changed view or condition the rule starts again with the newest arrival, and its waiting messages that have not been
   * tried are cancelled. With a changed channel those leave through the new one, and those that have been tried are cancelled.
   */
  update(rule: AlertRule, fields: SavedRuleFields, now: number, by?: Author | null): Promise<RuleSaved>;
  /** A paused rule sends nothing but trials; waiting messages are cancelled. Resumed, it starts with the newest arrival. */
  setPaused(rule: AlertRule, paused: boolean, now: number, by?: Author | null): Promise<void>;
  /** Cancels waiting messages. */
  delete(rule: AlertRule, now: number, by?: Author | null): Promise<void>;

  /** Rules that are not paused, of all accounts. */
  activeRules(): Promise<AlertRule[]>;
  /** The newest number of an arrival, 0 without one. */
  newestArrival(): Promise<number>;
  /** The newest number that arrived at or before the time, 0 without one. */
  newestArrivalAt(time: number): Promise<number>;
  /**
   * Saves the progress of a rule and adds the finding, if any, to the rule's waiting message that has not been tried yet, or to
   * a new message due at `dueAt`, in one transaction. The message is then due at the earlier time. Findings that are one range
   * of stories become one (alerts/join-findings.ts). Does nothing when the rule has changed, advanced or was paused meanwhile.
   */
  advance(rule: AlertRule, progress: RuleProgress, found: { finding: Finding; dueAt: number } | null): Promise<void>;
  /**
   * Returns the ID of the trial message, or null when the account has had too many (alerts/trial-limit.ts) or the rule is gone. One that is waiting
   * already is not added again.
   */
  addTrial(rule: AlertRule, now: number): Promise<number | null>;

  /**
   * The messages that are due, at most `limit` of each account and address, those that are due the longest. The first ones of all
   * accounts come before the second ones.
   */
  due(now: number, limit: number): Promise<DueDelivery[]>;
  /**
   * Takes a message that is due, and makes it due again at `leaseEnd`, so that another try follows when the sender crashes. Counts
   * the try. Null when it is not due: another sender has taken it, or it was cancelled.
   */
  claim(deliveryId: number, now: number, leaseEnd: number): Promise<ClaimedDelivery | null>;
  /** Fixes what is sent and its findings, and returns the content: what another sender has fixed before stays. */
  setContent(delivery: Pick<Delivery, 'deliveryId' | 'findings'>, content: string): Promise<string>;
  /** Cancels a message of whose findings nothing is left. Does nothing when it was claimed again meanwhile. */
  cancelEmpty(claim: DeliveryClaim, now: number): Promise<void>;
  /**
   * A try that succeeded makes the message `sent`, also when it was cancelled or claimed again meanwhile. A try that failed
   * changes nothing then.
   */
  finish(claim: DeliveryClaim, result: { state: 'sent' | 'failed'; at: number; error: string | null }): Promise<void>;
  /** Ends a try that was broken off: it does not count, and the message is due. */
  release(claim: DeliveryClaim, now: number): Promise<void>;
  /** Does nothing when the message was cancelled or claimed again meanwhile. */
  retry(claim: DeliveryClaim, retryAt: number, error: string | null): Promise<void>;
  /** The newest first, by the time at which they ended or else were created. `account` null: of all accounts. */
  deliveries(account: string | null, page: { limit: number; offset: number }): Promise<Page<Delivery>>;
  /** Deletes up to `limit` messages that ended before the time. Returns their number. */
  deleteOldDeliveries(before: number, limit: number): Promise<number>;

  /** The feeds of the account's views and of its rules with the channel `atom`, by name. */
  feeds(account: string): Promise<AtomFeed[]>;
  /** Null when there is none, or its view, rule or account is gone. Its link may be revoked. */
  findFeed(feedId: number): Promise<AtomFeed | null>;
  /** The link of the feed no longer works; it has a new one. */
  renewFeed(feed: AtomFeed, by?: Author | null): Promise<void>;
  markFeedUsed(feedId: number, now: number): Promise<void>;
  /**
   * Records a use from an address from which the account has not signed in, as far as the journal knows. Once per feed, address and
   * day, and for few addresses a day (atom-feed-rows.ts).
   */
  recordFeedUse(feed: AtomFeed, by: Author): Promise<void>;
  /** The newest messages of a rule with the channel `atom` that are due. */
  feedEntries(ruleId: number, limit: number): Promise<DeliveryWithContent[]>;
}

/** The methods of the outbox and of its log. */
export type DeliveryMethods =
  | 'advance'
  | 'addTrial'
  | 'due'
  | 'claim'
  | 'release'
  | 'setContent'
  | 'cancelEmpty'
  | 'finish'
  | 'retry'
  | 'deliveries'
  | 'deleteOldDeliveries'
  | 'feedEntries';
