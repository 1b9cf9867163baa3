/** Errors of the VK API with their texts. The server answers them with HTTP status 200. */

const messages: Record<number, string> = {
  1: 'Unknown error occurred',
  3: 'Unknown method passed',
  5: 'User authorization failed: invalid access_token (4).',
  6: 'Too many requests per second',
  8: 'Invalid request',
  9: 'Flood control',
  10: 'Internal server error: could not check access_token now, check later.',
  14: 'Captcha needed',
  15: 'Access denied',
  27: 'Group authorization failed: method is unavailable with group auth.',
  29: 'Rate limit reached',
  100: 'One of the parameters specified was missing or invalid',
};

export type VkError = {
  error_code: number;
  error_msg: string;
  request_params?: { key: string; value: string }[];
  redirect_uri?: string;
};

/** A refusal of the call. `detail` continues the message of the code. */
export class VkRefusal extends Error {
  override name = 'VkRefusal';
  readonly code: number;

  constructor(code: number, detail?: string) {
    super([messages[code] ?? `Error ${code}`, ...(detail === undefined ? [] : [detail])].join(': '));
    this.code = code;
  }
}

/** `params` come without the key. */
export function vkError(refusal: VkRefusal, method: string, params: ReadonlyMap<string, string>): VkError {
  const { code: error_code, message: error_msg } = refusal;
  // VK itself leaves them out of error 10.
  if (error_code === 10) return { error_code, error_msg };
  const entries = [['method', method], ['oauth', '1'], ...params] as const;
  const request_params = entries.map(([key, value]) => ({ key, value }));
  const redirect = error_code === 14 ? { redirect_uri: 'https://id.vk.ru/not_robot_captcha?domain=vk.com' } : {};
  return { error_code, error_msg, request_params, ...redirect };
}
