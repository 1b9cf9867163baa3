/** The second factor of an account: codes of an application (TOTP, RFC 6238: SHA-1, 30 s, 6 digits), and recovery codes. */
import { generateSecret, verifySync } from 'otplib';
import * as v from 'valibot';
import type { SecondStepName } from '../../../../shared/api/auth.ts';
import { secondFactorFields, secondFactorPath, totpSecretPattern } from '../../../../shared/api/second-factor.ts';
import * as messages from '../../../../shared/messages.ts';
import { badRequest, conflict, forbidden, sessionOver, unauthorized } from '../../../platform/app-error.ts';
import { hashSecret, verifyPassword } from '../../../platform/password-hash.ts';
import { seal, unseal } from '../../../platform/seal.ts';
import type { Config } from '../../../platform/settings.ts';
import { type Context, endpoint } from '../../http/endpoint.ts';
import { text } from '../../http/schema-fields.ts';
import type { Identity } from '../../rules/account.ts';
import type { Session } from '../../store/session-tokens.ts';
import type { Resources } from '../../store/store.ts';
import { attempt, claimantOf, type Prover, requireProof, withProof } from './attempts.ts';
import { beginSession } from './begin-session.ts';
import { presentedPassword, presentUser, user } from './schemas.ts';
import { findPending, signInAuthor } from './sessions.ts';

const isRequired = ({ REQUIRE_TOTP: required }: Config, { type }: Identity): boolean =>
  required === 'all' || (required === 'administrators' && type === 'admin');

/**
 * The step after the correct password of a local or LDAP account. Other providers ask for a second factor themselves.
 */
