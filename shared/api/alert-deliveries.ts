/** API call for the log of deliveries of alerts (docs/product.md, section 21). */
import * as messages from '../messages.ts';
import { type AlertChannel, alertChannels, type DeliveryState, deliveryStates } from '../rules/alerts.ts';
import { deliveriesPageSize } from '../rules/limits.ts';
import { type Call, get, withQuery } from './call.ts';
import { readBoolean, readList, readNullable, readNumber, readObject, readText, readTime, readTotal } from './read.ts';
import { readKey } from './read-key.ts';

/**
 * `error`: the reason of the last failed try. `href`: the feed with exactly the posts of the message; null for a trial, for
 * several findings, which no single address shows, and for the rule of another account.
 */
export type AlertDelivery = {
  id: number;
  at: string | null;
  rule: string;
  /** Whose rule it is, for administrators: a client's ID, or null for an administrator's own. */
  clientId: string | null;
  channel: AlertChannel;
  state: DeliveryState;
  trial: boolean;
  count: number;
  tries: number;
  nextTry: string | null;
  error: string | null;
  href: string | null;
};

function readDelivery(raw: unknown): AlertDelivery {
  const fields = readObject(raw);
  return {
    id: readNumber(fields.DeliveryID),
    at: readTime(fields.At),
    rule: readText(fields.Rule),
    clientId: readNullable(fields.ClientID),
    channel: readKey(alertChannels, fields.Channel),
    state: readKey(deliveryStates, fields.State),
    trial: readBoolean(fields.Trial),
    count: readNumber(fields.Count),
    tries: readNumber(fields.Tries),
    nextTry: readTime(fields.NextTry),
    error: readNullable(fields.Error),
    href: readNullable(fields.Href),
  };
}

export type DeliveriesPage = { deliveries: AlertDelivery[]; total: number };

/** The newest first: the viewer's own; administrators get those of all accounts. */
export const loadDeliveries = (offset: number): Call<DeliveriesPage> =>
  get(
    withQuery('/vknf/alerts/deliveries', { offset, limit: deliveriesPageSize }),
    (reply) => ({ deliveries: readList(reply, 'deliveries', readDelivery), total: readTotal(reply, -1) }),
    messages.loadAlerts,
  );
