/** Refusals of calls, and the parameters of calls. */
const messages: Record<number, string> = {
  1: 'Unknown error occurred',
  3: 'Unknown method passed',
  5: 'User authorization failed: invalid access_token (4).',
  6: 'Too many requests per second',
  7: 'Permission to perform this action is denied',
  8: 'Invalid request',
  9: 'Flood control',
  10: 'Internal server error: could not check access_token now, check later.',
  14: 'Captcha needed',
  15: 'Access denied',
  18: 'User was deleted or banned',
  19: 'Content is unavailable',
  30: 'This profile is private',
  27: 'Group authorization failed: method is unavailable with group auth.',
  29: 'Rate limit reached',
  28: 'Application authorization failed: method is unavailable with service token',
  100: 'One of the parameters specified was missing or invalid',
  210: "Access to wall's post denied",
  211: "Access to wall's comment denied",
  212: 'Access to post comments denied',
  213: 'Access to status replies denied',
  1051: 'Method is unavailable for the profile type',
};

/** A refusal of the call. `detail` is appended to the message of the code. */
export class VkRefusal extends Error {
  override name = 'VkRefusal';
  readonly code: number;

  constructor(code: number, detail?: string) {
    super([messages[code] ?? `Error ${code}`, ...(detail === undefined ? [] : [detail])].join(': '));
    this.code = code;
  }
}

export type Params = ReadonlyMap<string, string>;

/** Throws error 100. */
export function readNumber(params: Params, name: string, missing: number, max = Number.MAX_SAFE_INTEGER): number {
  const text = params.get(name);
  if (text === undefined || text === '') return missing;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > max) throw new VkRefusal(100, `${name} should be from 0 to ${max}`);
  return value;
}
