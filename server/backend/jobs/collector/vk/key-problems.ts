/** How long a key rests after an error that concerns the key, and what operators see of it. */
import { webUrl } from '../../../../../shared/rules/web-url.ts';
import { dayMs, hourMs, minuteMs } from '../../../../platform/durations.ts';
import type { KeyProblem } from '../../../store/call-budget-store.ts';
import type { VkError } from './search-reply.ts';

/** Doubles each time. */
const floodPauseMs = 10 * minuteMs;
/** While calls expire one after another, each of them must not bring the same error. */
const shortestRestMs = 10 * minuteMs;

/** `floods` counts earlier pauses in a row. `callExpiry` is when the key's oldest call expires; null without calls. */
type Context = { now: number; floods: number; callExpiry: number | null; message: string };

export type KeyReaction = 'flood' | 'quota' | 'refused' | 'confirm';

export function toKeyProblem(reaction: KeyReaction, error: VkError, context: Context): KeyProblem {
  const { now, floods, callExpiry, message } = context;
  const redirectUri = webUrl(error.redirect_uri ?? null);
  const details = { code: error.error_code, message, redirectUri };
  switch (reaction) {
    case 'flood':
      return { ...details, state: 'resting', until: now + Math.min(floodPauseMs * 2 ** floods, dayMs) };
    case 'quota':
      return { ...details, state: 'resting', until: Math.max(callExpiry ?? now + dayMs, now + shortestRestMs) };
    case 'refused':
      return { ...details, state: 'broken', until: null };
    case 'confirm':
      // One call an hour finds out whether a person has confirmed the key.
      return { ...details, state: 'broken', until: now + hourMs };
  }
}
