/** One try to send a message of the outbox. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Explanation } from '../../../../shared/api/explanation.ts';
import { hourMs, minuteMs } from '../../../../shared/durations.ts';
import * as messages from '../../../../shared/messages.ts';
import { SendError } from '../../domain/alerts/channels.ts';
import { findingViewing, recount } from '../../domain/alerts/findings.ts';
import { viewerOf } from '../../rules/account.ts';
import { type Finding, isSilence } from '../../rules/alerts/rule.ts';
import { afterQuiet } from '../../rules/alerts/schedule.ts';
import type { AlertsStore } from '../../store/alerts.ts';
import type { ClaimedDelivery, ClaimedMail } from '../../store/deliveries.ts';
import type { By } from '../../store/journal.ts';
import type { PostsStore } from '../../store/posts.ts';
import type { PostRow } from '../../store/posts-store.ts';
import type { Channels } from './channels.ts';
import { type Channel, describeMessage, type Explanations, type MessageSettings } from './message.ts';
import { composeMail, type ReportMails } from './report-mail.ts';

/** Longer than a try takes. When the sender crashes, another one sends the message after this time. */
export const leaseMs = minuteMs;

export type SenderDeps = {
  alerts: Pick<AlertsStore, 'due' | 'claim' | 'setContent' | 'cancelEmpty' | 'finish' | 'release' | 'retry'>;
  posts: Pick<PostsStore, 'count' | 'page' | 'explanation'>;
  channels: Channels;
  /** Of reports; null without a mail server. */
  mails: ReportMails | null;
  settings: MessageSettings;
  now: () => number;
  logger: Logger;
};

/** Without the message of the error, which may quote an address or a text. */
const describeBug = (error: unknown) => {
  const { name, code, stack = '' } = error as NodeJS.ErrnoException;
  return { bug: { name, code, at: stack.split('\n').filter((line) => line.startsWith('    at ')) } };
};

/** The content that every try sends, composed for the first one. Null when nothing is left to report. */
async function contentOf({ alerts, posts, settings, now }: SenderDeps, delivery: ClaimedDelivery, channel: Channel) {
  if (delivery.content !== null) return delivery.content;
  const counted = await recount(posts, delivery, settings.timeZone);
  if (counted.kind === 'alert' && counted.findings.length === 0) return null;
  const rows = await loadPosts(posts, counted, settings.timeZone);
  const explanations = await explainSpikes(posts, counted, { timeZone: settings.timeZone, now: now() });
  const message = describeMessage(counted, { rows, explanations, composedAt: now() }, settings);
  return alerts.setContent(counted, channel.contentOf(message));
}

/** Each earlier try has crashed the process. */
function refuseCrashing({ tries }: Pick<ClaimedDelivery, 'tries'>): void {
  if (tries > maxTries) throw new SendError(messages.tooManyTries, { permanent: true });
}

/** Whether the lease would end during the try. */
const isLate = ({ dueAt }: Pick<ClaimedDelivery, 'dueAt'>, now: number, timeoutMs: number): boolean =>
  now + timeoutMs > dueAt;

const within = (signal: AbortSignal, timeoutMs: number): AbortSignal =>
  AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);

/**
 * Returns false when nothing is left to report, when the lease would end during the try, and in quiet hours, because a try may
 * be later than the message was due.
 */
async function sendAlert(deps: SenderDeps, delivery: ClaimedDelivery, signal: AbortSignal): Promise<boolean> {
  const { alerts, now, settings } = deps;
  const channel = deps.channels[delivery.channel];
  if (channel === undefined) throw new SendError(messages.channelOff);
  const quietUntil = delivery.kind === 'trial' ? 0 : afterQuiet(now(), delivery.rule, settings.timeZone);
  if (quietUntil > now()) {
    await alerts.release(delivery, quietUntil);
    return false;
  }
  refuseCrashing(delivery);
  const content = await contentOf(deps, delivery, channel);
  const late = isLate(delivery, now(), channel.timeoutMs);
  if (content === null) await alerts.cancelEmpty(delivery, now());
  else if (late) await alerts.release(delivery, now());
  else await channel.send(delivery, content, within(signal, channel.timeoutMs));
  return content !== null && !late;
}

/** Returns false when the files are made again first, and when the lease would end during the try. */
async function sendReport(deps: SenderDeps, claimed: ClaimedMail, signal: AbortSignal): Promise<boolean> {
  const { alerts, mails, now } = deps;
  if (mails === null) throw new SendError(messages.channelOff);
  refuseCrashing(claimed);
  const mail = await composeMail(mails, claimed);
  if (mail === null || isLate(claimed, now(), mails.timeoutMs)) {
    await alerts.release(claimed, now());
    return false;
  }
  await mails.send(mail, within(signal, mails.timeoutMs));
  return true;
}

