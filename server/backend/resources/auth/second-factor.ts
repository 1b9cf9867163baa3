/** The second factor of an account: codes of an application (TOTP, RFC 6238: SHA-1, 30 s, 6 digits), and recovery codes. */
import { generateSecret, verifySync } from 'otplib';
import * as v from 'valibot';
import type { SecondStepName } from '../../../../shared/api/auth.ts';
import { secondFactorFields, secondFactorPath, totpSecretPattern } from '../../../../shared/api/second-factor.ts';
import * as messages from '../../../../shared/messages.ts';
import { badRequest, conflict, forbidden, unauthorized } from '../../../platform/app-error.ts';
import { hashSecret, verifyPassword } from '../../../platform/password-hash.ts';
import { seal, unseal } from '../../../platform/seal.ts';
import type { Config } from '../../../platform/settings.ts';
import { type Context, endpoint } from '../../http/endpoint.ts';
import { text } from '../../http/schema-fields.ts';
import type { Identity } from '../../rules/account.ts';
import type { Session } from '../../store/session-tokens.ts';
import { attempt, claimantOf, requireProof } from './attempts.ts';
import { presentedPassword, presentUser, user } from './schemas.ts';
import { findPending, signInAuthor, startSession } from './sessions.ts';

const isRequired = ({ REQUIRE_TOTP: required }: Config, { type }: Identity): boolean =>
  required === 'all' || (required === 'administrators' && type === 'admin');

/** The step after the right password of a local or LDAP account. Other providers ask for a second factor themselves. */
export async function secondStepOf({ config, store }: Context, owner: Identity): Promise<SecondStepName | null> {
  if (await store.secondFactors.find(owner)) return 'code';
  return isRequired(config, owner) ? 'enrolment' : null;
}

/** Clocks may differ by one step. */
const toleranceSeconds = 30;

/** The time step of the code; null for a wrong one. */
function stepOf(secret: string, code: string, now: number): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const found = verifySync({
    secret,
    token: code,
    epoch: Math.floor(now / 1000),
    epochTolerance: toleranceSeconds,
  });
  return found.valid && 'timeStep' in found ? found.timeStep : null;
}

const recoveryCodes = 10;
/** 80 bits: a plain hash of a code cannot be reversed. */
const recoveryCodeBytes = 10;

function makeRecoveryCodes() {
  const codes = Array.from({ length: recoveryCodes }, () => generateSecret({ length: recoveryCodeBytes }));
  return { texts: codes.map((code) => code.replaceAll(/(.{4})(?=.)/g, '$1-')), hashes: codes.map(hashSecret) };
}

/** Whether the text is an unused code of the account's application, or one of its recovery codes. Marks it as used. */
async function takeCode(context: Context, owner: Identity, typed: string): Promise<boolean> {
  const { store, config, now, log } = context;
  const code = typed.replaceAll(/[\s-]/g, '').toUpperCase();
  if (!/^\d+$/.test(code)) return store.secondFactors.takeCode(owner, hashSecret(code), signInAuthor(owner, context));
  const factor = await store.secondFactors.find(owner);
  if (!factor) return false;
  const secret = unseal(config.SESSION_SECRET, factor.secret);
  if (secret === null) log.error({ account: claimantOf(owner).logged }, 'second factor needs a removed SESSION_SECRET');
  const lastStep = secret === null ? null : stepOf(secret, code, now);
  if (secret === null || lastStep === null) return false;
  // Re-encrypt with the first secret: the one that encrypted it may be removed later.
  const isCurrent = unseal(config.SESSION_SECRET.slice(0, 1), factor.secret) !== null;
  const sealed = isCurrent ? factor.secret : seal(config.SESSION_SECRET, secret);
  return store.secondFactors.takeStep(owner, { secret: sealed, lastStep });
}

type Subject = { owner: Identity; pending: Session | null };

/** The account whose second factor the call is about: that of a sign-in that waits for its second step, or of the session. */
async function findSubject(context: Context): Promise<Subject> {
  const pending = await findPending(context);
  if (pending) return { owner: pending.owner, pending };
  const { session } = context;
  if (!session) throw unauthorized();
  // An administrator who acts as a client does not change how the client signs in.
  if (session.impersonation) throw forbidden();
  return { owner: session.owner, pending: null };
}

async function finishSignIn(context: Context, { id, owner }: Session): Promise<void> {
  await startSession(context, owner);
  await context.store.sessions.end(id, context.now);
}

/** Throws a 400 unless the text is the current password or a code. */
const requirePasswordOrCode = (context: Context, owner: Identity, proof: string): Promise<void> =>
  requireProof(context, owner, 'wrong-code', async () => {
    const isCode = await takeCode(context, owner, proof);
    return isCode || verifyPassword(proof, await context.store.passwords.find(owner));
  });

