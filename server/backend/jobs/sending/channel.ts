/** A way by which messages leave. */
import type { ClaimedDelivery } from '../../store/alerts-store.ts';
import type { Message } from './message.ts';

export type Channel = {
  /** What is sent. It is stored, and every try sends the same. */
  contentOf(message: Message): string;
  /** Throws a `SendError` when the receiver did not take the message, or perhaps did not. */
  send(delivery: ClaimedDelivery, content: string, signal: AbortSignal): Promise<void>;
  /** The longest duration of a try. */
  timeoutMs: number;
};