const isMail = (claimed: ClaimedDelivery | ClaimedMail): claimed is ClaimedMail => 'plan' in claimed;

async function recordFailure(deps: SenderDeps, delivery: ClaimedDelivery | ClaimedMail, error: unknown): Promise<void> {
  const { alerts, now, logger } = deps;
  const { deliveryId, channel, tries } = delivery;
  const known = error instanceof SendError;
  const reason = known ? error.message : messages.sendingFailed;
  const pause = known && error.permanent ? null : pauseAfter(tries);
  if (pause === null) await alerts.finish(delivery, { state: 'failed', at: now(), error: reason });
  else await alerts.retry(delivery, now() + pause, reason);
  const cause = known ? { reason, ...(error.fault !== null && { fault: error.fault }) } : describeBug(error);
  logger.warn({ deliveryId, channel, tries, retryMs: pause, ...cause }, 'alert not sent');
}

/** In milliseconds. Together they are shorter than what the longest try leaves of the lease. */
const recordPauses = [250, 500, 1000, 2000, 4000, 8000];

/** The receiver has the message: a database that restarts at this moment must not cause another try. */
async function recordSent({ alerts, now }: SenderDeps, delivery: ClaimedDelivery | ClaimedMail, signal: AbortSignal) {
  const by: By = { who: messages.service, onBehalfOf: null, address: '', at: now() };
  const sent = { state: 'sent', at: now(), error: null } as const;
  for (const pause of recordPauses) {
    try {
      return await alerts.finish(delivery, sent, by);
    } catch {
      // A stop of the service does not wait.
      await wait(pause, undefined, { signal }).catch(() => {});
    }
  }
  await alerts.finish(delivery, sent, by);
}

/** `undecided`: the try tells nothing about the receiver. */
export type Outcome = 'taken' | 'failed' | 'undecided';

export async function deliver(
  deps: SenderDeps,
  delivery: ClaimedDelivery | ClaimedMail,
  signal: AbortSignal,
): Promise<Outcome> {
  const { alerts, now, logger } = deps;
  const { deliveryId, channel, tries } = delivery;
  try {
    const send = isMail(delivery) ? sendReport(deps, delivery, signal) : sendAlert(deps, delivery, signal);
    if (!(await send)) return 'undecided';
  } catch (error) {
    // The service stops: another process, or this one after its next start, tries again.
    if (signal.aborted) await alerts.release(delivery, now());
    else await recordFailure(deps, delivery, error);
    return error instanceof SendError && !error.permanent ? 'failed' : 'undecided';
  }
  await recordSent(deps, delivery, signal);
  logger.info({ deliveryId, channel, tries }, 'alert sent');
  return 'taken';
}

const shownPosts = 20;
/** The maximum number of findings that are shown with posts, because each needs a query. */
const searchedFindings = 20;

const newest = { limit: shownPosts, offset: 0, orderBy: 'post_dt', orderDirection: 'DESC' } as const;

/** The posts behind the links of the message: one row per story, the newest first. */
async function loadPosts(store: Pick<PostsStore, 'page'>, delivery: ClaimedDelivery, timeZone: string) {
  const viewer = viewerOf(delivery.account);
  const found = new Map<number, PostRow>();
  for (const finding of delivery.findings.slice(-searchedFindings)) {
    const viewing = findingViewing(delivery, finding, timeZone);
    const { rows } = viewing === null ? { rows: [] } : await store.page(viewer, viewing, newest);
    for (const row of rows) found.set(row.storyId, row);
  }
  return [...found.values()].sort((a, b) => b.postedAt - a.postedAt).slice(0, shownPosts);
}

/** What stands out in the windows of the newest spikes. */
async function explainSpikes(
  store: Pick<PostsStore, 'explanation'>,
  delivery: ClaimedDelivery,
  { timeZone, now }: { timeZone: string; now: number },
): Promise<Explanations> {
  const viewer = viewerOf(delivery.account);
  const explanations = new Map<Finding, Explanation>();
  for (const finding of delivery.findings.slice(-searchedFindings)) {
    const isSpike = finding.usual !== null && !isSilence(finding);
    const viewing = !isSpike ? null : findingViewing(delivery, finding, timeZone);
    if (viewing !== null) explanations.set(finding, await store.explanation(viewer, viewing, now));
  }
  return explanations;
}

const pauses = [minuteMs / 2, 2 * minuteMs, 10 * minuteMs, 30 * minuteMs, hourMs, 3 * hourMs, 6 * hourMs];

const maxTries = pauses.length + 1;

/** The pause after the try with this number, counting from 1, in milliseconds. Null after the last try. */
export const pauseAfter = (tries: number): number | null => pauses[tries - 1] ?? null;
