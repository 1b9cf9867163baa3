/** API calls of the second factor, with our own backend. */
import { type ReplyTable, type RowOf, rowReader } from '../fields/field.ts';
import * as messages from '../messages.ts';
import { readList, readObject, readText } from '../read.ts';
import type { AuthUser } from '../roles.ts';
import { authPaths, readUser } from './auth.ts';
import { type Call, change, get, post } from './call.ts';

/** 20 bytes in base32, as authenticator apps expect. */
export const totpSecretPattern = /^[A-Z2-7]{32}$/;

export const secondFactorPath = '/server/second-factor';

/** `codes`: the number of unused recovery codes. `account`: the name that authenticator apps show. */
export const secondFactorFields = {
  enabled: { api: 'Enabled', type: 'boolean' },
  required: { api: 'Required', type: 'boolean' },
  codes: { api: 'RecoveryCodes', type: 'count' },
  account: { api: 'Account', type: 'text' },
} as const satisfies ReplyTable;

export type SecondFactor = RowOf<typeof secondFactorFields>;

const readCodes = (reply: unknown): string[] => readList(reply, 'RecoveryCodes', readText);

export const loadSecondFactor = (): Call<SecondFactor> =>
  get(secondFactorPath, rowReader(secondFactorFields), messages.loadSecondFactor);

/** `password` is '' during a sign-in, which has already checked it. */
export const enableSecondFactor = (
  secret: string,
  code: string,
  password: string,
): Call<{ user: AuthUser; codes: string[] }> =>
  post(
    authPaths.secondFactor.enable,
    { Secret: secret, Code: code, Password: password },
    (reply) => ({ user: readUser(readObject(reply).User), codes: readCodes(reply) }),
    messages.saveSecondFactor,
  );

export const verifySecondFactor = (code: string): Call<AuthUser> =>
  post(authPaths.secondFactor.verify, { Code: code }, readUser, messages.loginFailed);

/** Returns the new codes. `proof` is the current password or a code. */
export const renewRecoveryCodes = (proof: string): Call<string[]> =>
  post(`${secondFactorPath}/codes`, { Proof: proof }, readCodes, messages.saveSecondFactor);

export const disableSecondFactor = (proof: string) =>
  change(`${secondFactorPath}/disable`, messages.saveSecondFactor, { Proof: proof });