export async function secondStepOf(
  { config }: Pick<Context, 'config'>,
  { secondFactors }: Pick<Resources, 'secondFactors'>,
  owner: Identity,
): Promise<SecondStepName | null> {
  if (await secondFactors.find(owner)) return 'code';
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
async function takeCode(
  context: Context,
  { secondFactors }: Pick<Resources, 'secondFactors'>,
  owner: Identity,
  typed: string,
): Promise<boolean> {
  const { config, now, log } = context;
  const code = typed.replaceAll(/[\s-]/g, '').toUpperCase();
  if (!/^\d+$/.test(code)) return secondFactors.takeCode(owner, hashSecret(code), signInAuthor(owner, context));
  const factor = await secondFactors.find(owner);
  if (!factor) return false;
  const secret = unseal(config.SESSION_SECRET, factor.secret);
  if (secret === null) log.error({ account: claimantOf(owner).logged }, 'second factor needs a removed SESSION_SECRET');
  const lastStep = secret === null ? null : stepOf(secret, code, now);
  if (secret === null || lastStep === null) return false;
  // Re-encrypt with the first secret: the one that encrypted it may be removed later.
  const isCurrent = unseal(config.SESSION_SECRET.slice(0, 1), factor.secret) !== null;
  const sealed = isCurrent ? factor.secret : seal(config.SESSION_SECRET, secret);
  return secondFactors.takeStep(owner, { secret: sealed, lastStep });
}

type Subject = { session: Session; isPending: boolean };

/**
 * The account whose second factor the call uses: the account of a sign-in that waits for its second step, or of the session.
 */
async function findSubject(context: Context): Promise<Subject> {
  const pending = await findPending(context);
  if (pending) return { session: pending, isPending: true };
  const { session } = context;
  if (!session) throw sessionOver();
  // An administrator who acts as a client does not change how the client signs in.
  if (session.impersonation) throw forbidden();
  return { session, isPending: false };
}

/**
 * `prove` and `complete` belong to the transaction that starts the session. Returns the result of `prove`; after false, the
 * sign-in keeps waiting. Throws a 401 when the sign-in no longer waits for its second step; a code that `prove` has taken then
 * stays used.
 */
async function finishSignIn(
  context: Context,
  { id, owner }: Session,
  prove: (resources: Resources) => Promise<boolean>,
  complete: (resources: Resources) => Promise<void>,
): Promise<boolean> {
  const { now } = context;
  let isWaiting = true;
  const decide = async (resources: Resources) => {
    isWaiting = (await resources.sessions.findById(id, now)) !== null;
    const isProof = await prove(resources);
    if (!isWaiting || !isProof) return 'over';
    await complete(resources);
    await resources.sessions.end(id, now);
    return 'session';
  };
  const next = await beginSession(context, { owner, decide });
  if (!isWaiting) throw unauthorized(messages.signInAgain);
  return next === 'session';
}

/** Returns the hash of a password, or null for a code. Throws a 400 unless the text is the current password or a code. */
async function provePasswordOrCode(context: Context, prover: Prover, proof: string): Promise<string | null> {
  const { owner } = prover;
  const hash = await context.store.passwords.find(owner);
  let isCode = false;
  await requireProof(context, prover, 'wrong-code', async () => {
    isCode = await takeCode(context, context.store, owner, proof);
    return isCode || verifyPassword(proof, hash);
  });
  return isCode ? null : hash;
}

/** Returns the verified hash; null for an account of a directory, which has no password. */
async function provePassword(context: Context, prover: Prover, password: string): Promise<string | null> {
  const hash = await context.store.passwords.find(prover.owner);
  if (hash !== null) await requireProof(context, prover, 'wrong-password', () => verifyPassword(password, hash));
  return hash;
}

const code = text(64);
const proofBody = v.object({ Proof: presentedPassword });
const codesReply = v.strictObject({ RecoveryCodes: v.array(v.string()) });

export const secondFactorCalls = [
  endpoint('GET', secondFactorPath, 'public', {
    summary: 'The second factor of the account that is signed in, or whose sign-in waits for its second step',
    reply: secondFactorFields,
    handle: async (context) => {
      const { owner } = (await findSubject(context)).session;
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
    onAccess: true,
    handle: async ({ body: { Secret, Code, Password }, ...context }) => {
      const { config, now } = context;
      const { session, isPending } = await findSubject(context);
      const { owner } = session;
      const lastStep = stepOf(Secret, Code.replaceAll(/\s/g, ''), now);
      const secret = seal(config.SESSION_SECRET, Secret);
      const { texts, hashes } = makeRecoveryCodes();
      const enable = async ({ secondFactors }: Resources) => {
        if (lastStep === null) throw badRequest(messages.wrongCode);
        // Someone who knows only the password must not replace a second factor.
        const by = signInAuthor(owner, context);
        if (!(await secondFactors.enable(owner, { secret, lastStep }, hashes, by)))
          throw conflict(messages.secondFactorOn);
      };
      if (isPending) await finishSignIn(context, session, async () => true, enable);
      else {
        const prover = { session, owner };
        await withProof(context, prover, () => provePassword(context, prover, Password), enable);
      }
      return { User: presentUser(owner), RecoveryCodes: texts };
    },
  }),
  endpoint('POST', `${secondFactorPath}/verify`, 'public', {
    summary: 'Completes a sign-in whose reply was `{"second_factor":"code"}`, with a code or a recovery code',
    body: v.object({ Code: code }),
    reply: user,
    allowsReadOnly: true,
    onAccess: true,
    handle: async ({ body: { Code }, ...context }) => {
      const pending = await findPending(context);
      if (!pending) throw unauthorized(messages.signInAgain);
      const { owner } = pending;
      const prove = (resources: Resources) => takeCode(context, resources, owner, Code);
      const verify = () => finishSignIn(context, pending, prove, async () => {});
      if (!(await attempt(context, claimantOf(owner), signInAuthor(owner, context), 'wrong-code', verify)))
        throw badRequest(messages.wrongCode);
      return presentUser(owner);
    },
  }),
  endpoint('POST', `${secondFactorPath}/codes`, 'signed-in', {
    summary: 'Replaces the recovery codes. `Proof` is the current password or a code',
    body: proofBody,
    reply: codesReply,
    ofOwnAccount: true,
    onAccess: true,
    handle: async ({ body: { Proof }, viewer: owner, ...context }) => {
      const prover = { session: context.session, owner };
      const prove = () => provePasswordOrCode(context, prover, Proof);
      const { texts, hashes } = makeRecoveryCodes();
      await withProof(context, prover, prove, async ({ secondFactors }) => {
        if (!(await secondFactors.renewCodes(owner, hashes, context.by))) throw conflict(messages.secondFactorOff);
      });
      return { RecoveryCodes: texts };
    },
  }),
  endpoint('POST', `${secondFactorPath}/disable`, 'signed-in', {
    summary: 'Disables the second factor, unless it is required. `Proof` is the current password or a code',
    body: proofBody,
    ofOwnAccount: true,
    onAccess: true,
    handle: async ({ body: { Proof }, viewer: owner, ...context }) => {
      if (isRequired(context.config, owner)) throw forbidden(messages.secondFactorRequired);
      const prover = { session: context.session, owner };
      const prove = () => provePasswordOrCode(context, prover, Proof);
      await withProof(context, prover, prove, async ({ secondFactors }) => {
        if (!(await secondFactors.remove(owner, 'second-factor-disabled', context.by)))
          throw conflict(messages.secondFactorOff);
      });
    },
  }),
];
