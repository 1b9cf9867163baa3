/** API keys in the header `Authorization`. */
import { keyPrefix } from '../../shared/api/keys.ts';

/** Null without a key. Ignores bearer tokens of other programs. */
export function presentedKey(authorization: string | undefined): string | null {
  const [, token] = /^bearer (\S+)$/i.exec(authorization ?? '') ?? [];
  return token?.startsWith(keyPrefix) ? token : null;
}
