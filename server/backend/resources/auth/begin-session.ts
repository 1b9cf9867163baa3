/** Starts sessions. The transaction that adds the row also reads whether the sign-in still holds and needs a second step. */
import type { SecondStepName } from '../../../../shared/api/auth.ts';
import { logEnded } from '../../domain/log-ended.ts';
import { onAccess } from '../../http/access.ts';
import type { Context } from '../../http/endpoint.ts';
import { accountOf, type Identity } from '../../rules/account.ts';
import type { EndedImpersonation, Session, TokenGrant } from '../../store/session-tokens.ts';
import type { Resources } from '../../store/store.ts';
import { claimantOf, clearAttempts, logFields } from './attempts.ts';
import {
  authorOf,
  findPresentedSession,
  lifetimes,
  logFault,
  makePendingToken,
  makeTokens,
  signInAuthor,
} from './sessions.ts';

/** `over`: the sign-in no longer holds. */
export type NextStep = 'session' | SecondStepName | 'over';

type Beginning = {
  owner: Identity;
  /** Decides in the transaction that adds the session. It may also change other data of the sign-in. */
  decide: (resources: Resources) => Promise<NextStep>;
  /** See `DirectoryAccount`. */
  directoryGrant?: string | undefined;
};

/** Adds the session after a complete sign-in, and ends the request's current one. */
async function addSession(
  { address, now }: Context,
  { sessions }: Resources,
  { owner, directoryGrant }: Beginning,
  presented: Session | null,
  grant: TokenGrant,
): Promise<EndedImpersonation | null> {
  const former = presented && authorOf(presented, address, () => now);
  const ended = presented && (await sessions.end(presented.id, now, former, 'signed-in-again'));
  const by = signInAuthor(owner, { address, now });
  await sessions.create(owner, now + lifetimes.sessionMs, grant, now, by, directoryGrant);
  return ended;
}

/**
 * Starts the session, or the second step of its sign-in for this browser, which has no rights. Returns the result of
 * `decide`.
 */
export async function beginSession(context: Context, beginning: Beginning): Promise<NextStep> {
  const { store, cookies, now, log } = context;
  const { owner, decide } = beginning;
  const presented = await findPresentedSession(context);
  const { tokens, grant } = makeTokens(context);
  const pending = makePendingToken(context);
  const subjects = [owner, ...(presented ? [presented.owner] : [])];
  const { next, ended } = await onAccess(context, subjects, async (resources) => {
    const next = await decide(resources);
    if (next === 'session') return { next, ended: await addSession(context, resources, beginning, presented, grant) };
    if (next !== 'over') await resources.sessions.createPending(owner, pending.hash, now + lifetimes.pendingMs, now);
    return { next, ended: null };
  });
  logEnded(context, ended);
  if (next === 'session') {
    await clearAttempts(context, owner);
    cookies.set(tokens);
    await store.visits.begin(accountOf(owner), now).catch(logFault(context));
    log.info(logFields(claimantOf(owner), context), 'signed in');
  } else if (next !== 'over') cookies.setPending(pending.token, lifetimes.pendingMs);
  return next;
}
