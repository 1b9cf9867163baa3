/** Names and addresses of sign-in attempts: the keys of their limits, which all spellings share, and the text in the log. */
import ipaddr from 'ipaddr.js';

/**
 * Returns an IPv4 address unchanged, and an IPv6 address as its /64 network, because one visitor usually has a whole /64.
 * Mapped addresses (`::ffff:192.0.2.1`) count as IPv4. Other text, which a proxy may send, is trimmed and lower-cased.
 */
export function addressKey(address: string): string {
  const [plain = ''] = address.trim().split('%', 1);
  if (!ipaddr.isValid(plain)) return address.trim().toLowerCase();
  const parsed = ipaddr.process(plain);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`;
}

/** Removes spaces, invisible characters, case and compatibility forms, which a backend may ignore in names. */
export const accountKey = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, '')
    .normalize('NFKC');

export const isClientId = (name: string): boolean => /^client-\d+$/.test(accountKey(name));

const loggedCharacters = 3;

/** The start of a name, for the log: the name may be a password in the wrong field. */
export function shortenedName(name: string): string {
  const characters = [...name];
  return characters.length <= loggedCharacters ? name : `${characters.slice(0, loggedCharacters).join('')}…`;
}