/** Does nothing for an account of a directory, which has no password. */
async function requirePassword(context: Context, owner: Identity, password: string): Promise<void> {
  const hash = await context.store.passwords.find(owner);
  if (hash === null) return;
  await requireProof(context, owner, 'wrong-password', () => verifyPassword(password, hash));
}

const code = text(64);
const proofBody = v.object({ Proof: presentedPassword });
const codesReply = v.strictObject({ RecoveryCodes: v.array(v.string()) });

export const secondFactorCalls = [
  endpoint('GET', secondFactorPath, 'public', {
    summary: 'The second factor of the account that is signed in, or whose sign-in waits for its second step',
    reply: secondFactorFields,
    handle: async (context) => {
      const { owner } = await findSubject(context);
      const { secondFactors } = context.store;
      return {
        enabled: (await secondFactors.find(owner)) !== null,
        required: isRequired(context.config, owner),
        codes: await secondFactors.countCodes(owner),
        account: claimantOf(owner).account,
      };
    },
  }),
  endpoint('POST', `${secondFactorPath}/enable`, 'public', {
    summary:
      'Enables the second factor: `Secret` is base32 of 20 random bytes, `Code` its current code, `Password` the current password. ' +
      'Completes a sign-in whose reply was `{"second_factor":"enrolment"}`, without the password',
    body: v.object({
      Secret: v.pipe(v.string(), v.regex(totpSecretPattern)),
      Code: code,
      Password: v.optional(presentedPassword, ''),
    }),
    reply: v.strictObject({ User: user, ...codesReply.entries }),
    allowsReadOnly: true,
    handle: async ({ body: { Secret, Code, Password }, ...context }) => {
      const { config, store, now } = context;
      const { owner, pending } = await findSubject(context);
      if (!pending) await requirePassword(context, owner, Password);
      const lastStep = stepOf(Secret, Code.replaceAll(/\s/g, ''), now);
      if (lastStep === null) throw badRequest(messages.wrongCode);
      const { texts, hashes } = makeRecoveryCodes();
      const factor = { secret: seal(config.SESSION_SECRET, Secret), lastStep };
      // Someone who knows only the password must not replace a second factor.
      if (!(await store.secondFactors.enable(owner, factor, hashes, signInAuthor(owner, context))))
        throw conflict(messages.secondFactorOn);
      if (pending) await finishSignIn(context, pending);
      return { User: presentUser(owner), RecoveryCodes: texts };
    },
  }),
  endpoint('POST', `${secondFactorPath}/verify`, 'public', {
    summary: 'Completes a sign-in whose reply was `{"second_factor":"code"}`, with a code or a recovery code',
    body: v.object({ Code: code }),
    reply: user,
    allowsReadOnly: true,
    handle: async ({ body: { Code }, ...context }) => {
      const pending = await findPending(context);
      if (!pending) throw unauthorized(messages.signInAgain);
      const { owner } = pending;
      const verify = () => takeCode(context, owner, Code);
      if (!(await attempt(context, claimantOf(owner), signInAuthor(owner, context), 'wrong-code', verify)))
        throw badRequest(messages.wrongCode);
      await finishSignIn(context, pending);
      return presentUser(owner);
    },
  }),
  endpoint('POST', `${secondFactorPath}/codes`, 'signed-in', {
    summary: 'Replaces the recovery codes. `Proof` is the current password or a code',
    body: proofBody,
    reply: codesReply,
    ofOwnAccount: true,
    handle: async ({ body: { Proof }, viewer: owner, ...context }) => {
      await requirePasswordOrCode(context, owner, Proof);
      const { texts, hashes } = makeRecoveryCodes();
      if (!(await context.store.secondFactors.renewCodes(owner, hashes, context.by)))
        throw conflict(messages.secondFactorOff);
      return { RecoveryCodes: texts };
    },
  }),
  endpoint('POST', `${secondFactorPath}/disable`, 'signed-in', {
    summary: 'Disables the second factor, unless it is required. `Proof` is the current password or a code',
    body: proofBody,
    ofOwnAccount: true,
    handle: async ({ body: { Proof }, viewer: owner, ...context }) => {
      if (isRequired(context.config, owner)) throw forbidden(messages.secondFactorRequired);
      await requirePasswordOrCode(context, owner, Proof);
      if (!(await context.store.secondFactors.remove(owner, 'second-factor-disabled', context.by)))
        throw conflict(messages.secondFactorOff);
    },
  }),
];
